use heat_admit::Judge;
use heat_model::load::load_schema;
use heat_model::{ReleaseTable, ResourceType, Value, json};
use heat_yaml::Source;
use indexmap::IndexMap;
use proptest::prelude::*;
use proptest::sample::select;

use crate::{Finding, Policy, Severity, compare};

const PROPERTIES: &str = "
  a: {type: string}
  b: {type: string, default: ''}
  c: {type: string, constraints: [{allowed_values: [x, y, z]}]}
  n: {type: integer}
  m: {type: integer, constraints: [{range: {min: 0}}]}
  flag: {type: boolean}
  map: {type: map, schema: {kind: {type: string}, name: {type: string}}}
  list: {type: list, schema: {'*': {type: map, schema: {x: {type: string}, y: {type: string}, n: {type: integer}}}}}";

fn schema(properties: &str, rules: &str) -> ResourceType {
    let text = format!("type: My::Custom::Token\nproperties: {properties}\nvalidation_rules: [{rules}]");
    let loaded = load_schema(&Source::new("Token.yaml", text));
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    loaded.file.unwrap().schema
}

fn findings(before: &ResourceType, after: &ResourceType) -> Vec<Finding> {
    let releases = ReleaseTable::default();
    compare(&[before], &[after], &Policy::new(&releases))
}

/// The findings, each as its rule and the data that show it.
fn found(before: &ResourceType, after: &ResourceType) -> Vec<String> {
    let judges = [before, after].map(Judge::new);
    let text = |finding: &Finding| {
        let shown = finding.evidence.as_ref().map(|evidence| {
            assert!(judges[0].accepts(&evidence.data) && !judges[1].accepts(&evidence.data));
            format!(" {}", Value::from(evidence.data.clone()))
        });
        format!("{}{}", finding.rule.id, shown.unwrap_or_default())
    };
    findings(before, after).iter().map(text).collect()
}

#[track_caller]
fn check(before: &str, after: &str, expect: &[&str]) {
    assert_eq!(found(&schema(PROPERTIES, before), &schema(PROPERTIES, after)), expect);
}

#[test]
fn new_rules_have_a_witness() {
    check("", "{at_most_one: [[a], [b]]}", &[r#"validation-rule-added {"a": "a", "b": "a"}"#]);
    check("", "{at_least_one: [[a], [n]]}", &["validation-rule-added {}"]);
    check("", "{none: [{property: [c], in: [y]}]}", &[r#"validation-rule-added {"c": "y"}"#]);
    check("", "{ascending: [[n], [m]]}", &[r#"validation-rule-added {"n": 1, "m": 0}"#]);
    check("", "{equal: [[a], [b]]}", &[r#"validation-rule-added {"a": "a", "b": "b"}"#]);
    check(
        "",
        "{none: [{property: [a], custom_constraint: ip_addr}]}",
        &[r#"validation-rule-added {"a": "192.0.2.1"}"#],
    );
    check("", "{for_each: [list], exactly_one: [[x], [y]]}", &[r#"validation-rule-added {"list": [{}]}"#]);
    check(
        "",
        "{at_most_one: [{items: [list], where: [[x]]}]}",
        &[r#"validation-rule-added {"list": [{"x": "a"}, {"x": "a"}]}"#],
    );
    check(
        "",
        "{when: [{property: [map, kind], in: [k]}], all: [[map, name]]}",
        &[r#"validation-rule-added {"map": {"kind": "k"}}"#],
    );
    check("", "{ascending: [{sum: [[list, n]]}, 3]}", &[r#"validation-rule-added {"list": [{"n": 4}]}"#]);
}

#[test]
fn another_way_of_writing_breaks_nothing() {
    let reworded = &["validation-rules-reworded"];
    check("{at_most_one: [[a], [b], [n]]}", "{at_most_one: [[n], [b], [a]]}", reworded);
    check("{when: [[a], [n]], none: [[b]]}", "{when: [[n], [a]], none: [[b]]}", reworded);
    check("{all: [[a], [b]]}", "{all: [[a]]}, {all: [[b]]}", reworded);
    check("{exactly_one: [[a], [b]]}", "{at_most_one: [[b], [a]]}, {at_least_one: [[a], [b]]}", reworded);
    check("{when: [[a]], all: [[b]]}", "{when: [{property: [b], is: empty}], none: [[a]]}", reworded);
    check("{none: [{property: [c], in: [x, y]}]}", "{all: [{property: [c], not_in: [y, x]}]}", reworded);
    check(
        "{ascending: [0, [n], [m]]}",
        "{ascending: [0, [n]]}, {ascending: [0, [m]]}, {ascending: [[n], [m]]}",
        reworded,
    );
    // These rules repeat a constraint.
    check("", "{ascending: [0, [m]]}", reworded);
    check("", "{all: [{property: [b], is: given}]}", reworded);
    check("{none: [[a]]}", "{none: [[a]]}, {when: [[a]], all: [[b]]}", reworded);
}

#[test]
fn relaxed_rules_are_safe() {
    let widened = &["validation-rule-widened"];
    check("{at_most_one: [[a], [b]]}", "{when: [[n]], at_most_one: [[a], [b]]}", widened);
    check("{none: [{property: [c], in: [x, y]}]}", "{none: [{property: [c], in: [y]}]}", widened);
    check("{all: [{property: [c], in: [x]}]}", "{all: [{property: [c], in: [x, y]}]}", widened);
    check("{at_most_one: [[a], [b], [n]]}", "{at_most_one: [[a], [b]]}", widened);
    check("{at_least_one: [[a], [b]]}", "{at_least_one: [[a], [b], [n]]}", widened);
    check("{all: [{property: [n], is: filled}]}", "{all: [{property: [n], is: given}]}", widened);
    check("{ascending: [[n], 3]}", "{ascending: [[n], 4]}", widened);
    check("{none: [[a]]}", "", &["validation-rule-removed"]);
}

#[test]
fn narrowed_and_changed_rules_have_a_witness() {
    check(
        "{at_most_one: [[a], [b]]}",
        "{at_most_one: [[a], [b], [n]]}",
        &[r#"validation-rule-narrowed {"b": "a", "n": 1}"#],
    );
    check("{at_least_one: [[a], [b]]}", "{at_least_one: [[a]]}", &[r#"validation-rule-narrowed {"b": "a"}"#]);
    check("{when: [[a]], none: [[b]]}", "{none: [[b]]}", &[r#"validation-rule-narrowed {"b": "a"}"#]);
    check(
        "{none: [{property: [c], in: [x]}]}",
        "{none: [{property: [c], in: [y]}]}",
        &[r#"validation-rule-changed {"c": "y"}"#],
    );
    check("{ascending: [[n], 4]}", "{ascending: [[n], 3]}", &[r#"validation-rule-narrowed {"n": 4}"#]);
    // A common rule has to be satisfied, too.
    check(
        "{all: [[a]]}",
        "{all: [[a]]}, {at_least_one: [[b], [n]]}",
        &[r#"validation-rule-added {"a": "a"}"#],
    );
}

#[test]
fn what_was_already_enforced_is_documented() {
    check("", "{at_most_one: [[a], [b]], already_enforced: true}", &["validation-rule-documented"]);
    check("{none: [[a]]}", "{none: [[a]], already_enforced: true}", &["validation-rules-reworded"]);
    check(
        "{at_most_one: [[a], [b]], already_enforced: true}",
        "{at_most_one: [[a], [b], [n]], already_enforced: true}",
        &["validation-rule-documented"],
    );
    check(
        "{at_most_one: [[a], [b]], already_enforced: true}",
        "{at_most_one: [[a], [b], [n]]}",
        &[r#"validation-rule-narrowed {"b": "a", "n": 1}"#],
    );
}

#[test]
fn rules_of_many_properties_are_compared() {
    let names: Vec<String> = (0..24).map(|number| format!("p{number}")).collect();
    let properties: Vec<String> = names.iter().map(|name| format!("\n  {name}: {{type: integer}}")).collect();
    let properties = properties.concat();
    let listed = |key: &str, count: usize| {
        let conditions: Vec<String> =
            names.iter().take(count).map(|name| format!("{{property: [{name}], is: given}}")).collect();
        format!("{{{key}: [{}]}}", conditions.join(", "))
    };
    let check = |before: &str, after: &str, expect: &[&str]| {
        assert_eq!(found(&schema(&properties, before), &schema(&properties, after)), expect);
    };
    for (key, narrowed) in [("at_least_one", false), ("at_most_one", true)] {
        let (few, many) = (listed(key, 23), listed(key, 24));
        let (narrow, wide) = if narrowed { (&many, &few) } else { (&few, &many) };
        check(narrow, wide, &["validation-rule-widened"]);
        assert_eq!(found(&schema(&properties, wide), &schema(&properties, narrow)).len(), 1);
        assert!(
            found(&schema(&properties, wide), &schema(&properties, narrow))[0]
                .starts_with("validation-rule-narrowed {")
        );
    }
    let all = found(&schema(&properties, &listed("all", 23)), &schema(&properties, &listed("all", 24)));
    assert!(all[0].starts_with("validation-rule-narrowed {"), "{all:?}");
}

#[test]
fn a_rename_takes_its_rules_along() {
    let old = "{a: {type: string}, b: {type: string}}";
    let new = "{a: {type: string}, b: {type: string}, b2: {type: string}}
translation_rules: [{rule: replace, translation_path: [b2], value_name: b}]";
    let before = schema(old, "{at_most_one: [[a], [b]]}");
    let after = schema(new, "{at_most_one: [[a], [b2]]}");
    let breaking: Vec<_> = findings(&before, &after)
        .into_iter()
        .filter(|finding| finding.severity == Severity::Breaking)
        .collect();
    assert!(breaking.is_empty(), "{breaking:?}");
    // A new rule for the new name refuses data that set the old name.
    let stricter = schema(new, "{at_most_one: [[a], [b2]]}, {none: [[b2]]}");
    assert!(found(&before, &stricter).contains(&r#"validation-rule-added {"b": "a"}"#.to_owned()));
}

#[test]
fn a_rule_with_the_value_of_another_property_proves_nothing() {
    let properties = "
  b: {type: string}
  c: {type: string, required: true, constraints: [{allowed_values: [x, y]}]}
translation_rules: [{rule: replace, translation_path: [b], value: {get_property: c}}]";
    let side = |rules: &str| schema(properties, rules);
    assert_eq!(found(&side(""), &side("{none: [{property: [b], in: [y]}]}")), ["validation-rule-added"]);
}

#[test]
fn a_rule_can_refuse_more_because_of_a_property() {
    let rule = "{at_most_one: [[a], [b]]}";
    let properties = |b: &str| schema(&format!("{{a: {{type: string}}, b: {{type: string{b}}}}}"), rule);
    let narrowed = r#"validation-rule-narrowed {"a": "a"}"#;
    assert_eq!(found(&properties(""), &properties(", default: x")), [narrowed, "property-default-added"]);
    assert_eq!(found(&properties(", default: x"), &properties("")), ["property-default-removed"]);
    // An empty default is not filled.
    assert_eq!(found(&properties(""), &properties(", default: ''")), ["property-default-added"]);
    // Another change of the property alone does not matter for the rule.
    assert_eq!(
        found(&properties(""), &properties(", update_allowed: true")),
        ["property-update-allowed-added"]
    );
}

#[test]
fn required_properties_are_included() {
    let properties = "{id: {type: integer, required: true}, a: {type: string}}";
    let (before, after) = (schema(properties, ""), schema(properties, "{none: [[a]]}"));
    assert_eq!(found(&before, &after), [r#"validation-rule-added {"id": 0, "a": "a"}"#]);
}

#[test]
fn a_witness_satisfies_the_rules_that_it_had_to_satisfy() {
    let check = |before: &str, after: &str, expect: &[&str]| {
        assert_eq!(found(&schema(SMALL, before), &schema(SMALL, after)), expect);
    };
    let one_item = "{exactly_one: [{items: [list]}]}";
    let removed = "validation-rule-removed";
    check(one_item, "{none: [[a]]}", &[r#"validation-rule-added {"a": "a", "list": [{}]}"#, removed]);
    check(
        one_item,
        "{at_most_one: [[a], [a]]}",
        &[r#"validation-rule-added {"a": "a", "list": [{}]}"#, removed],
    );
}

#[test]
fn a_side_that_accepts_nothing_loses_nothing() {
    // `b` always has a value, so that an item with both members is required, which the other rule forbids.
    let common = "{for_each: [list], at_most_one: [[x], [n]]}";
    let impossible =
        "{when: [{property: [b], is: given}], at_least_one: [{items: [list], where: [[n], [x]]}]}";
    for new in ["{equal: [[n], [m]]}", "{ascending: [[n], [m]]}"] {
        let side = |rule: &str| schema(SMALL, &format!("{common}, {rule}"));
        assert_eq!(found(&side(impossible), &side(new)), ["validation-rule-removed"]);
    }
    // A text is never the number 1: there was no item.
    let old = schema(SMALL, "{when: [{property: [a], not_in: [1]}], none: [{items: [list]}]}");
    let new = "{when: [{items: [list]}, {property: [b], not_in: [1]}], all: [{property: [n], in: [u]}, [b]]},
        {ascending: [{sum: [[list, n]]}, [n]]}";
    let found = findings(&old, &schema(SMALL, new));
    assert!(found.iter().all(|finding| finding.severity == Severity::Safe || finding.evidence.is_some()));
}

#[test]
fn properties_that_are_compared_share_their_values() {
    let side = |rules: &str| schema(SMALL, &format!("{{equal: [[a], [b]]}}{rules}"));
    let refused = ", {when: [{property: [a], in: [u]}, [b]], at_least_one: [{property: [a], is: empty}]}";
    assert_eq!(found(&side(""), &side(refused)), [r#"validation-rule-added {"a": "u", "b": "u"}"#]);
}

const SMALL: &str =
    "{a: {type: string}, b: {type: string, default: d}, n: {type: integer}, m: {type: integer, default: 1},
  list: {type: list, schema: {'*': {type: map, schema: {x: {type: string}, n: {type: integer}}}}}}";

fn condition() -> impl Strategy<Value = String> {
    let path = || select(vec!["[a]", "[b]", "[n]", "[m]"]);
    let state = select(vec!["filled", "empty", "given", "missing"]);
    prop_oneof![
        path().prop_map(str::to_owned),
        (path(), state).prop_map(|(path, state)| format!("{{property: {path}, is: {state}}}")),
        (path(), select(vec!["in", "not_in"]), select(vec!["[u]", "[u, '']", "[1]", "[2, 0]", "[~]"]))
            .prop_map(|(path, key, values)| format!("{{property: {path}, {key}: {values}}}")),
        select(vec![
            "{items: [list]}",
            "{items: [list], where: [[x]]}",
            "{items: [list], where: [[n], [x]]}"
        ])
        .prop_map(str::to_owned),
    ]
}

fn validation_rule() -> impl Strategy<Value = String> {
    let conditions = |least| prop::collection::vec(condition(), least..4).prop_map(|all| all.join(", "));
    let keys = select(vec!["at_most_one", "at_least_one", "exactly_one", "all", "none"]);
    prop_oneof![
        4 => (conditions(0), keys, conditions(1))
            .prop_map(|(when, key, listed)| format!("{{when: [{when}], {key}: [{listed}]}}")),
        1 => select(vec![
            "{ascending: [[n], [m]]}",
            "{ascending: [0, [m], [n], 2]}",
            "{ascending: [{sum: [[list, n]]}, [n]]}",
            "{equal: [[a], [b]]}",
            "{equal: [[n], [m]]}",
            "{for_each: [list], at_most_one: [[x], [n]]}",
            "{for_each: [list], all: [[x]]}",
        ])
        .prop_map(str::to_owned),
    ]
}

/// All small data of the small type.
fn small_data() -> Vec<IndexMap<String, Value>> {
    let values = |texts: &[&str]| -> Vec<Option<Value>> {
        [None].into_iter().chain(texts.iter().map(|text| Some(json::parse(text).unwrap()))).collect()
    };
    let texts = values(&[r#""""#, r#""u""#, r#""d""#]);
    let numbers = values(&["0", "1", "2", "3"]);
    let lists = values(&[
        "[]",
        "[{}]",
        r#"[{"x": "u"}]"#,
        r#"[{"n": 1}, {"n": 2}]"#,
        r#"[{"x": "u", "n": 1}]"#,
        r#"[{"x": "u"}, {"x": "u", "n": 2}]"#,
    ]);
    let mut all: Vec<IndexMap<String, Value>> = vec![IndexMap::new()];
    for (name, values) in [("a", &texts), ("b", &texts), ("n", &numbers), ("m", &numbers), ("list", &lists)] {
        all = all
            .iter()
            .flat_map(|data| {
                values.iter().map(move |value| {
                    let mut data = data.clone();
                    data.extend(value.clone().map(|value| (name.to_owned(), value)));
                    data
                })
            })
            .collect();
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn verdicts_agree_with_all_small_data(
        common in prop::collection::vec(validation_rule(), 0..2),
        old in prop::collection::vec(validation_rule(), 0..2),
        new in prop::collection::vec(validation_rule(), 0..3),
    ) {
        let side = |rules: &[String]| schema(SMALL, &[&common, rules].concat().join(", "));
        let (before, after) = (side(&old), side(&new));
        let [was, is] = [&before, &after].map(Judge::new);
        let is_lost = |data: &IndexMap<String, Value>| was.accepts(data) && !is.accepts(data);
        let proof = small_data().into_iter().find(is_lost);
        let breaking: Vec<_> = findings(&before, &after)
            .into_iter()
            .filter(|finding| finding.severity == Severity::Breaking)
            .collect();
        prop_assert!(proof.is_none() || !breaking.is_empty(), "{:?} is lost", proof);
        for finding in breaking {
            let evidence = finding.evidence.clone();
            prop_assert!(evidence.is_some_and(|evidence| is_lost(&evidence.data)), "{:?}", finding);
        }
    }
}
