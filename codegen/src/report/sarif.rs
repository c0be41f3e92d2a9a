//! Findings as SARIF 2.1.0, the form that code scanning reads.

use std::collections::HashMap;
use std::io::{self, Write};

use heat_yaml::{Diagnostic, Label};
use serde_json::{Map, Value, json};

use super::{Report, RuleDocs};
use crate::json_text;
use crate::program::NAME;

/// Writes findings as a SARIF log with one run.
///
/// # Errors
/// When the output is closed or full.
pub fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut fingerprints = Fingerprints::default();
    let results: Vec<Value> = report
        .diagnostics
        .iter()
        .map(|diagnostic| result(diagnostic, report.rules, &mut fingerprints))
        .collect();
    let rules =
        report.rules.iter().map(|each| rule(each.id, each.summary, each.docs, each.severity.as_str()));
    let rules: Vec<Value> = rules.collect();
    write_log(&rules, &results, out)
}

/// Writes a log with one run of this tool.
pub(crate) fn write_log(rules: &[Value], results: &[Value], out: &mut dyn Write) -> io::Result<()> {
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": NAME,
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    out.write_all(json_text::pretty(&log)?.as_bytes())
}

/// A rule, with its docs as help.
pub(crate) fn rule(id: &str, summary: &str, docs: &str, level: &str) -> Value {
    let docs = docs.trim();
    json!({
        "id": id,
        "shortDescription": {"text": format!("{summary}.")},
        "help": {"text": docs, "markdown": docs},
        "defaultConfiguration": {"level": level},
    })
}

fn result(diagnostic: &Diagnostic, rules: &[RuleDocs], fingerprints: &mut Fingerprints) -> Value {
    let mut result = Map::new();
    result.insert("ruleId".into(), diagnostic.code.into());
    if let Some(index) = rules.iter().position(|rule| rule.id == diagnostic.code) {
        result.insert("ruleIndex".into(), index.into());
    }
    // SARIF's levels have the same names.
    result.insert("level".into(), diagnostic.severity.as_str().into());
    result.insert("message".into(), json!({"text": message(diagnostic)}));
    match diagnostic.labels.split_first() {
        Some((first, others)) => {
            result.insert("locations".into(), json!([location(first)]));
            let related: Vec<Value> = others.iter().map(location).collect();
            if !related.is_empty() {
                result.insert("relatedLocations".into(), related.into());
            }
        }
        None => {
            if let Some(file) = &diagnostic.file {
                let location = json!({"physicalLocation": {"artifactLocation": {"uri": uri(file)}}});
                result.insert("locations".into(), json!([location]));
            }
        }
    }
    result.insert("partialFingerprints".into(), json!({"heatFinding/v1": fingerprints.of(diagnostic)}));
    Value::Object(result)
}

/// All that a finding says, as one text: the viewers show nothing else beside the lines.
fn message(diagnostic: &Diagnostic) -> String {
    let first = format!("{}.", diagnostic.message);
    std::iter::once(first).chain(super::remarks(diagnostic)).collect::<Vec<_>>().join("\n")
}

fn location(label: &Label) -> Value {
    let (start, end) = super::ends(label);
    let mut location = json!({
        "physicalLocation": {
            "artifactLocation": {"uri": uri(label.source.name())},
            "region": {
                "startLine": start.line,
                "startColumn": start.column,
                "endLine": end.line,
                "endColumn": end.column,
            },
        },
    });
    if !label.message.is_empty() {
        location["message"] = json!({"text": label.message});
    }
    location
}

/// A path as a URI reference: relative ones stay relative.
pub(crate) fn uri(path: &str) -> String {
    let path = path.replace('\\', "/");
    let mut uri = String::with_capacity(path.len());
    if path.starts_with('/') {
        uri.push_str("file://");
    }
    for byte in path.strip_prefix("./").unwrap_or(&path).bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(byte.into());
        } else {
            let digit = |digit: u8| char::from_digit(digit.into(), 16).unwrap_or('0').to_ascii_uppercase();
            uri.extend(['%', digit(byte >> 4), digit(byte & 0xf)]);
        }
    }
    uri
}

/// Names of findings that stay while lines come and go above them, so that a viewer knows one again.
#[derive(Default)]
struct Fingerprints {
    seen: HashMap<u64, u32>,
}

impl Fingerprints {
    fn of(&mut self, diagnostic: &Diagnostic) -> String {
        let mut hash = Fnv::default();
        hash.write(diagnostic.code);
        hash.write(diagnostic.file_name().unwrap_or_default());
        if let Some(label) = diagnostic.labels.first() {
            let (start, _) = super::ends(label);
            hash.write(label.source.line(start.line).trim());
        }
        hash.write(&diagnostic.message);
        let count = self.seen.entry(hash.0).or_default();
        *count += 1;
        format!("{:016x}:{count}", hash.0)
    }
}

/// The FNV-1a hash: the same on every machine and with every compiler.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn write(&mut self, text: &str) {
        for byte in text.bytes().chain([0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heat_yaml::{Severity, Source, Span};

    #[test]
    fn uris_are_escaped_and_relative_where_paths_are() {
        assert_eq!(uri("schemas/My/a b#é.yaml"), "schemas/My/a%20b%23%C3%A9.yaml");
        assert_eq!(uri("./a.yaml"), "a.yaml");
        assert_eq!(uri("/srv/a.yaml"), "file:///srv/a.yaml");
    }

    #[test]
    fn fingerprints_stay_when_lines_move_and_differ_for_equal_findings() {
        let fingerprints = |text: &str| {
            let source = Source::new("a.yaml", text);
            let mut fingerprints = Fingerprints::default();
            let start = text.find("two").unwrap();
            let diagnostic = Diagnostic::new(Severity::Error, "x", "y").with_label(
                &source,
                Span::new(start, start + 3),
                "",
            );
            [fingerprints.of(&diagnostic), fingerprints.of(&diagnostic)]
        };
        let [first, second] = fingerprints("one: 1\ntwo: 2\n");
        assert_ne!(first, second);
        assert_eq!(fingerprints("zero: 0\none: 1\ntwo: 2\n"), [first, second]);
    }
}
