//! The functions of templates, in property values and in conditions.

use heat_hot_language::{FUNCTIONS, Function, HotVersion, TemplateVersion, Variant};
use serde_json::{Map, Value as Json, json};

use super::super::{pattern, tooltip};
use super::alternatives::anything;
use super::descriptions::describe;
use super::syntax::{Syntax, all_versions};

/// The definitions of function calls.
///
/// The docs of functions are separate from the limit of one key, because the YAML language server offers no keys once the limit
/// is reached.
pub(super) fn definitions() -> Vec<(String, Json)> {
    let values: Vec<&Function> = FUNCTIONS.iter().filter(|function| is_value(function)).collect();
    let conditions: Vec<&Function> = FUNCTIONS.iter().filter(|function| is_condition(function)).collect();
    let mut condition = call(&conditions, "condition_functions", "There is no such function for conditions.");
    condition["type"] = json!(["string", "boolean", "object"]);
    vec![
        ("is_call".to_owned(), is_call(&values)),
        ("is_condition_call".to_owned(), is_call(&conditions)),
        ("functions".to_owned(), all_docs(&values)),
        ("condition_functions".to_owned(), all_docs(&conditions)),
        ("call_if_map".to_owned(), call(&values, "functions", "There is no such function.")),
        ("condition".to_owned(), condition),
        ("anything".to_owned(), json!({})),
    ]
}

/// The condition that a value is a map that calls one of these functions.
fn is_call(functions: &[&Function]) -> Json {
    // Not an `enum`: while a key is being completed, the YAML language server treats the beginning of a value as the value.
    let pattern: Vec<String> = functions.iter().map(|function| pattern::literal(function.name())).collect();
    let pattern = format!("^(?:{})$", pattern.join("|"));
    json!({"type": "object", "minProperties": 1, "maxProperties": 1, "propertyNames": {"pattern": pattern}})
}

/// The requirements on a map that must call one of these functions, whose docs are in a definition.
fn call(functions: &[&Function], docs: &str, message: &str) -> Json {
    let names: Vec<&str> = functions.iter().map(|function| function.name()).collect();
    json!({
        "minProperties": 1,
        "maxProperties": 1,
        "propertyNames": {"enum": names, "errorMessage": message},
        "allOf": [{"$ref": format!("#/definitions/{docs}")}],
    })
}

/// The docs of functions. Functions that the newest HOT version does not have are in patterns, so that editors do not offer them.
fn all_docs(functions: &[&Function]) -> Json {
    let newest = Syntax::Hot.newest();
    let (mut offered, mut others) = (Map::new(), Map::new());
    for function in functions {
        if function.is_value(newest) || function.is_condition(newest) {
            offered.insert(function.name().to_owned(), docs(function));
        } else {
            others.insert(format!("^{}$", pattern::literal(function.name())), docs(function));
        }
    }
    json!({"properties": offered, "patternProperties": others})
}

/// Returns whether some template version has the function in values.
fn is_value(function: &Function) -> bool {
    all_versions().any(|version| function.is_value(version))
}

fn is_condition(function: &Function) -> bool {
    all_versions().any(|version| function.is_condition(version))
}

/// The docs of a function as of the newest version that has it, with the keys of its argument.
fn docs(function: &Function) -> Json {
    let is_there = |version: &TemplateVersion| function.is_value(*version) || function.is_condition(*version);
    let newest = all_versions().rfind(is_there);
    let variant = newest.map_or(Variant::Invalid, |version| function.form(version));
    let mut entry = Map::new();
    let versions = range(function);
    let markdown = format!("{}\n\n{versions}", tooltip::function(function.name(), variant).trim_end());
    describe(&mut entry, [variant.summary().to_owned(), versions].into_iter(), &markdown);
    let keys: Map<String, Json> = variant.argument_keys().map(|key| (key.to_owned(), json!({}))).collect();
    if keys.is_empty() {
        entry.insert("anyOf".into(), anything());
    } else {
        entry.insert("properties".into(), keys.into());
    }
    entry.into()
}

/// The HOT versions that have a function, in words.
fn range(function: &Function) -> String {
    let is_there = |version: &HotVersion| {
        let version = TemplateVersion::Hot(*version);
        function.is_value(version) || function.is_condition(version)
    };
    let there: Vec<HotVersion> = HotVersion::ALL.into_iter().filter(is_there).collect();
    let (Some(first), Some(last)) = (there.first(), there.last()) else {
        return "Only in CFN-style templates.".to_owned();
    };
    let is_oldest = HotVersion::ALL.first() == Some(first);
    match (is_oldest, *last == HotVersion::NEWEST) {
        (true, true) => "In all versions of HOT.".to_owned(),
        (false, true) => format!("Since {}.", words(*first)),
        (true, false) if first == last => format!("In HOT only in {}.", words(*first)),
        _ => format!("In HOT until {}.", words(*last)),
    }
}

/// A version with its alias.
fn words(version: HotVersion) -> String {
    let alias = version.alias().map(|alias| format!(" ({alias})")).unwrap_or_default();
    format!("{}{alias}", version.as_str())
}
