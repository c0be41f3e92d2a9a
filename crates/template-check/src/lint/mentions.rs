//! Names that a template mentions anywhere.

use std::collections::{HashMap, HashSet};

use heat_hot::Template;
use heat_hot_language::Function;
use heat_yaml::{Node, Value};

/// Names that a template mentions.
#[derive(Debug, Default)]
pub(crate) struct Mentions<'a> {
    /// Parameters that functions name.
    parameters: HashSet<&'a str>,
    /// `true` if the name of a parameter is the result of another function.
    any_parameter: bool,
    /// Texts outside the section `parameters`, with the number of their occurrences.
    texts: HashMap<&'a str, usize>,
}

impl<'a> Mentions<'a> {
    /// Collects the names that a template mentions.
    pub(crate) fn of(template: &'a Template) -> Self {
        let mut mentions = Self::default();
        let parameters = template.keys().parameters;
        for entry in template.root().as_mapping().into_iter().flatten() {
            if entry.key.as_str() != Some(parameters) {
                mentions.add(&entry.value);
            }
        }
        mentions
    }

    /// Returns whether a function may read this parameter.
    pub(crate) fn uses_parameter(&self, name: &str) -> bool {
        self.any_parameter || self.parameters.contains(name)
    }

    /// Returns whether this text occurs anywhere as a value. Functions, resources and outputs name conditions and mappings in
    /// that way.
    pub(crate) fn has_text(&self, text: &str) -> bool {
        self.count(text) > 0
    }

    /// Number of times that this text occurs as a value.
    pub(crate) fn count(&self, text: &str) -> usize {
        self.texts.get(text).copied().unwrap_or_default()
    }

    fn add(&mut self, root: &'a Node) {
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            match &node.value {
                Value::String(text) => {
                    *self.texts.entry(text).or_default() += 1;
                }
                Value::Sequence(items) | Value::Set(items) => open.extend(items),
                Value::Mapping(map) => {
                    for entry in map {
                        let asks = [Function::GET_PARAM.name(), Function::REF.name()];
                        if entry.key.as_str().is_some_and(|key| asks.contains(&key)) {
                            self.ask(&entry.value);
                        }
                        open.push(&entry.value);
                    }
                }
                _ => {}
            }
        }
    }

    /// Adds the parameter that a function reads: a name, or the first item of a list.
    fn ask(&mut self, argument: &'a Node) {
        let name = match argument.as_sequence() {
            Some([first, ..]) => first,
            _ => argument,
        };
        match name.as_str() {
            Some(name) => {
                self.parameters.insert(name);
            }
            None => self.any_parameter = true,
        }
    }
}
