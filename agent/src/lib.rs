//! Software configuration in a server: what the image elements of OpenStack Heat do with several Python programs.
//!
//! Heat gives a server a list of deployments in its metadata. [`run`](mod@run) goes through the list, runs the hook of each deployment that
//! has not been done yet, keeps what the hook reports, and passes it to a [`Notifier`](run::Notifier), which signals it to Heat. The feature
//! `network` has the notifier that does so, and reads the metadata from a cloud. Without it, this library compiles no HTTP client.

#[cfg(feature = "network")]
pub mod collect;
pub mod deployment;
mod files;
mod folders;
pub mod hook;
mod json;
mod lock;
pub mod log;
mod names;
#[cfg(feature = "network")]
pub mod network;
mod notifier;
mod process;
pub mod rebuild;
pub mod run;
pub mod signal;
pub mod state;
pub mod status;

pub use folders::Folders;
pub use notifier::NotifyProgram;
