use std::collections::BTreeMap;

use serde::Deserialize;

use super::*;
use crate::{ParseOptions, parse};

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
struct Property {
    #[serde(rename = "type")]
    kind: Kind,
    #[serde(default)]
    required: bool,
    length: Option<(i64, u8)>,
    #[serde(default)]
    schema: BTreeMap<String, Property>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    String,
    List,
    Limit(f64),
    Range { min: i64 },
    Pair(u8, u8),
}

/// Reads a text as `T`; an error is shown as its message and the text it points to.
fn check<T: for<'de> Deserialize<'de> + PartialEq + std::fmt::Debug>(
    text: &str,
    expect: Result<T, (&str, &str)>,
) {
    let source = Source::new("test", text);
    let parsed = parse(&source, &ParseOptions::default());
    assert!(!parsed.has_errors(), "{:?}", parsed.diagnostics);
    let node = parsed.root.expect("a text to read");
    let found = from_node::<T>(&source, &node);
    let found = found.map_err(|error| (error.message.clone(), source.slice(error.labels[0].span).to_owned()));
    assert_eq!(found, expect.map_err(|(message, at)| (message.to_owned(), at.to_owned())), "{text:?}");
}

fn string() -> Property {
    Property { kind: Kind::String, required: false, length: None, schema: BTreeMap::new() }
}

#[test]
fn structs_and_variants() {
    check("type: string", Ok(string()));
    check(
        "{type: {limit: 3}, length: [1, 2]}",
        Ok(Property { kind: Kind::Limit(3.0), length: Some((1, 2)), ..string() }),
    );
    check(
        "{type: {range: {min: -1}}, length: ~}",
        Ok(Property { kind: Kind::Range { min: -1 }, ..string() }),
    );
    check("type: {pair: [1, 2]}", Ok(Property { kind: Kind::Pair(1, 2), ..string() }));
    check("type: {list: }", Ok(Property { kind: Kind::List, ..string() }));
}

#[test]
fn errors_point_to_the_innermost_value() {
    let unknown = "unknown field `requird`, expected one of `type`, `required`, `length`, `schema`";
    check::<Property>("type: string\nrequird: true", Err((unknown, "requird")));
    check::<Property>("required: yes", Err(("missing field `type`", "required: yes")));
    let nested = "type: list\nschema:\n  a:\n    type: string\n    required: 1\n";
    check::<Property>(nested, Err(("invalid type: integer `1`, expected a boolean", "1")));
    let variants = "unknown variant `text`, expected one of `string`, `list`, `limit`, `range`, `pair`";
    check::<Property>("type: text", Err((variants, "text")));
    check::<Property>(
        "type: limit",
        Err(("invalid type: unit variant, expected a variant with a value", "limit")),
    );
    check::<Property>("type: {list: 1}", Err(("expected nothing here, but found an integer", "1")));
    check::<Property>("type: {}", Err(("invalid value: map, expected a map with one key", "{}")));
    check::<Property>("{type: list, length: [1, 2, 3]}", Err(("invalid length 3, expected 2 items", "3")));
    check::<Property>(
        "{type: list, length: [1, 256]}",
        Err(("invalid value: integer `256`, expected u8", "256")),
    );
}

#[test]
fn numbers_of_any_size() {
    check("18446744073709551615", Ok(u64::MAX));
    check("-170141183460469231731687303715884105728", Ok(i128::MIN));
    check("1", Ok(1.0));
    check::<i64>("1.0", Err(("invalid type: floating point `1.0`, expected i64", "1.0")));
    let huge = "9".repeat(50);
    check::<u64>(&huge, Err(("invalid value: a huge integer, expected u64", &huge)));
}

#[test]
fn positions_of_keys_and_values() {
    let source = Source::new("test", "a: &x [1,\n  2]\nb: *x\n");
    let root = parse(&source, &ParseOptions::default()).root.expect("a map");
    let read: BTreeMap<Spanned<String>, Spanned<Vec<Spanned<u8>>>> =
        from_node(&source, &root).expect("lists");
    let places: Vec<_> = read
        .iter()
        .map(|(key, list)| {
            (source.slice(key.span), source.slice(list.span), source.slice(list.value[1].span))
        })
        .collect();
    assert_eq!(places, [("a", "[1,\n  2]", "2"), ("b", "[1,\n  2]", "2")]);
}

#[test]
fn places_come_from_nodes_only() {
    assert!(serde_json::from_str::<Spanned<String>>("\"text\"").is_err());
}

#[test]
fn places_come_from_a_node_alone() {
    let expect = "positions are known only when reading from a node";
    for text in [
        r#"{"$__heat_yaml_start": 1, "$__heat_yaml_end": 2, "value": 3}"#,
        r#"{"$__heat_yaml_start": 1, "end": 2, "$__heat_yaml_value": 3}"#,
        r#"{"value": 3}"#,
    ] {
        let error = serde_json::from_str::<Spanned<u32>>(text).unwrap_err().to_string();
        assert!(error.starts_with(expect), "{text}: {error}");
    }
}
