//! What a comparison found, with everything that the forms of the report need: they only write.

use heat_diff::{Finding, Rule, Severity};
use heat_model::{SchemaPath, Value};

use super::excerpt::{self, Found, Place};
use super::read::{Schema, Side, TableFile};
use super::side::SideName;
use super::templates::TemplateUses;
use crate::report::finding::{Line, Mark, Section, full_path};
use crate::yaml_text;

/// The findings of one comparison.
#[derive(Debug, Default)]
pub struct Report {
    /// What the side before is called.
    pub before: SideName,
    /// What the side after is called.
    pub after: SideName,
    /// The findings, worst first.
    pub entries: Vec<Entry>,
    /// The findings that are allowed, and not counted as such.
    pub allowed: Vec<Allowed>,
    /// The file that allows them.
    pub allowances: Option<String>,
    /// Where templates use what changed, if that was asked for.
    pub templates: Option<TemplateUses>,
    /// Whether changes of words are listed, and not only counted.
    pub lists_docs: bool,
    /// The severities that fail the comparison.
    pub fail_on: Vec<Severity>,
    /// Whether an allowance ends with this change, which counts as a finding against the policy.
    pub has_expired: bool,
}

/// A finding.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The rule that found it.
    pub rule: &'static Rule,
    /// How bad it is: the rule's severity, unless the project gives it another one.
    pub severity: Severity,
    /// The type that changed.
    pub resource_type: String,
    /// Where in the type's schema, as it is or, where it is gone, as it was; empty for the type as a whole.
    pub path: String,
    /// What changed, in one line, with no full stop.
    pub message: String,
    /// Where it was.
    pub before: Option<Place>,
    /// Where it is.
    pub after: Option<Place>,
    /// Where it is gone, the nearest thing around it that is left.
    pub nearest: Option<Place>,
    /// The lines of both sides.
    pub lines: Vec<Line>,
    /// What it was and what it is, as data.
    pub values: (Option<Value>, Option<Value>),
    /// A value that was accepted and is not any more.
    pub counterexample: Option<Value>,
    /// What follows from it, a line each.
    pub notes: Vec<String>,
    /// What it is known by.
    pub fingerprint: String,
    /// What else there is to be shown of it.
    pub sections: Vec<Section>,
}

/// A finding that is allowed.
#[derive(Debug, Clone)]
pub struct Allowed {
    /// The finding.
    pub entry: Entry,
    /// Why it is.
    pub reason: String,
    /// The release that ends it.
    pub expires: String,
}

impl Report {
    /// How many findings of a severity there are.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.entries.iter().filter(|entry| entry.severity == severity).count()
    }

    /// The severities that there are findings of, worst first, with their numbers.
    #[must_use]
    pub fn counts(&self) -> Vec<(Severity, usize)> {
        let all = Severity::ALL.into_iter().map(|severity| (severity, self.count(severity)));
        all.filter(|(_, count)| *count > 0).collect()
    }

    /// The findings that are listed.
    pub fn listed(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| self.lists_docs || entry.severity != Severity::Docs)
    }

    /// How many findings are only counted.
    #[must_use]
    pub fn unlisted(&self) -> usize {
        if self.lists_docs { 0 } else { self.count(Severity::Docs) }
    }

    /// Whether there is a finding that the comparison is to fail for.
    #[must_use]
    pub fn fails(&self) -> bool {
        let is_expired = self.has_expired && self.fail_on.contains(&Severity::Policy);
        is_expired || self.entries.iter().any(|entry| self.is_failure(entry))
    }

    /// Whether the comparison fails, and for how much, in words.
    #[must_use]
    pub fn verdict(&self) -> String {
        let failures = self.entries.iter().filter(|entry| self.is_failure(entry)).count();
        match (failures, self.fails()) {
            (0, true) => "an allowance has expired: the comparison fails".to_owned(),
            (0, false) if self.entries.is_empty() => "nothing changed".to_owned(),
            (0, false) => "the comparison passes".to_owned(),
            (1, _) => "the comparison fails because of 1 finding".to_owned(),
            (count, _) => format!("the comparison fails because of {count} findings"),
        }
    }

    /// Whether the comparison is to fail for a finding.
    #[must_use]
    pub fn is_failure(&self, entry: &Entry) -> bool {
        self.fail_on.contains(&entry.severity)
    }
}

impl Entry {
    /// Puts a finding together with the places it is about.
    pub(super) fn new(finding: &Finding, before: &Side, after: &Side) -> Self {
        let new_name = finding.values.1.as_ref().and_then(Value::as_str).unwrap_or_default();
        let name = finding.resource_type.as_str();
        let old = Thing::of(before, name).zip(finding.before.as_ref());
        // A type that was renamed goes by its old name.
        let new = Thing::of(after, name).or_else(|| Thing::of(after, new_name));
        let new = new.zip(finding.after.as_ref());
        // What is gone was in something, which may be left.
        let around = Thing::of(after, name).zip(finding.before.as_ref());
        let path = finding.after.as_ref().or(finding.before.as_ref());
        Self {
            rule: finding.rule,
            severity: finding.severity,
            resource_type: finding.resource_type.clone(),
            path: path.map(ToString::to_string).unwrap_or_default(),
            message: finding.message.clone(),
            before: old.map(place),
            after: new.map(place),
            nearest: around.filter(|_| new.is_none()).map(place),
            lines: lines(finding, old, new),
            values: finding.values.clone(),
            counterexample: finding
                .counterexample
                .clone()
                // An integer of more than 38 digits cannot be.
                .filter(|value| serde_json::to_string(value).is_ok()),
            notes: finding.notes.clone(),
            fingerprint: finding.fingerprint(),
            sections: Vec::new(),
        }
    }

    /// A place in the side after, if there is any; otherwise where it was.
    #[must_use]
    pub fn place(&self) -> Option<&Place> {
        self.after.as_ref().or(self.nearest.as_ref()).or(self.before.as_ref())
    }

    /// The type and the path in it, as one: `OS::Nova::Server.properties.flavor`.
    #[must_use]
    pub fn subject(&self) -> String {
        full_path(&self.resource_type, &self.path)
    }
}

/// What a finding is about.
#[derive(Clone, Copy)]
enum Thing<'a> {
    Schema(&'a Schema),
    Table(&'a TableFile),
}

impl<'a> Thing<'a> {
    fn of(side: &'a Side, name: &str) -> Option<Self> {
        side.types.get(name).map(Self::Schema).or_else(|| side.table(name).map(Self::Table))
    }
}

type At<'a> = (Thing<'a>, &'a SchemaPath);

/// Where it is, if it has lines.
fn found(at: At<'_>) -> Option<Found<'_>> {
    match at {
        (Thing::Schema(Schema::File { file, .. }), path) => Some(Found::at(file, path)),
        (Thing::Table(TableFile { source, root, .. }), path) => {
            Some(Found::below(source, root, root.span, path))
        }
        (Thing::Schema(Schema::Facts { .. }), _) => None,
    }
}

fn place(at: At<'_>) -> Place {
    let (path, name) = match at.0 {
        Thing::Schema(Schema::File { file, path }) => (path, file.source.name()),
        Thing::Schema(Schema::Facts { path, .. }) => (path, path.as_str()),
        Thing::Table(TableFile { source, path, .. }) => (path, source.name()),
    };
    let region = found(at).map(|found| found.region());
    Place { path: path.clone(), name: name.to_owned(), region }
}

fn lines(finding: &Finding, old: Option<At<'_>>, new: Option<At<'_>>) -> Vec<Line> {
    let is_facts = |at: Option<At<'_>>| matches!(at, Some((Thing::Schema(Schema::Facts { .. }), _)));
    if is_facts(old) || is_facts(new) {
        // Facts have no lines: what they say is shown instead.
        let value = |mark, value: &Option<Value>| {
            let text = yaml_text::flow(value.as_ref()?);
            Some(Line { mark, number: None, text: excerpt::cut(&text) })
        };
        let (old, new) = &finding.values;
        return value(Mark::Removed, old).into_iter().chain(value(Mark::Added, new)).collect();
    }
    let [old, new] = [old, new].map(|at| at.and_then(found));
    excerpt::lines(old.as_ref(), new.as_ref())
}
