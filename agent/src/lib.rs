//! Software configuration in a server: what the image elements of OpenStack Heat do with several Python programs.
//!
//! Heat gives a server a list of deployments in its metadata. [`run`](mod@run) goes through the list, runs the hook of each deployment that
//! has not been done yet, keeps what the hook reports, and passes it to a [`Notifier`](run::Notifier), which signals it to Heat. The feature
//! `network` has the notifier that does so, and reads the metadata from a cloud. Without it, this library compiles no HTTP client.

pub mod log;
#[cfg(feature = "network")]
pub mod network;
pub mod run;
pub mod signal;
