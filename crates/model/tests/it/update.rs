//! Changes that an update makes.

#![expect(clippy::unwrap_used, reason = "tests say what must hold by panicking")]

use heat_model::custom_constraint::{CustomConstraints, CustomViolation};
use heat_model::evaluate::{Context, Evaluator, Query, ResolveError};
use heat_model::update::{Decision, Definition, ResourceState, changes_between, preview};
use heat_model::{ResourceType, Value};
use indexmap::IndexMap;

struct Nothing;

impl CustomConstraints for Nothing {
    fn check(&self, _: &str, _: &Value) -> Result<(), CustomViolation> {
        Err(CustomViolation::NotFound)
    }
}

fn check(before: &str, after: &str, expect: (&[usize], Decision)) {
    let schema: ResourceType = serde_json::from_str(
        r#"{"type": "My::Custom::Token", "properties": {
            "size": {"type": "integer", "update_allowed": true},
            "name": {"type": "string"},
            "zone": {"type": "string", "immutable": true, "default": "here"},
            "tags": {"type": "map", "schema": {"a": {"type": "integer", "update_allowed": true}}}}}"#,
    )
    .unwrap();
    let evaluator = Evaluator::new(&schema);
    let data = |json| serde_json::from_str(json).unwrap();
    let changes =
        changes_between(&evaluator, &data(before), &data(after), &Context::new(&Nothing), &[]).unwrap();
    assert_eq!((&*changes.changed, changes.decision), expect, "{before} {after}");
}

#[test]
fn the_worst_change_decides() {
    check(r#"{"size": 5}"#, r#"{"size": "5"}"#, (&[], Decision::NoChange));
    check(r#"{"size": 5}"#, r#"{"size": 6}"#, (&[0], Decision::InPlace));
    check(r#"{"size": 5}"#, r#"{"size": 6, "name": "x"}"#, (&[0, 1], Decision::Replace));
    check(r#"{"name": "x"}"#, r#"{"name": "y", "zone": "there"}"#, (&[1, 2], Decision::Refused));
    check("{}", r#"{"zone": "here"}"#, (&[], Decision::NoChange));
}

#[test]
fn members_do_not_decide() {
    check(r#"{"tags": {"a": 1}}"#, r#"{"tags": {"a": 2}}"#, (&[3], Decision::Replace));
}

#[test]
fn unreadable_old_values_count_as_changed() {
    check(r#"{"size": "many"}"#, r#"{"size": 1}"#, (&[0], Decision::InPlace));
}

#[test]
fn old_and_new_names_given_together_before_are_an_error() {
    let schema: ResourceType = serde_json::from_str(
        r#"{"type": "My::Custom::Token",
            "properties": {"new": {"type": "string"}, "old": {"type": "string"}},
            "translation_rules": [{"rule": "replace", "translation_path": ["new"], "value_path": ["old"]}]}"#,
    )
    .unwrap();
    let data = |json| serde_json::from_str(json).unwrap();
    let (both, one) = (data(r#"{"new": "a", "old": "b"}"#), data(r#"{"new": "a"}"#));
    let context = Context::new(&Nothing);
    let changes = changes_between(&Evaluator::new(&schema), &both, &one, &context, &[]);
    let paths: Vec<String> = changes.unwrap_err().iter().map(|error| error.path.to_string()).collect();
    assert_eq!(paths, ["new"]);
}

#[test]
fn unresolvable_old_names_are_left_unchanged() {
    let schema: ResourceType = serde_json::from_str(
        r#"{"type": "My::Custom::Token", "properties": {"network": {"type": "string", "update_allowed": true}},
            "translation_rules": [{"rule": "resolve", "translation_path": ["network"], "finder": "find"}]}"#,
    )
    .unwrap();
    let find = |query: &Query<'_>| match query.value.as_str() {
        Some("id") => Err(ResolveError::new("id was not found")),
        _ => Ok(Value::from("id")),
    };
    let context = Context::new(&Nothing).with_resolver(&find);
    let evaluator = Evaluator::new(&schema);
    let data = |name: &str| IndexMap::from([("network".to_owned(), Value::from(name))]);
    let definition = |name: &str| Definition { properties: Some(data(name)), ..Definition::default() };
    // The old data have the ID that the new name resolves to.
    let changes = changes_between(&evaluator, &data("id"), &data("name"), &context, &[]).unwrap();
    assert_eq!(changes.decision, Decision::NoChange);
    let changes = preview(&evaluator, &definition("id"), &definition("name"), &context).unwrap();
    assert!(changes.changed.is_empty(), "{changes:?}");
    // In the new data, it is an error.
    assert!(changes_between(&evaluator, &data("name"), &data("id"), &context, &[]).is_err());
    assert!(preview(&evaluator, &definition("name"), &definition("id"), &context).is_err());
}

#[test]
fn properties_are_compared_as_written() {
    fn check(before: Option<&str>, after: Option<&str>, expect: bool) {
        let definition = |json: Option<&str>| Definition {
            properties: json.map(|json| serde_json::from_str(json).unwrap()),
            ..Definition::default()
        };
        let diff = definition(after).diff(&definition(before));
        assert_eq!(diff.properties, expect, "{before:?} {after:?}");
    }
    check(Some(r#"{"a": 1, "b": "x"}"#), Some(r#"{"b": "x", "a": 1.0}"#), false);
    check(Some(r#"{"a": 1}"#), Some(r#"{"a": 2}"#), true);
    check(Some(r#"{"a": 1}"#), Some(r#"{"a": 1, "b": null}"#), true);
    check(Some(r#"{"a": 1, "b": null}"#), Some(r#"{"a": 1}"#), true);
    check(Some(r#"{"a": null}"#), Some(r#"{"b": null}"#), true);
    check(None, Some("{}"), true);
    check(None, None, false);
}

#[test]
fn a_rule_without_a_source_hides_no_error_of_another() {
    let schema: ResourceType = serde_json::from_str(
        r#"{"type": "My::Custom::Token",
            "properties": {
                "early": {"type": "string", "update_allowed": true},
                "late": {"type": "string", "update_allowed": true}},
            "translation_rules": [
                {"rule": "add", "translation_path": ["early"], "custom_value_path": ["nowhere"]},
                {"rule": "add", "translation_path": ["late"]}]}"#,
    )
    .unwrap();
    let evaluator = Evaluator::new(&schema);
    let data = |json| serde_json::from_str(json).unwrap();
    let changes = changes_between(
        &evaluator,
        &data(r#"{"early": "a", "late": "b"}"#),
        &data(r#"{"late": "b"}"#),
        &Context::new(&Nothing),
        &[],
    );
    let paths: Vec<String> = changes.unwrap_err().iter().map(|error| error.path.to_string()).collect();
    assert_eq!(paths, ["late"]);
}

#[test]
fn a_state_can_replace_by_itself() {
    let replaces = |action, status| ResourceState { action, status }.replaces(false, true, true);
    assert!(replaces("CREATE", "FAILED"));
    assert!(replaces("DELETE", "COMPLETE"));
    assert!(replaces("INIT", "COMPLETE"));
    assert!(!replaces("UPDATE", "COMPLETE"));
    assert!(!ResourceState { action: "INIT", status: "COMPLETE" }.replaces(true, true, true));
    assert!(!ResourceState { action: "CHECK", status: "FAILED" }.replaces(false, false, false));
}
