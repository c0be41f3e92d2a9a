//! The library contains exactly what `yaql.create_context()` of yaql 3.2.0 registers.
//!
//! `registered.json` contains that list: for each signature its name, whether it is a function (`F`) or a method (`M`) and takes
//! mappings as values (`N`), and its parameters, with `=` after parameters that have a default.

use serde_json::{Value, json};
use yaql::{Function, functions};

fn described(function: &Function) -> Value {
    let kinds = [(function.is_function(), "F"), (function.is_method(), "M"), (function.takes_rules(), "N")];
    let kinds: String = kinds.iter().filter(|(is_set, _)| *is_set).map(|(_, kind)| *kind).collect();
    let parameters: Vec<String> = function
        .parameters()
        .iter()
        .map(|parameter| {
            let name = parameter.split_once(':').map_or(parameter.as_str(), |(name, _)| name);
            format!("{name}{}", if parameter.contains(" = ") { "=" } else { "" })
        })
        .collect();
    json!([function.name(), kinds, parameters])
}

#[test]
fn every_registered_function_is_there() {
    let Value::Array(registered) = serde_json::from_str(include_str!("registered.json")).unwrap() else {
        panic!("a list is expected")
    };
    let mut ours: Vec<String> = functions().map(|function| described(&function).to_string()).collect();
    let mut theirs: Vec<String> = registered.iter().map(Value::to_string).collect();
    ours.sort();
    theirs.sort();
    let missing: Vec<_> = theirs.iter().filter(|one| !ours.contains(one)).collect();
    let extra: Vec<_> = ours.iter().filter(|one| !theirs.contains(one)).collect();
    assert!(missing.is_empty() && extra.is_empty(), "missing: {missing:#?}\nextra: {extra:#?}");
    assert_eq!((ours.len(), theirs.len()), (282, 282));
    let mut names: Vec<_> = functions().map(|function| function.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 191);
}
