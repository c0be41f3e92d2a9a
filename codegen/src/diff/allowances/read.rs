//! Reading `schema-diff.yaml`: by hand, so that every mistake in it is reported, each at its place.

use std::sync::Arc;

use heat_diff::{Level, RULES, Severities, Severity};
use heat_model::suggest::nearest;
use heat_yaml::{Diagnostic, Node, ParseOptions, Source, Span, Value};

use super::expiry::numbers;
use super::settings::{Allowance, Allowances, What, rules_of};
use crate::glob::Glob;

const KEYS: [&str; 4] = ["min_deprecated_releases", "fail_on", "severities", "allowances"];
const ENTRY_KEYS: [&str; 5] = ["fingerprint", "rule", "path", "reason", "expires"];

impl Allowances {
    /// Reads what the file says.
    pub(in crate::diff) fn read(source: &Arc<Source>) -> Self {
        let parsed = heat_yaml::parse(source, &ParseOptions::default());
        let mut reader = Reader { source, diagnostics: parsed.diagnostics };
        let mut read = Self {
            source: Arc::clone(source),
            min_deprecated_releases: None,
            fail_on: None,
            severities: Severities::default(),
            entries: Vec::new(),
            diagnostics: Vec::new(),
        };
        // A file of comments alone says nothing, and nothing wrong.
        if let Some(root) = parsed.root.filter(|root| root.value != Value::Null) {
            for (key, value) in reader.fields(&root, "the file", &KEYS) {
                match key {
                    "min_deprecated_releases" => read.min_deprecated_releases = reader.count(value),
                    "fail_on" => read.fail_on = Some(reader.severities(value)),
                    "severities" => read.severities = reader.levels(value),
                    _ => read.entries = reader.entries(value),
                }
            }
        }
        read.diagnostics = reader.diagnostics;
        read.diagnostics.sort_by_key(|diagnostic| diagnostic.labels.first().map(|label| label.span.start));
        read
    }
}

struct Reader<'a> {
    source: &'a Arc<Source>,
    diagnostics: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn error(&mut self, code: &'static str, span: Span, message: String, label: &str, help: Option<String>) {
        let mut diagnostic = Diagnostic::error(code, message).with_label(self.source, span, label);
        diagnostic.help = help;
        self.diagnostics.push(diagnostic);
    }

    fn wrong_kind(&mut self, node: &Node, what: &str, expected: &str, help: Option<String>) {
        let message = format!("{what} is {expected}, not {}", node.value.kind());
        self.error("invalid-type", node.span, message, &format!("expected {expected}"), help);
    }

    /// The entries of a map that may have these keys and no others.
    fn fields<'n>(
        &mut self,
        node: &'n Node,
        what: &str,
        known: &[&'static str],
    ) -> Vec<(&'static str, &'n Node)> {
        let Some(mapping) = node.as_mapping() else {
            self.wrong_kind(node, what, "a map", None);
            return Vec::new();
        };
        let mut fields = Vec::new();
        for entry in mapping {
            let shown = entry.key.as_str().unwrap_or_else(|| self.source.slice(entry.key.span));
            if let Some(key) = known.iter().find(|key| **key == shown) {
                fields.push((*key, &entry.value));
                continue;
            }
            let help = match nearest(shown, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("known here: {}", known.join(", ")),
            };
            let message = format!("{what} has no key `{shown}`");
            self.error("unknown-key", entry.key.span, message, "not a key here", Some(help));
        }
        fields
    }

    fn text<'n>(&mut self, node: &'n Node, what: &str) -> Option<&'n str> {
        match node.as_str() {
            Some(text) if !text.trim().is_empty() => Some(text),
            Some(_) => {
                self.error(
                    "invalid-value",
                    node.span,
                    format!("{what} is empty"),
                    "say something here",
                    None,
                );
                None
            }
            None => {
                // What looks like a number is text in quotes.
                let help = matches!(node.value, Value::Integer(_) | Value::BigInteger(_) | Value::Float(_))
                    .then(|| format!("put it in quotes: \"{}\"", self.source.slice(node.span)));
                self.wrong_kind(node, what, "a string", help);
                None
            }
        }
    }

    fn count(&mut self, node: &Node) -> Option<usize> {
        let count = node.as_i64().and_then(|count| usize::try_from(count).ok());
        if count.is_none() {
            let message = "`min_deprecated_releases` is a number of releases".to_owned();
            self.error("invalid-value", node.span, message, "expected 0, 1, 2, …", None);
        }
        count
    }

    fn severities(&mut self, node: &Node) -> Vec<Severity> {
        let Some(items) = node.as_sequence() else {
            let help = "write `[breaking, policy]`, or `[]` to fail for nothing".to_owned();
            self.wrong_kind(node, "`fail_on`", "a list", Some(help));
            return Vec::new();
        };
        items.iter().filter_map(|item| self.severity(item)).collect()
    }

    fn severity(&mut self, node: &Node) -> Option<Severity> {
        let name = self.text(node, "a severity")?;
        let found = Severity::ALL.into_iter().find(|severity| severity.as_str() == name);
        if found.is_none() {
            self.no_severity(node, name, &Severity::ALL.map(Severity::as_str));
        }
        found
    }

    /// The severities of rules; where several lines name a rule, the last one counts.
    fn levels(&mut self, node: &Node) -> Severities {
        let mut severities = Severities::default();
        if node.value == Value::Null {
            return severities;
        }
        let Some(mapping) = node.as_mapping() else {
            let help = "write a line for each rule: `property-default-changed: breaking`".to_owned();
            self.wrong_kind(node, "`severities`", "a map from rules to severities", Some(help));
            return severities;
        };
        for entry in mapping {
            let (rules, level) = (self.rules(&entry.key), self.level(&entry.value));
            let (Some(rules), Some(level)) = (rules, level) else { continue };
            for rule in rules_of(&rules) {
                severities.set(rule, level);
            }
        }
        severities
    }

    fn level(&mut self, node: &Node) -> Option<Level> {
        let known = Level::ALL.map(Level::as_str);
        if matches!(node.value, Value::Bool(false)) {
            let message = "there is no severity `false`".to_owned();
            let help = "write `ignore` for a rule that is not to be reported".to_owned();
            self.error("invalid-value", node.span, message, "not a severity", Some(help));
            return None;
        }
        let name = self.text(node, "a severity")?;
        let found = Level::ALL.into_iter().find(|level| level.as_str() == name);
        if found.is_none() {
            self.no_severity(node, name, &known);
        }
        found
    }

    fn no_severity(&mut self, node: &Node, name: &str, known: &[&'static str]) {
        let help = match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("write one of {}", known.join(", ")),
        };
        let message = format!("there is no severity `{name}`");
        self.error("invalid-value", node.span, message, "not a severity", Some(help));
    }

    /// A glob that stands for one rule at least.
    fn rules(&mut self, node: &Node) -> Option<Glob> {
        let id = self.text(node, "a rule")?;
        let glob = Glob::new(id);
        if rules_of(&glob).next().is_some() {
            return Some(glob);
        }
        let help = nearest(id, RULES.iter().map(|rule| rule.id)).map_or_else(
            || "`heat-codegen rules --diff` lists them".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        let message = format!("there is no rule `{id}`");
        self.error("invalid-value", node.span, message, "not a rule of `diff`", Some(help));
        None
    }

    fn entries(&mut self, node: &Node) -> Vec<Allowance> {
        match &node.value {
            Value::Null => Vec::new(),
            Value::Sequence(items) => items.iter().filter_map(|item| self.entry(item)).collect(),
            _ => {
                self.wrong_kind(node, "`allowances`", "a list", None);
                Vec::new()
            }
        }
    }

    fn entry(&mut self, node: &Node) -> Option<Allowance> {
        let before = self.diagnostics.len();
        let fields = self.fields(node, "an allowance", &ENTRY_KEYS);
        // One with an unknown key may lack another only because that is misspelt.
        if self.diagnostics.len() > before {
            return None;
        }
        let get = |key: &str| fields.iter().find(|(name, _)| *name == key).map(|(_, node)| *node);
        let what = self.what(node, get("fingerprint"), get("rule"), get("path"));
        let reason = self.required(node, get("reason"), "reason", "say why the change is accepted");
        let expires = self.required(
            node,
            get("expires"),
            "expires",
            "name the release in which this ends: `expires: 28.0.0`",
        );
        if let Some((version, node)) = expires
            && numbers(version).is_none()
        {
            let message = format!("`{version}` is not the version of a release");
            self.error("invalid-value", node.span, message, "expected a version such as 28.0.0", None);
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
        &mut self,
        around: &Node,
        node: Option<&'n Node>,
        key: &str,
        help: &str,
    ) -> Option<(&'n str, &'n Node)> {
        let Some(node) = node else {
            let message = format!("an allowance needs `{key}`");
            self.error(
                "missing-key",
                around.span,
                message,
                &format!("no `{key}` here"),
                Some(help.to_owned()),
            );
            return None;
        };
        self.text(node, &format!("`{key}`")).map(|text| (text, node))
    }

    fn what(
        &mut self,
        around: &Node,
        fingerprint: Option<&Node>,
        id: Option<&Node>,
        path: Option<&Node>,
    ) -> Option<(What, Span)> {
        match (fingerprint, id, path) {
            (Some(node), None, None) => {
                let text = self.text(node, "`fingerprint`")?;
                Some((What::Fingerprint(text.to_owned()), node.span))
            }
            (None, Some(id_node), Some(path_node)) => {
                let (rules, path) = (self.rules(id_node), self.text(path_node, "`path`"));
                Some((What::Place { rules: rules?, path: Glob::new(path?) }, path_node.span))
            }
            (fingerprint, ..) => {
                let message = if fingerprint.is_some() {
                    "an allowance has either `fingerprint`, or `rule` and `path`"
                } else {
                    "an allowance needs `fingerprint`, or `rule` and `path`"
                };
                let help = "write `rule: property-removed` and `path: OS::Nova::Server.properties.metadata`";
                self.error("missing-key", around.span, message.to_owned(), "", Some(help.to_owned()));
                None
            }
        }
    }
}
