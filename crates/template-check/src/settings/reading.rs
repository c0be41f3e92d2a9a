//! Parser of `heat-codegen.yaml` without serde, so that every error has a span.

use std::sync::Arc;

use heat_model::load::fields::{Fields, Reader, read};
use heat_model::suggest::nearest;
use heat_yaml::{Diagnostic, Node, Source, Value};

use super::entries::{AllowedRule, EnabledRule, FileSelection, NamedEnvironment};
use crate::lint::{RULES, Rule, rule, suppressions};
use crate::selection::{FailOn, PatternError, Selection, template_rules};

const UNKNOWN_ENABLED: &str = "unknown-enabled-rule";
const KEYS: [&str; 1] = ["templates"];
const TEMPLATE_KEYS: [&str; 8] =
    ["allow", "enable", "environments", "release", "types", "fail_on", "select", "ignore"];
const ENTRY_KEYS: [&str; 3] = ["rule", "files", "reason"];
const ENABLED_KEYS: [&str; 2] = ["rule", "files"];
const ENVIRONMENT_KEYS: [&str; 2] = ["environment", "files"];

/// Contents of a settings file.
#[derive(Debug, Default)]
pub(super) struct Contents {
    pub(super) allowed: Vec<AllowedRule>,
    pub(super) enabled: Vec<EnabledRule>,
    pub(super) environments: Vec<NamedEnvironment>,
    /// Release of the cloud.
    pub(super) release: Option<String>,
    /// Files with types of the cloud.
    pub(super) types: Vec<String>,
    pub(super) fail_on: Option<FailOn>,
    pub(super) selection: Selection,
}

impl Contents {
    /// Reads the text of a settings file. Returns the contents and all errors.
    pub(super) fn read(source: &Arc<Source>) -> (Self, Vec<Diagnostic>) {
        read(source, |reader, root| {
            if root.value == Value::Null {
                return Self::default();
            }
            let fields = reader.fields(root, "the file", &KEYS);
            let templates = fields.and_then(|fields| fields.get("templates"));
            let fields = templates.and_then(|node| reader.fields(node, "`templates`", &TEMPLATE_KEYS));
            fields.map(|fields| Self::of(reader, &fields)).unwrap_or_default()
        })
    }

    fn of(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Self {
        let items = list(reader, fields, "environments");
        let environments = items.iter().filter_map(|item| environment(reader, item)).collect();
        let items = list(reader, fields, "enable");
        let enabled = items.iter().filter_map(|item| enabled(reader, item)).collect();
        let items = list(reader, fields, "allow");
        let allowed = items.iter().filter_map(|item| allowed(reader, item)).collect();
        Self {
            allowed,
            enabled,
            environments,
            release: fields.get("release").and_then(|node| reader.string(node, "`release`")),
            types: texts(reader, fields, "types"),
            fail_on: fields.get("fail_on").and_then(|node| fail_on(reader, node)),
            selection: selection(reader, fields),
        }
    }
}

/// Reads the findings for which a check fails: one word, or a list of which the one that includes the others is used.
fn fail_on(reader: &mut Reader<'_>, node: &Node) -> Option<FailOn> {
    let words = node.as_sequence().unwrap_or(std::slice::from_ref(node));
    let named: Option<Vec<FailOn>> = words.iter().map(|word| word.as_str()?.parse().ok()).collect();
    let least = named.and_then(|named| FailOn::least(&named));
    if least.is_none() {
        let message = "`fail_on` is `error`, `warning`, `note` or `none`";
        reader.error("invalid-type", node.span, message, "none of these", None);
    }
    least
}

/// Reads the rules that are selected and those that are ignored.
fn selection(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Selection {
    let mut selection = Selection::default();
    for item in list(reader, fields, "select") {
        let pattern = item.as_str().unwrap_or_default();
        if let Err(error) = selection.select(pattern, template_rules()) {
            pattern_error(reader, UNKNOWN_ENABLED, item, error);
        }
    }
    for item in list(reader, fields, "ignore") {
        let pattern = item.as_str().unwrap_or_default();
        if let Err(error) = selection.ignore(pattern, template_rules()) {
            pattern_error(reader, suppressions::UNKNOWN_RULE, item, error);
        }
    }
    selection
}

fn pattern_error(reader: &mut Reader<'_>, code: &'static str, node: &Node, error: PatternError) {
    let PatternError { message, help, label } = error;
    reader.error(code, node.span, message, label, help);
}

/// Returns the strings in a list; empty if there is no list.
fn texts(reader: &mut Reader<'_>, fields: &Fields<'_>, key: &str) -> Vec<String> {
    let Some(node) = fields.get(key) else { return Vec::new() };
    reader.strings(node, &format!("`{key}`")).unwrap_or_default()
}

/// Returns the items of a list; empty if there is no list.
fn list<'n>(reader: &mut Reader<'_>, fields: &Fields<'n>, key: &str) -> &'n [Node] {
    let Some(list) = fields.get(key) else { return &[] };
    list.as_sequence().unwrap_or_else(|| {
        reader.wrong_kind(list, &format!("`{key}`"), "a list", None);
        &[]
    })
}

/// Reads the files that an entry of the settings applies to; `None` if they cannot be read.
fn files(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Option<FileSelection> {
    let Some(list) = fields.get("files") else { return Some(FileSelection::default()) };
    let Some(items) = list.as_sequence() else {
        reader.wrong_kind(list, "`files`", "a list", None);
        return None;
    };
    Some(FileSelection(items.iter().filter_map(|item| item.as_str().map(str::to_owned)).collect()))
}

/// Reads an environment in the settings: its file alone, or with the templates that are checked with it.
fn environment(reader: &mut Reader<'_>, node: &Node) -> Option<NamedEnvironment> {
    let (named, files) = if node.as_str().is_some() {
        (node, FileSelection::default())
    } else {
        let fields = reader.fields(node, "an entry", &ENVIRONMENT_KEYS)?;
        let Some(named) = fields.get("environment") else {
            let message = "`environment` is missing".to_owned();
            reader.error("missing-key", node.span, message, "add `environment: FILE`", None);
            return None;
        };
        (named, files(reader, &fields)?)
    };
    let Some(path) = named.as_str() else {
        reader.wrong_kind(named, "`environment`", "the name of a file", None);
        return None;
    };
    Some(NamedEnvironment { path: path.to_owned(), span: named.span, files })
}

/// Reads a rule that the settings enable: its id alone, or with the templates that it is enabled for.
fn enabled(reader: &mut Reader<'_>, node: &Node) -> Option<EnabledRule> {
    let (id, files) = if node.as_str().is_some() {
        (node, FileSelection::default())
    } else {
        let fields = reader.fields(node, "an entry", &ENABLED_KEYS)?;
        (required_rule(reader, node, &fields)?, files(reader, &fields)?)
    };
    Some(EnabledRule { rule: known_rule(reader, UNKNOWN_ENABLED, id)?, files })
}

/// Reads the id of the rule that an entry of the settings is about. A missing id is an error.
fn required_rule<'n>(reader: &mut Reader<'_>, node: &Node, fields: &Fields<'n>) -> Option<&'n Node> {
    let id = fields.get("rule");
    if id.is_none() {
        reader.error("missing-key", node.span, "`rule` is missing".to_owned(), "add `rule: ID`", None);
    }
    id
}

/// Returns the rule with this id. Reports an unknown id.
fn known_rule(reader: &mut Reader<'_>, code: &'static str, id: &Node) -> Option<&'static Rule> {
    let name = id.as_str().unwrap_or_default();
    let known = rule(name);
    if known.is_none() {
        let near =
            nearest(name, RULES.iter().map(|rule| rule.id)).map(|near| format!("did you mean `{near}`?"));
        reader.error(code, id.span, format!("there is no rule `{name}`"), "not a rule", near);
    }
    known
}

fn allowed(reader: &mut Reader<'_>, node: &Node) -> Option<AllowedRule> {
    let fields = reader.fields(node, "an entry", &ENTRY_KEYS)?;
    let id = required_rule(reader, node, &fields)?;
    let reason = fields.get("reason").and_then(Node::as_str).filter(|reason| !reason.trim().is_empty());
    if reason.is_none() {
        let message = "a reason is required".to_owned();
        reader.error(suppressions::WITHOUT_REASON, node.span, message, "add `reason: …`", None);
    }
    let known = known_rule(reader, suppressions::UNKNOWN_RULE, id)?;
    Some(AllowedRule { rule: known, span: id.span, files: files(reader, &fields)?, is_used: false })
}
