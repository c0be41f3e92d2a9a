//! Collecting metadata: what os-collect-config and os-apply-config do for Heat's software configuration.
//!
//! A server reads its metadata from the *sources* that its settings name: files that were written at boot, the metadata service, the
//! CloudFormation API, Heat's API, a temporary URL or a Zaqar queue. [`Collector::poll`] asks each source once, keeps what it got in a cache,
//! and merges it. The key `deployments` of the result is the list that a run goes through; the key `os-collect-config` changes the settings,
//! so that the data of the boot lead to the source that Heat has prepared.
//!
//! Whatever a source answers, collecting goes on: a source that does not answer counts as unchanged.

mod cache;
mod files;
mod ini;
mod merge;
mod poll;
mod settings;
mod signature;
mod source;
mod xml;

pub use cache::Cache;
pub use ini::Options;
pub use poll::{Applied, Apply, Collector, Poll, Polling};
pub use settings::{Settings, Source};
