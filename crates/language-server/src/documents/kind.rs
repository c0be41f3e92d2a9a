//! Kinds of documents. The server only supports templates, environments, schemas, settings, tests and rules.

use std::path::Path;

use heat_catalogue::template_version::{declares_version, has_key};
use heat_hot_language::Section;
use heat_template_check::DeclaredRule;
use heat_template_check::settings::FILE as SETTINGS_FILE;
use heat_template_test::TEST_ENDINGS;
use heat_yaml::Source;

use crate::catalogue::Catalogue;

/// Kind of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DocumentKind {
    /// A template, in YAML or JSON.
    Template,
    /// A schema of the catalogue.
    Schema,
    /// The settings of a project: `heat-codegen.yaml`.
    Settings,
    /// An environment.
    Environment,
    /// Tests of a template.
    Tests,
    /// A rule of a project.
    Rule,
    /// A document that this server does not support.
    Other,
}

impl DocumentKind {
    /// Determines the kind of a text: a template declares its version, a schema is in the folder of the catalogue and has a type.
    pub(crate) fn of(source: &Source, catalogue: &Catalogue) -> Self {
        if catalogue.has_schema(Path::new(source.name())) && has_key(source.text(), &["type"]) {
            Self::Schema
        } else if Path::new(source.name()).file_name().is_some_and(|name| name == SETTINGS_FILE) {
            Self::Settings
        } else if TEST_ENDINGS.iter().any(|ending| source.name().ends_with(ending)) {
            Self::Tests
        } else if DeclaredRule::is_one(source) {
            Self::Rule
        } else if declares_version(source.text()) {
            Self::Template
        } else if is_environment(source) {
            Self::Environment
        } else {
            Self::Other
        }
    }
}

/// Returns whether a text has a section that only environments have. Other files have `parameters` as well, so for these the file
/// name decides.
fn is_environment(source: &Source) -> bool {
    let only = Section::ALL.map(Section::as_str).into_iter().filter(|section| *section != PARAMETERS);
    if has_key(source.text(), &only.collect::<Vec<_>>()) {
        return true;
    }
    let name = Path::new(source.name()).file_stem().map(|name| name.to_string_lossy().to_lowercase());
    name.is_some_and(|name| name.contains("env")) && has_key(source.text(), &[PARAMETERS])
}

const PARAMETERS: &str = Section::Parameters.as_str();

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: DocumentKind) {
        assert_eq!(DocumentKind::of(&Source::new("a.yaml", text), &Catalogue::default()), expect, "{text}");
    }

    #[test]
    fn environments_have_sections_of_their_own() {
        check("parameter_defaults: {a: 1}\n", DocumentKind::Environment);
        check("parameters: {a: 1}\nresource_registry: {", DocumentKind::Environment);
        check("heat_template_version: rocky\nparameter_defaults: {}\n", DocumentKind::Template);
        let named = Source::new("/a/prod-env.yaml", "parameters: {a: 1}\n");
        assert_eq!(DocumentKind::of(&named, &Catalogue::default()), DocumentKind::Environment);
    }

    #[test]
    fn templates_declare_a_version() {
        check("heat_template_version: rocky\n", DocumentKind::Template);
        check("# A comment\n---\nheat_template_version:\nresources: [", DocumentKind::Template);
        check("{\n  \"AWSTemplateFormatVersion\" : \"2010-09-09\"}", DocumentKind::Template);
        check("{heat_template_version: rocky}", DocumentKind::Template);
        check("heat_template_versions: 1", DocumentKind::Other);
        check("type: OS::Nova::Server\n", DocumentKind::Other);
        check("parameters: {a: 1}\n", DocumentKind::Other);
        check("", DocumentKind::Other);
    }
}
