//! Reads `schema-diff.yaml`, without serde, so that every error is reported with its location.

use std::sync::Arc;

use heat_catalogue::glob::Glob;
use heat_diff::{Level, RULES, Severities, Severity};
use heat_model::load::fields::{Reader, read};
use heat_model::suggest::nearest;
use heat_yaml::{Node, Source, Span, Value};

use super::expiry::numbers;
use super::settings::{Allowance, Allowances, FindingMatcher, rules_of};

const KEYS: [&str; 4] = ["min_deprecated_releases", "fail_on", "severities", "allowances"];
const ENTRY_KEYS: [&str; 5] = ["fingerprint", "rule", "path", "reason", "expires"];

impl Allowances {
    /// Reads the contents of the file.
    pub(in crate::diff) fn read(source: &Arc<Source>) -> Self {
        let (read, mut diagnostics) = read(source, |reader, root| {
            let mut read = Settings::default();
            // A file that only contains comments has no entries, which is not an error.
            if root.value == Value::Null {
                return read;
            }
            let Some(fields) = reader.fields(root, "the file", &KEYS) else { return read };
            read.min_deprecated_releases =
                fields.get("min_deprecated_releases").and_then(|node| count(reader, node));
            read.fail_on = fields.get("fail_on").map(|node| severities(reader, node));
            read.severities = fields.get("severities").map(|node| levels(reader, node)).unwrap_or_default();
            read.entries = fields.get("allowances").map(|node| entries(reader, node)).unwrap_or_default();
            read
        });
        diagnostics.sort_by_key(|diagnostic| diagnostic.labels.first().map(|label| label.span.start));
        Self {
            source: Arc::clone(source),
            min_deprecated_releases: read.min_deprecated_releases,
            fail_on: read.fail_on,
            severities: read.severities,
            entries: read.entries,
            diagnostics,
        }
    }
}

/// The values of the top-level keys.
#[derive(Default)]
struct Settings {
    min_deprecated_releases: Option<usize>,
    fail_on: Option<Vec<Severity>>,
    severities: Severities,
    entries: Vec<Allowance>,
}

/// Reads a text that is not empty.
fn text<'n>(reader: &mut Reader<'_>, node: &'n Node, what: &str) -> Option<&'n str> {
    reader.string(node, what)?;
    let text = node.as_str().filter(|text| !text.trim().is_empty());
    if text.is_none() {
        reader.error("invalid-value", node.span, format!("{what} is empty"), "add a text", None);
    }
    text
}

fn count(reader: &mut Reader<'_>, node: &Node) -> Option<usize> {
    let count = node.as_i64().and_then(|count| usize::try_from(count).ok());
    if count.is_none() {
        let message = "`min_deprecated_releases` must be a number of releases".to_owned();
        reader.error("invalid-value", node.span, message, "expected 0, 1, 2, …", None);
    }
    count
}

fn severities(reader: &mut Reader<'_>, node: &Node) -> Vec<Severity> {
    let Some(items) = node.as_sequence() else {
        let help = "use `[breaking, policy]`, or `[]` to never fail".to_owned();
        reader.wrong_kind(node, "`fail_on`", "a list", Some(help));
        return Vec::new();
    };
    items.iter().filter_map(|item| severity(reader, item)).collect()
}

fn severity(reader: &mut Reader<'_>, node: &Node) -> Option<Severity> {
    let name = text(reader, node, "a severity")?;
    let found = Severity::ALL.into_iter().find(|severity| severity.as_str() == name);
    if found.is_none() {
        no_severity(reader, node, name, &Severity::ALL.map(Severity::as_str));
    }
    found
}

/// Reads the severities of rules; if several lines match a rule, the last one applies.
fn levels(reader: &mut Reader<'_>, node: &Node) -> Severities {
    let mut severities = Severities::default();
    if node.value == Value::Null {
        return severities;
    }
    let Some(mapping) = node.as_mapping() else {
        let help = "write one line per rule: `property-default-changed: breaking`".to_owned();
        reader.wrong_kind(node, "`severities`", "a map from rules to severities", Some(help));
        return severities;
    };
    for entry in mapping {
        let (rules, level) = (rules(reader, &entry.key), level(reader, &entry.value));
        let (Some(rules), Some(level)) = (rules, level) else { continue };
        for rule in rules_of(&rules) {
            severities.set(rule, level);
        }
    }
    severities
}

fn level(reader: &mut Reader<'_>, node: &Node) -> Option<Level> {
    let known = Level::ALL.map(Level::as_str);
    if matches!(node.value, Value::Bool(false)) {
        let message = "there is no severity `false`".to_owned();
        let help = "use `ignore` for a rule that should not be reported".to_owned();
        reader.error("invalid-value", node.span, message, "not a severity", Some(help));
        return None;
    }
    let name = text(reader, node, "a severity")?;
    let found = Level::ALL.into_iter().find(|level| level.as_str() == name);
    if found.is_none() {
        no_severity(reader, node, name, &known);
    }
    found
}

fn no_severity(reader: &mut Reader<'_>, node: &Node, name: &str, known: &[&'static str]) {
    let help = match nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("use one of {}", known.join(", ")),
    };
    let message = format!("there is no severity `{name}`");
    reader.error("invalid-value", node.span, message, "not a severity", Some(help));
}

/// Reads a glob that matches at least one rule.
fn rules(reader: &mut Reader<'_>, node: &Node) -> Option<Glob> {
    let id = text(reader, node, "a rule")?;
    let glob = Glob::new(id);
    if rules_of(&glob).next().is_some() {
        return Some(glob);
    }
    let help = nearest(id, RULES.iter().map(|rule| rule.id)).map_or_else(
        || "`heat-codegen rules changes` lists all rules".to_owned(),
        |near| format!("did you mean `{near}`?"),
    );
    let message = format!("there is no rule `{id}`");
    reader.error("invalid-value", node.span, message, "not a rule of `diff`", Some(help));
    None
}

fn entries(reader: &mut Reader<'_>, node: &Node) -> Vec<Allowance> {
    match &node.value {
        Value::Null => Vec::new(),
        Value::Sequence(items) => items.iter().filter_map(|item| entry(reader, item)).collect(),
        _ => {
            reader.wrong_kind(node, "`allowances`", "a list", None);
            Vec::new()
        }
    }
}

fn entry(reader: &mut Reader<'_>, node: &Node) -> Option<Allowance> {
    let before = reader.diagnostics.len();
    let fields = reader.fields(node, "an allowance", &ENTRY_KEYS)?;
    // If an entry has an unknown key, that may be a misspelling of the missing one.
    if reader.diagnostics.len() > before {
        return None;
    }
    let what = what(reader, node, fields.get("fingerprint"), fields.get("rule"), fields.get("path"));
    let reason = required(reader, node, fields.get("reason"), "reason", "say why the change is accepted");
    let expires = required(
        reader,
        node,
        fields.get("expires"),
        "expires",
        "set the release in which this expires: `expires: 28.0.0`",
    );
    if let Some((version, node)) = expires
        && numbers(version).is_none()
    {
        let message = format!("`{version}` is not a release version");
        reader.error("invalid-value", node.span, message, "expected a version such as 28.0.0", None);
        return None;
    }
    let ((what, what_span), (reason, _), (expires, expires_node)) = (what?, reason?, expires?);
    Some(Allowance {
        what,
        what_span,
        reason: reason.to_owned(),
        expires: expires.to_owned(),
        expires_span: expires_node.span,
    })
}

fn required<'n>(
    reader: &mut Reader<'_>,
    around: &Node,
    node: Option<&'n Node>,
    key: &str,
    help: &str,
) -> Option<(&'n str, &'n Node)> {
    let Some(node) = node else {
        let message = format!("an allowance requires `{key}`");
        reader.error("missing-key", around.span, message, format!("missing `{key}`"), Some(help.to_owned()));
        return None;
    };
    text(reader, node, &format!("`{key}`")).map(|text| (text, node))
}

fn what(
    reader: &mut Reader<'_>,
    around: &Node,
    fingerprint: Option<&Node>,
    id: Option<&Node>,
    path: Option<&Node>,
) -> Option<(FindingMatcher, Span)> {
    match (fingerprint, id, path) {
        (Some(node), None, None) => {
            let text = text(reader, node, "`fingerprint`")?;
            Some((FindingMatcher::Fingerprint(text.to_owned()), node.span))
        }
        (None, Some(id_node), Some(path_node)) => {
            let (rules, path) = (rules(reader, id_node), text(reader, path_node, "`path`"));
            Some((FindingMatcher::Place { rules: rules?, path: Glob::new(path?) }, path_node.span))
        }
        (fingerprint, ..) => {
            let message = if fingerprint.is_some() {
                "an allowance has either `fingerprint`, or `rule` and `path`"
            } else {
                "an allowance requires `fingerprint`, or `rule` and `path`"
            };
            let help = "write `rule: property-removed` and `path: OS::Nova::Server.properties.metadata`";
            reader.error("missing-key", around.span, message, "", Some(help.to_owned()));
            None
        }
    }
}
