//! Signals and validation, which change no state.

use heat_model::Value;
use heat_model::validate::{Step, ValueError};
use heat_model::value::Map;

use super::exceptions::RaisedException;
use super::live::Live;
use crate::engine::{Handler, Hook, Plan};
use crate::life_cycle::Signalled;

impl Live<'_> {
    /// Sends a signal, as the service does. Follows `signal`.
    pub(crate) fn signal(&mut self, details: &Value) -> Result<(), RaisedException> {
        let action = self.action.as_str();
        if self.schema().no_signal_actions.iter().any(|forbidden| forbidden == action) {
            self.note(action, self.status, &format!("Cannot signal resource during {action}"));
            return Err(RaisedException::not_supported(&format!("Signal resource during {action}")));
        }
        if self.clear_breakpoint(details)? {
            return Ok(());
        }
        if !self.defines(Hook::Signal) {
            let text = "signal is not supported for resource.";
            return Err(RaisedException::other("ResourceActionNotSupported", text));
        }
        let signalled = self.frozen(|this| this.call(|class, host| class.signal(details, host)));
        match signalled {
            Ok(Signalled::NothingToDo) => {}
            Ok(Signalled::Described(text)) if !text.is_empty() => {
                self.note("SIGNAL", self.status, &format!("Signal: {text}"));
            }
            Ok(_) => self.note("SIGNAL", self.status, &described(details)),
            Err(raised) => return Err(self.failure(raised)),
        }
        Ok(())
    }

    /// Validates the properties, except for values that are not known yet. Follows `validate`.
    pub(crate) fn validate(&mut self, unknown: &[String]) -> Result<(), RaisedException> {
        self.check_deletion_policy()?;
        let name = self.name().to_owned();
        let place = ["resources", &name, "properties"];
        let errors = self.view.validate(self.schema(), self.services());
        let is_known = |error: &&ValueError| match error.path.0.first() {
            Some(Step::Name(name)) => !unknown.contains(name),
            _ => true,
        };
        if let Some(error) = errors.iter().find(is_known) {
            return Err(RaisedException::invalid(error).below(&place, 1));
        }
        let properties = self.values().as_map().cloned().map(Map::from).unwrap_or_default();
        let unknown: Map = unknown.iter().map(|name| (name.clone(), Value::from(Plan::UNKNOWN))).collect();
        let plan = Plan { properties: &properties, unknown: &unknown, given: self.view.data() };
        let validated = self.call(|class, host| class.validate(plan, host));
        validated.map_err(|raised| raised.of_resource(&name))
    }

    fn check_deletion_policy(&self) -> Result<(), RaisedException> {
        let policy = self.definition.deletion_policy.as_ref().and_then(Value::as_str);
        if policy != Some("Snapshot") || self.defines(Hook::Handle(Handler::SnapshotDelete)) {
            return Ok(());
        }
        let path = ["resources", self.name(), "deletion_policy"].map(ToOwned::to_owned);
        let message = "\"Snapshot\" deletion policy not supported".to_owned();
        Err(RaisedException::validation("", path.to_vec(), message))
    }
}

/// The reason of the event for a signal that the plug-in did not describe.
fn described(details: &Value) -> String {
    match details {
        Value::Null => "No signal details provided".to_owned(),
        Value::String(text) => text.clone(),
        details => {
            let part = |name: &str| {
                details
                    .get(name)
                    .map(|part| part.as_str().map_or_else(|| part.to_string(), ToOwned::to_owned))
            };
            match (part("previous"), part("current"), part("reason")) {
                (Some(previous), Some(current), Some(reason)) => {
                    format!("alarm state changed from {previous} to {current} ({reason})")
                }
                _ => "Unknown".to_owned(),
            }
        }
    }
}
