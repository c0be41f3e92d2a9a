//! Updates: whether one is needed, whether it replaces the resource, and the update in place.

use heat_model::Value;
use heat_model::update::{Changes, Decision, Definition, changes_between, needs_update};
use heat_model::value::Map;

use crate::engine::{Call, Handler, Hook};
use crate::life_cycle::{Action, State, Status, TemplateChanges};
use crate::testing::machine::exceptions::{Kind, RaisedException, Stop};
use crate::testing::machine::live::{Live, Lock};
use crate::testing::machine::properties::{Translation, View};
use crate::testing::machine::row::{locked, map_or_empty};
use crate::testing::settings::{Breakpoint, Restricted};

/// The old and the new side of an update.
struct Sides {
    before: Definition,
    after: Definition,
    old: View,
    new: View,
}

impl Live<'_> {
    /// Updates the resource. Follows `update`. `template` is the number of the new template, in convergence.
    pub(crate) fn update(&mut self, after: Definition, template: Option<usize>) -> Result<(), Stop> {
        if self.definition.external_id != after.external_id {
            let feature = format!(
                "Update to property external_id of {} ({})",
                self.name(),
                self.definition.resource_type
            );
            return Err(self.failure(RaisedException::not_supported(&feature)).into());
        }
        if after.external_id.is_some() {
            return Ok(self.keep_unchanged(template)?);
        }
        let before = self.frozen_definition();
        let new = View::new(after.properties.clone().unwrap_or_default(), Translation::Full);
        let old = View::new(before.properties.clone().unwrap_or_default(), Translation::Lenient);
        let mut sides = Sides { before, after, old, new };
        self.observe(&mut sides)?;
        self.wait_at(Breakpoint::PreUpdate)?;
        match self.needs_allowed_update(&sides)? {
            Ok(true) => {}
            Ok(false) => return Ok(self.keep_unchanged(template)?),
            Err(raised) if raised.kind == Kind::Replace => {
                self.prepare_locked()?;
                return Err(raised.into());
            }
            Err(raised) => return Err(raised.into()),
        }
        let is_busy = matches!(self.action, Action::Create | Action::Update | Action::Adopt);
        if self.legacy() && is_busy && self.status == Status::InProgress {
            let raised = RaisedException::other("Exception", "Resource update already requested");
            return Err(self.failure(raised).into());
        }
        self.record(Action::Update, true, |this| this.update_in_place(sides, template))?;
        self.wait_at(Breakpoint::PostUpdate)
    }

    /// The exception for a new type that is not a substitute of the old one: it replaces the resource immediately.
    pub(crate) fn replaced_by_type(&mut self) -> RaisedException {
        if self.machine.settings.restricted_actions.contains(&Restricted::Replace) {
            return self.forbidden("replace");
        }
        RaisedException::replace(self.name())
    }

    /// Keeps a resource that the update does not change. Follows `_persist_update_no_change`.
    fn keep_unchanged(&mut self, template: Option<usize>) -> Result<(), RaisedException> {
        self.template = template.or(self.template);
        let lock = if self.legacy() { Lock::None } else { Lock::Respect };
        if self.status == Status::Failed {
            let reason = "Update status to COMPLETE for FAILED resource neither update nor replace.";
            return self.set_state(self.action, Status::Complete, reason, lock);
        }
        let reason = locked(&self.row).reason.clone();
        if template.is_some() { self.store(&reason, None, lock) } else { Ok(()) }
    }

    /// Compares with the live state of the resource, if `observe_on_update` is set.
    fn observe(&mut self, sides: &mut Sides) -> Result<(), RaisedException> {
        if !self.machine.settings.observe_on_update || self.schema().properties.is_empty() {
            return Ok(());
        }
        if self.resource_id().is_none_or(|id| id.is_empty()) {
            return Err(self.replaced());
        }
        match self.live_state(&sides.old) {
            Ok(live) => self.overlay(sides, &live),
            Err(raised) if raised.is_gone() => return Err(self.replaced()),
            // Heat logs the error, and compares with the stored properties.
            Err(_) => {}
        }
        Ok(())
    }

    /// Reads the live properties. Follows `get_live_state`, and `parse_live_resource_data` for types that do not define it.
    fn live_state(&self, old: &View) -> Result<Map, RaisedException> {
        let values = old.values(self.schema(), self.services());
        if self.defines(Hook::LiveState) {
            return self.call(|class, host| class.live_state(&values, host));
        }
        let shown = self.show()?;
        let is_relevant =
            |name: &str| name != "name" || values.get(name).is_some_and(|value| *value != Value::Null);
        let properties = self.schema().properties.iter();
        let updatable = properties.filter(|(name, schema)| schema.update_allowed && is_relevant(name));
        Ok(updatable.filter_map(|(name, _)| Some((name.clone(), shown.get(name)?.clone()))).collect())
    }

    /// Replaces stored properties with live ones that differ, also in the memory of the process.
    fn overlay(&mut self, sides: &mut Sides, live: &Map) {
        let values = sides.old.values(self.schema(), self.services());
        let mut data = sides.old.data().clone();
        for name in self.schema().properties.keys() {
            let Some(value) = live.get(name) else { continue };
            if values.get(name).is_none_or(|known| !known.python_eq(value)) {
                data.insert(name.clone(), value.clone());
            }
        }
        if self.stored.is_some() {
            self.stored = Some(data.clone());
        }
        sides.before.properties = Some(data.clone().into_inner());
        sides.old = View::new(data, Translation::Lenient);
    }

    /// The exception `UpdateReplace`, if Heat decides on the replacement.
    fn replaced(&self) -> RaisedException {
        RaisedException::replace(&self.described())
    }

    /// Returns whether an update is needed, unless the environment forbids it. Follows `_check_restricted_actions`.
    ///
    /// The outer error means that the update is forbidden: nothing is done, not even the preparation of a replacement.
    fn needs_allowed_update(
        &mut self,
        sides: &Sides,
    ) -> Result<Result<bool, RaisedException>, RaisedException> {
        let restricted = self.machine.settings.restricted_actions.clone();
        if restricted.is_empty() {
            return Ok(self.needs_update(sides));
        }
        let previewed = self.preview_update(sides);
        let forbidden = match &previewed {
            Ok(true) if restricted.contains(&Restricted::Update) => "update",
            Err(raised) if raised.kind == Kind::Replace && restricted.contains(&Restricted::Replace) => {
                "replace"
            }
            _ => return Ok(previewed),
        };
        Err(self.forbidden(forbidden))
    }

    /// Adds an event for an action that the environment forbids, and returns the failure.
    fn forbidden(&mut self, action: &str) -> RaisedException {
        let text = format!("{action} is restricted for resource.");
        self.note(Action::Update.as_str(), Status::Failed, &text);
        self.failure(RaisedException::other("ResourceActionRestricted", text))
    }

    /// Runs the decisions that precede an update in place. Follows `preview_update`.
    fn preview_update(&self, sides: &Sides) -> Result<bool, RaisedException> {
        if !self.needs_update(sides)? {
            return Ok(false);
        }
        self.needs_replace_with_template(&template_changes(sides))?;
        self.changed_properties(sides).map(|_| true)
    }

    /// Returns whether an update is needed; an error if the update replaces the resource. Follows `_needs_update`.
    fn needs_update(&self, sides: &Sides) -> Result<bool, RaisedException> {
        // A resource that ignores its properties is never updated.
        if self.schema().any_property {
            return Ok(false);
        }
        let is_failed = self.status == Status::Failed;
        let after_check = self.action == Action::Check && self.schema().always_replace_on_check_failed;
        if is_failed && (after_check || self.needs_replace_failed()?) {
            return Err(self.replaced());
        }
        if self.state() == State::new(Action::Delete, Status::Complete) || self.state() == State::INIT {
            return Err(self.replaced());
        }
        if self.defines(Hook::NeedsReplace) {
            let after = sides.new.values(self.schema(), self.services());
            if self.call(|class, host| class.needs_replace(&after, host))? {
                return Err(self.replaced());
            }
        }
        let needs = sides.new.read(self.schema(), self.services(), |evaluator, context| {
            needs_update(evaluator, &sides.before, &sides.after, context)
        });
        needs.map_err(|errors| unreadable(&errors))
    }

    fn needs_replace_failed(&self) -> Result<bool, RaisedException> {
        if !self.defines(Hook::NeedsReplace) {
            return Ok(true);
        }
        self.call(|class, host| class.needs_replace_failed(host))
    }

    fn update_in_place(&mut self, sides: Sides, template: Option<usize>) -> Result<(), Stop> {
        let errors = sides.new.validate(self.schema(), self.services());
        if let Some(error) = errors.first() {
            return Err(RaisedException::invalid(error).into());
        }
        self.view = sides.old.clone();
        let old_template = self.template;
        match self.handle_update(&sides, template) {
            Err(Stop::Raised(raised)) if raised.kind == Kind::Replace => {
                self.template = old_template;
                self.prepare()?;
                return Err(raised.into());
            }
            ended => ended?,
        }
        self.definition = sides.after;
        self.reparse();
        self.update_stored_properties();
        Ok(())
    }

    fn handle_update(&mut self, sides: &Sides, template: Option<usize>) -> Result<(), Stop> {
        let differing = template_changes(sides);
        self.needs_replace_with_template(&differing)?;
        let changed = self.changed_properties(sides)?;
        self.template = template.or(self.template);
        if !self.defines(Hook::Handle(Handler::Update)) {
            return if changed.is_empty() {
                self.pause(1)
            } else {
                Err(RaisedException::replace(self.name()).into())
            };
        }
        let before = sides.old.values(self.schema(), self.services());
        let new = sides.new.values(self.schema(), self.services());
        let mut after = before.clone();
        if let Some(after) = after.as_map_mut() {
            for name in &changed {
                after.insert(name.clone(), new.get(name).cloned().unwrap_or(Value::Null));
            }
        }
        let call =
            Call::Update { before: &before, after: &after, changed: &changed, template_changes: &differing };
        self.handle(call)
    }

    /// Fails if a change of the template replaces the resource.
    fn needs_replace_with_template(&self, differing: &TemplateChanges) -> Result<(), RaisedException> {
        let differs =
            differing.properties || differing.metadata.is_some() || differing.update_policy.is_some();
        if differs
            && self.defines(Hook::NeedsReplace)
            && self.call(|class, host| class.needs_replace_with_tmpl_diff(differing, host))?
        {
            return Err(self.replaced());
        }
        Ok(())
    }

    /// The properties that an update in place changes. Follows `update_template_diff_properties`.
    fn changed_properties(&self, sides: &Sides) -> Result<Vec<String>, RaisedException> {
        let schema = self.schema();
        let found = sides.new.read(schema, self.services(), |evaluator, context| {
            changes_between(evaluator, sides.old.data(), sides.new.data(), context, &[])
        });
        let Changes { changed, decision } = found.map_err(|errors| unreadable(&errors))?;
        let entries = changed.iter().filter_map(|position| schema.properties.get_index(*position));
        if decision == Decision::Refused {
            let mut names: Vec<&str> =
                entries.filter(|(_, property)| property.immutable).map(|(name, _)| name.as_str()).collect();
            names.sort_unstable();
            let of_type = &self.definition.resource_type;
            let feature =
                format!("Update to properties {} of {} ({})", names.join(", "), self.name(), of_type);
            return Err(RaisedException::not_supported(&feature));
        }
        let names: Vec<String> = entries.map(|(name, _)| name.clone()).collect();
        if !names.is_empty() && self.defines(Hook::NeedsReplace) {
            let [after, before] = [&sides.new, &sides.old].map(|view| view.values(schema, self.services()));
            if self.call(|class, host| class.needs_replace_with_prop_diff(&names, &after, &before, host))? {
                return Err(self.replaced());
            }
        }
        if decision == Decision::Replace { Err(RaisedException::replace(self.name())) } else { Ok(names) }
    }

    /// Prepares a replacement that was decided before the action began. The lock is also taken if there is nothing to prepare.
    fn prepare_locked(&mut self) -> Result<(), RaisedException> {
        if self.legacy() {
            return self.prepare();
        }
        self.change_lock(Lock::Acquire)?;
        let prepared = self.prepare();
        self.change_lock(Lock::Release)?;
        prepared
    }

    /// Prepares a replacement, or undoes that in a rollback. Follows `_prepare_update_replace`.
    fn prepare(&mut self) -> Result<(), RaisedException> {
        if !self.defines(Hook::PrepareForReplace) {
            return Ok(());
        }
        let is_undone = self.legacy() && self.stack_action == "ROLLBACK";
        let prepared = self.call(|class, host| {
            if is_undone { class.restore_prev_rsrc(false, host) } else { class.prepare_for_replace(host) }
        });
        self.or_failed(prepared)
    }

    /// Sets `UPDATE_FAILED` after a failure outside of an action.
    pub(crate) fn or_failed(&mut self, done: Result<(), RaisedException>) -> Result<(), RaisedException> {
        let Err(raised) = done else { return Ok(()) };
        let failure = self.failure(raised);
        self.set_state(Action::Update, Status::Failed, &failure.text, Lock::None)?;
        Err(failure)
    }
}

fn template_changes(sides: &Sides) -> TemplateChanges {
    let diff = sides.after.diff(&sides.before);
    TemplateChanges {
        properties: diff.properties,
        metadata: diff.metadata.then(|| map_or_empty(sides.after.metadata.as_ref())),
        update_policy: diff.update_policy.then(|| map_or_empty(sides.after.update_policy.as_ref())),
    }
}

/// The exception for properties that cannot be read although they were validated.
fn unreadable(errors: &[heat_model::validate::ValueError]) -> RaisedException {
    RaisedException::other(
        "ValueError",
        errors.first().map(|error| error.message.clone()).unwrap_or_default(),
    )
}
