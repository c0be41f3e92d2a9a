//! Logging to Heat's log: lines that a plug-in writes with `log` or `tracing`, and the locations of panics.
//!
//! A line names the plug-in, by its logger, and the resource that the code works on, and has the ID of the request. Threads
//! that an engine with green threads did not start must not touch Python: their lines wait for a green thread.

use std::any::Any;
use std::backtrace::{Backtrace, BacktraceStatus};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::panic::PanicHookInfo;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// The module `logs.py` of this plug-in.
static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

/// Set if the engine's threads are green, so that threads of Rust must not touch Python.
static WAITS: AtomicBool = AtomicBool::new(false);

/// Lines of threads that belong to no call, in an engine with green threads.
static WAITING: Mutex<VecDeque<Line>> = Mutex::new(VecDeque::new());

/// Maximum number of waiting lines; the oldest ones are dropped.
const MAX_WAITING: usize = 1000;

/// Python's log level for errors.
pub(crate) const ERROR: u8 = 40;

/// A line of the log.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub(crate) level: u8,
    /// The path of a Rust module.
    pub(crate) target: String,
    pub(crate) message: String,
}

/// The destination of the lines that a call writes.
pub(crate) enum Scope {
    /// To the log, with this resource.
    Resource(Py<PyAny>),
    /// To the green thread that waits for the call.
    Green(Sender<Line>),
}

thread_local! {
    static CURRENT: RefCell<Option<Arc<Scope>>> = const { RefCell::new(None) };
}

/// Runs a call whose lines go to a scope.
pub(crate) fn within<T>(scope: Scope, call: impl FnOnce() -> T) -> T {
    /// Restores the previous scope, also after a panic.
    struct Before(Option<Arc<Scope>>);
    impl Drop for Before {
        fn drop(&mut self) {
            let before = self.0.take();
            _ = CURRENT.try_with(|current| current.replace(before));
        }
    }
    let _before = Before(CURRENT.with(|current| current.replace(Some(Arc::new(scope)))));
    call()
}

/// Begins to write to Heat's log.
///
/// # Errors
/// Heat's log is not available.
pub(crate) fn begin(module: Bound<'_, PyModule>, waits: bool) -> PyResult<()> {
    let py = module.py();
    WAITS.store(waits, Ordering::Relaxed);
    #[cfg(feature = "log")]
    facade::begin(module.call_method0("level")?.extract()?);
    MODULE.get_or_init(py, || module.unbind());
    std::panic::set_hook(Box::new(panicked));
    Ok(())
}

/// Writes a line. It is lost if Python has ended.
pub(crate) fn write(line: Line) {
    let scope = CURRENT.try_with(|current| current.try_borrow().ok().and_then(|scope| scope.clone()));
    match scope.ok().flatten().as_deref() {
        Some(Scope::Green(waiting)) => _ = waiting.send(line),
        Some(Scope::Resource(resource)) => {
            Python::try_attach(|py| write_now(py, &line, Some(resource.bind(py))));
        }
        None if WAITS.load(Ordering::Relaxed) => {
            let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
            if waiting.len() >= MAX_WAITING {
                waiting.pop_front();
            }
            waiting.push_back(line);
        }
        None => {
            Python::try_attach(|py| write_now(py, &line, None));
        }
    }
}

/// Writes a line with the resource that it is about. Exceptions of Python's logging are reported, not raised.
pub(crate) fn write_now(py: Python<'_>, line: &Line, resource: Option<&Bound<'_, PyAny>>) {
    // The module is set before anything can be written.
    let Some(module) = MODULE.get(py) else { return };
    let written = module.bind(py).call_method1("write", (line.level, &line.target, &line.message, resource));
    if let Err(error) = written {
        error.write_unraisable(py, None);
    }
}

/// Writes the lines that wait for a green thread.
pub(crate) fn write_waiting(py: Python<'_>) {
    loop {
        let line = WAITING.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let Some(line) = line else { return };
        write_now(py, &line, None);
    }
}

/// The text of a panic, if it has one.
fn text(payload: &dyn Any) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no text")
}

/// Writes the location of a panic. The failure that results from it only contains its text.
fn panicked(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
    let thread = std::thread::current();
    let thread = thread.name().map_or_else(String::new, |name| format!(" (thread {name})"));
    let backtrace = Backtrace::capture();
    let backtrace = match backtrace.status() {
        BacktraceStatus::Captured => format!("\n{backtrace}"),
        _ => String::new(),
    };
    let message = format!("The plug-in panicked at {place}{thread}: {}{backtrace}", text(panic.payload()));
    write(Line { level: ERROR, target: String::new(), message });
}

/// The crate `log`, to which `tracing` also writes if its feature `log` is on.
#[cfg(feature = "log")]
mod facade {
    use log::{Level, LevelFilter, Log, Metadata, Record};

    use super::{ERROR, Line, write};

    struct HeatLog;

    /// The crate that writes each byte of a connection at the level `trace`, with tokens and passwords: it is below the client of
    /// `heat-plugin-openstack`.
    const DUMPS_BYTES: &str = "ureq_proto";

    /// Returns whether a line may contain the bytes of a connection.
    fn is_dump(metadata: &Metadata<'_>) -> bool {
        metadata.level() == Level::Trace && metadata.target().split("::").next() == Some(DUMPS_BYTES)
    }

    impl Log for HeatLog {
        fn enabled(&self, metadata: &Metadata<'_>) -> bool {
            metadata.level() <= log::max_level() && !is_dump(metadata)
        }

        fn log(&self, record: &Record<'_>) {
            if self.enabled(record.metadata()) {
                let (target, message) = (record.target().to_owned(), record.args().to_string());
                write(Line { level: number(record.level()), target, message });
            }
        }

        fn flush(&self) {}
    }

    /// The level in Python. oslo.log has a level for traces.
    fn number(level: Level) -> u8 {
        match level {
            Level::Error => ERROR,
            Level::Warn => 30,
            Level::Info => 20,
            Level::Debug => 10,
            Level::Trace => 5,
        }
    }

    /// Installs the logger, with a minimum level of Python. A plug-in that has set a logger of its own keeps it.
    pub(super) fn begin(level: u32) {
        if log::set_logger(&HeatLog).is_ok() {
            log::set_max_level(match level {
                0..=9 => LevelFilter::Trace,
                10..=19 => LevelFilter::Debug,
                20..=29 => LevelFilter::Info,
                30..=39 => LevelFilter::Warn,
                _ => LevelFilter::Error,
            });
        }
    }
}
