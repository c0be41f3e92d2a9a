//! How each form of a function is written, and what it gives.

use super::variant::Variant;

/// What makes a form of a function.
struct Form {
    /// What it gives, as a sentence.
    summary: &'static str,
    /// The arguments that it takes; names in capitals stand for values.
    arguments: &'static [&'static str],
}

const fn form(summary: &'static str, arguments: &'static [&'static str]) -> Form {
    Form { summary, arguments }
}

impl Variant {
    /// What it gives, as a sentence; empty for what is no function.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        self.form().summary
    }

    /// The arguments that it takes, one for each way to write it. Names in capitals stand for values.
    #[must_use]
    pub const fn arguments(self) -> &'static [&'static str] {
        self.form().arguments
    }

    /// The keys of the map that it takes, if it takes one.
    ///
    /// ```
    /// use heat_hot::language::Variant;
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
                // Names in capitals stand for values.
                if key.chars().any(char::is_lowercase) && !keys.contains(&key) {
                    keys.push(key);
                }
            }
        }
        keys.into_iter()
    }

    const fn form(self) -> Form {
        match self {
            Self::GetParam => {
                form("The value of a parameter, or a part of it.", &["NAME", "[NAME, KEY_OR_INDEX, …]"])
            }
            Self::Ref => {
                form("The ID of a resource, or the value of a parameter.", &["RESOURCE_OR_PARAMETER"])
            }
            Self::ParamRef => form("The value of a parameter.", &["PARAMETER"]),
            Self::GetResource => form("The ID of a resource.", &["RESOURCE"]),
            Self::GetAttThenSelect => form(
                "An attribute of a resource, or a part of it.",
                &["[RESOURCE, ATTRIBUTE]", "[RESOURCE, ATTRIBUTE, KEY_OR_INDEX, …]"],
            ),
            Self::GetAtt => form(
                "An attribute of a resource, or a part of it, which the resource itself can look up.",
                &["[RESOURCE, ATTRIBUTE]", "[RESOURCE, ATTRIBUTE, KEY_OR_INDEX, …]"],
            ),
            Self::GetAttAllAttributes => form(
                "An attribute of a resource, or a part of it; without an attribute, a map of all attributes but `show`.",
                &["[RESOURCE, ATTRIBUTE]", "[RESOURCE, ATTRIBUTE, KEY_OR_INDEX, …]", "[RESOURCE]"],
            ),
            Self::CfnGetAtt => form("An attribute of a resource.", &["[RESOURCE, ATTRIBUTE]"]),
            Self::GetFile => form("The content of a file.", &["FILE_OR_URL"]),
            Self::ResourceFacade | Self::CfnResourceFacade => self.facade(),
            Self::Base64 => form("The text, unchanged.", &["TEXT"]),
            Self::GetAzs => form("The names of the availability zones.", &["REGION"]),
            Self::FindInMap => form("A value of a mapping.", &["[MAPPING, KEY, KEY]"]),
            Self::Digest => form("The digest of a text, in hexadecimal digits.", &["[ALGORITHM, TEXT]"]),
            Self::Yaql => form("The result of a YAQL expression.", &["{expression: EXPRESSION, data: DATA}"]),
            Self::Removed | Self::Invalid => form("", &[]),
            Self::If | Self::IfNullable | Self::Equals | Self::Not | Self::CfnNot | Self::And | Self::Or => {
                self.condition()
            }
            Self::Replace
            | Self::CfnReplace
            | Self::ReplaceJson
            | Self::ReplaceJsonStrict
            | Self::ReplaceJsonVeryStrict
            | Self::Join
            | Self::JoinMultiple
            | Self::StrSplit
            | Self::Split
            | Self::MakeUrl => self.text(),
            _ => self.collection(),
        }
    }

    const fn facade(self) -> Form {
        const SUMMARY: &str =
            "What the template around a nested template says of the resource that it implements.";
        if matches!(self, Self::CfnResourceFacade) {
            return form(SUMMARY, &["Metadata", "DeletionPolicy", "UpdatePolicy"]);
        }
        form(SUMMARY, &["metadata", "deletion_policy", "update_policy"])
    }

    const fn condition(self) -> Form {
        match self {
            Self::If => form(
                "One of two values, depending on a condition.",
                &["[CONDITION, VALUE_IF_TRUE, VALUE_IF_FALSE]"],
            ),
            Self::IfNullable => form(
                "One of two values, depending on a condition; without a second value, a false condition removes what it stands for.",
                &["[CONDITION, VALUE_IF_TRUE, VALUE_IF_FALSE]", "[CONDITION, VALUE_IF_TRUE]"],
            ),
            Self::Equals => form("Whether two values are equal.", &["[VALUE, VALUE]"]),
            Self::Not => form("Whether a condition is false.", &["CONDITION"]),
            Self::CfnNot => form("Whether a condition is false.", &["[CONDITION]"]),
            Self::And => form("Whether all conditions are true.", &["[CONDITION, CONDITION, …]"]),
            _ => form("Whether one of the conditions is true.", &["[CONDITION, CONDITION, …]"]),
        }
    }

    const fn text(self) -> Form {
        const REPLACE: &[&str] = &["{template: TEXT, params: {KEY: VALUE, …}}"];
        match self {
            Self::Replace => {
                form("A text with keys replaced by values, which are strings, numbers or booleans.", REPLACE)
            }
            Self::ReplaceJson => {
                form("A text with keys replaced by values; lists and maps become JSON.", REPLACE)
            }
            Self::ReplaceJsonStrict => {
                form("A text with keys replaced by values; each key has to occur in the text.", REPLACE)
            }
            Self::ReplaceJsonVeryStrict => form(
                "A text with keys replaced by values; each key has to occur in the text, and no value may be empty.",
                REPLACE,
            ),
            Self::CfnReplace => form("A text with keys replaced by values.", &["[{KEY: VALUE, …}, TEXT]"]),
            Self::Join => form("The strings of a list, joined.", &["[DELIMITER, [TEXT, …]]"]),
            Self::JoinMultiple => form(
                "The items of one or more lists, joined; lists and maps in them become JSON.",
                &["[DELIMITER, [ITEM, …], …]"],
            ),
            Self::StrSplit => form(
                "The parts of a text as a list, or one of them.",
                &["[DELIMITER, TEXT]", "[DELIMITER, TEXT, INDEX]"],
            ),
            Self::Split => form("The parts of a text as a list.", &["[DELIMITER, TEXT]"]),
            _ => form(
                "A URL from its parts, of which each can be omitted.",
                &[
                    "{scheme: TEXT, username: TEXT, password: TEXT, host: TEXT, port: NUMBER, path: TEXT, query: MAP, fragment: TEXT}",
                ],
            ),
        }
    }

    const fn collection(self) -> Form {
        match self {
            Self::Repeat => form(
                "A list with a copy of the template for each item of the lists, or for each combination of their items.",
                &["{for_each: {VARIABLE: LIST, …}, template: VALUE}"],
            ),
            Self::RepeatWithMap => form(
                "A list with a copy of the template for each item of a list or key of a map, or for each combination.",
                &["{for_each: {VARIABLE: LIST_OR_MAP, …}, template: VALUE}"],
            ),
            Self::RepeatWithNestedLoop => form(
                "A list with a copy of the template for each item of a list or key of a map, or for each combination; with `permutations: false`, for the items at the same place in lists of the same length.",
                &[
                    "{for_each: {VARIABLE: LIST_OR_MAP, …}, template: VALUE}",
                    "{for_each: {VARIABLE: LIST, …}, permutations: false, template: VALUE}",
                ],
            ),
            Self::MapMerge => form("One map from several; later ones take precedence.", &["[MAP, …]"]),
            Self::MapReplace => form(
                "A map with keys and values replaced.",
                &["[MAP, {keys: {OLD: NEW, …}, values: {OLD: NEW, …}}]"],
            ),
            Self::Filter => form("A list without some values.", &["[VALUES, LIST]"]),
            Self::ListConcat => form("One list from several.", &["[LIST, LIST, …]"]),
            Self::ListConcatUnique => {
                form("One list from several, in which each value occurs once.", &["[LIST, LIST, …]"])
            }
            Self::Contains => form("Whether a value is in a list.", &["[VALUE, LIST]"]),
            Self::Select => {
                form("An item of a list, or the value of a key.", &["[INDEX_OR_KEY, LIST_OR_MAP]"])
            }
            _ => form(
                "A map from a list of texts such as `.member.0.Name=key`.",
                &["[KEY_NAME, VALUE_NAME, LIST]"],
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use crate::language::{FUNCTIONS, HotVersion, TemplateVersion, Variant};

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

    /// Functions of both kinds of templates do the same under different names.
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
