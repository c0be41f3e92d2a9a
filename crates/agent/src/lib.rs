//! What `heat-config`, the program for servers, adds to the deployments that [`heat_deployments`] runs: metadata from a cloud, and signals
//! to it.
//!
//! [`network`] has the [`Notifier`](heat_deployments::run::Notifier) that signals to Heat, [`collect`] reads the list of deployments. Both
//! are the feature `network`: without it, neither an HTTP client nor TLS is compiled, and the program does what it finds in files.

#[cfg(feature = "network")]
pub mod collect;
#[cfg(feature = "network")]
pub mod network;
