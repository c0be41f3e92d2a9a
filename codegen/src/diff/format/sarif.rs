//! What changed, as SARIF 2.1.0 for code scanning.

use std::io::{self, Write};

use heat_diff::{Finding, RULES, Severity};
use serde_json::{Map, Value, json};

use crate::diff::excerpt::Place;
use crate::diff::report::{Allowed, Entry, Report};
use crate::report::sarif;
use crate::template_usage::Usage;

/// Writes a report as a SARIF log with one run. What is allowed is in it, as suppressed.
///
/// # Errors
/// When the output is closed or full.
pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let rules =
        RULES.iter().map(|rule| sarif::rule(rule.id, rule.summary, &rule.page(), level(rule.severity)));
    let allowed = report.allowed.iter().map(|allowed| result(&allowed.entry, Some(allowed)));
    let uses = report.templates.iter().flat_map(|templates| {
        templates
            .usages
            .iter()
            .filter_map(|usage| Some(use_result(usage, templates.findings.get(usage.finding)?)))
    });
    let results: Vec<Value> =
        report.listed().map(|entry| result(entry, None)).chain(allowed).chain(uses).collect();
    sarif::write_log(&rules.collect::<Vec<_>>(), &results, out)
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Breaking => "error",
        Severity::Dangerous | Severity::Policy => "warning",
        Severity::Safe | Severity::Docs => "note",
    }
}

fn result(entry: &Entry, allowed: Option<&Allowed>) -> Value {
    let mut result = Map::new();
    result.insert("ruleId".into(), entry.rule.id.into());
    if let Some(index) = RULES.iter().position(|rule| rule.id == entry.rule.id) {
        result.insert("ruleIndex".into(), index.into());
    }
    result.insert("level".into(), level(entry.severity).into());
    result.insert("message".into(), json!({"text": message(entry)}));
    if let Some(place) = entry.place() {
        result.insert("locations".into(), json!([location(place, entry)]));
    }
    result.insert("partialFingerprints".into(), json!({"heatDiff/v1": entry.fingerprint}));
    if let Some(allowed) = allowed {
        let until = format!("{} (until {})", allowed.reason, allowed.expires);
        let suppression = json!({"kind": "external", "status": "accepted", "justification": until});
        result.insert("suppressions".into(), json!([suppression]));
    }
    Value::Object(result)
}

/// A template that uses what changed.
fn use_result(usage: &Usage, finding: &Finding) -> Value {
    let why = usage.impact.words().map(|words| format!(" ({words})")).unwrap_or_default();
    let text = format!("{}: {}{why}.", usage.words(), finding.message);
    json!({
        "ruleId": finding.rule.id,
        "level": level(finding.severity),
        "message": {"text": text},
        "locations": [{"physicalLocation": {
            "artifactLocation": {"uri": sarif::uri(&usage.file)},
            "region": {"startLine": usage.line, "startColumn": usage.column},
        }}],
        "partialFingerprints": {"heatDiff/v1": format!("{}:{}:{}", finding.fingerprint(), usage.file, usage.resource)},
    })
}

/// All that is to be said, as one text: viewers show nothing else beside the lines.
fn message(entry: &Entry) -> String {
    let first = format!("{}: {}.", entry.resource_type, entry.message);
    let notes = entry.notes.iter().map(|note| format!("note: {note}"));
    let sections = entry.sections.iter().map(|section| format!("{}:\n{}", section.title, section.text));
    std::iter::once(first).chain(notes).chain(sections).collect::<Vec<_>>().join("\n")
}

fn location(place: &Place, entry: &Entry) -> Value {
    let mut physical = json!({"artifactLocation": {"uri": sarif::uri(&place.path)}});
    if let Some(region) = place.region {
        physical["region"] = json!({
            "startLine": region.line,
            "startColumn": region.column,
            "endLine": region.end_line,
            "endColumn": region.end_column,
        });
    }
    json!({
        "physicalLocation": physical,
        "logicalLocations": [{"fullyQualifiedName": entry.subject(), "kind": "object"}],
    })
}
