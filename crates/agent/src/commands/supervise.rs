//! `heat-config supervise-hook`, which the program runs to start a hook that also finishes if the agent is stopped.

use std::io;
use std::os::fd::AsFd as _;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use heat_deployments::log::Log as _;
use heat_deployments::{Folders, supervise};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};

use super::stderr::{Stderr, level};

/// Returns the folders set in the environment, with this command as the supervisor of hooks.
pub(super) fn folders() -> Folders {
    Folders::from_environment().supervised_by(["--log-level", level().as_str(), "supervise-hook"])
}

/// Returns 1 if no hook was started.
pub(super) fn main() -> u8 {
    // A signal that stops the agent may be sent to all processes of the service. The hook decides for itself how to react.
    for signal in [SIGTERM, SIGINT, SIGHUP, SIGQUIT] {
        if let Err(error) = signal_hook::flag::register(signal, Arc::new(AtomicBool::new(false))) {
            Stderr.warning(&format!("A signal will interrupt the hook: {error}"));
        }
    }
    match supervise_passed() {
        Ok(()) => 0,
        Err(error) => {
            Stderr.error(&format!("No hook was started: {error}"));
            1
        }
    }
}

fn supervise_passed() -> io::Result<()> {
    let input = io::stdin().as_fd().try_clone_to_owned()?;
    let output = io::stdout().as_fd().try_clone_to_owned()?;
    supervise(&Folders::from_environment(), input, output, &mut Stderr)
}
