//! What changed between two catalogues, by meaning.
//!
//! [`compare`] matches the types of both sides, their properties, fields and attributes, and runs every [`Rule`] on the
//! pairs. One root cause is one [`Finding`]: nothing inside an unmatched item is compared, so the removal of a type is
//! not also reported for each of its properties, and a renamed property is one rename.
//!
//! How severe a change is depends on what Heat does with stacks and templates: see [`Severity`]. Where the sides come
//! from (folders, revisions, releases) and how findings are shown is up to the caller.
//!
//! ```
//! use heat_diff::{Policy, compare};
//! use heat_model::{ReleaseTable, ResourceType};
//!
//! let [before, after] = ["false", "true"].map(|required| -> ResourceType {
//!     let length = format!(r#"{{"type": "integer", "required": {required}}}"#);
//!     let text = format!(r#"{{"type": "My::Custom::Token", "properties": {{"length": {length}}}}}"#);
//!     serde_json::from_str(&text).unwrap()
//! });
//! let releases = ReleaseTable::default();
//! let findings = compare(&[&before], &[&after], &Policy::new(&releases));
//! assert_eq!(findings[0].rule.id, "property-required-added");
//! assert_eq!(findings[0].message, "`length` became required");
//! ```

mod check;
mod compare;
mod constraint_change;
mod dependencies;
mod evidence;
mod finding;
mod groups;
pub mod history;
mod identity;
mod life_cycle;
mod loadable;
mod pairs;
pub mod past;
mod policy;
pub mod prose;
mod retired;
mod rule;
mod rules;
pub mod sequence;
mod severities;
mod severity;
mod side;
mod status;
mod tables;
mod translation;
mod trial;
mod type_change;
mod unaffected;
mod validation;
mod walk;

pub use check::Check;
pub use compare::{compare, compare_tables};
pub use evidence::Evidence;
pub use finding::{FactsHash, Finding, Findings, fingerprint};
pub use history::{Change, History, RecordedRelease, load_history};
pub use pairs::{MembersPair, PlacePair, PropertyPair, Rename, TypePair, TypesPair};
pub use past::{Past, load_past};
pub use policy::Policy;
pub use rule::{Docs, Example, GroupKind, Mirror, Object, Rule, ValidationChangeKind, Verb};
pub use rules::{RULES, rule};
pub use severities::{Level, Severities};
pub use severity::Severity;
pub use side::Side;
pub use status::StatusPair;
pub use tables::{ConstraintPair, ReleasePair, Table, Tables, TablesPair};
pub use trial::{Effect, Trial, TrialEffect};
pub use type_change::TypeChange;

pub use heat_model::admit::{Kind, Relation};

#[cfg(test)]
mod constraint_proptests;
#[cfg(test)]
mod constraint_tests;
#[cfg(test)]
mod growth_tests;
#[cfg(test)]
mod tests;
