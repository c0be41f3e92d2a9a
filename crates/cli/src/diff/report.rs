//! The result of a comparison, with all data that the formats need to write it.

use heat_diff::{Finding, Rule, Severity};
use heat_model::{SchemaPath, Value};
use heat_report::finding::{Line, Mark, Section, full_path};
use heat_yaml::Diagnostic;

use super::contents::{Schema, Side, TableFile};
use super::excerpt::{self, FilePlace, Found};
use super::side::SideName;
use super::templates::TemplateUses;

/// The findings of one comparison.
#[derive(Debug, Default)]
pub struct Report {
    /// The name of the old side.
    pub before: SideName,
    /// The name of the new side.
    pub after: SideName,
    /// The findings, most severe first.
    pub entries: Vec<Entry>,
    /// The accepted findings, which are not counted as findings.
    pub allowed: Vec<AcceptedFinding>,
    /// The file that accepts the changes.
    pub allowances: Option<String>,
    /// The templates that use changed items, if requested.
    pub templates: Option<TemplateUses>,
    /// `true` if changes of texts are listed, and not only counted.
    pub lists_docs: bool,
    /// The severities for which the comparison fails.
    pub fail_on: Vec<Severity>,
    /// Errors about files of the sides that could not be read: nothing was compared in this case.
    pub unreadable: Vec<Diagnostic>,
    /// The address of the published docs, ending with `/`, if it is known.
    pub docs_url: Option<&'static str>,
    /// `true` if an allowance expires with this change, which is a policy finding.
    pub has_expired: bool,
}

/// A finding.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The rule that found it.
    pub rule: &'static Rule,
    /// The finding's severity: that of the rule, unless the project overrides it.
    pub severity: Severity,
    /// The type that changed.
    pub resource_type: String,
    /// The path in the type's new schema, or, for a removed item, in the old one; empty for the type as a whole.
    pub path: String,
    /// Description of the change in one line, with no full stop.
    pub message: String,
    /// The location on the old side.
    pub before: Option<FilePlace>,
    /// The location on the new side.
    pub after: Option<FilePlace>,
    /// The nearest enclosing node that still exists, for a removed item.
    pub nearest: Option<FilePlace>,
    /// The lines of both sides.
    pub lines: Vec<Line>,
    /// The old and the new value, as data.
    pub values: (Option<Value>, Option<Value>),
    /// A value that was accepted and is now refused.
    pub counterexample: Option<Value>,
    /// The consequences, one per line.
    pub notes: Vec<String>,
    /// The finding's fingerprint.
    pub fingerprint: String,
    /// Further sections to show.
    pub sections: Vec<Section>,
}

/// An accepted finding.
#[derive(Debug, Clone)]
pub struct AcceptedFinding {
    /// The finding.
    pub entry: Entry,
    /// The reason for accepting it.
    pub reason: String,
    /// The release in which the entry expires.
    pub expires: String,
}

impl Report {
    /// The number of findings of a severity.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.entries.iter().filter(|entry| entry.severity == severity).count()
    }

    /// The severities of the findings, most severe first, with their numbers.
    #[must_use]
    pub fn counts(&self) -> Vec<(Severity, usize)> {
        let all = Severity::ALL.into_iter().map(|severity| (severity, self.count(severity)));
        all.filter(|(_, count)| *count > 0).collect()
    }

    /// The findings that are listed.
    pub fn listed(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| self.lists_docs || entry.severity != Severity::Docs)
    }

    /// The number of findings that are only counted.
    #[must_use]
    pub fn unlisted(&self) -> usize {
        if self.lists_docs { 0 } else { self.count(Severity::Docs) }
    }

    /// Returns whether there is a finding for which the comparison fails.
    #[must_use]
    pub fn fails(&self) -> bool {
        let is_expired = self.has_expired && self.fail_on.contains(&Severity::Policy);
        !self.unreadable.is_empty() || is_expired || self.entries.iter().any(|entry| self.is_failure(entry))
    }

    /// The verdict as a text: whether the comparison fails, and the number of failures.
    #[must_use]
    pub fn verdict(&self) -> String {
        if !self.unreadable.is_empty() {
            return "files could not be read, and nothing was compared".to_owned();
        }
        let failures = self.entries.iter().filter(|entry| self.is_failure(entry)).count();
        match (failures, self.fails()) {
            (0, true) => "an allowance has expired: the comparison fails".to_owned(),
            (0, false) if self.entries.is_empty() => "nothing changed".to_owned(),
            (0, false) => "the comparison passes".to_owned(),
            (1, _) => "the comparison fails because of 1 finding".to_owned(),
            (count, _) => format!("the comparison fails because of {count} findings"),
        }
    }

    /// Errors about the files that could not be read, of the sides and of the templates.
    #[must_use]
    pub fn unread(&self) -> Vec<&Diagnostic> {
        let templates = self.templates.iter().flat_map(|templates| &templates.unreadable);
        self.unreadable.iter().chain(templates).collect()
    }

    /// Returns whether the comparison fails because of a finding.
    #[must_use]
    pub fn is_failure(&self, entry: &Entry) -> bool {
        self.fail_on.contains(&entry.severity)
    }
}

impl Entry {
    /// Joins a finding with its locations on both sides.
    pub(super) fn new(finding: &Finding, before: &Side, after: &Side) -> Self {
        let new_name = finding.values.1.as_ref().and_then(Value::as_str).unwrap_or_default();
        let name = finding.resource_type.as_str();
        let old = Subject::of(before, name).zip(finding.before.as_ref());
        // A type that was renamed is identified by its old name.
        let new = Subject::of(after, name).or_else(|| Subject::of(after, new_name));
        let new = new.zip(finding.after.as_ref());
        // A removed item had a parent, which may still exist.
        let around = Subject::of(after, name).zip(finding.before.as_ref());
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
                // An integer of more than 38 digits cannot be represented.
                .filter(|value| serde_json::to_string(value).is_ok()),
            notes: finding.notes.clone(),
            fingerprint: finding.fingerprint(),
            sections: Vec::new(),
        }
    }

    /// The location on the new side, if there is one; otherwise that on the old side.
    #[must_use]
    pub fn place(&self) -> Option<&FilePlace> {
        self.after.as_ref().or(self.nearest.as_ref()).or(self.before.as_ref())
    }

    /// The type and the path in it, joined: `OS::Nova::Server.properties.flavor`.
    #[must_use]
    pub fn subject(&self) -> String {
        full_path(&self.resource_type, &self.path)
    }
}

/// The location of an error in a file that could not be read: `server.yaml:3`.
pub(super) fn unread_place(diagnostic: &Diagnostic) -> String {
    let file = diagnostic.file_name().unwrap_or_default();
    diagnostic.position().map_or_else(|| file.to_owned(), |at| format!("{file}:{}", at.line))
}

/// The subject of a finding.
#[derive(Clone, Copy)]
enum Subject<'a> {
    Schema(&'a Schema),
    Table(&'a TableFile),
}

impl<'a> Subject<'a> {
    fn of(side: &'a Side, name: &str) -> Option<Self> {
        side.types.get(name).map(Self::Schema).or_else(|| side.table(name).map(Self::Table))
    }
}

type At<'a> = (Subject<'a>, &'a SchemaPath);

/// The node, if it has lines.
fn found(at: At<'_>) -> Option<Found<'_>> {
    match at {
        (Subject::Schema(Schema::File { file, .. }), path) => Some(Found::at(file, path)),
        (Subject::Table(TableFile { source, root, .. }), path) => {
            Some(Found::below(source, root, root.span, path))
        }
        (Subject::Schema(Schema::Facts { .. }), _) => None,
    }
}

fn place(at: At<'_>) -> FilePlace {
    let (path, name) = match at.0 {
        Subject::Schema(Schema::File { file, path }) => (path, file.source.name()),
        Subject::Schema(Schema::Facts { path, .. }) => (path, path.as_str()),
        Subject::Table(TableFile { source, path, .. }) => (path, source.name()),
    };
    let region = found(at).map(|found| found.region());
    FilePlace { path: path.clone(), name: name.to_owned(), region }
}

fn lines(finding: &Finding, old: Option<At<'_>>, new: Option<At<'_>>) -> Vec<Line> {
    let is_facts = |at: Option<At<'_>>| matches!(at, Some((Subject::Schema(Schema::Facts { .. }), _)));
    if is_facts(old) || is_facts(new) {
        // Facts have no lines: their values are shown instead.
        let value = |mark, value: &Option<Value>| {
            let text = heat_schema_text::flow(value.as_ref()?);
            Some(Line { mark, number: None, text: excerpt::cut(&text) })
        };
        let (old, new) = &finding.values;
        return value(Mark::Removed, old).into_iter().chain(value(Mark::Added, new)).collect();
    }
    let [old, new] = [old, new].map(|at| at.and_then(found));
    excerpt::lines(old.as_ref(), new.as_ref())
}
