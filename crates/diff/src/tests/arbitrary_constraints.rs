//! Findings about arbitrary constraints, checked by trying the values one by one.

use heat_model::validate::violation;
use heat_model::{Constraint, PropertySchema, PropertyType, ReleaseTable, ResourceType, Value};
use proptest::prelude::*;

use crate::{Finding, Policy, compare};

/// The findings about a change of a property's constraints.
fn found(property_type: PropertyType, before: &[Constraint], after: &[Constraint]) -> Vec<Finding> {
    let [old, new] = [before, after].map(|constraints| {
        let property =
            PropertySchema { constraints: constraints.to_vec(), ..PropertySchema::new(property_type) };
        let mut schema = ResourceType::new("A::B");
        schema.properties.insert("it".into(), property);
        schema
    });
    compare(&[&old], &[&new], &Policy::new(&ReleaseTable::default()))
}

/// Compares the findings with the values that both sides accept.
fn check_values(
    property_type: PropertyType,
    before: &[Constraint],
    after: &[Constraint],
    values: &[Value],
) -> Result<(), TestCaseError> {
    let accepted = |constraints: &[Constraint], value: &Value| {
        constraints.iter().all(|each| violation(&each.kind, value, Some(property_type)).is_none())
    };
    let findings = found(property_type, before, after);
    for finding in &findings {
        if let Some(value) = &finding.counterexample {
            prop_assert!(accepted(before, value) && !accepted(after, value), "{} {value}", finding.rule.id);
        }
    }
    let has = |id: &str| findings.iter().any(|finding| finding.rule.id == id);
    let lost = values.iter().find(|value| accepted(before, value) && !accepted(after, value));
    let gained = values.iter().find(|value| !accepted(before, value) && accepted(after, value));
    let [any_before, any_after] =
        [before, after].map(|side| values.iter().any(|value| accepted(side, value)));
    prop_assert!(!(has("constraints-admit-nothing") && any_after));
    prop_assert!(!(has("constraints-admit-something") && any_before));
    prop_assert_eq!(has("constraints-admit-nothing"), any_before && !any_after);
    if let Some(value) = lost {
        let said = findings.iter().any(|finding| finding.counterexample.is_some());
        prop_assert!(said, "{value} is lost, and no finding names one that is");
    }
    if let Some(value) = gained {
        prop_assert!(!findings.is_empty(), "{value} is gained, and nothing is found");
    }
    Ok(())
}

fn constraint(json: &str) -> Constraint {
    serde_json::from_str(json).unwrap()
}

fn number_constraint() -> impl Strategy<Value = Constraint> {
    let end = || -8_i64..8;
    prop_oneof![
        (-16_i32..16).prop_map(|halves| {
            constraint(&format!(r#"{{"range":{{"min":{:?}}}}}"#, f64::from(halves) / 2.0))
        }),
        (-16_i32..16).prop_map(|halves| {
            constraint(&format!(r#"{{"range":{{"max":{:?}}}}}"#, f64::from(halves) / 2.0))
        }),
        end().prop_map(|min| constraint(&format!(r#"{{"range":{{"min":{min}}}}}"#))),
        end().prop_map(|max| constraint(&format!(r#"{{"range":{{"max":{max}}}}}"#))),
        (end(), end())
            .prop_map(|(min, max)| constraint(&format!(r#"{{"range":{{"min":{min},"max":{max}}}}}"#))),
        (1_i64..6, 0_i64..6, any::<bool>()).prop_map(|(step, offset, negative)| {
            let sign = if negative { -1 } else { 1 };
            let (step, offset) = (sign * step, sign * (offset % step));
            constraint(&format!(r#"{{"modulo":{{"step":{step},"offset":{offset}}}}}"#))
        }),
        proptest::collection::vec(end(), 0..4)
            .prop_map(|values| constraint(&format!(r#"{{"allowed_values":{values:?}}}"#))),
    ]
}

fn text_constraint() -> impl Strategy<Value = Constraint> {
    let pattern = prop_oneof![
        Just("a*"),
        Just("[ab]+"),
        Just("a|ab"),
        Just("ab|a"),
        Just("^(ab?)*$"),
        Just("(?!aa)[ab]*"),
        Just("b?a{2}"),
    ];
    let text = prop_oneof![Just(""), Just("a"), Just("b"), Just("ab"), Just("aa"), Just("baa")];
    prop_oneof![
        (0_i64..3).prop_map(|min| constraint(&format!(r#"{{"length":{{"min":{min}}}}}"#))),
        (0_i64..3).prop_map(|max| constraint(&format!(r#"{{"length":{{"max":{max}}}}}"#))),
        (0_i64..3, 0_i64..3)
            .prop_map(|(min, max)| constraint(&format!(r#"{{"length":{{"min":{min},"max":{max}}}}}"#))),
        pattern.prop_map(|pattern| constraint(&format!(r#"{{"allowed_pattern":{pattern:?}}}"#))),
        proptest::collection::vec(text, 0..4)
            .prop_map(|values| constraint(&format!(r#"{{"allowed_values":{values:?}}}"#))),
    ]
}

/// All strings of `a`, `b` and a line feed with up to four characters.
fn texts() -> Vec<Value> {
    let mut texts = vec![String::new()];
    let mut from = 0;
    for _ in 0..4 {
        let to = texts.len();
        for index in from..to {
            texts.extend(["a", "b", "\n"].map(|next| format!("{}{next}", texts[index])));
        }
        from = to;
    }
    texts.into_iter().map(Value::from).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn findings_about_numbers_agree_with_trying_them(
        before in proptest::collection::vec(number_constraint(), 0..3),
        after in proptest::collection::vec(number_constraint(), 0..3),
    ) {
        // The steps of two modulos coincide again within 60.
        let values: Vec<Value> = (-90_i64..90).map(Value::from).collect();
        check_values(PropertyType::Integer, &before, &after, &values)?;
        let halves = (-40_i32..40).map(|half| Value::from(f64::from(half) / 2.0));
        check_values(PropertyType::Number, &before, &after, &halves.chain(values).collect::<Vec<_>>())?;
    }

    #[test]
    fn findings_about_texts_agree_with_trying_them(
        before in proptest::collection::vec(text_constraint(), 0..3),
        after in proptest::collection::vec(text_constraint(), 0..3),
    ) {
        check_values(PropertyType::String, &before, &after, &texts())?;
    }
}
