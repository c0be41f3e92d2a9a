//! What is wrong with values, and where.

use std::fmt;

/// What is wrong with a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueError {
    /// The value's path: `networks[0].fixed_ip`. Empty for the properties as a whole.
    pub path: ValuePath,
    /// What is wrong, without the path.
    pub message: String,
    /// What kind of mistake it is.
    pub kind: ErrorKind,
    /// How many steps of the path Heat reports.
    pub(crate) heat_steps: usize,
    /// What Heat raises, on which depends who catches it.
    pub(crate) raised: Raised,
}

/// Python's classes of exceptions, as far as Heat catches one and not the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Raised {
    ValueError,
    TypeError,
    KeyError,
    StackValidationFailed,
    /// One that nothing catches by name.
    Other,
}

/// The kinds of mistakes in property data. More kinds can come, where Heat begins to tell more apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// There is no property of that name.
    Unknown,
    /// A required property is not given.
    Missing,
    /// The value is not of the type, or cannot be translated.
    Invalid,
    /// The value does not meet a constraint.
    Constraint,
    /// The old and the new name of a property are both given.
    Conflict,
    /// Heat does nothing with the property.
    NotImplemented,
    /// Properties that do not go together, or that the service does not know yet.
    Group,
}

impl ValueError {
    /// A mistake at a path.
    #[must_use]
    pub fn new(path: ValuePath, kind: ErrorKind, message: impl Into<String>) -> Self {
        let steps = path.0.len();
        let heat_steps = match kind {
            // Heat reports these for the map around.
            ErrorKind::Unknown | ErrorKind::Missing | ErrorKind::NotImplemented => steps.saturating_sub(1),
            ErrorKind::Invalid | ErrorKind::Constraint | ErrorKind::Conflict | ErrorKind::Group => steps,
        };
        let raised = match kind {
            ErrorKind::Missing | ErrorKind::Invalid => Raised::ValueError,
            _ => Raised::StackValidationFailed,
        };
        Self { path, message: message.into(), kind, heat_steps, raised }
    }

    /// The path that Heat gives the mistake: the beginning of ours, which always leads all the way.
    #[must_use]
    pub fn heat_path(&self) -> &[Step] {
        self.path.0.get(..self.heat_steps).unwrap_or(&self.path.0)
    }
}

/// The path and the message: `networks[0].port: expected an integer, found a map`.
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

/// A step of a [`ValuePath`]. Data are made of maps and lists, so there are no other steps, and a `match` can be exhaustive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A property, or a member of a map.
    Name(String),
    /// An item of a list, from 0.
    Item(usize),
}

/// As in a path: a name, or `[0]`.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Item(index) => write!(f, "[{index}]"),
        }
    }
}

/// The way to a value in property data.
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
