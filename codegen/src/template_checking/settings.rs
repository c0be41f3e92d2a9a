//! `heat-codegen.yaml`: the rules for templates that a project switches off, each with a reason.
//!
//! Read without serde, so that every mistake is reported at its place. Comments in a template do the same for one line or one file
//! (`heat_template_lint::apply_suppressions`).

use std::sync::Arc;

use heat_model::load::fields::{Reader, read};
use heat_model::suggest::nearest;
use heat_template_lint::{RULES, rule};
use heat_yaml::{Diagnostic, Node, Severity, Source, Span, Value};

/// The name of the file, in the working folder.
pub const FILE: &str = "heat-codegen.yaml";

const UNUSED: &str = "unused-suppression";
const UNKNOWN: &str = "unknown-suppressed-rule";
const KEYS: [&str; 1] = ["templates"];
const TEMPLATE_KEYS: [&str; 1] = ["allow"];
const ENTRY_KEYS: [&str; 3] = ["rule", "files", "reason"];

/// What the file says.
#[derive(Debug)]
pub(super) struct Settings {
    source: Arc<Source>,
    allowed: Vec<Allowed>,
    diagnostics: Vec<Diagnostic>,
}

/// A rule that is switched off.
#[derive(Debug)]
struct Allowed {
    rule: String,
    span: Span,
    /// The files and folders in which it is; none for everywhere.
    files: Vec<String>,
    is_used: bool,
}

impl Settings {
    /// Reads the contents of the file.
    pub(super) fn read(source: &Arc<Source>) -> Self {
        let (allowed, diagnostics) = read(source, |reader, root| {
            if root.value == Value::Null {
                return Vec::new();
            }
            let fields = reader.fields(root, "the file", &KEYS);
            let templates = fields.and_then(|fields| fields.get("templates"));
            let fields = templates.and_then(|node| reader.fields(node, "`templates`", &TEMPLATE_KEYS));
            let Some(list) = fields.and_then(|fields| fields.get("allow")) else { return Vec::new() };
            let Some(items) = list.as_sequence() else {
                reader.wrong_kind(list, "`allow`", "a list", None);
                return Vec::new();
            };
            items.iter().filter_map(|item| allowed(reader, item)).collect()
        });
        Self { source: Arc::clone(source), allowed, diagnostics }
    }

    /// Removes the warnings that are allowed, and adds what is wrong with the file. An entry that allows nothing is only reported if
    /// all its files were checked.
    pub(super) fn apply(mut self, checked: &[String], found: &mut Vec<Diagnostic>) {
        found.retain(|finding| finding.severity == Severity::Error || !self.allows(finding));
        let checked: Vec<&str> = checked.iter().map(|name| plain(name)).collect();
        for entry in self.allowed.iter().filter(|entry| !entry.is_used && !entry.files.is_empty()) {
            if entry.files.iter().all(|file| checked.contains(&plain(file))) {
                let message = format!("`{}` finds nothing here that could be allowed", entry.rule);
                let unused = Diagnostic::new(Severity::Warning, UNUSED, message);
                found.push(unused.with_label(&self.source, entry.span, "").with_help("remove the entry"));
            }
        }
        found.append(&mut self.diagnostics);
    }

    fn allows(&mut self, finding: &Diagnostic) -> bool {
        let file = plain(finding.file_name().unwrap_or_default());
        let mut is_allowed = false;
        for entry in self.allowed.iter_mut().filter(|entry| entry.rule == finding.code) {
            let is_in = |around: &String| {
                file.strip_prefix(plain(around)).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            };
            if entry.files.is_empty() || entry.files.iter().any(is_in) {
                entry.is_used = true;
                is_allowed = true;
            }
        }
        is_allowed
    }
}

/// A name without what does not matter.
fn plain(name: &str) -> &str {
    name.trim_start_matches("./").trim_end_matches('/')
}

fn allowed(reader: &mut Reader<'_>, node: &Node) -> Option<Allowed> {
    let fields = reader.fields(node, "an entry", &ENTRY_KEYS)?;
    let Some(id) = fields.get("rule") else {
        reader.error("missing-key", node.span, "`rule` is missing".to_owned(), "add `rule: ID`", None);
        return None;
    };
    let reason = fields.get("reason").and_then(Node::as_str).filter(|reason| !reason.trim().is_empty());
    if reason.is_none() {
        let message = "a reason is required".to_owned();
        reader.error("suppression-without-reason", node.span, message, "add `reason: …`", None);
    }
    let name = id.as_str().unwrap_or_default();
    if rule(name).is_none() {
        let near =
            nearest(name, RULES.iter().map(|rule| rule.id)).map(|near| format!("did you mean `{near}`?"));
        reader.error(UNKNOWN, id.span, format!("there is no rule `{name}`"), "not a rule", near);
        return None;
    }
    let mut files = Vec::new();
    if let Some(list) = fields.get("files") {
        let Some(items) = list.as_sequence() else {
            reader.wrong_kind(list, "`files`", "a list", None);
            return None;
        };
        files.extend(items.iter().filter_map(|item| item.as_str().map(str::to_owned)));
    }
    Some(Allowed { rule: name.to_owned(), span: id.span, files, is_used: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left of a warning in a file, and what is said of the settings.
    fn check(entries: &str, expect: &[&str]) {
        let source = Source::new(FILE, format!("templates: {{allow: [{entries}]}}"));
        let mut found = vec![
            Diagnostic::new(Severity::Warning, "unused-parameter", "warning").in_file("./web/server.yaml"),
            Diagnostic::new(Severity::Error, "unknown-resource", "error").in_file("./web/server.yaml"),
        ];
        Settings::read(&source).apply(&["./web/server.yaml".to_owned()], &mut found);
        let shown: Vec<&str> = found.iter().map(|finding| finding.message.as_str()).collect();
        assert_eq!(shown, expect, "{entries}");
    }

    #[test]
    fn rules_are_allowed_in_files_and_folders() {
        check("", &["warning", "error"]);
        check("{rule: unused-parameter, reason: r}", &["error"]);
        check("{rule: unused-parameter, files: [web], reason: r}", &["error"]);
        check("{rule: unused-parameter, files: [web/server.yaml], reason: r}", &["error"]);
        check("{rule: unused-parameter, files: [we], reason: r}", &["warning", "error"]);
    }

    #[test]
    fn entries_have_to_make_sense() {
        check("{rule: unused-parameter}", &["error", "a reason is required"]);
        check(
            "{rule: unused-paramter, reason: r}",
            &["warning", "error", "there is no rule `unused-paramter`"],
        );
        check(
            "{rule: unknown-resource, files: [web/server.yaml], reason: r}",
            &["warning", "error", "`unknown-resource` finds nothing here that could be allowed"],
        );
        check("{rule: hidden-type, files: [web], reason: r}", &["warning", "error"]);
    }
}
