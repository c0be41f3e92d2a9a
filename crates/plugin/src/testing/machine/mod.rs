//! A model of Heat's `Resource`, which calls the handlers of a plug-in, and of the worker of a resource.
//!
//! Follows `heat.engine.resource`, `heat.engine.check_resource` and `heat.engine.scheduler` of Heat 27. Each event begins as
//! in a new process: a [`Live`] is a resource that was loaded from the database, which is a list of [`Row`]s here.

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
    /// The status of the action.
    pub status: Status,
    /// The reason that the event shows.
    pub reason: String,
    /// The ID of the physical resource, or its physical name if there is no ID.
    pub physical_resource_id: Option<String>,
}

/// An observer of calls, which can also interfere with them.
pub(crate) trait Observer: Send + Sync {
    /// Called before a handler.
    fn handling(&self, call: &Call<'_>) -> Result<Interference, Failure>;

    /// Called before a pending action is polled, with its handler and the number of earlier polls.
    fn polling(&self, handler: Handler, polls: u64) -> Result<Interference, Failure>;
}

/// An observer's interference with a call.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Interference {
    /// Time that the call blocks, in seconds.
    pub(crate) blocks: f64,
    /// `true` if the poll reports that the action is not complete, without asking the plug-in.
    pub(crate) stays_pending: bool,
}

/// A stack with one resource, and its replacements.
pub(crate) struct Machine {
    /// The classes of the resource in its templates, beginning with the original one.
    pub(crate) classes: Vec<ResourceClass>,
    pub(crate) settings: Settings,
    pub(crate) rows: Vec<SharedRow>,
    /// The definitions of the resource in the templates of the stack; `None` if a template does not have it.
    pub(crate) templates: Vec<Option<Definition>>,
    /// The stack's current template, by number.
    pub(crate) current: usize,
    /// The number of the stack's traversal: each event begins a new one, and a failure ends it.
    pub(crate) traversal: u64,
    /// The stack's last action.
    pub(crate) stack_action: &'static str,
    pub(crate) now: f64,
    pub(crate) events: Vec<Event>,
    pub(crate) snapshots: Vec<Snapshot>,
    /// The number of the engine that handles the next event; earlier ones have died.
    pub(crate) engine: usize,
    /// The other engines that are alive.
    pub(crate) alive: Vec<usize>,
    /// An action of other processes in the middle of an event.
    pub(crate) meanwhile: Option<Meanwhile>,
    pub(crate) observer: Option<Arc<dyn Observer>>,
}

/// An action of other processes in the middle of an event.
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
        // In the legacy engine, a resource is only stored when an action begins.
        row.exists = !self.settings.legacy;
        row.template = row.exists.then_some(0);
    }

    pub(crate) fn add_row(&mut self) -> SharedRow {
        let row = Arc::new(Mutex::new(Row::new(self.rows.len() + 1)));
        self.rows.push(Arc::clone(&row));
        row
    }

    /// Adds a template, which becomes the stack's current one, and returns its number.
    pub(crate) fn use_template(&mut self, definition: Option<Definition>) -> usize {
        self.templates.push(definition);
        self.current = self.templates.len() - 1;
        self.current
    }

    pub(crate) fn row(&self, number: usize) -> Option<SharedRow> {
        self.rows.get(number).map(Arc::clone)
    }

    /// The number of the newest resource.
    pub(crate) fn newest(&self) -> usize {
        self.rows.len().saturating_sub(1)
    }

    /// The class of a definition.
    pub(crate) fn class_of(&self, definition: &Definition) -> Option<ResourceClass> {
        self.classes.iter().find(|class| class.name() == definition.resource_type).cloned()
    }

    /// The type of the resource in the stack's current template.
    pub(crate) fn current_type(&self) -> String {
        let current = self.templates.get(self.current).and_then(Option::as_ref);
        let first = || self.classes.first().map(|class| class.name().to_owned()).unwrap_or_default();
        current.map_or_else(first, |definition| definition.resource_type.clone())
    }

    /// Adds a class, which definitions can use from then on, and returns the name of its type.
    pub(crate) fn add_class(&mut self, class: ResourceClass) -> String {
        let name = class.name().to_owned();
        self.classes.retain(|known| known.name() != name);
        self.classes.push(class);
        name
    }
}
