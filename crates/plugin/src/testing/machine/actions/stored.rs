//! Suspending, resuming, checking and snapshots, with the stored properties.

use crate::engine::{Call, Handler, Hook};
use crate::life_cycle::{Action, State, Status};
use crate::testing::machine::exceptions::{RaisedException, Stop};
use crate::testing::machine::live::{Live, Lock};

impl Live<'_> {
    /// Suspends the resource. Follows `suspend`.
    pub(crate) fn suspend(&mut self) -> Result<(), Stop> {
        let is_unstable = self.action != Action::Suspend && self.status != Status::Complete;
        if self.action == Action::Delete || is_unstable {
            return Err(self.invalid_for("suspend").into());
        }
        self.on_frozen(Action::Suspend, |this| {
            let properties = this.values();
            this.handle(Call::Suspend { properties: &properties })
        })
    }

    /// Resumes the resource. Follows `resume`.
    pub(crate) fn resume(&mut self) -> Result<(), Stop> {
        let is_allowed = matches!(
            (self.action, self.status),
            (Action::Suspend, Status::Complete) | (Action::Resume, Status::Failed | Status::Complete)
        );
        if !is_allowed {
            return Err(self.invalid_for("resume").into());
        }
        self.on_frozen(Action::Resume, |this| {
            let properties = this.values();
            this.handle(Call::Resume { properties: &properties })
        })
    }

    /// Takes a snapshot of the resource. Follows `snapshot`.
    pub(crate) fn snapshot(&mut self) -> Result<(), Stop> {
        self.on_frozen(Action::Snapshot, |this| {
            let properties = this.values();
            this.handle(Call::Snapshot { properties: &properties })
        })
    }

    /// Checks the resource. Follows `check`.
    pub(crate) fn check_resource(&mut self) -> Result<(), Stop> {
        let is_new = self.state() == State::INIT;
        if !self.defines(Hook::Handle(Handler::Check)) {
            if !is_new {
                let reason = format!("CHECK not supported for {}", self.definition.resource_type);
                self.set_state(Action::Check, Status::Complete, &reason, Lock::None)?;
            }
            return Ok(());
        }
        if is_new {
            let reason = format!("Can not check {}, resource not created yet.", self.name());
            self.set_state(Action::Check, Status::Failed, &reason, Lock::None)?;
            let text = format!("Resource {} not created yet.", self.name());
            return Err(self.failure(RaisedException::other("Exception", text)).into());
        }
        self.on_frozen(Action::Check, |this| {
            let properties = this.values();
            this.handle(Call::Check { properties: &properties })
        })
    }

    fn on_frozen(
        &mut self,
        action: Action,
        run: impl FnOnce(&mut Self) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        self.frozen(|this| this.record(action, false, run))
    }
}
