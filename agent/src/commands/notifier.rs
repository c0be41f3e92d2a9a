//! Which notifier signals.

use heat_config::run::{Notification, Notifier, NotifyError};
use heat_config::{Folders, NotifyProgram};

/// The program that `HEAT_CONFIG_NOTIFY` names, or the built-in notifier.
pub(super) fn notifier(folders: &Folders) -> Box<dyn Notifier> {
    match folders.notifier() {
        Some(program) => Box::new(NotifyProgram { path: program.to_owned(), time_limit: None }),
        None => built_in(),
    }
}

/// The built-in notifier.
pub(super) fn built_in() -> Box<dyn Notifier> {
    Box::new(WithoutNetwork)
}

/// Accepts what is to be signalled nowhere.
struct WithoutNetwork;

impl Notifier for WithoutNetwork {
    fn notify(&mut self, request: &Notification<'_>) -> Result<(), NotifyError> {
        let wants_signal = ["deploy_signal_id", "deploy_queue_id", "deploy_auth_url"];
        if wants_signal.iter().any(|name| request.inputs.contains_key(*name)) {
            return Err(NotifyError::Refused("this program was built without the network".to_owned()));
        }
        Ok(())
    }
}
