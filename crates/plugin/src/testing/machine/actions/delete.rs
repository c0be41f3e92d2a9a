//! Deletion, with further attempts after a conflict.

use super::create::delay_before;
use crate::engine::Call;
use crate::life_cycle::{Action, State, Status};
use crate::testing::machine::exceptions::{RaisedException, Stop};
use crate::testing::machine::live::Live;
use crate::testing::machine::properties::{Translation, View};
use crate::testing::settings::Breakpoint;

impl Live<'_> {
    /// Deletes the resource. Follows `delete`.
    pub(crate) fn delete(&mut self) -> Result<(), Stop> {
        if self.state() == State::new(Action::Delete, Status::Complete) || self.action == Action::Init {
            return Ok(());
        }
        let before = self.state();
        // A replaced resource is deleted by an update.
        let waits = self.stack_action == "DELETE";
        if waits {
            self.wait_at(Breakpoint::PreDelete)?;
        }
        if self.stored.is_some() {
            let data = self.frozen_definition().properties.unwrap_or_default();
            self.view = View::new(data, Translation::Lenient);
        }
        self.record(Action::Delete, false, |this| {
            let policy = this.definition.deletion_policy.as_ref().and_then(|policy| policy.as_str());
            // A resource with an external ID is not deleted.
            match if this.definition.external_id.is_some() { Some("Retain") } else { policy } {
                Some("Retain") => Ok(()),
                Some("Snapshot") => this.delete_repeatedly(Some(before)),
                _ => this.delete_repeatedly(None),
            }
        })?;
        if waits { self.wait_at(Breakpoint::PostDelete) } else { Ok(()) }
    }

    /// Deletes the resource, with further attempts. With a state, a snapshot is taken first.
    fn delete_repeatedly(&mut self, before: Option<State>) -> Result<(), Stop> {
        let limit = self.machine.settings.action_retry_limit;
        let mut count = 0;
        loop {
            if count > 0 {
                self.wait(delay_before(count))?;
            }
            let properties = self.values();
            let properties = &properties;
            let ended = match before {
                Some(before) => self.handle(Call::SnapshotDelete { before, properties }),
                None => self.handle(Call::Delete { properties }),
            };
            match ended {
                Err(Stop::Raised(raised)) if count < limit && may_try_again(&raised) => count += 1,
                ended => return ended,
            }
        }
    }
}

fn may_try_again(raised: &RaisedException) -> bool {
    raised.is_conflict() || raised.is_existing()
}
