//! Changes as a JSON document for programs. `diff-report.schema.json` is its JSON Schema.

use std::io::{self, Write};

use heat_diff::Severity;
use heat_model::Value;
use heat_report::finding::Section;
use heat_report::json::RegionKeys;
use heat_report::json_text;
use heat_yaml::Diagnostic;
use indexmap::IndexMap;
use serde::Serialize;

use crate::diff::excerpt::FilePlace;
use crate::diff::report::{AcceptedFinding, Entry, Report};
use crate::diff::side::SideName;
use crate::template_usage;

/// The version of the format: it increases if a key is removed or changes its meaning.
pub(super) const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    before: Name<'a>,
    after: Name<'a>,
    failed: bool,
    summary: IndexMap<&'static str, usize>,
    findings: Vec<Finding<'a>>,
    unreadable: Vec<Unreadable<'a>>,
    templates: Option<Templates<'a>>,
}

#[derive(Serialize)]
struct Templates<'a> {
    summary: String,
    uses: Vec<template_usage::Entry<'a>>,
    unreadable: Vec<Unreadable<'a>>,
}

#[derive(Serialize)]
struct Unreadable<'a> {
    file: Option<&'a str>,
    line: Option<usize>,
    column: Option<usize>,
    message: &'a str,
}

#[derive(Serialize)]
struct Name<'a> {
    name: &'a str,
    commit: Option<&'a str>,
}

#[derive(Serialize)]
struct Finding<'a> {
    rule: &'static str,
    severity: &'static str,
    #[serde(rename = "type")]
    resource_type: &'a str,
    path: &'a str,
    message: &'a str,
    fails: bool,
    fingerprint: &'a str,
    before: Option<Side<'a>>,
    after: Option<Side<'a>>,
    counterexample: Option<&'a Value>,
    notes: &'a [String],
    sections: Vec<Part<'a>>,
    allowed: Option<Allowance<'a>>,
}

#[derive(Serialize)]
struct Side<'a> {
    file: Option<&'a str>,
    #[serde(flatten)]
    region: RegionKeys,
    value: Option<&'a Value>,
}

#[derive(Serialize)]
struct Part<'a> {
    title: &'a str,
    language: Option<&'a str>,
    text: &'a str,
}

#[derive(Serialize)]
struct Allowance<'a> {
    reason: &'a str,
    expires: &'a str,
}

/// Writes a report as JSON.
///
/// # Errors
/// If the output is closed or full.
pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut summary: IndexMap<&'static str, usize> =
        Severity::ALL.into_iter().map(|severity| (severity.as_str(), report.count(severity))).collect();
    summary.insert("allowed", report.allowed.len());
    let allowed = report.allowed.iter().map(|allowed| finding(report, &allowed.entry, Some(allowed)));
    let document = Document {
        version: VERSION,
        before: name(&report.before),
        after: name(&report.after),
        failed: report.fails(),
        summary,
        findings: report.listed().map(|entry| finding(report, entry, None)).chain(allowed).collect(),
        unreadable: report.unreadable.iter().map(unreadable).collect(),
        templates: report.templates.as_ref().map(|templates| Templates {
            summary: templates.summary(),
            uses: template_usage::entries(&templates.usages, &templates.findings),
            unreadable: templates.unreadable.iter().map(unreadable).collect(),
        }),
    };
    out.write_all(json_text::pretty(&document)?.as_bytes())
}

fn unreadable(diagnostic: &Diagnostic) -> Unreadable<'_> {
    let at = diagnostic.position();
    Unreadable {
        file: diagnostic.file_name(),
        line: at.map(|at| at.line),
        column: at.map(|at| at.column),
        message: &diagnostic.message,
    }
}

fn name(side: &SideName) -> Name<'_> {
    Name { name: &side.name, commit: side.commit.as_deref() }
}

fn finding<'a>(report: &Report, entry: &'a Entry, allowed: Option<&'a AcceptedFinding>) -> Finding<'a> {
    Finding {
        rule: entry.rule.id,
        severity: entry.severity.as_str(),
        resource_type: &entry.resource_type,
        path: &entry.path,
        message: &entry.message,
        fails: allowed.is_none() && report.is_failure(entry),
        fingerprint: &entry.fingerprint,
        before: side(entry.before.as_ref(), entry.values.0.as_ref()),
        after: side(entry.after.as_ref(), entry.values.1.as_ref()),
        counterexample: entry.counterexample.as_ref(),
        notes: &entry.notes,
        sections: entry.sections.iter().map(part).collect(),
        allowed: allowed.map(|allowed| Allowance { reason: &allowed.reason, expires: &allowed.expires }),
    }
}

fn side<'a>(place: Option<&'a FilePlace>, value: Option<&'a Value>) -> Option<Side<'a>> {
    if place.is_none() && value.is_none() {
        return None;
    }
    Some(Side {
        file: place.map(|place| place.path.as_str()),
        region: place.and_then(|place| place.region).into(),
        value,
    })
}

fn part(section: &Section) -> Part<'_> {
    Part { title: &section.title, language: section.language, text: &section.text }
}
