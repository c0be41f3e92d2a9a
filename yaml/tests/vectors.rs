//! Held against recorded answers of Heat, where there are some: set `HEAT_VECTORS` to a folder with
//! `template_text.jsonl`, of which each line is `{"source", "input": {"text"}, "output": {"parsed"} | {error}}`.

use std::fs;
use std::path::Path;

use heat_yaml::{Node, ParseOptions, Source, Value, parse_template};
use serde_json::{Map, json};

/// Heat's `template_format.parse`: the data, or nothing where it refuses the text.
fn read_template(text: &str) -> Option<Node> {
    let parsed = parse_template(&Source::new("template", text), &ParseOptions::template());
    let root = parsed
        .root
        .filter(|_| !parsed.diagnostics.iter().any(|d| d.severity == heat_yaml::Severity::Error))?;
    let keys = ["HeatTemplateFormatVersion", "heat_template_version", "AWSTemplateFormatVersion"];
    let versioned = keys.iter().any(|key| root.as_mapping().is_some_and(|map| map.get(key).is_some()));
    versioned.then_some(root)
}

/// A tree in the form of the recordings, where what JSON lacks is an object of one `$` key.
fn recorded(node: &Node) -> serde_json::Value {
    match &node.value {
        Value::Float(value) if value.is_nan() => json!({"$float": "nan"}),
        Value::Float(value) if value.is_infinite() => {
            json!({"$float": if *value > 0.0 { "inf" } else { "-inf" }})
        }
        Value::Sequence(items) => items.iter().map(recorded).collect(),
        Value::Set(items) => json!({"$set": items.iter().map(recorded).collect::<Vec<_>>()}),
        Value::Mapping(map) if map.iter().any(|entry| entry.key.as_str().is_none()) => {
            let pairs = map.iter().map(|entry| json!([recorded(&entry.key), recorded(&entry.value)]));
            json!({"$map": pairs.collect::<Vec<_>>()})
        }
        Value::Mapping(map) => {
            let pairs = map
                .iter()
                .map(|entry| (entry.key.as_str().unwrap_or_default().to_owned(), recorded(&entry.value)));
            serde_json::Value::Object(pairs.collect::<Map<_, _>>())
        }
        _ => json!(node),
    }
}

/// The members of a recorded set in some order.
fn sorted_sets(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Array(items) => items.iter_mut().for_each(sorted_sets),
        serde_json::Value::Object(map) => {
            map.values_mut().for_each(sorted_sets);
            if let Some(serde_json::Value::Array(items)) = map.get_mut("$set") {
                items.sort_by_key(ToString::to_string);
            }
        }
        _ => {}
    }
}

#[test]
fn texts_read_as_heat_reads_them() {
    let Ok(folder) = std::env::var("HEAT_VECTORS") else {
        println!("skipped: HEAT_VECTORS names no folder of recordings");
        return;
    };
    let path = Path::new(&folder).join("template_text.jsonl");
    let lines = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut different = Vec::new();
    for line in lines.lines() {
        let vector: serde_json::Value = serde_json::from_str(line).expect("a recording is JSON");
        let mut expect = vector["output"].get("parsed").cloned();
        let mut found =
            read_template(vector["input"]["text"].as_str().expect("a text")).as_ref().map(recorded);
        expect.iter_mut().chain(&mut found).for_each(sorted_sets);
        if expect != found || expect.map(|value| value.to_string()) != found.map(|value| value.to_string()) {
            different.push(vector["source"].to_string());
        }
    }
    println!("{} recordings, {} differ", lines.lines().count(), different.len());
    assert!(different.is_empty(), "{different:#?}");
}
