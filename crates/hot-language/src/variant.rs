//! Descriptions of the forms of functions.

use super::functions::{Reads, Variant};

impl Variant {
    /// Name of Heat's class, which occurs in some messages of Python.
    #[must_use]
    pub const fn class(self) -> &'static str {
        self.form().class
    }

    /// Result of the form, as a sentence; empty for a form without a function.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        self.form().summary
    }

    /// Arguments of the form, one entry for each way to write them. Names in capitals represent values.
    #[must_use]
    pub const fn arguments(self) -> &'static [&'static str] {
        self.form().arguments
    }

    /// Returns the keys of the map that the form takes, if it takes one.
    ///
    /// ```
    /// use heat_hot_language::Variant;
    /// assert!(Variant::ReplaceJson.argument_keys().eq(["template", "params"]));
    /// ```
    pub fn argument_keys(self) -> impl Iterator<Item = &'static str> {
        let mut keys: Vec<&'static str> = Vec::new();
        for map in self.arguments().iter().filter_map(|arguments| arguments.strip_prefix('{')) {
            let mut depth = 0_usize;
            let parts = map.split(|char: char| {
                match char {
                    '{' | '[' => depth += 1,
                    '}' | ']' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                char == ',' && depth == 0
            });
            for key in parts.filter_map(|part| Some(part.split_once(':')?.0.trim())) {
                // Names in capitals represent values.
                if key.chars().any(char::is_lowercase) && !keys.contains(&key) {
                    keys.push(key);
                }
            }
        }
        keys.into_iter()
    }

    /// Returns whether the function parses its arguments itself, instead of the parser of snippets.
    #[must_use]
    pub const fn is_macro(self) -> bool {
        matches!(self, Self::If | Self::IfNullable)
    }

    /// Returns whether the function's result depends on more than its arguments, the parameters and the conditions: on resources,
    /// files, or the stack around a nested stack, which are not the same before and after a stack is created.
    #[must_use]
    pub const fn asks_the_stack(self) -> bool {
        matches!(self.form().reads, Reads::Stack)
    }

    /// Returns whether the function's result depends on more than its arguments.
    #[must_use]
    pub const fn reads(self) -> bool {
        !matches!(self.form().reads, Reads::Nothing)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use crate::{FUNCTIONS, HotVersion, TemplateVersion, Variant};

    #[test]
    fn functions_that_take_a_map_have_keys() {
        fn check(variant: Variant, expect: &[&str]) {
            assert_eq!(variant.argument_keys().collect::<Vec<_>>(), expect, "{variant:?}");
        }
        check(Variant::ReplaceJson, &["template", "params"]);
        check(Variant::RepeatWithNestedLoop, &["for_each", "template", "permutations"]);
        check(Variant::Yaql, &["expression", "data"]);
        check(Variant::Join, &[]);
        check(Variant::MapReplace, &[]);
    }

    #[test]
    fn each_form_says_how_it_is_written() {
        let versions = HotVersion::ALL.map(TemplateVersion::Hot);
        for version in versions.into_iter().chain([TemplateVersion::HeatCfn, TemplateVersion::AwsCfn]) {
            for function in FUNCTIONS {
                if function.is_value(version) || function.is_condition(version) {
                    let form = function.form(version);
                    assert!(form.summary().ends_with('.'), "{}", function.name());
                    assert!(!form.arguments().is_empty(), "{}", function.name());
                }
            }
        }
        assert!(Variant::Invalid.arguments().is_empty());
    }

    /// Equivalent functions of both kinds of templates share a summary.
    #[test]
    fn functions_that_are_different_say_different_things() {
        let mut names: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        let versions = HotVersion::ALL.map(TemplateVersion::Hot);
        for version in versions.into_iter().chain([TemplateVersion::HeatCfn, TemplateVersion::AwsCfn]) {
            for function in FUNCTIONS {
                if function.is_value(version) || function.is_condition(version) {
                    names.entry(function.form(version).summary()).or_default().insert(function.name());
                }
            }
        }
        let shared: BTreeSet<String> = names
            .into_values()
            .filter(|names| names.len() > 1)
            .map(|names| names.into_iter().collect::<Vec<_>>().join(" "))
            .collect();
        let same = [
            "Fn::And and",
            "Fn::Equals equals",
            "Fn::If if",
            "Fn::Join list_join",
            "Fn::Not not",
            "Fn::Or or",
            "Fn::ResourceFacade resource_facade",
        ];
        assert_eq!(shared, BTreeSet::from(same.map(str::to_owned)));
    }
}
