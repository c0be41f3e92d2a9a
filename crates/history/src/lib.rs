//! Recorded history of a catalogue: the changes in every release, and the schemas of earlier releases.
//!
//! [`History`] contains the changes as findings, for readers; [`Past`] contains the schemas as steps back from the newest ones.
//! Both are data: `heat-diff` finds the changes when a release is recorded, and no schemas are compared to show them.

mod fingerprint;
pub mod history;
pub mod past;
pub mod prose;
mod rule;

pub use fingerprint::{FactsHash, fingerprint};
pub use history::{Change, History, Kind, RecordedRelease, load_history};
pub use past::{Past, load_past};
pub use rule::{Mirror, Object, RULE_FACTS, RuleFacts, Severity, Verb, rule_facts};
