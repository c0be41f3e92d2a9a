//! A resource in the memory of a process: loaded from the database, and then acted on.

use std::sync::Arc;

use heat_model::Value;
use heat_model::update::Definition;
use heat_model::value::Map;

use super::exceptions::{RaisedException, Stop};
use super::host::{Entity, RowHost};
use super::memory::Memory;
use super::properties::View;
use super::row::{self, Row, SharedRow, locked};
use super::task::{Interruptions, PauseEvent, Task};
use super::{Event, Machine};
use crate::engine::{Facts, Handler, Hook, ResourceClass};
use crate::life_cycle::{Action, State, Status};

/// The effect of a state change on the lock of the resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lock {
    None,
    Acquire,
    Release,
    Respect,
}

/// A loaded resource.
pub(crate) struct Live<'m> {
    pub(crate) machine: &'m mut Machine,
    pub(crate) class: ResourceClass,
    /// The action of the stack when the resource was loaded.
    pub(crate) stack_action: &'static str,
    pub(crate) row: SharedRow,
    pub(crate) action: Action,
    pub(crate) status: Status,
    /// The definition of the resource: `t`.
    pub(crate) definition: Definition,
    /// The properties that a handler sees: `properties`.
    pub(crate) view: View,
    /// The stored properties: `_stored_properties_data`.
    pub(crate) stored: Option<Map>,
    /// `true` if the properties have to be stored.
    pub(crate) has_new_properties: bool,
    /// The attributes that are cached.
    pub(crate) cache: Map,
    pub(crate) has_new_attributes: bool,
    /// `true` if there were stored attributes when the resource was loaded.
    pub(crate) had_attributes: bool,
    pub(crate) template: Option<usize>,
    /// The template when the resource was loaded.
    pub(crate) loaded_template: Option<usize>,
    pub(crate) replaced_by: Option<usize>,
    pub(crate) memory: Memory,
    /// The engine on whose behalf the resource is locked.
    pub(crate) engine: Option<usize>,
    pub(crate) task: Task,
}

impl Machine {
    /// The resource of the stack's template, as the service loads it to answer a request.
    pub(crate) fn loaded(&mut self) -> Result<Live<'_>, RaisedException> {
        let missing = || RaisedException::other("KeyError", format!("'{}'", self.settings.name));
        let definition = self.templates.get(self.current).cloned().flatten().ok_or_else(missing)?;
        let class = self.class_of(&definition).ok_or_else(missing)?;
        let stored = self.rows.iter().rev().find(|row| locked(row).exists);
        let row = stored.or_else(|| self.rows.last()).map(Arc::clone).ok_or_else(missing)?;
        Ok(Live::load(self, row, definition, class))
    }
}

impl<'m> Live<'m> {
    pub(crate) fn load(
        machine: &'m mut Machine,
        row: SharedRow,
        definition: Definition,
        class: ResourceClass,
    ) -> Self {
        let found = locked(&row).clone();
        let data = definition.properties.clone().unwrap_or_default();
        let idle = Task::new(String::new(), machine.now, Interruptions::default(), machine.settings.legacy);
        Self {
            memory: Memory::of_row(&row),
            stack_action: machine.stack_action,
            machine,
            class,
            row,
            action: found.action,
            status: found.status,
            view: View::without_client(data),
            definition,
            has_new_properties: found.stored_properties.is_none(),
            stored: found.stored_properties,
            had_attributes: found.attributes.is_some(),
            cache: found.attributes.unwrap_or_default(),
            has_new_attributes: false,
            template: found.template,
            loaded_template: found.template,
            replaced_by: found.replaced_by,
            engine: None,
            task: idle,
        }
    }

    pub(crate) fn state(&self) -> State {
        State::new(self.action, self.status)
    }

    pub(crate) fn name(&self) -> &str {
        &self.machine.settings.name
    }

    pub(crate) fn defines(&self, hook: Hook) -> bool {
        self.class.class().defines(hook)
    }

    pub(crate) fn resource_id(&self) -> Option<String> {
        self.memory.resource_id()
    }

    /// Heat's description of the resource: `Token "web" [id] Stack "stack" [id]`.
    pub(crate) fn described(&self) -> String {
        let settings = &self.machine.settings;
        let class = self.class_name();
        let stack = format!("Stack \"{}\" [{}]", settings.stack_name, settings.stack_id);
        match self.resource_id() {
            Some(id) => format!("{class} \"{}\" [{id}] {stack}", settings.name),
            None => format!("{class} \"{}\" {stack}", settings.name),
        }
    }

    /// The name of the resource's class, as Heat shows it.
    fn class_name(&self) -> &str {
        let name = self.class.name();
        let is_first = self.machine.classes.first().is_some_and(|first| first.name() == name);
        if is_first && !self.machine.settings.class_name.is_empty() {
            return &self.machine.settings.class_name;
        }
        name.rsplit("::").next().unwrap_or_default()
    }

    /// The physical name of this resource, once it is created.
    fn physical_name(&self, row: &Row) -> Option<String> {
        let settings = &self.machine.settings;
        let limit = self.schema().physical_resource_name_limit;
        let name = || row::physical_name(&settings.stack_name, &settings.name, &row.uuid, limit);
        (row.exists && self.action != Action::Init).then(name)
    }

    /// Adds an event.
    pub(crate) fn note(&mut self, action: &str, status: Status, reason: &str) {
        let row = locked(&self.row).clone();
        let id = self.resource_id().filter(|id| !id.is_empty());
        let physical_resource_id = id.or_else(|| self.physical_name(&row));
        let (action, reason) = (action.to_owned(), reason.to_owned());
        self.machine.events.push(Event { action, status, reason, physical_resource_id });
    }

    /// Begins a task of the method with this name.
    pub(crate) fn begin(&mut self, method: &str, mut interruptions: Interruptions) {
        interruptions.timeout.get_or_insert(self.machine.settings.stack_action_timeout);
        let name = format!("{method} from {}", self.described());
        self.task = Task::new(name, self.machine.now, interruptions, self.machine.settings.legacy);
    }

    /// Pauses the task: a `yield` in Heat.
    pub(crate) fn pause(&mut self, polls: u64) -> Result<(), Stop> {
        self.task.pause(polls)?;
        loop {
            let grace = self.grace();
            match self.task.pass(&mut self.machine.now, grace)? {
                PauseEvent::Step => return Ok(()),
                PauseEvent::Meanwhile => {
                    if let Some(others) = self.machine.meanwhile.take() {
                        others(self.machine);
                    }
                }
            }
        }
    }

    /// Time that a legacy engine waits after a cancel, in seconds (`cancel_grace_period`); `None` if the action can be
    /// cancelled.
    fn grace(&self) -> Option<f64> {
        let word = self.action.as_str().to_lowercase();
        let cancels = Handler::from_word(&word).is_some_and(|handler| self.defines(Hook::Cancel(handler)));
        (!cancels).then_some(self.machine.settings.error_wait_time)
    }

    /// The host for a handler, with the current state.
    pub(crate) fn host(&self) -> RowHost {
        let row = locked(&self.row);
        let settings = &self.machine.settings;
        let is_new = !row.exists || self.action == Action::Init;
        let facts = Facts {
            name: settings.name.clone(),
            uuid: row.exists.then(|| row.uuid.clone()),
            physical_resource_name: self.physical_name(&row),
            state: self.state(),
            stack_name: settings.stack_name.clone(),
            stack_id: Some(settings.stack_id.clone()),
            project_id: settings.project_id.clone(),
            user_id: settings.user_id.clone(),
        };
        drop(row);
        settings.cloud.set_time(self.machine.now);
        RowHost {
            facts,
            row: self.row.clone(),
            properties: self.stored_values(),
            template_metadata: is_new.then(|| self.template_metadata()),
            memory: self.memory.clone(),
            cloud: settings.cloud.clone(),
            entity: Entity::of(self.schema()),
        }
    }

    /// The metadata of the resource's definition.
    pub(crate) fn template_metadata(&self) -> Value {
        row::map_or_empty(self.definition.metadata.as_ref())
    }

    /// Changes the state, stores it, and adds an event. Follows `state_set`.
    pub(crate) fn set_state(
        &mut self,
        action: Action,
        status: Status,
        reason: &str,
        lock: Lock,
    ) -> Result<(), RaisedException> {
        let before = self.state();
        let is_first = self.action == Action::Init;
        (self.action, self.status) = (action, status);
        let metadata = is_first.then(|| self.template_metadata());
        self.store(reason, metadata, lock)?;
        if before != self.state() {
            self.note(action.as_str(), status, reason);
        }
        if status != Status::Complete {
            self.clear_stored_attributes();
        }
        Ok(())
    }

    /// Takes or releases the lock, or respects the lock of others. Follows `_store_with_lock`.
    pub(crate) fn change_lock(&self, lock: Lock) -> Result<(), RaisedException> {
        let mut row = locked(&self.row);
        let expected = if lock == Lock::Release { self.engine } else { None };
        if !row.exists || row.engine != expected || !self.memory.is_current(&row) {
            drop(row);
            return Err(RaisedException::in_progress(self.name()));
        }
        match lock {
            Lock::Acquire => row.engine = self.engine,
            Lock::Release => row.engine = None,
            Lock::None | Lock::Respect => {}
        }
        self.memory.advance(&mut row);
        Ok(())
    }

    /// Stores the resource in its row. Follows `store`.
    pub(crate) fn store(
        &mut self,
        reason: &str,
        metadata: Option<Value>,
        lock: Lock,
    ) -> Result<(), RaisedException> {
        let is_locking = !self.machine.settings.legacy && (self.engine.is_some() || lock == Lock::Respect);
        if is_locking && lock != Lock::None {
            self.change_lock(lock)?;
        }
        let mut row = locked(&self.row);
        row.exists = true;
        (row.action, row.status) = (self.action, self.status);
        reason.clone_into(&mut row.reason);
        (row.template, row.replaced_by) = (self.template, self.replaced_by);
        row.resource_id = self.resource_id();
        if let Some(metadata) = metadata {
            self.memory.keep_metadata(&metadata);
            row.metadata = Some(metadata);
        }
        if self.has_new_properties {
            row.stored_properties = self.stored.clone().filter(|stored| !stored.is_empty());
            self.has_new_properties = row.stored_properties.is_none();
        }
        Ok(())
    }

    /// Takes the properties of the definition, to be stored with the next state. Follows `_update_stored_properties`.
    pub(crate) fn update_stored_properties(&mut self) {
        let new: Map = self.view.data().clone();
        let is_same = self
            .stored
            .as_ref()
            .is_some_and(|old| Value::Map(old.clone()).python_eq(&Value::Map(new.clone())));
        self.stored = Some(new);
        if !is_same {
            self.has_new_properties = true;
            self.forget_attributes();
        }
    }

    /// The definition with the properties that are stored. Follows `frozen_definition`.
    pub(crate) fn frozen_definition(&self) -> Definition {
        let mut frozen = self.definition.clone();
        if let Some(stored) = &self.stored {
            // An empty map in place of a missing one is no change.
            if !(stored.is_empty() && frozen.properties.is_none()) {
                frozen.properties = Some(stored.clone().into_inner());
            }
        }
        frozen
    }

    /// Returns whether a legacy engine works on the resource.
    pub(crate) fn legacy(&self) -> bool {
        self.machine.settings.legacy
    }
}
