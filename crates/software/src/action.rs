//! Actions that a deployment reacts to, and the transports by which the server reports back.

use std::fmt;

/// An action of a stack that a deployment can react to.
///
/// The configs of a component may name other actions, which Heat never performs: they are for custom hooks. For that reason,
/// actions in configs are plain text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// The stack is created.
    Create,
    /// The stack is updated.
    Update,
    /// The stack is suspended.
    Suspend,
    /// The stack is resumed.
    Resume,
    /// The stack or the resource is deleted.
    Delete,
}

impl Action {
    /// All actions, in the order of a resource's life cycle.
    pub const ALL: [Self; 5] = [Self::Create, Self::Update, Self::Suspend, Self::Resume, Self::Delete];

    /// Heat's name for the action.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Create => "CREATE",
            Self::Update => "UPDATE",
            Self::Suspend => "SUSPEND",
            Self::Resume => "RESUME",
            Self::Delete => "DELETE",
        }
    }

    /// Returns the action with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.as_str() == name)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Transport by which the server reports the result of a deployment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum SignalTransport {
    /// A POST to a signed URL of Heat's CloudFormation API: the default.
    #[default]
    Cfn,
    /// A PUT to a temporary URL of Swift.
    TempUrl,
    /// A call of Heat's API, with credentials.
    Heat,
    /// No signal: the server reports nothing, and the deployment is complete at once.
    None,
    /// A message in a queue of Zaqar, with credentials.
    Zaqar,
}

impl SignalTransport {
    /// All transports.
    pub const ALL: [Self; 5] = [Self::Cfn, Self::TempUrl, Self::Heat, Self::None, Self::Zaqar];

    /// Heat's name for the transport.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Cfn => "CFN_SIGNAL",
            Self::TempUrl => "TEMP_URL_SIGNAL",
            Self::Heat => "HEAT_SIGNAL",
            Self::None => "NO_SIGNAL",
            Self::Zaqar => "ZAQAR_SIGNAL",
        }
    }

    /// Returns the transport with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|transport| transport.as_str() == name)
    }
}

impl fmt::Display for SignalTransport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
