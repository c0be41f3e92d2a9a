//! What is wrong with a config or a deployment.

use std::fmt;

/// What is wrong with a config or a deployment. Heat accepts the template in most of these cases, and fails when the resource is created.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SoftwareError {
    /// An input or an output is not valid: its number from 0, and Heat's words.
    Input {
        /// Which one, from 0.
        index: usize,
        /// What is wrong.
        message: String,
    },
    /// An input or an output is not a map.
    NotAMap,
    /// The inputs or outputs are not a list.
    NotAList,
    /// The group is `component`, and the config is not a component's.
    NotAComponent,
    /// A config asks for an input that has no value, and the deployment checks that all have one.
    MissingInput(String),
    /// A property does not have one of the values that it can have.
    UnknownWord {
        /// The property.
        property: &'static str,
        /// The word's value.
        word: String,
    },
    /// A signal for a deployment of which no action led to one.
    NotDeployed,
    /// What a server reports is not a map.
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
