//! Selection of the notifier.

use heat_deployments::run::Notifier;
#[cfg(not(feature = "network"))]
use heat_deployments::run::{Notification, NotifyError};
use heat_deployments::{Folders, NotifyProgram};

/// Returns the program that `HEAT_CONFIG_NOTIFY` names, or the built-in notifier.
pub(super) fn notifier(folders: &Folders) -> Box<dyn Notifier> {
    program(folders).unwrap_or_else(built_in)
}

/// Returns the program that `HEAT_CONFIG_NOTIFY` names.
pub(super) fn program(folders: &Folders) -> Option<Box<dyn Notifier>> {
    Some(Box::new(NotifyProgram { path: folders.notifier()?.to_owned() }))
}

/// Returns the built-in notifier.
#[cfg(feature = "network")]
pub(super) fn built_in() -> Box<dyn Notifier> {
    Box::new(heat_config::network::Signaller::default())
}

/// Returns the built-in notifier.
#[cfg(not(feature = "network"))]
pub(super) fn built_in() -> Box<dyn Notifier> {
    Box::new(WithoutNetwork)
}

/// Notifier without a network, which accepts deployments that want no signal.
#[cfg(not(feature = "network"))]
struct WithoutNetwork;

#[cfg(not(feature = "network"))]
impl Notifier for WithoutNetwork {
    fn notify(&mut self, request: &Notification<'_>) -> Result<(), NotifyError> {
        let wants_signal = ["deploy_signal_id", "deploy_queue_id", "deploy_auth_url"];
        if wants_signal.iter().any(|name| request.inputs.contains_key(*name)) {
            return Err(NotifyError::Refused("this program was built without the network".to_owned()));
        }
        Ok(())
    }
}
