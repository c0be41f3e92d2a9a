//! An action: its states, and the handler that is called and polled.

use std::time::Duration;

use super::exceptions::{Kind, RaisedException, Stop, TaskExit};
use super::live::{Live, Lock};
use super::{Interference, Observer};
use crate::engine::{Call, Class, Handler, Hook, PendingAction, ResourceClass};
use crate::life_cycle::{Action, Completion, Failure, Progress, Status};

/// Default reason of a state.
pub(crate) const CHANGED: &str = "state changed";

/// Delay before another attempt at the lock, in seconds: in Heat, a random time of up to two seconds.
pub(crate) const RETRY: f64 = 1.0;

/// Converts a time to polls: Heat polls about once a second.
fn polls(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

impl Live<'_> {
    /// Calls the class, as the bridge does: a panic becomes a failure.
    pub(crate) fn call<T>(
        &self,
        call: impl FnOnce(&dyn Class, &dyn crate::engine::Host) -> Result<T, Failure>,
    ) -> Result<T, RaisedException> {
        let host = self.host();
        let called = self.class.guarded(|class| call(class, &host));
        called.map_err(|failure| self.raised(failure))
    }

    pub(crate) fn raised(&self, failure: Failure) -> RaisedException {
        RaisedException::from_failure(failure, self.name())
    }

    pub(crate) fn failure(&self, raised: RaisedException) -> RaisedException {
        raised.failure_of(self.name())
    }

    /// Runs an action, and sets its states. Follows `_action_recorder`; an `UpdateReplace` is expected in updates.
    pub(crate) fn record(
        &mut self,
        action: Action,
        expects_replace: bool,
        run: impl FnOnce(&mut Self) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let (acquire, release) =
            if self.legacy() { (Lock::None, Lock::None) } else { (Lock::Acquire, Lock::Release) };
        let ended = self.set_in_progress(action, acquire).map_err(Stop::from).and_then(|()| run(self));
        match ended {
            Ok(()) => self.set_state(action, Status::Complete, CHANGED, release)?,
            Err(Stop::Raised(raised)) if raised.kind == Kind::InProgress => return Err(raised.into()),
            Err(Stop::Raised(raised)) if expects_replace && raised.kind == Kind::Replace => {
                self.set_state(action, Status::Complete, &raised.text, release)?;
                return Err(raised.into());
            }
            Err(Stop::Raised(raised)) => {
                let failure = self.failure(raised);
                self.set_state(action, Status::Failed, &failure.text, release)?;
                return Err(failure.into());
            }
            Err(Stop::Broken(broken)) => {
                let text = broken.text();
                let text = if text.is_empty() { String::new() } else { format!(" ({text})") };
                // Heat only logs an error here.
                _ = self.set_state(action, Status::Failed, &format!("{action} aborted{text}"), release);
                return Err(Stop::Broken(broken));
            }
            Err(Stop::Died) => return Err(Stop::Died),
        }
        Ok(())
    }

    /// Sets the status `IN_PROGRESS`. Convergence tries again for a while if another engine has the lock, but not for a
    /// create.
    fn set_in_progress(&mut self, action: Action, lock: Lock) -> Result<(), RaisedException> {
        let retries = if lock == Lock::Acquire && action != Action::Create {
            self.machine.settings.client_retry_limit
        } else {
            0
        };
        for _ in 0..retries {
            match self.set_state(action, Status::InProgress, CHANGED, lock) {
                Err(raised) if raised.kind == Kind::InProgress => {
                    self.machine.now += RETRY;
                    self.memory.refresh();
                }
                done => return done,
            }
        }
        self.set_state(action, Status::InProgress, CHANGED, lock)
    }

    /// Calls a handler, if there is one, and polls its pending action. Follows `action_handler_task`.
    pub(crate) fn handle(&mut self, call: Call<'_>) -> Result<(), Stop> {
        let handler = call.handler();
        if !self.defines(Hook::Handle(handler)) {
            // Heat's base class defines this handler, which does nothing.
            return if handler == Handler::Delete { self.pause(1) } else { Ok(()) };
        }
        let observer = self.machine.observer.clone();
        if let Some(observer) = &observer {
            let interference = observer.handling(&call).map_err(|failure| self.raised(failure))?;
            self.machine.now += interference.blocks;
        }
        let started = self.call(|class, host| class.handle(call, host))?;
        self.pause(1)?;
        match started {
            Progress::Done => Ok(()),
            Progress::Pending { pending, delay } => self.poll(handler, pending, delay, observer.as_deref()),
        }
    }

    fn poll(
        &mut self,
        handler: Handler,
        mut pending: Box<dyn PendingAction>,
        delay: Duration,
        observer: Option<&dyn Observer>,
    ) -> Result<(), Stop> {
        let mut wait = polls(delay);
        let mut count = 0;
        loop {
            if wait == 0 {
                let completion = self.check(handler, &mut *pending, count, observer)?;
                count += 1;
                wait = match completion {
                    Completion::Done => return Ok(()),
                    Completion::Pending => 1,
                    Completion::PendingFor(time) => polls(time).max(1),
                };
            }
            match self.pause(std::mem::take(&mut wait)) {
                Ok(()) => {}
                Err(Stop::Broken(broken)) => return Err(self.cancelled(handler, &mut *pending, broken)),
                Err(stop) => return Err(stop),
            }
        }
    }

    fn check(
        &mut self,
        handler: Handler,
        pending: &mut dyn PendingAction,
        count: u64,
        observer: Option<&dyn Observer>,
    ) -> Result<Completion, RaisedException> {
        let decided =
            observer.map_or(Ok(Interference::default()), |observer| observer.polling(handler, count));
        let Interference { blocks, stays_pending } = decided.map_err(|failure| self.raised(failure))?;
        self.machine.now += blocks;
        if stays_pending {
            return Ok(Completion::Pending);
        }
        let host = self.host();
        let checked = ResourceClass::guarded_pending(pending, |pending| pending.check_complete(&host));
        checked.map_err(|failure| self.raised(failure))
    }

    /// Cancels the pending action of a task that was interrupted. Heat only logs an error here.
    fn cancelled(&mut self, handler: Handler, pending: &mut dyn PendingAction, broken: TaskExit) -> Stop {
        if self.defines(Hook::Cancel(handler)) {
            let host = self.host();
            _ = ResourceClass::guarded_pending(pending, |pending| pending.cancel(handler, &host));
        }
        Stop::Broken(broken)
    }
}
