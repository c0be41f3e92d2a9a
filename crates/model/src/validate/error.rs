//! Errors in values, with their paths.

use std::fmt;

/// An error in a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueError {
    /// The path of the value: `networks[0].fixed_ip`. Empty for the properties as a whole.
    pub path: ValuePath,
    /// The message, without the path.
    pub message: String,
    /// The kind of error.
    pub kind: ErrorKind,
    /// Exception that the plug-in in Heat raises, if it is known: the plug-in refuses data that violate a validation rule.
    pub plugin_error: Option<Box<PluginError>>,
    /// Number of path steps that Heat reports.
    pub(crate) heat_steps: usize,
    /// Exception that Heat raises, which determines the code that catches it.
    pub(crate) raised: PythonException,
}

/// Exception that a plug-in in Heat raises for property data that it refuses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PluginError {
    /// The class of the exception.
    pub exception: String,
    /// The message, word for word.
    pub message: String,
}

/// The classes of Python exceptions, as far as Heat distinguishes them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PythonException {
    ValueError,
    TypeError,
    KeyError,
    StackValidationFailed,
    /// An exception that nothing catches by name.
    Other,
}

/// The kinds of errors in property data. More kinds may be added if Heat distinguishes more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A name that no property has.
    Unknown,
    /// A required property is not set.
    Missing,
    /// The value does not have its type, or cannot be translated.
    Invalid,
    /// The value violates a constraint.
    Constraint,
    /// A property is set by its old and its new name.
    Conflict,
    /// Heat does not implement the property.
    NotImplemented,
    /// Properties that violate a validation rule of their type.
    Rule,
    /// Properties that cannot be combined, or that the service's API version does not support.
    Group,
}

impl ValueError {
    /// Returns an error at a path.
    #[must_use]
    pub fn new(path: ValuePath, kind: ErrorKind, message: impl Into<String>) -> Self {
        let steps = path.0.len();
        let heat_steps = match kind {
            // Heat reports these for the map around the value.
            ErrorKind::Unknown | ErrorKind::Missing | ErrorKind::NotImplemented => steps.saturating_sub(1),
            ErrorKind::Invalid
            | ErrorKind::Constraint
            | ErrorKind::Conflict
            | ErrorKind::Rule
            | ErrorKind::Group => steps,
        };
        let raised = match kind {
            ErrorKind::Missing | ErrorKind::Invalid => PythonException::ValueError,
            _ => PythonException::StackValidationFailed,
        };
        Self { path, message: message.into(), kind, plugin_error: None, heat_steps, raised }
    }

    /// Path that Heat reports: a prefix of our path, which is always complete.
    #[must_use]
    pub fn heat_path(&self) -> &[Step] {
        self.path.0.get(..self.heat_steps).unwrap_or(&self.path.0)
    }
}

/// Formats the path and the message: `networks[0].port: expected an integer, found a map`.
impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.0.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.path, self.message)
        }
    }
}

impl std::error::Error for ValueError {}

/// A step of a [`ValuePath`]. Data consist of maps and lists, so there are no other steps, and a `match` can
/// be exhaustive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A property, or a member of a map.
    Name(String),
    /// An item of a list, from 0.
    Item(usize),
}

/// Formats the step as in a path: a name, or `[0]`.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Item(index) => write!(f, "[{index}]"),
        }
    }
}

/// The path to a value in property data.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ValuePath(pub Vec<Step>);

impl fmt::Display for ValuePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, step) in self.0.iter().enumerate() {
            if position > 0 && matches!(step, Step::Name(_)) {
                f.write_str(".")?;
            }
            step.fmt(f)?;
        }
        Ok(())
    }
}
