//! Merging several files: parameters by their strategies, all other sections key by key.

use heat_hot_language::{MERGE_STRATEGIES, Section};
use heat_model::{Value, python};
use heat_yaml::{Mapping, Node};
use indexmap::IndexMap;

use super::combine::{MergeKinds, merge_parameter};
use super::location::EntryLocation;
use super::merged::{Environment, Setting};
use super::merged_section::MergedSection;
use super::read::EnvironmentFile;
use super::registry::Registry;
use super::sinks;
use crate::fault::MergeConflict;
use crate::fault::Problem;
use crate::plain::{key_of, plain_value};
use crate::{Exception, Fault};

const OVERWRITE: &str = "overwrite";
const DEEP_MERGE: &str = "deep_merge";

impl Environment {
    /// Merges files, in the order in which they are passed, into the parameters from other sources.
    ///
    /// All errors are returned, including those from reading the files; the one that Heat reports comes first.
    #[must_use]
    pub fn merge(
        files: &[EnvironmentFile],
        given: &IndexMap<String, Value>,
        kinds: &MergeKinds,
    ) -> (Self, Vec<Fault>) {
        let mut merger = Merger { kinds, strategies: IndexMap::new(), faults: Vec::new() };
        let mut environment = Self::default();
        let given =
            given.iter().map(|(name, value)| (name.clone(), Setting { value: value.clone(), place: None }));
        environment.parameters = given.collect();
        let mut sections = [Section::ResourceRegistry, Section::EncryptedParamNames, Section::EventSinks]
            .map(|section| (section, MergedSection::Nothing));
        for file in files {
            let faults = file.faults.iter().cloned();
            merger.faults.extend(faults.map(|fault| fault.in_file(&file.source)));
            for (section, node) in &file.sections {
                match section {
                    _ if !plain_value(node).is_truthy() => {}
                    Section::Parameters => merger.parameters(&mut environment.parameters, file, node),
                    Section::ParameterDefaults => {
                        merger.parameters(&mut environment.parameter_defaults, file, node);
                    }
                    Section::ParameterMergeStrategies => {}
                    other => {
                        if let Some((_, held)) = sections.iter_mut().find(|(section, _)| section == other)
                            && let Err(exception) = held.merge(&file.source, node)
                        {
                            merger.faults.push(EntryLocation::of(&file.source, node, node).fault(exception));
                        }
                    }
                }
            }
        }
        let [(_, registry), (_, encrypted), (_, event_sinks)] = sections;
        let mut faults = merger.faults;
        environment.registry = Registry::load(&registry, &mut faults);
        environment.encrypted_param_names = encrypted.value();
        environment.event_sinks = event_sinks.value();
        sinks::check(&event_sinks, &environment.event_sinks, &mut faults);
        (environment, faults)
    }
}

struct Merger<'a> {
    kinds: &'a MergeKinds,
    /// Strategy of each parameter merged so far; later files have to use the same one.
    strategies: IndexMap<String, Value>,
    faults: Vec<Fault>,
}

impl Merger<'_> {
    fn parameters(&mut self, old: &mut IndexMap<String, Setting>, file: &EnvironmentFile, node: &Node) {
        let Some(new) = node.as_mapping() else {
            let exception =
                Exception::attribute_error(Problem::InvalidEnvironment, &plain_value(node), "items");
            return self.faults.push(EntryLocation::of(&file.source, node, node).fault(exception));
        };
        self.choose_strategies(file, new);
        let is_first = old.is_empty();
        for entry in new {
            let name = key_of(&entry.key);
            let place = EntryLocation::of(&file.source, &entry.key, &entry.value);
            let value = plain_value(&entry.value);
            if is_first {
                old.insert(name, Setting { value, place: Some(place) });
                continue;
            }
            let Some(kind) = self.kinds.get(&name).filter(|_| entry.key.as_str().is_some()) else { continue };
            if value.is_null() {
                continue;
            }
            let strategy = self.strategies.get(&name).and_then(Value::as_str).unwrap_or(OVERWRITE);
            let merged = if strategy == DEEP_MERGE || strategy == "merge" {
                let present = old.get(&name).map(|setting| &setting.value);
                merge_parameter(&name, *kind, present, &value, strategy == DEEP_MERGE)
            } else {
                Ok(value)
            };
            match merged {
                Ok(value) => _ = old.insert(name, Setting { value, place: Some(place) }),
                Err(exception) => self.faults.push(place.fault(exception)),
            }
        }
    }

    /// Chooses the strategies of the parameters that have none yet; for the others, the file must not state a different one.
    fn choose_strategies(&mut self, file: &EnvironmentFile, new: &Mapping) {
        let section = file.section(Section::ParameterMergeStrategies);
        for entry in new {
            let Some(name) = entry.key.as_str().filter(|name| self.kinds.contains_key(*name)) else {
                continue;
            };
            if entry.value.is_null() {
                continue;
            }
            let strategy = match section.map(|node| (node, node.as_mapping())) {
                None => strategy_of(None, name, self.strategies.get(name)),
                Some((_, Some(strategies))) => strategy_of(Some(strategies), name, self.strategies.get(name)),
                Some((node, None)) => {
                    let exception =
                        Exception::attribute_error(Problem::InvalidEnvironment, &plain_value(node), "get");
                    // The error is the same for every parameter.
                    return self.faults.push(EntryLocation::of(&file.source, node, node).fault(exception));
                }
            };
            match self.strategies.get(name) {
                None => _ = self.strategies.insert(name.to_owned(), strategy),
                Some(chosen) if chosen.python_eq(&strategy) => {}
                Some(_) => {
                    let conflict = MergeConflict {
                        strategy: python::str_of(&strategy),
                        param: name.to_owned(),
                        env_file: file.source.name().to_owned(),
                    };
                    let exception = Exception::ConflictingMergeStrategyForParam(Box::new(conflict));
                    let place = EntryLocation::of(&file.source, &entry.key, &entry.key);
                    self.faults.push(place.fault(exception));
                }
            }
        }
    }
}

/// The strategy for a parameter: the one in the file, else the one that was chosen earlier, else the default of the file.
fn strategy_of(strategies: Option<&Mapping>, name: &str, chosen: Option<&Value>) -> Value {
    let written = |key: &str| strategies.and_then(|strategies| strategies.get(key)).map(plain_value);
    match written(name).or_else(|| chosen.cloned()) {
        Some(Value::String(own)) if MERGE_STRATEGIES.contains(&own.as_str()) => Value::String(own),
        _ => written("default").unwrap_or_else(|| Value::from(OVERWRITE)),
    }
}

#[cfg(test)]
mod tests {
    use heat_yaml::Source;

    use super::super::combine::MergeKind;
    use super::*;

    /// Merges files in which `words` and `more` are lists, and compares the parameters and the faults, with their files.
    fn check(files: &[&str], parameters: &str, faults: &[(&str, &str)]) {
        let files: Vec<_> = files
            .iter()
            .zip(["first", "second", "third"])
            .map(|(text, name)| EnvironmentFile::read(&Source::new(name, *text)))
            .collect();
        let kinds = ["words", "more"].map(|name| (name.to_owned(), MergeKind::List)).into();
        let (environment, found) = Environment::merge(&files, &IndexMap::new(), &kinds);
        let merged =
            environment.parameters.iter().map(|(name, setting)| (name.clone(), setting.value.clone()));
        assert_eq!(merged.collect::<Value>().to_string(), parameters);
        let found: Vec<_> = found
            .iter()
            .map(|fault| (fault.source.as_ref().map_or("", |source| source.name()), fault.to_string()))
            .collect();
        let found: Vec<_> = found.iter().map(|(name, message)| (*name, message.as_str())).collect();
        assert_eq!(found, faults);
    }

    #[test]
    fn unknown_names_are_kept_from_the_first_file_only() {
        check(&["parameters: {a: 1}", "parameters: {b: 2, words: [x]}"], r#"{"a": 1, "words": ["x"]}"#, &[]);
    }

    #[test]
    fn unknown_names_have_a_place() {
        let text = "parameters: {a: 1, b: 2}";
        let file = EnvironmentFile::read(&Source::new("first", text));
        let given = [("c".to_owned(), Value::from(3))].into_iter().collect();
        let (environment, _) = Environment::merge(&[file], &given, &IndexMap::new());
        let faults = environment.unknown_parameters(|name| name == "a");
        let shown = |fault: &Fault| {
            let file = fault.source.as_ref().map_or("", |source| source.name()).to_owned();
            (fault.to_string(), file, fault.span.map(|span| &text[span.start..span.end]))
        };
        let unknown = |name: &str| format!("The Parameter ({name}) was not defined in template.");
        assert_eq!(faults.iter().map(shown).collect::<Vec<_>>(), [(unknown("c"), String::new(), None)]);
        let file = EnvironmentFile::read(&Source::new("first", text));
        let (environment, _) = Environment::merge(&[file], &IndexMap::new(), &IndexMap::new());
        let faults = environment.unknown_parameters(|name| name == "a");
        assert_eq!(
            faults.iter().map(shown).collect::<Vec<_>>(),
            [(unknown("b"), "first".to_owned(), Some("b"))]
        );
    }

    #[test]
    fn strategies_have_to_agree() {
        check(
            &[
                "{parameters: {words: [a]}, parameter_merge_strategies: {default: merge}}",
                "{parameters: {words: [b]}}",
                "{parameters: {words: [c]}, parameter_merge_strategies: {words: merge}}",
            ],
            r#"{"words": ["a", "b", "c"]}"#,
            &[],
        );
        check(
            &[
                "parameters: {words: [a]}",
                "{parameters: {words: [b], more: [c]}, parameter_merge_strategies: {words: merge, more: merge}}",
                "parameters:",
            ],
            r#"{"words": ["b"], "more": ["c"]}"#,
            &[
                ("second", "Conflicting merge strategy 'merge' for parameter 'words' in file 'second'."),
                ("third", "environment has empty section \"parameters\""),
            ],
        );
    }

    #[test]
    fn other_sections_are_merged_by_key() {
        check(
            &["encrypted_param_names: [a]", "encrypted_param_names: [b]"],
            "{}",
            &[("second", "'list' object has no attribute 'items'")],
        );
    }
}
