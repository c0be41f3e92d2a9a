//! What a rule found.

use heat_model::{SchemaPath, Value, json};
use indexmap::IndexMap;
use serde::Serialize;

use super::pairs::Place;
use super::words::without_words;
use super::{Rule, Severity};

/// One of the two catalogues.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// The one that was.
    Before,
    /// The one that is to be.
    After,
}

/// Property data that were accepted, and what becomes of them shows a change.
#[derive(Debug, Clone, PartialEq)]
pub struct Evidence {
    /// The data that are now refused, or that the stack was created with.
    pub data: IndexMap<String, Value>,
    /// The data that the stack is updated with, where it takes an update to show the change.
    pub update: Option<IndexMap<String, Value>>,
}

/// A change.
#[derive(Debug, Clone)]
pub struct Finding {
    /// What kind of change it is.
    pub rule: &'static Rule,
    /// How bad it is: the rule's severity, unless the project gives it another one.
    pub severity: Severity,
    /// The type that changed; where it was renamed, its old name.
    pub resource_type: String,
    /// Where in the type's schema, as it was; none where it is new.
    pub before: Option<SchemaPath>,
    /// Where in the type's schema, as it is; none where it is gone.
    pub after: Option<SchemaPath>,
    /// What changed, in a line.
    pub message: String,
    /// What it was and what it is, as data.
    pub values: (Option<Value>, Option<Value>),
    /// What follows from it, a line each.
    pub notes: Vec<String>,
    /// A value that was accepted and is now refused.
    pub counterexample: Option<Value>,
    /// Property data that show it.
    pub evidence: Option<Evidence>,
    /// Where it stands among its type's.
    position: usize,
}

impl Finding {
    /// What it is known by, whatever the words and lines around it: the rule, the place, and what was and is there.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let path = |path: &Option<SchemaPath>| path.as_ref().map(ToString::to_string);
        let (before, after) = &self.values;
        let facts = (
            self.rule.id,
            &self.resource_type,
            path(&self.before),
            path(&self.after),
            (before.as_ref().map(without_words), after.as_ref().map(without_words)),
        );
        // What is written out here are strings and JSON, which can be.
        let text = serde_json::to_string(&facts).unwrap_or_default();
        fingerprint(text.as_bytes())
    }

    pub(super) fn order(&self) -> (Severity, &str, usize, &str) {
        (self.severity, &self.resource_type, self.position, self.rule.id)
    }

    /// Adds a line on what follows from it.
    pub fn note(&mut self, note: impl Into<String>) -> &mut Self {
        self.notes.push(note.into());
        self
    }

    /// Says what was there and what is.
    pub fn values(&mut self, before: Option<&impl Serialize>, after: Option<&impl Serialize>) -> &mut Self {
        self.values = (before.and_then(data), after.and_then(data));
        self
    }
}

/// What something says, as data. It goes through text, which has room for integers that `serde_json::Value` has not; those
/// of more than 38 digits, which `unwritable-value` refuses, have none there either.
fn data(said: &impl Serialize) -> Option<Value> {
    json::parse(&serde_json::to_string(said).ok()?).ok()
}

/// What a finding with these facts is known by: their 64-bit hash of Fowler, Noll and Vo, in hexadecimal. It is the same on
/// every machine and in every version.
#[must_use]
pub fn fingerprint(facts: &[u8]) -> String {
    let hash = facts.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// Where a rule reports what it finds.
pub struct Findings<'a> {
    rule: &'static Rule,
    found: &'a mut Vec<Finding>,
}

impl<'a> Findings<'a> {
    pub(super) fn new(rule: &'static Rule, found: &'a mut Vec<Finding>) -> Self {
        Self { rule, found }
    }

    /// Reports a change at a place. More can be said of the finding that comes back.
    pub fn report(&mut self, place: &Place<'_>, message: impl Into<String>) -> &mut Finding {
        let index = self.found.len();
        self.found.push(Finding {
            rule: self.rule,
            severity: self.rule.severity,
            resource_type: place.resource_type.to_owned(),
            before: place.before.clone(),
            after: place.after.clone(),
            message: message.into(),
            values: (None, None),
            notes: Vec::new(),
            counterexample: None,
            evidence: None,
            position: place.position,
        });
        &mut self.found[index]
    }
}
