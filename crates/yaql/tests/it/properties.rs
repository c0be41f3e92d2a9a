//! Properties of any expression and any data.

use proptest::prelude::*;
use yaql::{Expression, Limits, Settings, Value, functions};

/// Settings that allow only a few steps, which are enough to find a panic.
fn settings() -> Settings<'static> {
    Settings { limits: Limits { steps: 20_000, ..Limits::default() }, ..Settings::default() }
}

fn data() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        Just(Value::Unknown),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 20, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::List),
            prop::collection::btree_map("[a-d]", inner, 0..4).prop_map(Value::map),
        ]
    })
}

/// A call of any function with any arguments.
fn expression() -> impl Strategy<Value = String> {
    let names: Vec<(&str, bool)> = functions()
        .filter(|function| !function.name().starts_with(['#', '*']))
        .map(|function| (function.name(), function.is_method()))
        .collect();
    let leaf = prop_oneof![
        Just("$".to_owned()),
        Just("$.data".to_owned()),
        Just("$1".to_owned()),
        Just("$2".to_owned()),
        Just("null".to_owned()),
        Just("a".to_owned()),
        Just("range(3)".to_owned()),
        Just("set(1, 2)".to_owned()),
        Just("timespan(hours => 1)".to_owned()),
        Just("datetime(0)".to_owned()),
        Just("regex('(a)|b*')".to_owned()),
        any::<i32>().prop_map(|number| format!("({number})")),
        "[a-c ,.%0-9\u{e4}\u{20ac}]{0,5}".prop_map(|text| format!("'{text}'")),
    ];
    leaf.prop_recursive(4, 24, 3, move |inner| {
        let list = prop::collection::vec(inner.clone(), 0..4);
        let operators = prop::sample::select(vec![
            "+", "-", "*", "/", "mod", "=", "!=", "<", ">", "<=", ">=", "in", "and", "or", "=~", "!~", ".",
            "?.", "->",
        ]);
        prop_oneof![
            3 => (prop::sample::select(names.clone()), inner.clone(), list.clone()).prop_map(
                |((name, is_method), first, rest)| {
                    if is_method {
                        format!("{first}.{name}({})", rest.join(", "))
                    } else {
                        format!("{name}({})", [vec![first], rest].concat().join(", "))
                    }
                },
            ),
            2 => (inner.clone(), operators, inner.clone())
                .prop_map(|(left, operator, right)| format!("({left} {operator} {right})")),
            1 => list.clone().prop_map(|items| format!("[{}]", items.join(", "))),
            1 => (inner.clone(), inner.clone()).prop_map(|(key, value)| format!("{{{key} => {value}}}")),
            1 => (inner.clone(), inner).prop_map(|(list, index)| format!("{list}[{index}]")),
        ]
    })
}

/// Replaces unknown values with `stand_in`.
fn known(value: &Value, stand_in: &Value) -> Value {
    match value {
        Value::Unknown => stand_in.clone(),
        Value::List(items) => Value::List(items.iter().map(|item| known(item, stand_in)).collect()),
        Value::Map(entries) => {
            Value::Map(entries.iter().map(|(key, value)| (key.clone(), known(value, stand_in))).collect())
        }
        other => other.clone(),
    }
}

/// Debug text, in which NaN equals itself.
fn text(value: &Value) -> String {
    format!("{value:?}")
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused_with_a_place(text in "\\PC{0,40}") {
        if let Err(error) = Expression::parse(&text) {
            let span = error.span.unwrap();
            prop_assert!(span.start <= span.end && text.get(span.start..span.end).is_some(), "{error:?}");
        }
    }

    #[test]
    fn any_call_has_an_answer(expression in expression(), data in data()) {
        let parsed = Expression::parse(&expression).unwrap();
        prop_assert!(parsed.inspect().calls.len() <= expression.len());
        let data = Value::map([("data", data)]);
        if let Err(error) = parsed.evaluate(&data, &settings()) {
            let span = error.span.unwrap();
            prop_assert!(expression.get(span.start..span.end).is_some(), "{error:?}");
        }
    }

    /// A result that was determined with unknown values applies to any values in their place.
    #[test]
    fn known_results_do_not_depend_on_unknown_values(
        expression in expression(), data in data(), stand_in in data()
    ) {
        let parsed = Expression::parse(&expression).unwrap();
        let with_unknown = Value::map([("data", data)]);
        let stand_in = known(&stand_in, &Value::Null);
        if let Ok(result) = parsed.evaluate(&with_unknown, &settings()) {
            let other = parsed.evaluate(&known(&with_unknown, &stand_in), &settings());
            // A value can be too large or nested too deeply, but no other error can occur.
            if let Ok(other) = other {
                prop_assert_eq!(text(&known(&result, &stand_in)), text(&other));
            }
        }
    }
}
