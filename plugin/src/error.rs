//! What can be wrong with data and with names.
//!
//! Reading reports all that is wrong at once: [`InvalidProperties`] holds a [`ValueError`] for each mistake, with the path
//! to its value and its kind.

use std::fmt;

pub use heat_model::validate::{ErrorKind, Step, ValueError, ValuePath};

/// Property data that a resource type does not accept, with all that is wrong with it.
///
/// Shown, it is a line that names the type and a line for each mistake, with its path.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidProperties {
    /// The name of the type.
    pub resource_type: &'static str,
    /// The mistakes, Heat's first one first.
    pub errors: Vec<ValueError>,
}

impl InvalidProperties {
    /// These mistakes in the properties of a type: for what a plug-in checks beyond the schema.
    ///
    /// ```
    /// use heat_plugin::error::{ErrorKind, InvalidProperties, Step, ValueError, ValuePath};
    ///
    /// let path = ValuePath(vec![Step::Name("length".to_owned())]);
    /// let odd = ValueError::new(path, ErrorKind::Constraint, "a token has an even length");
    /// let error = InvalidProperties::new("My::Custom::Token", vec![odd]);
    /// assert_eq!(
    ///     error.to_string(),
    ///     "a mistake in the properties of My::Custom::Token\n  length: a token has an even length",
    /// );
    /// ```
    #[must_use]
    pub fn new(resource_type: &'static str, errors: Vec<ValueError>) -> Self {
        Self { resource_type, errors }
    }
}

impl fmt::Display for InvalidProperties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = match self.errors.len() {
            1 => "a mistake".to_owned(),
            count => format!("{count} mistakes"),
        };
        write!(f, "{count} in the properties of {}", self.resource_type)?;
        for error in &self.errors {
            if error.path.0.is_empty() {
                write!(f, "\n  {}", error.message)?;
            } else {
                write!(f, "\n  {}: {}", error.path, error.message)?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for InvalidProperties {}

/// A name or a text that is none of an enum's.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownName {
    /// What was given.
    pub given: String,
    /// All there are.
    pub known: Vec<&'static str>,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is none of {}", self.given, self.known.join(", "))?;
        match heat_model::suggest::nearest(&self.given, self.known.iter().copied()) {
            Some(near) => write!(f, ": did you mean `{near}`?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for UnknownName {}
