//! State that is shared by all handlers in a process.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use super::Failure;

/// A value that is created when it is first needed, once per process: a client, a connection pool, a runtime.
///
/// Heat loads its plug-ins and then forks its workers. Threads and connections do not survive that, so nothing can be created
/// while the plug-in is loaded, and no process uses the value of another. A value from before a fork is not dropped in the new
/// process: that would close a connection that the old process still uses.
///
/// ```
/// use heat_plugin::life_cycle::{Failure, PerProcess};
/// use std::net::TcpListener;
///
/// static LISTENER: PerProcess<TcpListener> = PerProcess::new(|| Ok(TcpListener::bind("127.0.0.1:0")?));
///
/// let (one, other) = (LISTENER.get()?, LISTENER.get()?);
/// assert_eq!(one.local_addr()?, other.local_addr()?);
/// # Ok::<(), Failure>(())
/// ```
pub struct PerProcess<T> {
    make: fn() -> Result<T, Failure>,
    made: Mutex<Option<(u32, Arc<T>)>>,
}

impl<T> PerProcess<T> {
    /// Defers the creation of the value: `make` creates it when it is first needed.
    pub const fn new(make: fn() -> Result<T, Failure>) -> Self {
        Self { make, made: Mutex::new(None) }
    }

    /// Returns the value of this process, and creates it if there is none yet.
    ///
    /// # Errors
    /// The value could not be created. The next call tries again.
    pub fn get(&self) -> Result<Arc<T>, Failure> {
        let process = std::process::id();
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((by, shared)) = &*made
            && *by == process
        {
            return Ok(Arc::clone(shared));
        }
        let shared = Arc::new((self.make)()?);
        std::mem::forget(made.replace((process, Arc::clone(&shared))));
        Ok(shared)
    }
}

impl<T> fmt::Debug for PerProcess<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PerProcess").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    static CALLS: AtomicU32 = AtomicU32::new(0);

    #[test]
    fn made_once_and_tried_again_after_a_failure() {
        let shared = PerProcess::new(|| match CALLS.fetch_add(1, Ordering::SeqCst) {
            0 => Err(Failure::failed("not yet")),
            call => Ok(call),
        });
        assert!(shared.get().is_err());
        assert_eq!((shared.get().ok().as_deref(), shared.get().ok().as_deref()), (Some(&1), Some(&1)));
    }

    #[test]
    fn what_another_process_made_is_not_used() {
        let shared = PerProcess::new(|| Ok(7));
        *shared.made.lock().unwrap_or_else(PoisonError::into_inner) = Some((0, Arc::new(1)));
        assert_eq!(shared.get().ok().as_deref(), Some(&7));
    }
}
