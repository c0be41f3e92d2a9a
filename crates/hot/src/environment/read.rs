//! Reading an environment file.
//!
//! Heat reads environments as YAML only: JSON that is not valid YAML, such as a text that begins with a tab, is refused, and
//! `1e5` is text.

use std::sync::Arc;

use heat_hot_language::Section;
use heat_model::python;
use heat_model::suggest::nearest;
use heat_yaml::{Node, ParseOptions, Severity, Source};

use crate::fault::{Help, Problem};
use crate::plain::plain_value;
use crate::{Exception, Fault};

/// An environment file, with the errors in it.
#[derive(Debug, Clone)]
pub struct EnvironmentFile {
    /// Text of the file.
    pub source: Arc<Source>,
    /// Errors found while reading the file; the one that Heat reports comes first.
    pub faults: Vec<Fault>,
    pub(super) sections: Vec<(Section, Node)>,
}

impl EnvironmentFile {
    /// The value of a section, if the file has it.
    #[must_use]
    pub fn section(&self, section: Section) -> Option<&Node> {
        self.sections.iter().find(|(other, _)| *other == section).map(|(_, node)| node)
    }

    /// Reads an environment file. Sections that Heat refuses are left out.
    #[must_use]
    pub fn read(source: &Arc<Source>) -> Self {
        let mut file = Self { source: Arc::clone(source), faults: Vec::new(), sections: Vec::new() };
        let parsed = heat_yaml::parse(source, &ParseOptions::template());
        for error in parsed.diagnostics.iter().filter(|finding| finding.severity == Severity::Error) {
            let span = error.labels.first().map(|label| label.span);
            let fault =
                Fault::from(Exception::value_error(Problem::InvalidEnvironment, error.message.as_str()));
            file.faults.push(Fault { span, ..fault });
        }
        if !file.faults.is_empty() {
            return file;
        }
        let Some(root) = parsed.root else { return file };
        let Some(mapping) = root.as_mapping() else {
            if !root.is_null() {
                let message = "The environment is not a valid YAML mapping data type.";
                file.faults
                    .push(Fault::at(root.span, Exception::value_error(Problem::InvalidEnvironment, message)));
            }
            return file;
        };
        for entry in mapping {
            let section =
                Section::ALL.into_iter().find(|section| entry.key.as_str() == Some(section.as_str()));
            let Some(section) = section else {
                let key = python::str_of(&plain_value(&entry.key));
                let problem = Problem::UnknownEnvironmentSection;
                let message = format!("environment has wrong section \"{key}\"");
                let fault = Fault::at(entry.key.span, Exception::value_error(problem, message));
                let near = || nearest(&key, Section::ALL.map(Section::as_str));
                file.faults.push(fault.or_help(|| near().map(|near| Help::did_you_mean(&key, near))));
                continue;
            };
            if entry.value.is_null() {
                let message = format!("environment has empty section \"{}\"", section.as_str());
                file.faults.push(Fault::at(
                    entry.key.span,
                    Exception::value_error(Problem::InvalidEnvironment, message),
                ));
                continue;
            }
            file.sections.push((section, entry.value.clone()));
        }
        file
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, sections: &[&str], expect: &[&str]) {
        let file = EnvironmentFile::read(&Source::new("environment.yaml", text));
        let found: Vec<_> = file.sections.iter().map(|(section, _)| section.as_str()).collect();
        let faults: Vec<_> = file.faults.iter().map(ToString::to_string).collect();
        assert_eq!(found, sections, "{text}");
        assert_eq!(faults, expect, "{text}");
        assert!(file.faults.iter().all(|fault| fault.span.is_some()), "{text}");
    }

    #[test]
    fn sections_are_known_and_not_null() {
        check("", &[], &[]);
        check("~", &[], &[]);
        check("parameters: {a: 1}\nevent_sinks: []\n", &["parameters", "event_sinks"], &[]);
        check("[]", &[], &["The environment is not a valid YAML mapping data type."]);
        check(
            "Parameters: {}\nparameters:\n5: x\nresource_registry: {}\n",
            &["resource_registry"],
            &[
                "environment has wrong section \"Parameters\"",
                "environment has empty section \"parameters\"",
                "environment has wrong section \"5\"",
            ],
        );
    }

    #[test]
    fn an_environment_is_yaml_even_if_it_looks_like_json() {
        check("{\"parameters\": {}}", &["parameters"], &[]);
        let file = EnvironmentFile::read(&Source::new("environment.yaml", "\t{\"parameters\": {}}"));
        let places: Vec<_> = file.faults.iter().map(|fault| fault.span.map(|span| span.start)).collect();
        assert_eq!(places, [Some(0)]);
    }
}
