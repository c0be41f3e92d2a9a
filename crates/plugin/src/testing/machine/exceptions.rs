//! Heat's exceptions, with the texts that Heat shows, and other ends of a task.

use std::borrow::Cow;

use heat_model::validate::{Step, ValueError};

use crate::life_cycle::{Failure, FailureKind};

/// An exception of Heat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RaisedException {
    /// The name of the exception's class.
    pub(crate) class: Cow<'static, str>,
    /// The text of the exception.
    pub(crate) text: String,
    pub(crate) kind: Kind,
}

/// The kind of an exception, by which the machine treats it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A handler failed.
    Failure(FailureKind),
    /// `StackValidationFailed` of the properties.
    Validation { error: Cow<'static, str>, path: Vec<String>, message: String },
    /// `ResourceFailure`, with its cause.
    ResourceFailure(Box<RaisedException>),
    /// The exception `UpdateReplace`.
    Replace,
    /// The exception `UpdateInProgress`.
    InProgress,
    /// Any other exception.
    Other,
}

/// The reason why a task did not complete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stop {
    /// An exception.
    Raised(RaisedException),
    /// The task was interrupted while it was polled.
    Broken(TaskExit),
    /// The process died. Nothing happens after it.
    Died,
}

/// The interruption of a task: Heat's exceptions that do not derive from `Exception`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TaskExit {
    /// `scheduler.Timeout`, with its text.
    Timeout(String),
    /// The exception `CancelOperation`.
    Cancelled,
    /// The generator was closed (`GeneratorExit`).
    Closed,
}

/// Heat's text for a cancel by the user.
pub(crate) const CANCELLED: &str = "user triggered cancel";

impl TaskExit {
    /// Heat's text of the exception.
    pub(crate) fn text(&self) -> &str {
        match self {
            Self::Timeout(text) => text,
            Self::Cancelled => CANCELLED,
            Self::Closed => "",
        }
    }
}

impl From<RaisedException> for Stop {
    fn from(raised: RaisedException) -> Self {
        Self::Raised(raised)
    }
}

impl RaisedException {
    pub(crate) fn other(class: &'static str, text: impl Into<String>) -> Self {
        Self { class: Cow::Borrowed(class), text: text.into(), kind: Kind::Other }
    }

    /// Creates `UpdateReplace` for a resource with this description.
    pub(crate) fn replace(what: &str) -> Self {
        let text = format!("The Resource {what} requires replacement.");
        Self { class: Cow::Borrowed("UpdateReplace"), text, kind: Kind::Replace }
    }

    /// Creates `UpdateInProgress` for the resource with this name.
    pub(crate) fn in_progress(name: &str) -> Self {
        let text = format!("The resource {name} is already being updated.");
        Self { class: Cow::Borrowed("UpdateInProgress"), text, kind: Kind::InProgress }
    }

    /// Creates `NotSupported` for this feature.
    pub(crate) fn not_supported(feature: &str) -> Self {
        Self::other("NotSupported", format!("{feature} is not supported."))
    }

    /// Creates the exception for the failure of a handler of the resource with this name.
    pub(crate) fn from_failure(failure: Failure, name: &str) -> Self {
        let class = Cow::Owned(failure.exception().to_owned());
        match &failure.kind {
            FailureKind::Replace => Self::replace(name),
            FailureKind::Invalid { path } => Self::validation("", path.clone(), failure.message),
            _ => {
                let text = failure.to_string();
                Self { class, text, kind: Kind::Failure(failure.kind) }
            }
        }
    }

    /// Creates `StackValidationFailed` for a value at this path.
    pub(crate) fn validation(
        error: impl Into<Cow<'static, str>>,
        path: Vec<String>,
        message: String,
    ) -> Self {
        let error = error.into();
        let prefix = if error.is_empty() { String::new() } else { format!("{error}: ") };
        let place = dotted(&path);
        let place = if place.is_empty() { place } else { format!("{place}: ") };
        let text = format!("{prefix}{place}{message}");
        let class = Cow::Borrowed("StackValidationFailed");
        Self { class, text, kind: Kind::Validation { error, path, message } }
    }

    /// Creates `StackValidationFailed` for an error in the properties.
    pub(crate) fn invalid(error: &ValueError) -> Self {
        let steps = error.heat_path().iter().map(|step| match step {
            Step::Name(name) => name.clone(),
            Step::Item(index) => index.to_string(),
        });
        let path = std::iter::once("Properties".to_owned()).chain(steps).collect();
        Self::validation("Property error", path, error.message.clone())
    }

    /// Replaces the first steps of the exception's path with others.
    pub(crate) fn below(self, steps: &[&str], replaced: usize) -> Self {
        match self.kind {
            Kind::Validation { error, path, message } => {
                let rest = path.into_iter().skip(replaced);
                let path = steps.iter().map(|step| (*step).to_owned()).chain(rest).collect();
                Self::validation(error, path, message)
            }
            _ => self,
        }
    }

    /// Converts an exception of the plug-in for a request about the resource with this name: the path of a wrong value begins
    /// at the template, and any other failure refuses the request, with its class.
    pub(crate) fn of_resource(self, name: &str) -> Self {
        match &self.kind {
            Kind::Validation { path, .. } if !path.is_empty() => self.below(&["resources", name], 0),
            Kind::Failure(_) => {
                let path = ["resources", name].map(ToOwned::to_owned).to_vec();
                Self::validation(self.class, path, self.text)
            }
            _ => self,
        }
    }

    /// Wraps the exception in the `ResourceFailure` of the resource with this name.
    pub(crate) fn failure_of(self, name: &str) -> Self {
        if let Kind::ResourceFailure(_) = self.kind {
            return self;
        }
        let text = format!("{}: resources.{name}: {}", self.class, self.text);
        Self { class: Cow::Borrowed("ResourceFailure"), text, kind: Kind::ResourceFailure(Box::new(self)) }
    }

    /// The cause of a `ResourceFailure`; any other exception itself.
    pub(crate) fn cause(&self) -> &Self {
        match &self.kind {
            Kind::ResourceFailure(cause) => cause,
            _ => self,
        }
    }

    pub(crate) fn is_conflict(&self) -> bool {
        matches!(self.cause().kind, Kind::Failure(FailureKind::Conflict))
    }

    pub(crate) fn is_in_error(&self) -> bool {
        matches!(self.cause().kind, Kind::Failure(FailureKind::InError { .. }))
    }

    pub(crate) fn is_existing(&self) -> bool {
        matches!(self.cause().kind, Kind::Failure(FailureKind::Exists))
    }

    pub(crate) fn is_gone(&self) -> bool {
        matches!(self.cause().kind, Kind::Failure(FailureKind::Gone))
    }
}

/// A path as Heat writes it: an item of a list is `[0]`.
fn dotted(path: &[String]) -> String {
    let mut text = String::new();
    for step in path {
        let is_index = !step.is_empty() && step.chars().all(|char| char.is_ascii_digit());
        match (is_index, text.is_empty()) {
            (true, _) => text = format!("{text}[{step}]"),
            (false, true) => text.clone_from(step),
            (false, false) => text = format!("{text}.{step}"),
        }
    }
    text
}
