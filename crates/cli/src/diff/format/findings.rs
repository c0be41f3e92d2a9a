//! Conversion of changes to findings, the form that all reports share.

use heat_report::finding::{Acceptance, Change, Excerpt, Finding, Fingerprint, Location, Rank, Region};
use heat_report::program::NAME;
use heat_report::{RuleSet, diagnostics};

use crate::diff::excerpt;
use crate::diff::report::{AcceptedFinding, Entry, Report};
use crate::template_usage::Usage;

/// The version of the algorithm for fingerprints of changes.
const KIND: &str = "heatDiff/v1";

/// The listed and the accepted findings of a report, and the templates that use the changed items.
pub(super) fn report(report: &Report) -> heat_report::Report<'_> {
    let allowed = report.allowed.iter().map(|allowed| accepted(report, allowed));
    let templates = report.templates.iter();
    let uses = templates.flat_map(|templates| {
        let of_use = |usage| Some(consequence(usage, templates.findings.get(usage.finding)?));
        templates.usages.iter().filter_map(of_use)
    });
    heat_report::Report {
        title: format!("{NAME} diff: {} → {}", report.before, report.after),
        findings: unread(report).into_iter().chain(listed(report)).chain(allowed).collect(),
        consequences: uses.collect(),
        rules: heat_rules::rules(RuleSet::Changes).into_iter().map(Into::into).collect(),
        docs_url: report.docs_url,
        files: 0,
        nothing: "no changes",
        ..heat_report::Report::default()
    }
}

/// The files that could not be read. Only files of the sides make the comparison fail.
pub(super) fn unread(report: &Report) -> Vec<Finding<'_>> {
    let mut found = diagnostics::findings(report.unread());
    found.iter_mut().skip(report.unreadable.len()).for_each(|finding| finding.fails = false);
    found
}

/// The findings that a report lists.
pub(super) fn listed(report: &Report) -> impl Iterator<Item = Finding<'_>> {
    report.listed().map(|entry| finding(report, entry))
}

fn accepted<'a>(report: &'a Report, allowed: &'a AcceptedFinding) -> Finding<'a> {
    let accepted = Acceptance { reason: &allowed.reason, expires: &allowed.expires };
    Finding { accepted: Some(accepted), ..finding(report, &allowed.entry) }
}

fn finding<'a>(report: &Report, entry: &'a Entry) -> Finding<'a> {
    // Facts are one file for all types, whose name is in the summary.
    let line = |place: &'a Option<excerpt::FilePlace>| {
        let place = place.as_ref()?;
        Some((place.name.as_str(), place.region?.line))
    };
    let change = Change { before: line(&entry.before), after: line(&entry.after), lines: &entry.lines };
    let severity = entry.severity;
    Finding {
        fails: report.is_failure(entry),
        subject: Some(&entry.resource_type),
        path: &entry.path,
        location: entry.place().map(location),
        notes: &entry.notes,
        excerpt: Excerpt::Change(change),
        sections: &entry.sections,
        fingerprint: Fingerprint { kind: KIND, value: entry.fingerprint.clone() },
        ..Finding::new(entry.rule.id, severity.as_str(), severity.into(), entry.message.as_str())
    }
}

fn location(place: &excerpt::FilePlace) -> Location<'_> {
    Location { file: &place.path, region: place.region, is_whole_lines: true, message: "" }
}

/// A template that uses a changed item.
fn consequence<'a>(usage: &'a Usage, finding: &heat_diff::Finding) -> Finding<'a> {
    let why = usage.impact.words().map(|words| format!(" ({words})")).unwrap_or_default();
    let region = Region { line: usage.line, column: usage.column, end: None };
    let fingerprint = format!("{}:{}:{}", finding.fingerprint(), usage.file, usage.resource);
    let message = format!("{}: {}{why}", usage.words(), finding.message);
    let severity = finding.severity;
    Finding {
        location: Some(Location {
            file: &usage.file,
            region: Some(region),
            is_whole_lines: false,
            message: "",
        }),
        fingerprint: Fingerprint { kind: KIND, value: fingerprint },
        ..Finding::new(finding.rule.id, severity.as_str(), severity.into(), message)
    }
}

/// Ranks a finding by verdict: findings that make the comparison fail come first, regardless of their severity.
pub(super) fn by_verdict(finding: Finding<'_>) -> Finding<'_> {
    let rank = if finding.fails { Rank::Critical } else { finding.rank.max(Rank::Major) };
    Finding { rank, ..finding }
}
