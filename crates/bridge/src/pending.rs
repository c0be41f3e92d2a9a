//! Pending actions of handlers: the token that Heat polls.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use heat_plugin::engine::{Handler, Host, PendingAction, ResourceClass};
use heat_plugin::life_cycle::{Completion, Failure};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::call::run;

/// A token with a pending action, which Heat polls. The action is dropped as soon as it has ended: in the handler's own call,
/// because Python may drop a token in any of its threads, and much later.
#[pyclass(frozen, module = "heat_plugin_python")]
pub(crate) struct Token {
    pending: Arc<Mutex<PolledAction>>,
}

struct PolledAction {
    action: Option<Box<dyn PendingAction>>,
    /// The wait before the first poll, in polls.
    first_wait: u64,
}

impl PolledAction {
    fn drop_action(&mut self) {
        if let Some(action) = self.action.take() {
            ResourceClass::drop_pending(action);
        }
    }
}

/// Drops an action that Heat has not polled to its end in a thread of its own. Python drops the token in whichever thread its
/// garbage collector runs, one that answers a request for example, which would wait for code of the plug-in that blocks. If no
/// thread can be started, this one drops the action.
impl Drop for PolledAction {
    fn drop(&mut self) {
        let Some(action) = self.action.take() else { return };
        _ = std::thread::Builder::new().spawn(move || ResourceClass::drop_pending(action));
    }
}

/// Converts a time to polls: Heat polls about once a second.
fn polls(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

impl Token {
    pub(crate) fn new(action: Box<dyn PendingAction>, delay: Duration) -> Self {
        let polled = PolledAction { action: Some(action), first_wait: polls(delay) };
        Self { pending: Arc::new(Mutex::new(polled)) }
    }

    /// Calls the action. It is dropped if this was the last call.
    fn call<T: Send + 'static>(
        &self,
        resource: &Bound<'_, PyAny>,
        call: impl FnOnce(&mut dyn PendingAction, &dyn Host) -> Result<T, Failure> + Send + 'static,
        is_last: fn(&Result<T, Failure>) -> bool,
    ) -> PyResult<T> {
        let pending = Arc::clone(&self.pending);
        run(resource, move |host| {
            let mut pending = pending.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(action) = &mut pending.action else {
                return Err(Failure::failed("The action has ended before."));
            };
            let called = ResourceClass::guarded_pending(&mut **action, |action| call(action, host));
            if is_last(&called) {
                pending.drop_action();
            }
            called
        })
    }
}

#[pymethods]
impl Token {
    /// Polls the action. Returns `None` if it is complete, and otherwise the number of polls until the next check.
    fn check_complete(&self, resource: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
        let wait = {
            let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::take(&mut pending.first_wait)
        };
        if wait > 0 {
            return Ok(Some(wait));
        }
        let poll = |action: &mut dyn PendingAction, host: &dyn Host| action.check_complete(host);
        Ok(match self.call(resource, poll, |polled| matches!(polled, Ok(Completion::Done) | Err(_)))? {
            Completion::Done => None,
            Completion::Pending => Some(1),
            Completion::PendingFor(time) => Some(polls(time).max(1)),
        })
    }

    fn cancel(&self, resource: &Bound<'_, PyAny>, handler: &str) -> PyResult<()> {
        let handler = Handler::from_word(handler)
            .ok_or_else(|| PyValueError::new_err(format!("there is no handler {handler}")))?;
        self.call(resource, move |action, host| action.cancel(handler, host), |_| true)
    }
}
