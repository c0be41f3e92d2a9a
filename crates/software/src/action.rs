//! Actions that a deployment reacts to, and the transports by which the server reports back.

use heat_model::words;

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

// In the order of a resource's life cycle.
words!(Action, "an action of a stack", [
    Create => "CREATE",
    Update => "UPDATE",
    Suspend => "SUSPEND",
    Resume => "RESUME",
    Delete => "DELETE",
]);

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

words!(SignalTransport, "a transport of signals", [
    Cfn => "CFN_SIGNAL",
    TempUrl => "TEMP_URL_SIGNAL",
    Heat => "HEAT_SIGNAL",
    None => "NO_SIGNAL",
    Zaqar => "ZAQAR_SIGNAL",
]);
