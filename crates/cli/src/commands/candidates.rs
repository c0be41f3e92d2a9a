//! Values that a shell offers for an argument: resource types, rules, and releases.
//!
//! The shell runs the program for each completion, so the values come from the current program and folder.

use std::ffi::OsStr;

use clap::builder::StyledStr;
use clap_complete::{ArgValueCompleter, CompletionCandidate};
use codegen::place;
use heat_catalogue::SchemaFiles;
use heat_report::RuleSet;
use heat_yaml::one_line;

/// Offers resource types, and after a `.` the properties and attributes of one.
pub(super) fn types() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let current = current.to_string_lossy();
        let files = known_types();
        match current.split_once('.') {
            Some((name, _)) => parts(&files, name, &current),
            None => matching(
                &current,
                files.files.values().filter(|file| !file.schema.is_hidden()).map(|file| {
                    let description = file.schema.description.as_deref().unwrap_or_default();
                    (file.schema.name.clone(), description.to_owned())
                }),
            ),
        }
    })
}

/// Offers the ids of rules.
pub(super) fn rules() -> ArgValueCompleter {
    of_sets(&RuleSet::ALL)
}

/// Offers the ids of the rules for templates.
pub(super) fn template_rules() -> ArgValueCompleter {
    of_sets(&[RuleSet::Templates])
}

fn of_sets(sets: &'static [RuleSet]) -> ArgValueCompleter {
    ArgValueCompleter::new(move |current: &OsStr| {
        let rules = sets.iter().flat_map(|set| heat_rules::rules(*set));
        matching(&current.to_string_lossy(), rules.map(|rule| (rule.id.to_owned(), rule.summary.to_owned())))
    })
}

/// Offers the names and versions of releases.
pub(super) fn releases() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let (schemas, is_built_in) = place::catalogue(None);
        let built_in = SchemaFiles::built_in_with_tables_alone().releases;
        let own = if is_built_in { built_in.clone() } else { SchemaFiles::read_tables(&schemas).releases };
        let table = if own.releases.len() >= built_in.releases.len() { own } else { built_in };
        let newest_first = table.releases.into_iter().rev().flat_map(|release| {
            let names: Vec<String> = release.names().map(str::to_lowercase).collect();
            let help = format!("Heat {}, {}", release.version, release.date);
            names.into_iter().chain([release.version]).map(move |name| (name, help.clone()))
        });
        matching(&current.to_string_lossy(), newest_first)
    })
}

/// The types that a command finds in this folder.
fn known_types() -> SchemaFiles {
    let (schemas, is_built_in) = place::catalogue(None);
    if is_built_in { SchemaFiles::built_in() } else { SchemaFiles::read(&schemas).beside_heat("") }
}

/// The properties and attributes of a type, after its name and a `.`.
fn parts(files: &SchemaFiles, name: &str, current: &str) -> Vec<CompletionCandidate> {
    let Some(schema) = files.get_type(name) else { return Vec::new() };
    let properties = schema.properties.iter().filter(|(_, property)| !property.support_status.is_hidden());
    let properties = properties.map(|(name, property)| (name, &property.description));
    let attributes = schema.attributes.iter().filter(|(_, attribute)| !attribute.support_status.is_hidden());
    let attributes = attributes.map(|(name, attribute)| (name, &attribute.description));
    matching(
        current,
        properties
            .chain(attributes)
            .map(|(part, description)| (format!("{name}.{part}"), description.clone().unwrap_or_default())),
    )
}

/// The values that begin with the current text, each with the beginning of its description. Values that could control a terminal
/// are omitted.
fn matching(current: &str, values: impl Iterator<Item = (String, String)>) -> Vec<CompletionCandidate> {
    let is_offered = |value: &str| value.starts_with(current) && one_line(value) == *value;
    let offered = values.filter(|(value, _)| is_offered(value));
    let candidate = |(value, description): (String, String)| {
        let end = description.find(". ").map_or(description.len(), |end| end + 1);
        let help = one_line(description.get(..end).unwrap_or_default());
        let help = (!help.is_empty()).then(|| StyledStr::from(help));
        CompletionCandidate::new(value).help(help)
    };
    offered.map(candidate).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(completer: &ArgValueCompleter, current: &str, expect: &[&str]) {
        let offered = completer.complete(OsStr::new(current));
        let values: Vec<String> =
            offered.iter().map(|candidate| candidate.get_value().to_string_lossy().into_owned()).collect();
        assert_eq!(values, expect, "{current}");
    }

    #[test]
    fn a_shell_is_offered_types_rules_and_releases() {
        check(&types(), "OS::Nova::K", &["OS::Nova::KeyPair"]);
        check(&types(), "OS::Nova::KeyPair.pri", &["OS::Nova::KeyPair.private_key"]);
        check(&types(), "OS::Nova::Nothing.", &[]);
        check(&template_rules(), "unused-cond", &["unused-condition"]);
        check(&releases(), "ante", &["antelope"]);
        check(&releases(), "18", &["18.0.0"]);
    }

    #[test]
    fn hidden_types_and_steering_characters_are_not_offered() {
        let hidden = types().complete(OsStr::new("OS::Sahara::"));
        assert!(hidden.is_empty(), "{hidden:?}");
        let found = matching(
            "a",
            [("a\u{1b}[2J".to_owned(), String::new()), ("ab".to_owned(), String::new())].into_iter(),
        );
        assert_eq!(found.len(), 1);
    }
}
