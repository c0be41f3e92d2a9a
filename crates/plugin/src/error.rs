//! Errors in data and in names.
//!
//! Reading reports all errors at once: [`InvalidProperties`] contains one [`ValueError`] per error, with the path of its value
//! and its kind.

use std::fmt;

pub use heat_model::validate::{ErrorKind, Step, ValueError, ValuePath};

/// Property data that a resource type does not accept, with all errors in it.
///
/// It is displayed as one line that names the type, followed by one line per error, with its path.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidProperties {
    /// The name of the type.
    pub resource_type: &'static str,
    /// The errors, beginning with the one that Heat reports.
    pub errors: Vec<ValueError>,
}

impl InvalidProperties {
    /// Creates an error for the properties of a type: for checks by the plug-in beyond the schema.
    ///
    /// ```
    /// use heat_plugin::error::{ErrorKind, InvalidProperties, Step, ValueError, ValuePath};
    ///
    /// let path = ValuePath(vec![Step::Name("length".to_owned())]);
    /// let odd = ValueError::new(path, ErrorKind::Constraint, "a token has an even length");
    /// let error = InvalidProperties::new("My::Custom::Token", vec![odd]);
    /// assert_eq!(
    ///     error.to_string(),
    ///     "1 error in the properties of My::Custom::Token\n  length: a token has an even length",
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
            1 => "1 error".to_owned(),
            count => format!("{count} errors"),
        };
        write!(f, "{count} in the properties of {}{}", self.resource_type, listed(&self.errors))
    }
}

/// Formats errors, each on a line of its own after a line break.
pub(crate) fn listed(errors: &[ValueError]) -> String {
    let lines = errors.iter().map(|error| match error.path.0.as_slice() {
        [] => format!("\n  {}", error.message),
        _ => format!("\n  {}: {}", error.path, error.message),
    });
    lines.collect()
}

impl std::error::Error for InvalidProperties {}

/// A name or a text that is not a variant of an enum.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownName {
    /// The unknown name.
    pub given: String,
    /// All names of the enum.
    pub known: Vec<&'static str>,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not one of {}", self.given, self.known.join(", "))?;
        match heat_model::suggest::nearest(&self.given, self.known.iter().copied()) {
            Some(near) => write!(f, ": did you mean `{near}`?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for UnknownName {}
