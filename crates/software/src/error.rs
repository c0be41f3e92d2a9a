//! Errors in a config or a deployment.

use std::fmt;

/// An error in a config or a deployment. Heat accepts the template in most of these cases, and fails when the resource is
/// created.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SoftwareError {
    /// An input or an output is invalid.
    Input {
        /// Index of the input or output, from 0.
        index: usize,
        /// Heat's error message.
        message: String,
    },
    /// An input or an output is not a map.
    NotAMap,
    /// The inputs or outputs are not a list.
    NotAList,
    /// The group is `component`, but the config is not one of a component.
    NotAComponent,
    /// A config uses an input that has no value, and the deployment requires a value for each.
    MissingInput(String),
    /// A property has a value that does not exist in Heat.
    UnknownWord {
        /// Name of the property.
        property: &'static str,
        /// Value of the property.
        word: String,
    },
    /// A signal arrived, but no action has deployed anything yet.
    NotDeployed,
    /// The data of a signal are not a map.
    SignalIsNoMap,
}

impl fmt::Display for SoftwareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input { message, .. } => f.write_str(message),
            Self::NotAMap => f.write_str("Software Config I/O Schema must be a dict"),
            Self::NotAList => f.write_str("Software Config I/O Schema must be in a list"),
            Self::NotAComponent => {
                write!(f, "the group is `component`, but the config has no `configs` with `actions`")
            }
            Self::MissingInput(name) => write!(f, "The Parameter ({name}) was not provided."),
            Self::UnknownWord { property, word } => write!(f, "`{word}` is not a value of `{property}`"),
            Self::NotDeployed => f.write_str("nothing has been deployed that could be signalled"),
            Self::SignalIsNoMap => f.write_str("the data of a signal have to be a map"),
        }
    }
}

impl std::error::Error for SoftwareError {}
