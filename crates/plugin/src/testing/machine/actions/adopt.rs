//! Adoption of existing resources.

use heat_model::Value;

use crate::engine::{Call, Handler, Hook, Host};
use crate::life_cycle::Action;
use crate::testing::machine::exceptions::{RaisedException, Stop};
use crate::testing::machine::live::Live;

impl Live<'_> {
    /// Adopts a resource. Follows `adopt`.
    pub(crate) fn adopt(&mut self, existing: &Value) -> Result<(), Stop> {
        self.update_stored_properties();
        self.adopt_existing(existing)
    }

    /// Runs the action without storing properties, as for a resource with an `external_id`.
    pub(crate) fn adopt_existing(&mut self, existing: &Value) -> Result<(), Stop> {
        self.record(Action::Adopt, false, |this| {
            if this.defines(Hook::Handle(Handler::Adopt)) {
                return this.handle(Call::Adopt { existing });
            }
            this.take_over(existing)?;
            this.pause(1)
        })
    }

    /// Takes over the ID, the resource data and the metadata, as Heat does without a handler.
    fn take_over(&mut self, existing: &Value) -> Result<(), RaisedException> {
        let Some(id) = existing.get("resource_id").filter(|id| id.is_truthy()) else {
            return Err(self.failure(RaisedException::other("Exception", "Resource ID was not provided.")));
        };
        let host = self.host();
        let written = (|| {
            host.set_resource_id(Some(id.as_str().unwrap_or(&id.to_string())))?;
            for (key, value) in existing.get("resource_data").and_then(Value::as_map).into_iter().flatten() {
                host.set_data(key, value.as_str().unwrap_or(&value.to_string()), false)?;
            }
            host.set_metadata(existing.get("metadata").unwrap_or(&Value::Null))
        })();
        written.map_err(|failure| self.raised(failure))
    }
}
