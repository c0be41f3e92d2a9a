//! Results of events, as Heat would show them.

use heat_model::Value;
use heat_model::indexmap::IndexMap;

use super::machine::{Datum, Event, RaisedException, Row, Stop, TaskExit};
use crate::life_cycle::State;
use crate::value::Map;

/// The exception with which an event ended, as Heat shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exception {
    /// The name of the class, such as `ResourceFailure`.
    pub class: String,
    /// The text of the exception.
    pub message: String,
}

impl Exception {
    pub(crate) fn from_raised(raised: &RaisedException) -> Self {
        Self { class: raised.class.to_string(), message: raised.text.clone() }
    }

    /// The exception that stopped a task; `None` if the task was closed, or its process died: nobody sees an exception then.
    pub(crate) fn from_stop(stop: &Stop) -> Option<Self> {
        let of = |class: &str, message: &str| Self { class: class.to_owned(), message: message.to_owned() };
        match stop {
            Stop::Raised(raised) => Some(Self::from_raised(raised)),
            Stop::Broken(TaskExit::Timeout(text)) => Some(of("Timeout", text)),
            Stop::Broken(broken @ TaskExit::Cancelled) => Some(of("CancelOperation", broken.text())),
            Stop::Broken(TaskExit::Closed) | Stop::Died => None,
        }
    }
}

/// A resource in Heat's database.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Seen {
    /// The state of the resource.
    pub state: State,
    /// The reason of the state.
    pub reason: String,
    /// The ID of the physical resource.
    pub resource_id: Option<String>,
    /// The resource data.
    pub data: IndexMap<String, Datum>,
    /// The metadata of the resource.
    pub metadata: Value,
    /// The stored properties: as in the template, with functions resolved.
    pub stored_properties: Map,
    /// The stored attributes.
    pub stored_attributes: Map,
    /// `true` if an engine works on the resource.
    pub is_locked: bool,
    /// The resource that replaces this one, by number.
    pub replaced_by: Option<usize>,
}

impl Seen {
    pub(crate) fn from_row(row: &Row) -> Option<Self> {
        row.exists.then(|| Self {
            state: row.state(),
            reason: row.reason.clone(),
            resource_id: row.resource_id.clone(),
            data: row.data.clone(),
            metadata: super::machine::map_or_empty(row.metadata.as_ref()),
            stored_properties: row.stored_properties.clone().unwrap_or_default(),
            stored_attributes: row.attributes.clone().unwrap_or_default(),
            is_locked: row.engine.is_some(),
            replaced_by: row.replaced_by,
        })
    }
}

/// The result of an event or of a part of it, as Heat would show it: an update that replaces the resource has one part for the
/// old resource, and one for the creation of the new one.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Part {
    /// The resource, by number: 0 is the first one, and replacements come later.
    pub resource: usize,
    /// The exception with which this part of the step ended.
    pub exception: Option<Exception>,
    /// `true` if the process died.
    pub died: bool,
    /// All resources, by number; `None` for one that is not in the database.
    pub resources: Vec<Option<Seen>>,
    /// The events that Heat added.
    pub events: Vec<Event>,
    /// The seconds that passed.
    pub seconds: f64,
}

impl Part {
    pub(crate) fn from_machine(part: super::machine::Part) -> Self {
        Self {
            resource: part.resource,
            exception: part.stop.as_ref().and_then(Exception::from_stop),
            died: part.stop == Some(Stop::Died),
            resources: part.rows.iter().map(Seen::from_row).collect(),
            events: part.events,
            seconds: part.seconds,
        }
    }
}

/// The result of an event, as Heat would show it.
///
/// The methods that expect something panic if they find something else, and otherwise return the step for the next
/// expectation. The panic shows the whole step, as `println!("{step}")` does.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The parts of the step; the first one is the event itself.
    pub parts: Vec<Part>,
}

impl Step {
    /// The resource that the stack has now: after a replacement, the new one.
    #[must_use]
    pub fn resource(&self) -> Option<&Seen> {
        self.parts.last()?.resources.last()?.as_ref()
    }

    /// The state of the resource, such as `CREATE_COMPLETE`. `None` if it is not in the database.
    #[must_use]
    pub fn state(&self) -> Option<State> {
        self.resource().map(|seen| seen.state)
    }

    /// The reason of the resource's state.
    #[must_use]
    pub fn reason(&self) -> &str {
        self.resource().map_or("", |seen| &seen.reason)
    }

    /// Returns whether the resource has to be replaced; Heat's default engine has then replaced it.
    #[must_use]
    pub fn is_replaced(&self) -> bool {
        let exceptions = self.parts.iter().filter_map(|part| part.exception.as_ref());
        exceptions.into_iter().any(|exception| exception.class == "UpdateReplace")
    }

    /// The exception with which the event ended.
    #[must_use]
    pub fn exception(&self) -> Option<&Exception> {
        self.parts.last()?.exception.as_ref()
    }

    /// The events that Heat added, in order.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.parts.iter().flat_map(|part| &part.events)
    }

    /// The seconds that passed.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.parts.iter().map(|part| part.seconds).sum()
    }
}

#[expect(
    clippy::must_use_candidate,
    clippy::return_self_not_must_use,
    reason = "the expectation is the use; the step is returned for the next one"
)]
impl Step {
    /// Expects that the resource is in a state: `CREATE_COMPLETE`.
    ///
    /// # Panics
    /// The state differs.
    #[track_caller]
    pub fn expect_state(self, expect: &str) -> Self {
        let found = self.state().map_or_else(|| "no resource".to_owned(), |state| state.to_string());
        assert!(found == expect, "expected {expect}, found {found}\n\n{self}");
        self
    }

    /// Expects that the reason of the resource's state is this text.
    ///
    /// # Panics
    /// The reason differs.
    #[track_caller]
    pub fn expect_reason(self, expect: &str) -> Self {
        assert_eq!(self.reason(), expect, "the reason of the state\n\n{self}");
        self
    }

    /// Expects that the resource was replaced, or that it was not.
    ///
    /// # Panics
    /// The expectation is not met.
    #[track_caller]
    pub fn expect_replaced(self, expect: bool) -> Self {
        assert_eq!(self.is_replaced(), expect, "whether it was replaced\n\n{self}");
        self
    }

    /// Expects that the ID of the physical resource is this one.
    ///
    /// # Panics
    /// The ID differs.
    #[track_caller]
    pub fn expect_resource_id(self, expect: Option<&str>) -> Self {
        let found = self.resource().and_then(|seen| seen.resource_id.as_deref());
        assert_eq!(found, expect, "the ID of what the resource stands for\n\n{self}");
        self
    }

    /// Expects that the event took this many seconds, with a tolerance of half a second.
    ///
    /// # Panics
    /// The event took more or less time.
    #[track_caller]
    pub fn expect_seconds(self, expect: f64) -> Self {
        let found = self.seconds();
        assert!((found - expect).abs() <= 0.5, "it took {found} s instead of {expect} s\n\n{self}");
        self
    }
}

impl std::fmt::Display for Exception {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.class, self.message)
    }
}

/// Allows `?` in tests for requests that failed.
impl std::error::Error for Exception {}

impl Exception {
    /// Returns whether Heat's API would answer with status 400.
    #[must_use]
    pub fn is_bad_request(&self) -> bool {
        self.class == "StackValidationFailed"
    }
}
