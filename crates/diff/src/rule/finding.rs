//! Findings of rules.

use heat_history::fingerprint;
use heat_history::prose::without_prose;
use heat_model::{SchemaPath, Value, json};
use indexmap::IndexMap;
use serde::Serialize;

use super::{Rule, Severity};
use crate::pairs::PlacePair;

/// Property data that were accepted before and demonstrate a change.
#[derive(Debug, Clone, PartialEq)]
pub struct Evidence {
    /// The data that are now refused, or that the stack was created with.
    pub data: IndexMap<String, Value>,
    /// The data that the stack is updated with, if the change only shows in an update.
    pub update: Option<IndexMap<String, Value>>,
}

/// A change between two catalogues that a rule found.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The rule that found it.
    pub rule: &'static Rule,
    /// Severity of the finding: the rule's severity, unless the project overrides it.
    pub severity: Severity,
    /// The type that changed; if it was renamed, its old name.
    pub resource_type: String,
    /// The path in the type's old schema; `None` if it is new.
    pub before: Option<SchemaPath>,
    /// The path in the type's new schema; `None` if it was removed.
    pub after: Option<SchemaPath>,
    /// Description of the change, in one line.
    pub message: String,
    /// The old and new values, as data.
    pub values: (Option<Value>, Option<Value>),
    /// The finding's consequences, one line per note.
    pub notes: Vec<String>,
    /// A value that was accepted and is now refused.
    pub counterexample: Option<Value>,
    /// Property data that demonstrate the change.
    pub evidence: Option<Evidence>,
    /// The finding's position among the findings of its type.
    position: usize,
}

impl Finding {
    /// An identifier that does not depend on wording or line numbers: a hash of the rule, the path, and the old and new
    /// values.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let path = |path: &Option<SchemaPath>| path.as_ref().map(ToString::to_string);
        let (before, after) = &self.values;
        let facts = (
            self.rule.id,
            &self.resource_type,
            path(&self.before),
            path(&self.after),
            (before.as_ref().map(without_prose), after.as_ref().map(without_prose)),
        );
        // Strings and JSON values can always be serialized.
        let text = serde_json::to_string(&facts).unwrap_or_default();
        fingerprint(text.as_bytes())
    }

    pub(crate) fn order(&self) -> (Severity, &str, usize, &str) {
        (self.severity, &self.resource_type, self.position, self.rule.id)
    }

    /// Adds a note about a consequence of the change.
    pub fn note(&mut self, note: impl Into<String>) -> &mut Self {
        self.notes.push(note.into());
        self
    }

    /// Adds property data that were accepted and are now refused.
    pub(crate) fn refuses(&mut self, data: &IndexMap<String, Value>) {
        let given = Value::from(data.clone());
        self.note(format!("the properties {given} were accepted and are now refused"));
        self.evidence = Some(Evidence { data: data.clone(), update: None });
    }

    /// Sets the old and new values.
    pub fn values(&mut self, before: Option<&impl Serialize>, after: Option<&impl Serialize>) -> &mut Self {
        self.values = (before.and_then(data), after.and_then(data));
        self
    }
}

/// Converts a serializable value to data, through JSON text: `serde_json::Value` cannot contain all integers. Integers of more than
/// 38 digits, which `unwritable-value` refuses, are not supported.
pub(crate) fn data(said: &impl Serialize) -> Option<Value> {
    json::parse(&serde_json::to_string(said).ok()?).ok()
}

/// Collects the findings of a rule.
pub struct Findings<'a> {
    rule: &'static Rule,
    found: &'a mut Vec<Finding>,
}

impl<'a> Findings<'a> {
    pub(crate) fn new(rule: &'static Rule, found: &'a mut Vec<Finding>) -> Self {
        Self { rule, found }
    }

    /// Reports a change at a location, and returns the finding so that details can be added.
    pub fn report(&mut self, place: &PlacePair<'_>, message: impl Into<String>) -> &mut Finding {
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

    /// Reports that the rule's key changed in the item with this name, and the key's old and new values.
    pub(crate) fn report_key(
        &mut self,
        place: &PlacePair<'_>,
        name: &str,
        what: &str,
        [before, after]: [Option<Value>; 2],
    ) -> &mut Finding {
        let place = self.rule.aspect.map_or_else(|| place.clone(), |key| place.join(key));
        let mut message = what.to_owned();
        for (placeholder, value) in [("{before}", &before), ("{after}", &after)] {
            if let Some(value) = value.as_ref().filter(|_| what.contains(placeholder)) {
                message = message.replace(placeholder, &value.to_string());
            }
        }
        // The name is replaced last: it may contain text that looks like a placeholder.
        let message = message.replace("{name}", name);
        let finding = self.report(&place, message);
        finding.values = (before, after);
        finding
    }
}
