//! What Heat's `Resource` does around the handlers of a plug-in, and what a worker does with a resource.
//!
//! Follows `heat.engine.resource`, `heat.engine.check_resource` and `heat.engine.scheduler` of Heat 27. Each event begins as in a
//! new process: a [`Live`] is a resource as it was loaded from the database, which is a list of [`Row`]s here.

mod actions;
mod attributes;
mod breakpoints;
mod events;
mod exceptions;
mod handlers;
mod host;
mod legacy;
mod live;
mod live_properties;
mod memory;
mod properties;
mod row;
mod signal;
mod snapshots;
mod task;
mod worker;

use std::sync::{Arc, Mutex};

use heat_model::update::Definition;

pub(crate) use events::ServiceRequest;
pub(crate) use exceptions::{RaisedException, Stop, TaskExit};
pub(crate) use live::Live;
pub use row::Datum;
pub(crate) use row::{Row, SharedRow, Snapshot, locked, map_or_empty};
pub(crate) use task::Interruptions;
pub(crate) use worker::{Part, Parts, Work};

use super::settings::Settings;
use crate::engine::{Call, Handler, ResourceClass};
use crate::life_cycle::{Failure, Status};

/// An event that Heat adds to the list that users see.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Event {
    /// The action, or `SIGNAL`.
    pub action: String,
    /// How the action goes.
    pub status: Status,
    /// The text.
    pub reason: String,
    /// The ID of what the resource stands for, or else its physical name.
    pub physical_resource_id: Option<String>,
}

/// A call of a hook may be followed; and what happens in place of it may be decided.
pub(crate) trait Observer: Send + Sync {
    /// Before a handler is called.
    fn handling(&self, call: &Call<'_>) -> Result<Interference, Failure>;

    /// Before what is pending is polled: the handler that left it, and how often it was polled before.
    fn polling(&self, handler: Handler, polls: u64) -> Result<Interference, Failure>;
}

/// What an observer makes of a call.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Interference {
    /// How long the call blocks, in seconds.
    pub(crate) blocks: f64,
    /// Whether the answer is that the action is not complete, whatever it would be.
    pub(crate) stays_pending: bool,
}

/// A stack with one resource, and its replacements.
pub(crate) struct Machine {
    /// The classes of the resource in its templates: first the one that it had in the beginning.
    pub(crate) classes: Vec<ResourceClass>,
    pub(crate) settings: Settings,
    pub(crate) rows: Vec<SharedRow>,
    /// The definitions of the resource in the templates of the stack; `None` if a template does not have it.
    pub(crate) templates: Vec<Option<Definition>>,
    /// The template that the stack has now.
    pub(crate) current: usize,
    /// The number of the stack's traversal: events begin others, and a failure ends them.
    pub(crate) traversal: u64,
    /// The stack's last action.
    pub(crate) stack_action: &'static str,
    pub(crate) now: f64,
    pub(crate) events: Vec<Event>,
    pub(crate) snapshots: Vec<Snapshot>,
    /// The engine that does the next thing; those before it have died.
    pub(crate) engine: usize,
    /// The engines that live beside it.
    pub(crate) alive: Vec<usize>,
    /// What others do in the middle of an event.
    pub(crate) meanwhile: Option<Meanwhile>,
    pub(crate) observer: Option<Arc<dyn Observer>>,
}

/// What others do in the middle of an event.
pub(crate) type Meanwhile = Box<dyn FnOnce(&mut Machine)>;

impl Machine {
    pub(crate) fn new(class: ResourceClass, settings: Settings) -> Self {
        Self {
            classes: vec![class],
            settings,
            rows: Vec::new(),
            templates: Vec::new(),
            current: 0,
            traversal: 0,
            stack_action: "CREATE",
            now: 0.0,
            events: Vec::new(),
            snapshots: Vec::new(),
            engine: 1,
            alive: Vec::new(),
            meanwhile: None,
            observer: None,
        }
    }

    /// Stores a stack with this definition of the resource.
    pub(crate) fn define(&mut self, definition: Definition) {
        self.templates = vec![Some(definition)];
        self.current = 0;
        let row = self.add_row();
        let mut row = locked(&row);
        // In the legacy engine, a resource is stored when something is done with it.
        row.exists = !self.settings.legacy;
        row.template = row.exists.then_some(0);
    }

    pub(crate) fn add_row(&mut self) -> SharedRow {
        let row = Arc::new(Mutex::new(Row::new(self.rows.len() + 1)));
        self.rows.push(Arc::clone(&row));
        row
    }

    /// Adds a template to the stack, which has it from now on.
    pub(crate) fn use_template(&mut self, definition: Option<Definition>) -> usize {
        self.templates.push(definition);
        self.current = self.templates.len() - 1;
        self.current
    }

    pub(crate) fn row(&self, number: usize) -> Option<SharedRow> {
        self.rows.get(number).map(Arc::clone)
    }

    /// The newest resource.
    pub(crate) fn newest(&self) -> usize {
        self.rows.len().saturating_sub(1)
    }

    /// The class of a definition.
    pub(crate) fn class_of(&self, definition: &Definition) -> Option<ResourceClass> {
        self.classes.iter().find(|class| class.name() == definition.resource_type).cloned()
    }

    /// The type of the resource in the template that the stack has now.
    pub(crate) fn current_type(&self) -> String {
        let current = self.templates.get(self.current).and_then(Option::as_ref);
        let first = || self.classes.first().map(|class| class.name().to_owned()).unwrap_or_default();
        current.map_or_else(first, |definition| definition.resource_type.clone())
    }

    /// The type of this class, which definitions can have from now on.
    pub(crate) fn add_class(&mut self, class: ResourceClass) -> String {
        let name = class.name().to_owned();
        self.classes.retain(|known| known.name() != name);
        self.classes.push(class);
        name
    }
}
