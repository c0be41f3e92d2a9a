//! What changed, as a JSON document for programs. [`schema`] is the JSON Schema of it.

use std::io::{self, Write};

use heat_model::diff::Severity;
use indexmap::IndexMap;
use serde::Serialize;
use serde_json::{Value as Json, json};

use crate::diff::excerpt::Place;
use crate::diff::report::{Allowed, Entry, Report, Section, SideName};
use crate::template_usage;

/// The version of the form: it grows when something is taken away or means something else.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    before: Name<'a>,
    after: Name<'a>,
    failed: bool,
    summary: IndexMap<&'static str, usize>,
    findings: Vec<Finding<'a>>,
    templates: Option<Templates<'a>>,
}

#[derive(Serialize)]
struct Templates<'a> {
    summary: &'a str,
    uses: Vec<template_usage::Entry<'a>>,
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
    counterexample: Option<&'a Json>,
    notes: &'a [String],
    sections: Vec<Part<'a>>,
    allowed: Option<Allowance<'a>>,
}

#[derive(Serialize)]
struct Side<'a> {
    file: Option<&'a str>,
    line: Option<usize>,
    column: Option<usize>,
    end_line: Option<usize>,
    end_column: Option<usize>,
    value: Option<&'a Json>,
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
/// When the output is closed or full.
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
        templates: report.templates.as_ref().map(|templates| Templates {
            summary: &templates.summary,
            uses: template_usage::entries(&templates.usages, &templates.findings),
        }),
    };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}

fn name(side: &SideName) -> Name<'_> {
    Name { name: &side.name, commit: side.commit.as_deref() }
}

fn finding<'a>(report: &Report, entry: &'a Entry, allowed: Option<&'a Allowed>) -> Finding<'a> {
    Finding {
        rule: entry.rule.id,
        severity: entry.severity().as_str(),
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

fn side<'a>(place: Option<&'a Place>, value: Option<&'a Json>) -> Option<Side<'a>> {
    if place.is_none() && value.is_none() {
        return None;
    }
    let region = place.and_then(|place| place.region);
    Some(Side {
        file: place.map(|place| place.path.as_str()),
        line: region.map(|region| region.line),
        column: region.map(|region| region.column),
        end_line: region.map(|region| region.end_line),
        end_column: region.map(|region| region.end_column),
        value,
    })
}

fn part(section: &Section) -> Part<'_> {
    Part { title: &section.title, language: section.language, text: &section.text }
}

/// The JSON Schema of the form.
#[must_use]
pub fn schema() -> Json {
    let text = |description: &str| json!({"type": "string", "description": description});
    let number =
        |description: &str| json!({"type": ["integer", "null"], "minimum": 1, "description": description});
    let count = |description: &str| json!({"type": "integer", "minimum": 0, "description": description});
    let severities = Severity::ALL.map(Severity::as_str);
    let side = object(&[
        (
            "file",
            json!({"type": ["string", "null"], "description": "The schema's file, or the file of facts."}),
        ),
        ("line", number("The first line, from 1; null where there are no lines.")),
        ("column", number("The column in it, from 1, in characters.")),
        ("end_line", number("The last line.")),
        ("end_column", number("The column behind the last character.")),
        ("value", json!({"description": "What it is there, as data; null where that says nothing."})),
    ]);
    let section = object(&[
        ("title", text("What it is, in a few words.")),
        ("language", json!({"type": ["string", "null"], "description": "Such as `yaml`; null for prose."})),
        ("text", text("The text.")),
    ]);
    let allowance = object(&[
        ("reason", text("Why the finding is allowed.")),
        ("expires", text("The release that ends it.")),
    ]);
    let name = object(&[
        ("name", text("What was compared: a revision, a folder or a file, as it was named.")),
        ("commit", json!({"type": ["string", "null"], "description": "The commit, where it is a revision."})),
    ]);
    let nullable = |name: &str| json!({"anyOf": [{"$ref": format!("#/$defs/{name}")}, {"type": "null"}]});
    let finding = object(&[
        ("rule", text("The id of the rule, as `heat-codegen rules --diff` lists it.")),
        ("severity", json!({"enum": severities, "description": "How bad it is."})),
        ("type", text("The resource type; where it was renamed, its old name.")),
        ("path", text("Where in its schema; empty for the type as a whole.")),
        ("message", text("What changed, in one line.")),
        ("fails", json!({"type": "boolean", "description": "Whether the comparison fails for it."})),
        ("fingerprint", text("What it is known by; stays when words change and lines move.")),
        ("before", nullable("side")),
        ("after", nullable("side")),
        (
            "counterexample",
            json!({"description": "A value that was accepted and is not any more; null where none is known."}),
        ),
        (
            "notes",
            json!({"type": "array", "items": {"type": "string"}, "description": "What follows from it."}),
        ),
        ("sections", json!({"type": "array", "items": {"$ref": "#/$defs/section"}})),
        ("allowed", nullable("allowance")),
    ]);
    let what = object(&[("kind", json!({"enum": ["type", "property", "left_out", "attribute", "group"]}))]);
    let what = with_optional(
        what,
        &[
            ("path", text("The way to the property in the template, such as `networks[0].fixed_ip`.")),
            (
                "name",
                json!({"type": ["string", "null"], "description": "The attribute; null where all are asked for."}),
            ),
        ],
    );
    let impact = object(&[(
        "kind",
        json!({"enum": ["fails", "uses", "may"], "description": "Whether Heat refuses it, or may, or not."}),
    )]);
    let impact = with_optional(
        impact,
        &[("why", json!({"type": ["string", "null"], "description": "What Heat says."}))],
    );
    let use_of_template = object(&[
        ("file", text("The template.")),
        ("line", number("The line, from 1.")),
        ("column", number("The column in it, from 1, in characters.")),
        ("severity", json!({"enum": severities, "description": "How bad the change is."})),
        ("rule", text("The rule that found the change.")),
        ("fingerprint", text("What the change is known by.")),
        ("resource", text("The resource of the template.")),
        ("type", text("Its type.")),
        ("what", what),
        ("impact", impact),
        ("message", text("What changed, in one line.")),
    ]);
    let templates = object(&[
        ("summary", text("How much is used, in one line.")),
        ("uses", json!({"type": "array", "items": {"$ref": "#/$defs/use"}, "description": "Worst first."})),
    ]);
    let mut counts: Vec<(&str, Json)> = severities
        .iter()
        .map(|severity| (*severity, count("Findings of this severity, listed or not.")))
        .collect();
    counts.push(("allowed", count("Findings that are allowed; they are not counted above.")));
    let mut schema = object(&[
        ("version", json!({"const": VERSION, "description": "The version of this form."})),
        ("before", json!({"$ref": "#/$defs/name"})),
        ("after", json!({"$ref": "#/$defs/name"})),
        ("failed", json!({"type": "boolean", "description": "Whether there are findings to fail for."})),
        ("summary", object(&counts)),
        (
            "findings",
            json!({"type": "array", "items": {"$ref": "#/$defs/finding"}, "description": "Worst first; allowed ones at the end."}),
        ),
        ("templates", nullable("templates")),
    ]);
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["title"] = "What `heat-codegen diff --format json` writes".into();
    schema["$defs"] = json!({"name": name, "finding": finding, "side": side, "section": section, "allowance": allowance, "templates": templates, "use": use_of_template});
    schema
}

/// An object that may have these keys as well.
fn with_optional(mut object: Json, keys: &[(&str, Json)]) -> Json {
    for (name, schema) in keys {
        object["properties"][*name] = schema.clone();
    }
    object
}

/// An object that has these keys, all of them, and no others.
fn object(keys: &[(&str, Json)]) -> Json {
    let names: Vec<&str> = keys.iter().map(|(name, _)| *name).collect();
    let properties: serde_json::Map<String, Json> =
        keys.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
    json!({"type": "object", "properties": properties, "required": names, "additionalProperties": false})
}
