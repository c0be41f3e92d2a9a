//! Parser of `heat-codegen.yaml` without serde, so that every error has a span.

use std::path::Path;
use std::sync::Arc;

use heat_model::load::fields::{Fields, Reader};
use heat_model::suggest::nearest;
use heat_yaml::{Diagnostic, Node, Source, Value};

use super::entries::{AllowedRule, EnabledRule, FileSelection, NamedEnvironment, UNREADABLE_FILE};
use crate::lint::{DeclaredRule, RULES, Rule, registered_rule, rule, suppressions};
use crate::selection::{FailOn, PatternError, Selection, template_rules};

const UNKNOWN_ENABLED: &str = "unknown-enabled-rule";
const KEYS: [&str; 1] = ["templates"];
const TEMPLATE_KEYS: [&str; 9] =
    ["allow", "enable", "environments", "release", "types", "fail_on", "select", "ignore", "rules"];

/// Folder with the rules of a project, unless the settings name others.
const RULES_FOLDER: &str = "rules";
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
    /// Rules of the project.
    pub(super) rules: Vec<&'static Rule>,
}

/// Reads the files with rules at a path, relative to the settings: a file, or a folder. Nothing is returned for a path that does not
/// exist.
pub type RuleFiles<'f> = &'f dyn Fn(&Path) -> Vec<Arc<Source>>;

/// Reads the rules of a project.
fn own_rules(
    reader: &mut Reader<'_>,
    templates: Option<&Fields<'_>>,
    files: RuleFiles<'_>,
) -> Vec<&'static Rule> {
    let items = templates.map(|fields| list(reader, fields, "rules")).unwrap_or_default();
    let mut sources = Vec::new();
    if templates.is_none_or(|fields| fields.get("rules").is_none()) {
        sources
            .extend(files(Path::new(RULES_FOLDER)).into_iter().filter(|source| DeclaredRule::is_one(source)));
    }
    for item in items {
        let Some(path) = item.as_str() else {
            reader.wrong_kind(item, "an entry of `rules`", "the path of a file or a folder", None);
            continue;
        };
        let found = files(Path::new(path));
        if found.is_empty() {
            reader.error(
                UNREADABLE_FILE,
                item.span,
                format!("there are no rules at `{path}`"),
                "no file here",
                None,
            );
        }
        sources.extend(found);
    }
    let mut rules: Vec<(&'static Rule, Arc<Source>)> = Vec::new();
    for source in sources {
        let (rule, mut found) = DeclaredRule::read(&source);
        reader.diagnostics.append(&mut found);
        let Some(rule) = rule.map(registered_rule) else { continue };
        if crate::lint::rule(rule.id).is_some() {
            let message = format!("there is a built-in rule `{}`", rule.id);
            let finding = Diagnostic::error("invalid-rule", message).in_file(source.name());
            reader.diagnostics.push(finding.with_help("choose another id"));
            continue;
        }
        if let Some((_, first)) = rules.iter().find(|(known, _)| known.id == rule.id) {
            let message = format!("two files have a rule `{}`", rule.id);
            let note = format!("the other one is {}", first.name());
            reader
                .diagnostics
                .push(Diagnostic::error("invalid-rule", message).in_file(source.name()).with_note(note));
            continue;
        }
        rules.push((rule, source));
    }
    rules.into_iter().map(|(rule, _)| rule).collect()
}

impl Contents {
    /// Reads the text of a settings file. Returns the contents and all errors.
    pub(super) fn read(source: &Arc<Source>, files: RuleFiles<'_>) -> (Self, Vec<Diagnostic>) {
        let parsed = heat_yaml::parse(source, &heat_yaml::ParseOptions::default());
        let mut diagnostics = parsed.diagnostics;
        let mut reader = Reader::new(source);
        let root = parsed.root.filter(|root| root.value != Value::Null);
        let fields = root.as_ref().and_then(|root| reader.fields(root, "the file", &KEYS));
        let templates = fields.and_then(|fields| fields.get("templates"));
        let fields = templates.and_then(|node| reader.fields(node, "`templates`", &TEMPLATE_KEYS));
        let rules = own_rules(&mut reader, fields.as_ref(), files);
        let own = rules.clone();
        let contents = fields.map(|fields| Self::of(&mut reader, &fields, rules));
        diagnostics.append(&mut reader.diagnostics);
        (contents.unwrap_or_else(|| Self { rules: own, ..Self::default() }), diagnostics)
    }

    fn of(reader: &mut Reader<'_>, fields: &Fields<'_>, rules: Vec<&'static Rule>) -> Self {
        let items = list(reader, fields, "environments");
        let environments = items.iter().filter_map(|item| environment(reader, item)).collect();
        let items = list(reader, fields, "enable");
        let enabled = items.iter().filter_map(|item| enabled(reader, item, &rules)).collect();
        let items = list(reader, fields, "allow");
        let allowed = items.iter().filter_map(|item| allowed(reader, item, &rules)).collect();
        Self {
            allowed,
            enabled,
            environments,
            release: fields.get("release").and_then(|node| reader.string(node, "`release`")),
            types: texts(reader, fields, "types"),
            fail_on: fields.get("fail_on").and_then(|node| fail_on(reader, node)),
            selection: selection(reader, fields, &rules),
            rules,
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
fn selection(reader: &mut Reader<'_>, fields: &Fields<'_>, own: &[&'static Rule]) -> Selection {
    let rules = || template_rules().chain(own.iter().map(|rule| (rule.id, rule.least_severity())));
    let mut selection = Selection::default();
    for item in list(reader, fields, "select") {
        let pattern = item.as_str().unwrap_or_default();
        if let Err(error) = selection.select(pattern, rules()) {
            pattern_error(reader, UNKNOWN_ENABLED, item, error);
        }
    }
    for item in list(reader, fields, "ignore") {
        let pattern = item.as_str().unwrap_or_default();
        if let Err(error) = selection.ignore(pattern, rules()) {
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
fn enabled(reader: &mut Reader<'_>, node: &Node, own: &[&'static Rule]) -> Option<EnabledRule> {
    let (id, files) = if node.as_str().is_some() {
        (node, FileSelection::default())
    } else {
        let fields = reader.fields(node, "an entry", &ENABLED_KEYS)?;
        (required_rule(reader, node, &fields)?, files(reader, &fields)?)
    };
    Some(EnabledRule { rule: known_rule(reader, UNKNOWN_ENABLED, id, own)?, files })
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
fn known_rule(
    reader: &mut Reader<'_>,
    code: &'static str,
    id: &Node,
    own: &[&'static Rule],
) -> Option<&'static Rule> {
    let name = id.as_str().unwrap_or_default();
    let known = rule(name).or_else(|| own.iter().copied().find(|rule| rule.id == name));
    if known.is_none() {
        let near = nearest(name, RULES.iter().chain(own).map(|rule| rule.id))
            .map(|near| format!("did you mean `{near}`?"));
        reader.error(code, id.span, format!("there is no rule `{name}`"), "not a rule", near);
    }
    known
}

fn allowed(reader: &mut Reader<'_>, node: &Node, own: &[&'static Rule]) -> Option<AllowedRule> {
    let fields = reader.fields(node, "an entry", &ENTRY_KEYS)?;
    let id = required_rule(reader, node, &fields)?;
    let reason = fields.get("reason").and_then(Node::as_str).filter(|reason| !reason.trim().is_empty());
    if reason.is_none() {
        let message = "a reason is required".to_owned();
        reader.error(suppressions::WITHOUT_REASON, node.span, message, "add `reason: …`", None);
    }
    let known = known_rule(reader, suppressions::UNKNOWN_RULE, id, own)?;
    Some(AllowedRule { rule: known, span: id.span, files: files(reader, &fields)?, is_used: false })
}
