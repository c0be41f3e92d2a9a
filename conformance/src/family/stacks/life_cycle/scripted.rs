//! A resource class whose methods follow a recorded script, like the recorded class in Python.

use std::sync::Arc;
use std::time::Duration;

use heat_model::value::Map;
use heat_model::{ResourceType, Value};
use heat_plugin::engine::{Call, Class, Handler, Hook, Host, PendingAction, Plan, Started};
use heat_plugin::life_cycle::{Completion, Failure, Progress, Signalled, TemplateChanges};

use super::script::{Act, Script};
use crate::vector::Fields;

/// The scripted class.
#[derive(Debug)]
pub(super) struct ScriptedClass {
    pub(super) schema: ResourceType,
    pub(super) script: Arc<Script>,
    /// Prefix of the names of the class's hooks in the script.
    pub(super) prefix: &'static str,
}

/// State that a handler passes to its completion check.
#[derive(Debug)]
struct HandlerState {
    script: Arc<Script>,
    prefix: &'static str,
    check: String,
    token: Value,
}

fn changes(changes: &TemplateChanges) -> Value {
    let parts = [
        ("properties", changes.properties),
        ("metadata", changes.metadata.is_some()),
        ("update_policy", changes.update_policy.is_some()),
    ];
    parts.into_iter().filter(|(_, differs)| *differs).map(|(part, _)| Value::from(part)).collect()
}

fn names(names: &[String]) -> Value {
    let mut names = names.to_vec();
    names.sort();
    names.into_iter().map(Value::String).collect()
}

impl Class for ScriptedClass {
    fn schema(&self) -> &ResourceType {
        &self.schema
    }

    fn defines(&self, hook: Hook) -> bool {
        let has = |name: &str| self.has(name);
        match hook {
            Hook::Handle(handler) => has(&format!("handle_{handler}")),
            Hook::Cancel(handler) => has(&format!("handle_{handler}_cancel")),
            Hook::Validate => has("validate"),
            Hook::Attribute => has("_resolve_attribute"),
            Hook::Show => has("_show_resource"),
            Hook::ReferenceId => has("get_reference_id"),
            Hook::Restore => has("handle_restore"),
            Hook::Signal => has("handle_signal"),
            Hook::Preempt => has("handle_preempt"),
            Hook::NeedsReplace => NEEDS_REPLACE.into_iter().any(has),
            Hook::PrepareForReplace => has("prepare_for_replace") || has("restore_prev_rsrc"),
            Hook::LiveState => has("get_live_state"),
            _ => false,
        }
    }

    fn handle(&self, call: Call<'_>, host: &dyn Host) -> Result<Started, Failure> {
        let handler = call.handler();
        let hook = format!("handle_{handler}");
        let properties = ("properties", host.properties()?);
        let token = match call {
            Call::Create { properties }
            | Call::Delete { properties }
            | Call::Suspend { properties }
            | Call::Resume { properties }
            | Call::Check { properties }
            | Call::Snapshot { properties } => self.ask(&hook, [("properties", properties.clone())], host),
            Call::SnapshotDelete { before, properties } => {
                let state = [before.action.as_str(), before.status.as_str()].map(Value::from);
                let state = ("state", state.into_iter().collect());
                self.ask(&hook, [state, ("properties", properties.clone())], host)
            }
            Call::Update { before, after, changed, template_changes } => {
                let new = |name: &String| Some((name.clone(), after.field(name)?.clone()));
                let diff = ("prop_diff", changed.iter().filter_map(new).collect());
                let changes = ("tmpl_diff", changes(template_changes));
                self.ask(&hook, [changes, diff, ("properties", before.clone())], host)
            }
            Call::DeleteSnapshot { snapshot } => {
                self.ask(&hook, [("snapshot", snapshot.clone()), properties], host)
            }
            Call::Adopt { existing } => {
                self.ask(&hook, [("resource_data", existing.clone()), properties], host)
            }
            _ => Ok(Value::Null),
        }?;
        let check = match handler {
            Handler::SnapshotDelete => "check_delete_complete".to_owned(),
            handler => format!("check_{handler}_complete"),
        };
        if !self.has(&check) {
            return Ok(Progress::Done);
        }
        let pending = HandlerState { script: Arc::clone(&self.script), prefix: self.prefix, check, token };
        Ok(Progress::poll(Box::new(pending) as Box<dyn PendingAction>))
    }

    fn validate(&self, _: Plan<'_>, host: &dyn Host) -> Result<(), Failure> {
        if self.has("validate") { self.ask("validate", [], host).map(drop) } else { Ok(()) }
    }

    fn attribute(&self, name: &str, host: &dyn Host) -> Result<Value, Failure> {
        self.ask("_resolve_attribute", [("name", name.into())], host)
    }

    fn show(&self, host: &dyn Host) -> Result<Option<Value>, Failure> {
        self.ask("_show_resource", [], host).map(Some)
    }

    fn reference_id(&self, host: &dyn Host) -> Result<Option<String>, Failure> {
        let id = self.ask("get_reference_id", [], host)?;
        Ok(id.as_str().map(ToOwned::to_owned))
    }

    fn restore(&self, properties: Map, snapshot: &Value, host: &dyn Host) -> Result<Map, Failure> {
        let given = [("definition", Value::Map(properties.clone())), ("restore_data", snapshot.clone())];
        let restored = self.ask("handle_restore", given, host)?;
        let new = restored.field("properties").and_then(Value::as_map).cloned();
        Ok(new.map_or(properties, Map::from))
    }

    fn signal(&self, details: &Value, host: &dyn Host) -> Result<Signalled, Failure> {
        let given = [("details", details.clone()), ("properties", host.properties()?)];
        match self.ask("handle_signal", given, host) {
            Err(failure) if failure.message == "NoActionRequired" => Ok(Signalled::NothingToDo),
            Err(failure) => Err(failure),
            Ok(text) if text.is_truthy() => {
                Ok(Signalled::Described(text.as_str().map_or_else(|| text.to_string(), ToOwned::to_owned)))
            }
            Ok(_) => Ok(Signalled::Handled),
        }
    }

    fn preempt(&self, host: &dyn Host) -> Result<(), Failure> {
        self.ask("handle_preempt", [("properties", host.properties()?)], host).map(drop)
    }

    fn needs_replace(&self, after: &Value, host: &dyn Host) -> Result<bool, Failure> {
        self.decides("needs_replace", [("after", after.clone())], false, host)
    }

    fn needs_replace_failed(&self, host: &dyn Host) -> Result<bool, Failure> {
        self.decides("needs_replace_failed", [], true, host)
    }

    fn needs_replace_with_prop_diff(
        &self,
        changed: &[String],
        after: &Value,
        before: &Value,
        host: &dyn Host,
    ) -> Result<bool, Failure> {
        let given = [("changed", names(changed)), ("after", after.clone()), ("before", before.clone())];
        self.decides("needs_replace_with_prop_diff", given, false, host)
    }

    fn needs_replace_with_tmpl_diff(&self, diff: &TemplateChanges, host: &dyn Host) -> Result<bool, Failure> {
        self.decides("needs_replace_with_tmpl_diff", [("tmpl_diff", changes(diff))], false, host)
    }

    fn prepare_for_replace(&self, host: &dyn Host) -> Result<(), Failure> {
        self.decides("prepare_for_replace", [], false, host).map(drop)
    }

    fn restore_prev_rsrc(&self, convergence: bool, host: &dyn Host) -> Result<(), Failure> {
        if !convergence {
            return self.decides("restore_prev_rsrc", [], false, host).map(drop);
        }
        self.decides("restore_prev_rsrc", [("convergence", true.into())], false, host).map(drop)
    }

    fn live_state(&self, stored: &Value, host: &dyn Host) -> Result<Map, Failure> {
        let found = self.ask("get_live_state", [("properties", stored.clone())], host)?;
        Ok(found.as_map().cloned().unwrap_or_default().into())
    }
}

const NEEDS_REPLACE: [&str; 4] =
    ["needs_replace", "needs_replace_failed", "needs_replace_with_prop_diff", "needs_replace_with_tmpl_diff"];

impl ScriptedClass {
    fn has(&self, hook: &str) -> bool {
        self.script.has(&format!("{}{hook}", self.prefix))
    }

    fn ask<const N: usize>(
        &self,
        hook: &str,
        given: [(&str, Value); N],
        host: &dyn Host,
    ) -> Result<Value, Failure> {
        self.script.ask(&format!("{}{hook}", self.prefix), given, host)
    }

    /// Calls a hook that answers a question, if the script has it.
    fn decides<const N: usize>(
        &self,
        hook: &str,
        given: [(&str, Value); N],
        otherwise: bool,
        host: &dyn Host,
    ) -> Result<bool, Failure> {
        if !self.has(hook) {
            return Ok(otherwise);
        }
        Ok(self.ask(hook, given, host)?.is_truthy())
    }
}

impl PendingAction for HandlerState {
    fn check_complete(&mut self, host: &dyn Host) -> Result<Completion, Failure> {
        match self.script.call(
            &format!("{}{}", self.prefix, self.check),
            [("token", self.token.clone())],
            host,
        )? {
            Act::Delays(polls) => Ok(Completion::PendingFor(Duration::from_secs(polls))),
            Act::Returns(value) => Ok(Completion::done_if(value.is_truthy())),
        }
    }

    fn cancel(&mut self, handler: Handler, host: &dyn Host) -> Result<(), Failure> {
        let given = [("token", self.token.clone()), ("properties", host.properties()?)];
        self.script.ask(&format!("{}handle_{handler}_cancel", self.prefix), given, host).map(drop)
    }
}
