//! `schema-diff.yaml`: the changes that a project accepts, each with a reason and the release in which the entry expires, and
//! the project's settings for rules.
//!
//! ```yaml
//! min_deprecated_releases: 2
//! fail_on: [breaking, policy]
//! severities:
//!   property-default-changed: breaking
//!   status-*: ignore
//! allowances:
//!   - fingerprint: "3dfe1de0e603fc58"
//!     reason: Nova can no longer resize servers.
//!     expires: 28.0.0
//!   - rule: property-removed
//!     path: OS::Nova::Server.properties.metadata
//!     reason: Nobody uses it.
//!     expires: 28.0.0
//! ```
//!
//! The life cycle of an entry: it is added together with the change whose finding it accepts. Once both are merged, everyday
//! comparisons no longer find the change, and the entry has no effect. This is not an error, because comparisons that reach
//! further back, such as those between releases, still find the change. The entry expires with its release: the change that
//! makes this release the current one has to remove the entry. Until an entry has accepted a finding together with its change,
//! a warning says that it does not match anything.

mod add;
mod expiry;
mod part;
mod read;
mod settings;

pub(super) use add::{NewEntries, add};
pub(super) use expiry::release_after;
pub(super) use part::{SplitFindings, Times};
pub(super) use settings::Allowances;

/// The name of the file, which is next to the catalogue's folder.
pub(super) const FILE: &str = "schema-diff.yaml";

#[cfg(test)]
mod tests;
