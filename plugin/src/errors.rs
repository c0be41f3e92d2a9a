//! What can be wrong with data and with names.

use std::fmt;

use heat_model::validate::ValueError;

/// Property data that a resource type does not accept, with all that is wrong with it.
///
/// Shown, it is a line that names the type and a line for each mistake, with its path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidProperties {
    /// The name of the type.
    pub resource_type: &'static str,
    /// The mistakes, Heat's first one first.
    pub errors: Vec<ValueError>,
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
