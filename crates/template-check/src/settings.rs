//! `heat-codegen.yaml`: the rules for templates that a project switches off, each with a reason, or on, and the environments of its
//! templates.
//!
//! Read without serde, so that every mistake is reported at its place. Comments in a template do the same for one line or one file
//! (`lint::apply_suppressions`). Which file counts for a template is in `settings_files`.

use std::path::{Path, PathBuf, absolute};
use std::sync::Arc;

use heat_model::load::fields::{Fields, Reader, read};
use heat_model::suggest::nearest;
use heat_yaml::{Diagnostic, Node, Severity, Source, Span, Value};

use crate::lint::{EnabledRules, RULES, Rule, rule, suppressions};

/// Name of the settings file.
pub const FILE: &str = "heat-codegen.yaml";

/// The code of a file that cannot be read.
pub const UNREADABLE_FILE: &str = "unreadable-file";

const UNKNOWN_ENABLED: &str = "unknown-enabled-rule";
const KEYS: [&str; 1] = ["templates"];
const TEMPLATE_KEYS: [&str; 3] = ["allow", "enable", "environments"];
const ENTRY_KEYS: [&str; 3] = ["rule", "files", "reason"];
const ENABLED_KEYS: [&str; 2] = ["rule", "files"];
const ENVIRONMENT_KEYS: [&str; 2] = ["environment", "files"];

/// The contents of a settings file.
#[derive(Debug)]
pub struct Settings {
    source: Arc<Source>,
    /// The folder that paths are relative to.
    folder: PathBuf,
    allowed: Vec<AllowedRule>,
    enabled: Vec<EnabledRule>,
    environments: Vec<NamedEnvironment>,
    diagnostics: Vec<Diagnostic>,
}

/// A rule that is switched off.
#[derive(Debug)]
struct AllowedRule {
    rule: &'static Rule,
    span: Span,
    files: FileSelection,
    is_used: bool,
}

/// A rule that is off by default and switched on.
#[derive(Debug)]
struct EnabledRule {
    rule: &'static Rule,
    files: FileSelection,
}

/// An environment that templates are checked with.
#[derive(Debug)]
struct NamedEnvironment {
    path: String,
    span: Span,
    files: FileSelection,
}

/// The files and folders that an entry is about; none for everywhere.
#[derive(Debug, Default)]
struct FileSelection(Vec<String>);

impl Settings {
    /// Reads the contents of a settings file. The paths in it are relative to a folder.
    pub fn read(source: &Arc<Source>, folder: &Path) -> Self {
        let (mut environments, mut switched_on) = (Vec::new(), Vec::new());
        let (allowed, diagnostics) = read(source, |reader, root| {
            if root.value == Value::Null {
                return Vec::new();
            }
            let fields = reader.fields(root, "the file", &KEYS);
            let templates = fields.and_then(|fields| fields.get("templates"));
            let fields = templates.and_then(|node| reader.fields(node, "`templates`", &TEMPLATE_KEYS));
            let Some(fields) = fields else { return Vec::new() };
            let items = list(reader, &fields, "environments");
            environments = items.iter().filter_map(|item| environment(reader, item)).collect();
            let items = list(reader, &fields, "enable");
            switched_on = items.iter().filter_map(|item| enabled(reader, item)).collect();
            let items = list(reader, &fields, "allow");
            items.iter().filter_map(|item| allowed(reader, item)).collect()
        });
        let (source, folder) = (Arc::clone(source), folder.to_path_buf());
        Self { source, folder, allowed, enabled: switched_on, environments, diagnostics }
    }

    /// The rules that are off by default and switched on for a template.
    #[must_use]
    pub fn enabled_for(&self, template: &Path) -> EnabledRules {
        let own = self.enabled.iter().filter(|each| each.files.contain(template, &self.folder));
        own.map(|each| each.rule).collect()
    }

    /// The environments of a template, in the order in which they are merged.
    #[must_use]
    pub fn environments_of(&self, template: &Path) -> Vec<PathBuf> {
        let own = self.environments.iter().filter(|each| each.files.contain(template, &self.folder));
        own.map(|each| self.folder.join(&each.path)).collect()
    }

    /// What is wrong with the settings file as such.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Says that an environment cannot be read.
    pub fn unreadable(&mut self, path: &Path, message: &str) {
        let Some(entry) = self.environments.iter().find(|each| self.folder.join(&each.path) == path) else {
            return;
        };
        let unreadable = Diagnostic::error(UNREADABLE_FILE, message).with_label(&self.source, entry.span, "");
        let is_known = self.diagnostics.iter().any(|known| known.message == unreadable.message);
        if !is_known {
            self.diagnostics.push(unreadable);
        }
    }

    /// Removes the warnings that are allowed.
    pub fn filter(&mut self, found: &mut Vec<Diagnostic>) {
        found.retain(|finding| finding.severity == Severity::Error || !self.allows(finding));
    }

    /// What is wrong with the settings file, after these templates were checked. An entry that allows nothing is only
    /// reported if all its files were checked.
    #[must_use]
    pub fn into_diagnostics(self, checked: &[&Path]) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for entry in self.allowed.iter().filter(|entry| !entry.is_used && !entry.files.0.is_empty()) {
            if entry.rule.is_off_by_default() {
                // It is for those who switch the rule on.
                continue;
            }
            let is_checked = |file: &String| {
                let file = plain(&self.folder.join(file));
                checked.iter().any(|checked| plain(checked) == file)
            };
            if entry.files.0.iter().all(is_checked) {
                let message = format!("`{}` reports nothing here that could be allowed", entry.rule.id);
                let unused = Diagnostic::new(Severity::Warning, suppressions::UNUSED, message);
                found.push(unused.with_label(&self.source, entry.span, "").with_help("remove the entry"));
            }
        }
        found.extend(self.diagnostics);
        found
    }

    fn allows(&mut self, finding: &Diagnostic) -> bool {
        let file = Path::new(finding.file_name().unwrap_or_default());
        let mut is_allowed = false;
        for entry in self.allowed.iter_mut().filter(|entry| entry.rule.id == finding.code) {
            if entry.files.contain(file, &self.folder) {
                entry.is_used = true;
                is_allowed = true;
            }
        }
        is_allowed
    }
}

impl FileSelection {
    /// Whether a file is one of the selected files, or in one of the selected folders.
    fn contain(&self, file: &Path, folder: &Path) -> bool {
        self.0.is_empty() || self.0.iter().any(|around| plain(file).starts_with(plain(&folder.join(around))))
    }
}

/// A path without what does not matter.
fn plain(path: &Path) -> PathBuf {
    absolute(path).unwrap_or_else(|_| path.to_path_buf())
}

/// The items of a list; none if there is no list.
fn list<'n>(reader: &mut Reader<'_>, fields: &Fields<'n>, key: &str) -> &'n [Node] {
    let Some(list) = fields.get(key) else { return &[] };
    list.as_sequence().unwrap_or_else(|| {
        reader.wrong_kind(list, &format!("`{key}`"), "a list", None);
        &[]
    })
}

/// Reads the files that an entry of the settings is about; `None` if they cannot be read.
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

/// Reads a rule that the settings switch on: its id alone, or with the templates that it is switched on for.
fn enabled(reader: &mut Reader<'_>, node: &Node) -> Option<EnabledRule> {
    let (id, files) = if node.as_str().is_some() {
        (node, FileSelection::default())
    } else {
        let fields = reader.fields(node, "an entry", &ENABLED_KEYS)?;
        (required_rule(reader, node, &fields)?, files(reader, &fields)?)
    };
    Some(EnabledRule { rule: known_rule(reader, UNKNOWN_ENABLED, id)?, files })
}

/// Reads the id of the rule that an entry of the settings is about; a missing one is an error.
fn required_rule<'n>(reader: &mut Reader<'_>, node: &Node, fields: &Fields<'n>) -> Option<&'n Node> {
    let id = fields.get("rule");
    if id.is_none() {
        reader.error("missing-key", node.span, "`rule` is missing".to_owned(), "add `rule: ID`", None);
    }
    id
}

/// The rule with this id; reports an id that no rule has.
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
        let mut settings = Settings::read(&source, Path::new(""));
        settings.filter(&mut found);
        found.extend(settings.into_diagnostics(&[Path::new("./web/server.yaml")]));
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
            &["warning", "error", "`unknown-resource` reports nothing here that could be allowed"],
        );
        check("{rule: hidden-type, files: [web], reason: r}", &["warning", "error"]);
    }

    #[test]
    fn rules_that_are_off_by_default_are_switched_on_for_some_templates_or_all() {
        let text = "templates: {enable: [unused-parameter, {rule: undescribed-parameter, files: [web]}, unused-paramter, {}]}";
        let settings = Settings::read(&Source::new(FILE, text), Path::new("p"));
        let check = |template: &str, expect: &[&str]| {
            let enabled = settings.enabled_for(Path::new(template));
            let ids: Vec<&str> = enabled.rules().map(|rule| rule.id).collect();
            assert_eq!(ids, expect, "{template}");
        };
        check("p/web/server.yaml", &["undescribed-parameter", "unused-parameter"]);
        check("p/a.yaml", &["unused-parameter"]);
        let shown: Vec<&str> = settings.diagnostics().iter().map(|found| found.message.as_str()).collect();
        assert_eq!(shown, ["there is no rule `unused-paramter`", "`rule` is missing"]);
    }

    #[test]
    fn environments_are_those_of_some_templates_or_all() {
        let text = "templates: {environments: [all.yaml, {environment: e/web.yaml, files: [web, a.yaml]}, {files: []}]}";
        let settings = Settings::read(&Source::new(FILE, text), Path::new("p"));
        let check = |template: &str, expect: &[&str]| {
            let expect: Vec<PathBuf> = expect.iter().map(PathBuf::from).collect();
            assert_eq!(settings.environments_of(Path::new(template)), expect, "{template}");
        };
        check("p/web/server.yaml", &["p/all.yaml", "p/e/web.yaml"]);
        check("./p/a.yaml", &["p/all.yaml", "p/e/web.yaml"]);
        check("p/b.yaml", &["p/all.yaml"]);
        let shown: Vec<&str> = settings.diagnostics().iter().map(|found| found.message.as_str()).collect();
        assert_eq!(shown, ["`environment` is missing"]);
    }
}
