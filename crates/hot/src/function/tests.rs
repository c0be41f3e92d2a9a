//! Tests of the results and errors of functions.

mod answers;
mod conditions;

use heat_hot_language::HotVersion;
use heat_model::load::load_schema;
use heat_model::{ResourceType, Value};
use heat_yaml::Source;
use indexmap::IndexMap;

use crate::fault::Exception;
use crate::resolve::resolve_alone;
use crate::template::known::KnownAttributes;
use crate::{Data, Fault};

/// The value as text, in which an unknown value is shown as its origin.
fn shown(data: &Data) -> String {
    match data {
        Data::Known(value) => value.to_string(),
        Data::List(items) => format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join(", ")),
        Data::Map(map) => {
            let entries = map.iter().map(|(key, value)| format!("\"{key}\": {}", shown(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
        Data::Unknown(unknown) => format!("<{}>", unknown.origin),
    }
}

/// Compares the value of an output, or all errors in it. There are a resource `n`, of which all attributes are unknown, and
/// parameters of several types.
#[track_caller]
fn check(version: HotVersion, value: &str, expect: &str) {
    let schema = load_schema(&Source::new("none.yaml", "type: OS::Heat::None\nany_attribute: true\n"));
    let schema = schema.file.unwrap().schema;
    let types: IndexMap<String, ResourceType> = [(schema.name.clone(), schema)].into_iter().collect();
    let text = format!(
        "heat_template_version: {}\nparameters:\n  t: {{type: string, default: text}}\n  i: {{type: number, default: 5}}\n  z: {{type: boolean, default: true}}\n  j: {{type: json, default: {{a: [b, c]}}}}\n  l: {{type: json, default: [[x]]}}\nresources: {{n: {{type: OS::Heat::None}}}}\noutputs: {{o: {{value: {value}}}}}",
        version.as_str()
    );
    let resolved = resolve_alone(&text, &types, &KnownAttributes::new());
    let faults: Vec<String> =
        resolved.faults.iter().chain(&resolved.resolution_faults).map(Fault::to_string).collect();
    let found = if faults.is_empty() {
        shown(resolved.outputs.get("o").unwrap_or(&Data::Known(Value::Null)))
    } else {
        faults.join("; ")
    };
    assert_eq!(found, expect, "{value}");
}

const OLDEST: HotVersion = HotVersion::V2013_05_23;
/// The first version with `repeat`.
const OLDEST_REPEAT: HotVersion = HotVersion::V2015_04_30;
const NEWEST: HotVersion = HotVersion::NEWEST;

#[test]
fn texts_are_split() {
    check(OLDEST, "{'Fn::Split': [',', 'a,b,c']}", r#"["a", "b", "c"]"#);
    check(OLDEST, "{'Fn::Split': [',', '']}", r#"[""]"#);
    check(OLDEST, "{'Fn::Split': ['', 'a']}", "empty separator");
    check(OLDEST, "{'Fn::Split': [[], 'a']}", "Delimiter for Fn::Split must be string");
    check(OLDEST, "{'Fn::Split': [',', {get_attr: [n, x]}]}", "<attribute x of n>");
    let unknown = "<the result of str_split with unknown arguments>";
    check(NEWEST, "{str_split: [',', {get_attr: [n, x]}, 0]}", unknown);
}

#[test]
fn what_has_an_unknown_name_is_unknown() {
    let (unknown, attribute) = ("<attribute x of n>", "{get_attr: [n, x]}");
    check(NEWEST, &format!("{{get_resource: {attribute}}}"), unknown);
    check(NEWEST, &format!("{{get_param: {attribute}}}"), unknown);
    check(NEWEST, &format!("{{get_param: [j, {attribute}]}}"), "<an item at an unknown place>");
    check(
        NEWEST,
        &format!("{{list_concat: [{attribute}, [a]]}}"),
        "<a list of list_concat with an unknown part>",
    );
    check(
        NEWEST,
        &format!("{{map_merge: [{attribute}, {{a: b}}]}}"),
        "<a map of map_merge with an unknown part>",
    );
    check(
        NEWEST,
        &format!("{{map_replace: [{attribute}, {{keys: {{a: b}}}}]}}"),
        "<the result of map_replace with unknown arguments>",
    );
    check(
        NEWEST,
        &format!("{{contains: [a, {attribute}]}}"),
        "<the result of contains with unknown arguments>",
    );
    check(NEWEST, &format!("{{filter: [[a], {attribute}]}}"), unknown);
    check(NEWEST, &format!("{{yaql: {{expression: $.data, data: {attribute}}}}}"), "<the result of yaql>");
    check(NEWEST, &format!("{{yaql: {{expression: {attribute}, data: {{}}}}}}"), "<the result of yaql>");
    check(
        NEWEST,
        &format!("{{str_replace: {{template: a, params: {{a: {attribute}}}}}}}"),
        "<a text of str_replace with an unknown part>",
    );
    check(NEWEST, &format!("{{str_replace: {{template: a, params: {{b: {attribute}}}}}}}"), r#""a""#);
    check(OLDEST, &format!("{{'Fn::Select': [0, {attribute}]}}"), unknown);
    check(OLDEST, &format!("{{'Fn::Select': [{attribute}, [a]]}}"), "<an item at an unknown place>");
    check(OLDEST, &format!("{{'Fn::Base64': {attribute}}}"), unknown);
    check(OLDEST, "{'Fn::GetAZs': ''}", "<the availability zones>");
}

#[test]
fn many_parts_are_too_much() {
    let split = |parts: usize, expect: &str| {
        check(NEWEST, &format!("{{str_split: [',', '{}', 0]}}", ",".repeat(parts)), expect);
    };
    split(1_000, r#""""#);
    split(600_000, &Exception::TooLarge.to_string());
}

#[test]
fn what_may_be_replaced_is_unknown() {
    let replaced = |map: &str, values: &str, expect: &str| {
        check(NEWEST, &format!("{{map_replace: [{map}, {{values: {values}}}]}}"), expect);
    };
    replaced("{a: {get_attr: [n, x]}}", "{b: c}", r#"{"a": <a value that may be replaced>}"#);
    replaced("{a: {get_attr: [n, x]}}", "{}", r#"{"a": <attribute x of n>}"#);
    replaced("{a: b, c: {get_attr: [n, x]}}", "{b: d}", r#"{"a": "d", "c": <a value that may be replaced>}"#);
    let keys = "{map_replace: [{a: {get_attr: [n, x]}}, {keys: {a: b}}]}";
    check(NEWEST, keys, r#"{"b": <attribute x of n>}"#);
}

#[test]
fn keys_that_a_long_text_does_not_have_cost_little() {
    let keys: Vec<String> = (0..20).map(|at| format!("k{at}_: v")).collect();
    let text = "x".repeat(200_000);
    let replaced = format!("{{str_replace: {{template: {text}, params: {{{}}}}}}}", keys.join(", "));
    check(NEWEST, &replaced, &format!("\"{text}\""));
}

#[test]
fn texts_are_joined() {
    let join = |arguments: &str, expect: &str| {
        check(NEWEST, &format!("{{list_join: [{arguments}]}}"), expect);
    };
    join("',', [a, null, {b: c}], [d, [e]]", r#""a,,{\"b\": \"c\"},d,[\"e\"]""#);
    join("',', [a, true]", "Items to join must be string, map or list not True");
    join("',', [a, {get_attr: [n, x]}]", "<a text of list_join with an unknown part>");
}

#[test]
fn digests_are_of_known_texts() {
    let digest = |arguments: &str, expect: &str| check(NEWEST, &format!("{{digest: [{arguments}]}}"), expect);
    digest("MD5, heat", r#""5d6eb4f1340c4c66e3adff7fdab1c931""#);
    digest("md5, {get_attr: [n, x]}", "<the digest of an unknown text>");
}

#[test]
fn parts_of_urls_have_types() {
    let url = |parts: &str, expect: &str| check(NEWEST, &format!("{{make_url: {{{parts}}}}}"), expect);
    url(
        "scheme: http, host: h, port: 80, path: /p, query: {a: b, c: d}, fragment: f",
        r#""http://h:80/p?a=b&c=d#f""#,
    );
    let wrong = |parts: &str, expect: &str| url(parts, &format!("outputs.o.value.make_url: {expect}"));
    wrong("host: h, query: a", "The \"query\" argument to \"make_url\" must be a map");
    wrong("host: h, query: [a]", "The \"query\" argument to \"make_url\" must be a map");
    wrong("host: 5", "The \"host\" argument to \"make_url\" must be a string");
    wrong("host: h, port: 0", "Invalid URL port 0, must be in range 1-65535");
    wrong("host: h, port: 65536", "Invalid URL port 65536, must be in range 1-65535");
    url("host: h, port: 65535", r#""//h:65535""#);
    url("host: {get_attr: [n, x]}", "<a text of make_url with an unknown part>");
}

#[test]
fn keys_of_a_text_are_replaced() {
    let replace = |version: HotVersion, name: &str, params: &str, expect: &str| {
        check(version, &format!("{{{name}: {{template: 'a k', params: {params}}}}}"), expect);
    };
    let oldest = |params: &str, expect: &str| replace(OLDEST, "str_replace", params, expect);
    oldest("{k: 5}", r#""a 5""#);
    oldest("{k: true}", r#""a True""#);
    oldest("{k: 1.5}", r#""a 1.5""#);
    oldest("{k: null}", r#""a ""#);
    let kept = "\"str_replace\" params must be strings or numbers, param k is not valid";
    oldest("{k: [x]}", kept);
    oldest("{k: {x: y}}", kept);
    oldest("{'': x}", "empty separator");
    oldest("5", "outputs.o.value.str_replace: \"str_replace\" parameters must be a mapping");
    oldest("{get_param: i}", "\"str_replace\" params must be a map");
    let strict = |params: &str, expect: &str| replace(NEWEST, "str_replace_strict", params, expect);
    // Heat collects the names in a set before it checks the type.
    strict("{get_param: i}", "'int' object is not iterable");
    strict("{get_param: z}", "'bool' object is not iterable");
    strict("{get_param: l}", "unhashable type: 'list'");
    strict("{get_param: t}", "\"str_replace_strict\" params must be a map");
    strict("{get_param: [j, a]}", "\"str_replace_strict\" params must be a map");
    strict("{k: ''}", r#""a ""#);
    strict("{k: x, b: c, d: e}", "The following params were not found in the template: b,d");
    let very_strict = |params: &str, expect: &str| replace(NEWEST, "str_replace_vstrict", params, expect);
    let empty =
        "str_replace_vstrict has an undefined or empty value for param k, must be a defined non-empty value";
    very_strict("{k: ''}", empty);
    very_strict("{k: null}", empty);
    very_strict("{k: []}", empty);
    very_strict("{k: 0}", r#""a 0""#);
}

#[test]
fn templates_are_repeated() {
    let repeat =
        |arguments: &str, expect: &str| check(NEWEST, &format!("{{repeat: {{{arguments}}}}}"), expect);
    let kinds = "The values of the \"for_each\" argument to \"repeat\" must be lists";
    check(OLDEST_REPEAT, "{repeat: {for_each: {'%a%': {x: y}}, template: x}}", kinds);
    repeat(
        "for_each: {'%a%': {get_attr: [n, x]}}, template: '%a%'",
        "<a list of repeat over something unknown>",
    );
    repeat(
        "for_each: {'%a%': [{get_attr: [n, x]}, b]}, template: ['%a%', y]",
        r#"[[<a text of repeat with an unknown part>, "y"], ["b", "y"]]"#,
    );
}
