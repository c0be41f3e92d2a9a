//! Captures the newest part of a program's output.

use std::io::{self, Read};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

/// Limits on how much of an output is kept, in bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// An output up to this size is kept as a whole.
    pub(crate) whole: usize,
    /// Of a larger output, this much of its end is kept.
    pub(crate) newest: usize,
}

impl Limits {
    /// Limits for output that is reported: a signal is smaller.
    pub(crate) const TEXT: Self = Self { whole: 1_000_000, newest: 1_000_000 };

    /// Limits for a hook's report, which is of no use in part. It can contain several texts, with escapes.
    pub(crate) const REPORT: Self = Self { whole: 16_000_000, newest: 1_000_000 };
}

impl Default for Limits {
    fn default() -> Self {
        Self::TEXT
    }
}

/// Captured output of a program.
#[derive(Debug, Default)]
pub(crate) struct Capture {
    bytes: Vec<u8>,
    total: u64,
    /// First byte that is not a space.
    first: Option<u8>,
}

impl Capture {
    /// Returns whether nothing was printed.
    pub(crate) fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// Returns whether only the end was kept.
    pub(crate) fn is_cut(&self) -> bool {
        self.left_out() > 0
    }

    /// Returns whether the output starts with `{`, as a JSON object does.
    pub(crate) fn begins_as_map(&self) -> bool {
        self.first == Some(b'{')
    }

    /// The bytes that were kept.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the kept output as text, with each invalid byte replaced. If part of it is missing, the first line reports how
    /// much.
    pub(crate) fn text(&self) -> String {
        if !self.is_cut() {
            return String::from_utf8_lossy(&self.bytes).into_owned();
        }
        // Skip the rest of a character that was cut.
        let rest = self.bytes.iter().take(3).take_while(|byte| (**byte & 0b1100_0000) == 0b1000_0000).count();
        let kept = self.bytes.get(rest..).unwrap_or_default();
        let left_out = self.left_out() + rest as u64;
        format!("[{left_out} bytes before this were left out]\n{}", String::from_utf8_lossy(kept))
    }

    fn left_out(&self) -> u64 {
        self.total - self.bytes.len() as u64
    }

    fn push(&mut self, read: &[u8], limits: Limits) {
        if self.first.is_none() {
            self.first = read.iter().copied().find(|byte| !byte.is_ascii_whitespace());
        }
        self.total += read.len() as u64;
        self.bytes.extend_from_slice(read);
        // Cutting only at twice the maximum size moves each byte once.
        let is_long = if self.is_cut() {
            self.bytes.len() > 2 * limits.newest
        } else {
            self.bytes.len() > limits.whole
        };
        if is_long {
            self.cut(limits.newest);
        }
    }

    fn cut(&mut self, newest: usize) {
        let older = self.bytes.len().saturating_sub(newest);
        self.bytes.drain(..older);
        self.bytes.shrink_to(2 * newest);
    }
}

/// A capture that a thread still adds to.
#[derive(Debug, Clone)]
pub(super) struct SharedCapture(Arc<Mutex<Capture>>, Limits);

impl SharedCapture {
    /// Returns the output captured so far. Later output is lost.
    pub(super) fn take(&self) -> Capture {
        let mut capture = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        if capture.is_cut() {
            capture.cut(self.1.newest);
        }
        capture
    }
}

/// Number of outputs that threads of this process are reading.
static READERS: Mutex<usize> = Mutex::new(0);

/// Signals that the number of readers has decreased.
static READER_ENDED: Condvar = Condvar::new();

/// A thread that reads an output, counted in `READERS`.
struct Reader;

impl Reader {
    fn new() -> Self {
        *READERS.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        Self
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        *READERS.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        READER_ENDED.notify_all();
    }
}

/// Waits until no thread reads an output any longer. A service that a hook left running would otherwise be killed by the first
/// line that it prints.
pub(crate) fn wait_for_readers() {
    let readers = READERS.lock().unwrap_or_else(PoisonError::into_inner);
    drop(READER_ENDED.wait_while(readers, |readers| *readers > 0));
}

/// Reads an output until all writers have closed it, then signals `ended`. A program that was left running keeps the thread
/// waiting; the thread ends with the agent.
pub(super) fn read_in_thread(
    mut pipe: impl Read + Send + 'static,
    limits: Limits,
    ended: Sender<()>,
) -> io::Result<SharedCapture> {
    let shared = SharedCapture(Arc::default(), limits);
    let reader = Reader::new();
    let writer = shared.clone();
    thread::Builder::new().spawn(move || {
        let mut buffer = vec![0; 64 * 1024];
        loop {
            match pipe.read(&mut buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(0) | Err(_) => break,
                Ok(size) => {
                    let read = buffer.get(..size).unwrap_or_default();
                    writer.0.lock().unwrap_or_else(PoisonError::into_inner).push(read, limits);
                }
            }
        }
        // Nobody listens if the wait has timed out.
        let _ = ended.send(());
        drop(reader);
    })?;
    Ok(shared)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn capture(parts: &[&str], limits: Limits) -> Capture {
        let mut capture = Capture::default();
        for part in parts {
            capture.push(part.as_bytes(), limits);
        }
        let shared = SharedCapture(Arc::new(Mutex::new(capture)), limits);
        shared.take()
    }

    #[test]
    fn the_newest_part_is_kept() {
        fn check(parts: &[&str], expect: &str) {
            let limits = Limits { whole: 8, newest: 4 };
            let text = capture(parts, limits).text();
            assert_eq!(text, expect, "{parts:?}");
        }
        check(&[], "");
        check(&["1234", "5678"], "12345678");
        check(&["1234", "5678", "9"], "[5 bytes before this were left out]\n6789");
        check(&["123456789abc", "d", "e", "f", "g"], "[12 bytes before this were left out]\ndefg");
        // A character of which only the end is left.
        check(&["1234567ü", "89a"], "[9 bytes before this were left out]\n89a");
    }

    #[test]
    fn the_first_byte_is_remembered() {
        let limits = Limits { whole: 2, newest: 1 };
        assert!(capture(&[" \n", " {12345"], limits).begins_as_map());
        assert!(!capture(&["x{"], limits).begins_as_map());
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        let mut capture = Capture::default();
        capture.push(b"a\xffb", Limits::TEXT);
        assert_eq!(capture.text(), "a\u{fffd}b");
    }
}
