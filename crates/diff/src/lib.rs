//! Changes between two catalogues, compared by their meaning.
//!
//! [`compare`] matches the types of both sides, their properties, fields and attributes, and runs every [`Rule`] on the
//! pairs. One root cause is one [`Finding`]: nothing inside an unmatched item is compared, so the removal of a type is
//! not also reported for each of its properties, and a renamed property is one rename.
//!
//! The severity of a change depends on the behaviour of Heat with stacks and templates: see [`Severity`]. The caller decides where
//! the sides come from (folders, revisions, releases) and how findings are shown.
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

mod accepted;
mod compare;
mod meaning;
mod pairs;
mod rule;
mod rule_example;
mod rules;
mod schema;
#[cfg(test)]
mod tests;
mod verdict;

pub use accepted::Completion;
pub use compare::{compare, compare_tables};
pub use pairs::status::StatusPair;
pub use pairs::tables::{ConstraintPair, ReleasePair, Side, Table, Tables, TablesPair};
pub use pairs::{MembersPair, PlacePair, PropertyPair, Rename, TypePair, TypesPair};
pub use rule::check::{Check, Trial};
pub use rule::finding::{Evidence, Finding, Findings};
pub use rule::policy::Policy;
pub use rule::severities::{Level, Severities};
pub use rule::{Docs, Example, GroupKind, Mirror, Object, Rule, Severity, ValidationChangeKind, Verb};
pub use rules::{RULES, rule};
pub use schema::at::{property_at, property_mut};
pub use verdict::effect::{Effect, TrialEffect};

pub use heat_admit::{Kind, Relation};
