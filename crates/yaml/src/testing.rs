//! Helpers for the tests of several modules.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::{Diagnostic, Entry, Node, Value};

/// Formats a tree in short form: `{a: [1, 1.0, "x", null, true], b: <set of 1>}`.
pub(crate) fn show(node: &Node) -> String {
    match &node.value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Integer(value) => value.to_string(),
        Value::BigInteger(digits) => digits.clone(),
        Value::Float(value) => format!("{value:?}"),
        Value::String(text) => format!("{text:?}"),
        Value::Binary(bytes) => format!("<bytes {bytes:?}>"),
        Value::Sequence(items) => format!("[{}]", join(items, show)),
        Value::Set(items) => format!("<set {}>", join(items, show)),
        Value::Mapping(mapping) => format!("{{{}}}", join(mapping.entries(), entry)),
    }
}

fn join<T>(items: &[T], show: impl Fn(&T) -> String) -> String {
    items.iter().map(show).collect::<Vec<_>>().join(", ")
}

fn entry(entry: &Entry) -> String {
    let key = match &entry.key.value {
        Value::String(text)
            if text.starts_with(char::is_alphabetic) && text.chars().all(char::is_alphanumeric) =>
        {
            text.clone()
        }
        _ => show(&entry.key),
    };
    format!("{key}: {}", show(&entry.value))
}

/// Formats a finding in short form: `line:column code: message`, and each further label as ` (line:column message)`.
pub(crate) fn brief(finding: &Diagnostic) -> String {
    let mut text = String::new();
    for (index, label) in finding.labels.iter().enumerate() {
        let at = label.source.line_column(label.span.start);
        let _ = match index {
            0 => write!(text, "{}:{} {}: {}", at.line, at.column, finding.code, finding.message),
            _ => write!(text, " ({}:{} {})", at.line, at.column, label.message),
        };
    }
    if finding.labels.is_empty() { format!("{}: {}", finding.code, finding.message) } else { text }
}

/// Formats the result of reading a text, in short form.
pub(crate) fn outcome(parsed: &crate::Parsed) -> String {
    let findings: Vec<String> = parsed.diagnostics.iter().map(brief).collect();
    match (&parsed.root, findings.is_empty()) {
        (Some(root), true) => show(root),
        (Some(root), false) => format!("{} / {}", show(root), findings.join(" / ")),
        (None, true) => "nothing".to_owned(),
        (None, false) => findings.join(" / "),
    }
}

/// Reads a YAML text for a test.
pub(crate) fn yaml(text: &str) -> (Arc<crate::Source>, crate::Parsed) {
    let source = crate::Source::new("test", text);
    let parsed = crate::parse(&source, &crate::ParseOptions::default());
    (source, parsed)
}
