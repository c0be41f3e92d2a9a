//! Creation, with further attempts after the resource went into error or met a conflict.

use crate::engine::Call;
use crate::life_cycle::{Action, State};
use crate::testing::machine::exceptions::{Kind, RaisedException, Stop, TaskExit};
use crate::testing::machine::live::Live;
use crate::testing::settings::Breakpoint;

/// Mean of the random part of a delay, in seconds.
const JITTER: f64 = 1.0;

/// The delay before another attempt. Follows `retry_backoff_delay`.
pub(crate) fn delay_before(attempt: u32) -> f64 {
    2_f64.powi(i32::try_from(attempt).unwrap_or(i32::MAX)) + JITTER
}

impl Live<'_> {
    /// Creates the resource. Follows `create`.
    pub(crate) fn create(&mut self) -> Result<(), Stop> {
        if self.state() != State::INIT {
            return Err(self.invalid_for("create").into());
        }
        if let Some(id) = self.definition.external_id.clone() {
            let existing = [("resource_id".to_owned(), id)].into_iter().collect();
            self.adopt_existing(&existing)?;
            return self.check_resource();
        }
        // A replacement is created by an update.
        let waits = self.stack_action == "CREATE";
        if waits {
            self.wait_at(Breakpoint::PreCreate)?;
        }
        self.reparse();
        self.update_stored_properties();
        self.attempt()?;
        if waits { self.wait_at(Breakpoint::PostCreate) } else { Ok(()) }
    }

    /// The failure "State … invalid for …".
    pub(crate) fn invalid_for(&self, what: &str) -> RaisedException {
        let text = format!("State ('{}', '{}') invalid for {what}", self.action, self.status);
        self.failure(RaisedException::other("Error", text))
    }

    /// Creates the resource; after an error, deletes it and creates it again.
    fn attempt(&mut self) -> Result<(), Stop> {
        let limit = self.machine.settings.action_retry_limit;
        let (mut creates, mut deletes) = (0, 0);
        let mut is_create = true;
        let mut first: Option<RaisedException> = None;
        while creates <= limit && deletes <= limit {
            let count = if is_create { creates } else { deletes };
            if count > 0 {
                self.wait(delay_before(count))?;
            }
            let ended = if is_create { self.create_once(count == 0) } else { self.delete_once() };
            match ended {
                Ok(()) if is_create => {
                    first = None;
                    break;
                }
                Ok(()) => is_create = true,
                Err(Stop::Raised(failure)) => {
                    self.may_try_again(&failure)?;
                    if is_create {
                        (creates, deletes, is_create) = (creates + 1, 0, false);
                    } else {
                        deletes += 1;
                    }
                    first = first.or(Some(failure));
                }
                Err(stop) => return Err(stop),
            }
        }
        first.map_or(Ok(()), |failure| Err(failure.into()))
    }

    fn create_once(&mut self, is_first: bool) -> Result<(), Stop> {
        self.record(Action::Create, false, |this| {
            if is_first {
                this.check_properties()?;
            }
            let properties = this.values();
            this.handle(Call::Create { properties: &properties })
        })
    }

    fn delete_once(&mut self) -> Result<(), Stop> {
        self.record(Action::Delete, false, |this| {
            let properties = this.values();
            this.handle(Call::Delete { properties: &properties })
        })
    }

    /// Fails with the first error in the properties, if there is one.
    pub(crate) fn check_properties(&self) -> Result<(), RaisedException> {
        let errors = self.view.validate(self.schema(), self.services());
        errors.first().map_or(Ok(()), |error| Err(RaisedException::invalid(error)))
    }

    /// Returns the failure as the error if no further attempt is made after it.
    fn may_try_again(&self, failure: &RaisedException) -> Result<(), RaisedException> {
        if failure.is_in_error() || failure.is_conflict() {
            return Ok(());
        }
        let cause = failure.cause();
        if let Kind::Validation { .. } = cause.kind {
            let name = self.name().to_owned();
            return Err(self.failure(cause.clone().below(&[&name], 0)));
        }
        Err(failure.clone())
    }

    /// Waits before another attempt. Heat's task for the wait ends at any timeout, also at that of the stack: the code after
    /// it then runs up to its next pause, and is closed there.
    pub(crate) fn wait(&mut self, delay: f64) -> Result<(), Stop> {
        let end = self.machine.now + delay;
        loop {
            match self.pause(1) {
                Err(Stop::Broken(TaskExit::Timeout(_))) => {
                    self.task.close_at_next_pause();
                    return Ok(());
                }
                Ok(()) if self.machine.now > end => return Ok(()),
                Ok(()) => {}
                Err(stop) => return Err(stop),
            }
        }
    }
}
