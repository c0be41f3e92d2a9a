//! Checks of the examples in the docs of rules, for pages that show the findings of a rule.

use std::sync::Arc;

use heat_hot::environment::files::{FileError, FileSource};
use heat_model::ResourceTypes;
use heat_yaml::{Diagnostic, Source};
use indexmap::IndexMap;

use crate::{EnabledRules, Rule, TEMPLATE, TemplateCheck};

/// Files of an example, by name.
struct ExampleFiles(Vec<(&'static str, &'static str)>);

impl ExampleFiles {
    fn source(&self, name: &str) -> Arc<Source> {
        Source::new(name, self.read(name).unwrap_or_default())
    }
}

impl FileSource for ExampleFiles {
    fn read(&self, path: &str) -> Result<String, FileError> {
        let found = self.0.iter().find(|(name, _)| *name == path);
        found.map(|(_, text)| (*text).to_owned()).ok_or(FileError::NotFound)
    }
}

impl Rule {
    /// Checks the files of a section of the rule's docs, such as *Example*. `enabled` are the rules that run although they are
    /// off by default. Returns nothing if the section has no files.
    #[must_use]
    pub fn check_example(
        &self,
        section: &str,
        types: &(dyn ResourceTypes + Sync),
        enabled: &EnabledRules,
    ) -> Vec<Diagnostic> {
        let files = ExampleFiles(self.files(section));
        if files.0.is_empty() {
            return Vec::new();
        }
        let names = files.0.iter().map(|(name, _)| *name);
        let environments = names.filter(|name| name.ends_with("environment.yaml"));
        let check = TemplateCheck {
            environments: environments.map(|name| files.source(name)).collect(),
            parameters: &IndexMap::new(),
            files: &files,
            types,
            // This rule only reports when a stack is created.
            is_strict: self.id == "missing-parameter",
            now: None,
            enabled,
        };
        check.run(files.source(TEMPLATE)).1.diagnostics
    }
}
