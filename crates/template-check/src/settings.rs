//! Settings of a project, in `heat-codegen.yaml`: environments of its templates, the release and the types of its cloud, the
//! rules that are enabled or, each with a reason, switched off, and the findings for which a check fails.
//!
//! Comments in a template switch rules off for one line or one file (`lint::apply_suppressions`). `nearest_settings` finds the
//! file that applies to a template. `reading` parses it.

mod entries;
mod reading;

use std::path::{Path, PathBuf, absolute};
use std::sync::Arc;

use heat_yaml::{Diagnostic, Severity, Source};

pub use self::entries::UNREADABLE_FILE;
use self::entries::plain;
use self::reading::Contents;
pub use self::reading::RuleFiles;
use crate::lint::{EnabledRules, Rule, suppressions};
use crate::selection::{FailOn, Selection};

/// Name of the settings file.
pub const FILE: &str = "heat-codegen.yaml";

/// Contents of a settings file.
#[derive(Debug)]
pub struct Settings {
    source: Arc<Source>,
    /// Folder that paths are relative to.
    folder: PathBuf,
    contents: Contents,
    /// Rules of the project, which are enabled for all templates.
    own: EnabledRules,
    diagnostics: Vec<Diagnostic>,
}

impl Settings {
    /// Reads the contents of a settings file, and the rules of the project. The paths in it are relative to `folder`; `files` reads those
    /// with rules.
    pub fn read(source: &Arc<Source>, folder: &Path, files: RuleFiles<'_>) -> Self {
        let (contents, diagnostics) = Contents::read(source, &|path| files(&folder.join(path)));
        let own = contents.rules.iter().copied().collect();
        Self { source: Arc::clone(source), folder: folder.to_path_buf(), contents, own, diagnostics }
    }

    /// Release of Heat that the templates are for, as it is written: a name, code name or version.
    #[must_use]
    pub fn release(&self) -> Option<&str> {
        self.contents.release.as_deref()
    }

    /// Files and folders with types that the templates can use in addition to Heat's.
    #[must_use]
    pub fn types(&self) -> Vec<PathBuf> {
        self.contents.types.iter().map(|path| self.folder.join(path)).collect()
    }

    /// Findings for which a check fails, if the file sets them.
    #[must_use]
    pub fn fail_on(&self) -> Option<FailOn> {
        self.contents.fail_on
    }

    /// Returns the rules that are off by default and enabled for a template.
    #[must_use]
    pub fn enabled_for(&self, template: &Path) -> EnabledRules {
        let own = self.contents.enabled.iter().filter(|each| each.files.contain(template, &self.folder));
        let selected = self.contents.selection.enabled();
        let mut enabled = self.own.clone();
        enabled.extend(own.map(|each| each.rule).chain(selected.rules()));
        enabled
    }

    /// Rules of the project.
    pub fn rules(&self) -> impl Iterator<Item = &'static Rule> {
        self.contents.rules.iter().copied()
    }

    /// Returns the environments of a template, in the order in which they are merged.
    #[must_use]
    pub fn environments_of(&self, template: &Path) -> Vec<PathBuf> {
        let own = self.contents.environments.iter().filter(|each| each.files.contain(template, &self.folder));
        own.map(|each| self.folder.join(&each.path)).collect()
    }

    /// Errors in the settings file itself.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Reports that an environment cannot be read.
    pub fn unreadable(&mut self, path: &Path, message: &str) {
        let Some(entry) = self.contents.environments.iter().find(|each| self.folder.join(&each.path) == path)
        else {
            return;
        };
        let unreadable = Diagnostic::error(UNREADABLE_FILE, message).with_label(&self.source, entry.span, "");
        let is_known = self.diagnostics.iter().any(|known| known.message == unreadable.message);
        if !is_known {
            self.diagnostics.push(unreadable);
        }
    }

    /// Removes the warnings that are allowed, and those of rules that are not selected. `given` is a selection from outside,
    /// which takes precedence over that of the file.
    pub fn filter(&mut self, found: &mut Vec<Diagnostic>, given: &Selection) {
        for entry in &mut self.contents.allowed {
            let mut can_allow = found.iter().filter(|finding| self.own.can_allow(finding));
            entry.is_used |= can_allow.any(|finding| entry.allows(finding, &self.folder));
        }
        self.retain_reported(found, given);
    }

    /// Removes the same findings as [`filter`](Self::filter), without noting which entries are used.
    pub fn retain_reported(&self, found: &mut Vec<Diagnostic>, given: &Selection) {
        let is_allowed = |finding: &Diagnostic| {
            self.contents.allowed.iter().any(|entry| entry.allows(finding, &self.folder))
        };
        found.retain(|finding| !self.own.can_allow(finding) || !is_allowed(finding));
        given.over(&self.contents.selection).retain(found);
    }

    /// Returns the findings about the settings file, after these templates were checked. An entry that allows nothing is only
    /// reported if all its files were checked.
    #[must_use]
    pub fn into_diagnostics(self, checked: &[&Path]) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for entry in self.contents.allowed.iter().filter(|entry| !entry.is_used && !entry.files.0.is_empty())
        {
            if entry.rule.is_off_by_default() || entry.rule.is_about_updates() {
                // A run that enables the rule, or a plan, may need the entry.
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
}

/// Returns the nearest settings of a template, up to the root of its repository, and their folder. `limit` is the outermost folder if the template is not in a
/// repository. `read` returns the content of a file, if there is such a file.
pub fn nearest_settings<T>(
    template: &Path,
    limit: Option<&Path>,
    read: impl Fn(&Path) -> Option<T>,
) -> Option<(T, PathBuf)> {
    let template = absolute(template).ok()?;
    let own = template.parent()?;
    let repository = own.ancestors().find(|folder| folder.join(".git").exists());
    let outermost = repository.or(limit.filter(|limit| own.starts_with(limit))).unwrap_or(own);
    own.ancestors()
        .take_while(|folder| folder.starts_with(outermost))
        .find_map(|folder| Some((read(&folder.join(FILE))?, folder.to_path_buf())))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_RULES: RuleFiles<'static> = &|_| Vec::new();

    /// Compares what remains of a warning in a file, and the findings about the settings.
    fn check(entries: &str, expect: &[&str]) {
        let source = Source::new(FILE, format!("templates: {{allow: [{entries}]}}"));
        let mut found = vec![
            Diagnostic::new(Severity::Warning, "unused-parameter", "warning").in_file("./web/server.yaml"),
            Diagnostic::new(Severity::Error, "unknown-resource", "error").in_file("./web/server.yaml"),
        ];
        let mut settings = Settings::read(&source, Path::new(""), NO_RULES);
        settings.filter(&mut found, &Selection::default());
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
        let settings = Settings::read(&Source::new(FILE, text), Path::new("p"), NO_RULES);
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
        let settings = Settings::read(&Source::new(FILE, text), Path::new("p"), NO_RULES);
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

    #[test]
    fn the_release_the_types_and_the_exit_code_can_be_set() {
        let read = |text: &str| Settings::read(&Source::new(FILE, text), Path::new("p"), NO_RULES);
        let settings =
            read("templates: {release: yoga, types: [cloud.json, own], fail_on: [error, warning]}");
        assert_eq!(settings.diagnostics().len(), 0);
        assert_eq!(settings.release(), Some("yoga"));
        assert_eq!(settings.types(), [PathBuf::from("p/cloud.json"), PathBuf::from("p/own")]);
        assert_eq!(settings.fail_on(), Some(FailOn::Warning));
        let check = |text: &str, expect: &str| {
            let settings = read(&format!("templates: {{{text}}}"));
            let said: Vec<&str> = settings.diagnostics().iter().map(|found| found.message.as_str()).collect();
            assert_eq!(said, [expect], "{text}");
            assert!(settings.release().is_none() && settings.fail_on().is_none(), "{text}");
        };
        check("release: 2023.1", "`release` is a string, not a number");
        check("fail_on: errors", "`fail_on` is `error`, `warning`, `note` or `none`");
        check("select: [unused-paramter]", "there is no rule `unused-paramter`");
        check("ignore: [unknown-property]", "`unknown-property` is an error, and errors cannot be ignored");
    }

    #[test]
    fn rules_are_selected() {
        let check = |text: &str, expect: &[&str]| {
            let mut settings =
                Settings::read(&Source::new(FILE, format!("templates: {{{text}}}")), Path::new(""), NO_RULES);
            let warning = |code| Diagnostic::new(Severity::Warning, code, "");
            let mut found = vec![
                warning("unused-condition"),
                warning("deprecated-property"),
                Diagnostic::error("unknown-property", ""),
            ];
            settings.filter(&mut found, &Selection::default());
            assert_eq!(found.iter().map(|found| found.code).collect::<Vec<_>>(), expect, "{text}");
        };
        check("", &["unused-condition", "deprecated-property", "unknown-property"]);
        check("select: ['deprecated-*']", &["deprecated-property", "unknown-property"]);
        check("ignore: ['deprecated-*']", &["unused-condition", "unknown-property"]);
        let settings = Settings::read(
            &Source::new(FILE, "templates: {select: [unused-parameter]}"),
            Path::new(""),
            NO_RULES,
        );
        let enabled = settings.enabled_for(Path::new("a.yaml"));
        assert_eq!(enabled.rules().map(|rule| rule.id).collect::<Vec<_>>(), ["unused-parameter"]);
    }

    fn check_nearest(template: &str, limit: &str, files: &[&str], expect: Option<&str>) {
        let read = |path: &Path| {
            let name = path.to_str().unwrap();
            files.contains(&name).then_some(())
        };
        let found = nearest_settings(Path::new(template), Some(Path::new(limit)), read);
        assert_eq!(found.map(|((), folder)| folder), expect.map(PathBuf::from), "{template}");
    }

    #[test]
    fn the_nearest_settings_count() {
        let files = ["/nowhere/heat-codegen.yaml", "/nowhere/a/heat-codegen.yaml"];
        check_nearest("/nowhere/a/b/t.yaml", "/nowhere", &files, Some("/nowhere/a"));
        check_nearest("/nowhere/a/t.yaml", "/nowhere", &files, Some("/nowhere/a"));
        check_nearest("/nowhere/b/t.yaml", "/nowhere", &files, Some("/nowhere"));
        check_nearest("/nowhere/a/b/t.yaml", "/nowhere/a/b", &files, None);
        check_nearest("/nowhere/a/b/t.yaml", "/elsewhere", &files, None);
        check_nearest("/nowhere/a/t.yaml", "/elsewhere", &files, Some("/nowhere/a"));
    }
}
