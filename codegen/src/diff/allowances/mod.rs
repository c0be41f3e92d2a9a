//! `schema-diff.yaml`: the changes that a project accepts, each with a reason and the release in which that ends, and what
//! the project makes of rules.
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
//! The life of an entry: it is written together with the change, whose finding it allows. Once both are merged, the change
//! is no longer found in everyday comparisons, and the entry rests: that is no mistake, because comparisons that reach further
//! back, such as those between releases, still find it. It ends with its release: the change that makes this release the
//! current one has to remove the entry. Until an entry of the same change allows something, a warning says that it does not.

mod add;
mod expiry;
mod part;
mod read;
mod settings;

pub(super) use add::{NewEntries, add};
pub(super) use expiry::release_after;
pub(super) use part::{Parted, Times};
pub(super) use settings::Allowances;

/// The file's name, beside the catalogue's folder.
pub(super) const FILE: &str = "schema-diff.yaml";

#[cfg(test)]
mod tests;
