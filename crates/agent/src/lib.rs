//! Parts of `heat-config`, the program for servers, that need a network: metadata from a cloud, and signals to it, for the
//! deployments that [`heat_deployments`] runs.
//!
//! [`network`] has the [`Notifier`](heat_deployments::run::Notifier) that signals to Heat, [`collect`] reads the list of
//! deployments. Both need the feature `network`: without it, neither an HTTP client nor TLS is compiled, and the program uses
//! only local files.

#[cfg(feature = "network")]
pub mod collect;
#[cfg(feature = "network")]
pub mod network;
