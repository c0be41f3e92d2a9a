//! The signal `SIGHUP`, with which services reload. The collector reads its settings at each poll, so it only has to poll at
//! once.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use signal_hook::consts::SIGHUP;
use signal_hook::iterator::Signals;

/// Signals received since the process called [`Hangups::watch`].
pub(super) struct Hangups(Receiver<()>);

impl Hangups {
    /// Starts to watch for the signal, which no longer ends the process.
    ///
    /// # Errors
    /// If the system cannot deliver signals.
    pub(super) fn watch() -> io::Result<Self> {
        let mut signals = Signals::new([SIGHUP])?;
        let (sender, receiver) = channel();
        thread::Builder::new().name("SIGHUP".to_owned()).spawn(move || {
            for _ in signals.forever() {
                if sender.send(()).is_err() {
                    return;
                }
            }
        })?;
        Ok(Self(receiver))
    }

    /// Waits, at most until the signal arrives. Returns whether it arrived.
    pub(super) fn sleep(&self, duration: Duration) -> bool {
        match self.0.recv_timeout(duration) {
            Ok(()) => {
                // Several signals are one request.
                while self.0.try_recv().is_ok() {}
                true
            }
            Err(RecvTimeoutError::Timeout) => false,
            // The thread has ended, which never happens: at least the pause is kept.
            Err(RecvTimeoutError::Disconnected) => {
                thread::sleep(duration);
                false
            }
        }
    }
}
