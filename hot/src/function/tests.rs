//! What functions give and refuse.

use heat_model::custom_constraint::WithoutCloud;
use heat_model::load::load_schema;
use heat_model::{ResourceType, Value};
use heat_yaml::Source;
use indexmap::IndexMap;

use crate::fault::Exception;
use crate::language::HotVersion;
use crate::parameter::ParameterInputs;
use crate::resolve::resolve;
use crate::template::Template;
use crate::template::known::KnownAttributes;
use crate::template::surroundings::TypesAlone;
use crate::template::validate::{NestedStacks, Setting};
use crate::{Data, Fault};

/// A value, where what is unknown stands as where it comes from.
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

/// Compares what a value of an output becomes, or all that is wrong with it. There are a resource `n`, of which all attributes are
/// unknown, and parameters of several types.
#[track_caller]
fn check(version: HotVersion, value: &str, expect: &str) {
    let schema = load_schema(&Source::new("none.yaml", "type: OS::Heat::None\nany_attribute: true\n"));
    let schema = schema.file.unwrap().schema;
    let types: IndexMap<String, ResourceType> = [(schema.name.clone(), schema)].into_iter().collect();
    let text = format!(
        "heat_template_version: {}\nparameters:\n  t: {{type: string, default: text}}\n  i: {{type: number, default: 5}}\n  z: {{type: boolean, default: true}}\n  j: {{type: json, default: {{a: [b, c]}}}}\n  l: {{type: json, default: [[x]]}}\nresources: {{n: {{type: OS::Heat::None}}}}\noutputs: {{o: {{value: {value}}}}}",
        version.as_str()
    );
    let template = Template::read(&Source::new("test", text)).template.unwrap();
    let (parameters, faults) = template.parameters(None, &ParameterInputs::default());
    assert_eq!(faults, []);
    let (surroundings, customs) = (TypesAlone::new(&types), WithoutCloud::timeless());
    let setting = Setting {
        parameters: &parameters,
        surroundings: &surroundings,
        stack: None,
        strict: true,
        nested: NestedStacks::Validated,
        customs: &customs,
    };
    let resolved = resolve(&template, setting, &KnownAttributes::new());
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
    let split = |arguments: &str, expect: &str| {
        check(NEWEST, &format!("{{str_split: [{arguments}]}}"), expect);
    };
    split("',', 'a,b,c'", r#"["a", "b", "c"]"#);
    split("',', 'a,b,c', 1", r#""b""#);
    split("',', 'a,b,c', -1", r#""c""#);
    split("',', 'a,b,c', 3", "Incorrect index to \"str_split\" should be between 0 and 2");
    split(
        "',', 'a,b,c', x",
        "Incorrect index to \"str_split\" should be: \"str_split\" : [ \",\", \"apples,pears\", <index>]",
    );
    split("null, ' a  b '", r#"["a", "b"]"#);
    split("null, ' ', 0", "Incorrect index to \"str_split\" should be between 0 and -1");
    split("'', ab", "empty separator");
    split("',', null", "null");
    split("',', 5", "'int' object has no attribute 'split'");
    split("5, a", "must be str or None, not int");
    split("',', {get_attr: [n, x]}, 0", "<the result of str_split with unknown arguments>");
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
fn texts_are_joined() {
    let join = |arguments: &str, expect: &str| {
        check(NEWEST, &format!("{{list_join: [{arguments}]}}"), expect);
    };
    join("',', [a, null, {b: c}], [d, [e]]", r#""a,,{\"b\": \"c\"},d,[\"e\"]""#);
    join("',', [a, true]", "Items to join must be string, map or list not True");
    join("',', [a, 5]", "Items to join must be string, map or list not 5");
    join("',', a", "\"list_join\" must operate on a list");
    join("',', null, [a]", r#""a""#);
    join("5, [a]", "\"list_join\" delimiter must be a string");
    join("',', [a, {get_attr: [n, x]}]", "<a text of list_join with an unknown part>");
}

#[test]
fn digests_are_of_known_texts() {
    let digest = |arguments: &str, expect: &str| check(NEWEST, &format!("{{digest: [{arguments}]}}"), expect);
    digest("md5, heat", r#""5d6eb4f1340c4c66e3adff7fdab1c931""#);
    digest("MD5, heat", r#""5d6eb4f1340c4c66e3adff7fdab1c931""#);
    // The algorithm is looked for before the text is encoded, and the length of the digest is asked for last.
    digest("SHA3_224, \u{142}", "unsupported hash type SHA3_224");
    let refused = "'latin-1' codec can't encode character '\\u0142' in position 0: ordinal not in range(256)";
    digest("md5, \u{142}", refused);
    digest("shake_128, \u{142}", refused);
    digest("shake_128, a", "hexdigest() missing required argument 'length' (pos 1)");
    digest("md5", "Function \"digest\" usage: [\"<algorithm>\", \"<value>\"]");
    digest("5, a", "Argument to function \"digest\" must be a list of strings");
    digest("md5, 5", "Argument to function \"digest\" must be a list of strings");
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
    // Heat makes a set of the names before it looks at what it is given.
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
    let both = "for_each: {'%a%': [b, c], '%d%': [e, f]}, template: '%a%-%d%'";
    repeat(both, r#"["b-e", "b-f", "c-e", "c-f"]"#);
    repeat(&format!("{both}, permutations: false"), r#"["b-e", "c-f"]"#);
    repeat("for_each: {'%a%': {x: y, z: w}}, template: {'%a%': 1}", r#"[{"x": 1}, {"z": 1}]"#);
    repeat(
        "for_each: {'%a%': [b, c], '%d%': [e]}, permutations: false, template: x",
        "For repeat, the length of for_each values should be equal if no nested loop.",
    );
    let kinds = "The values of the \"for_each\" argument to \"repeat\" must be lists";
    repeat("for_each: {'%a%': b}, template: x", &format!("{kinds} or maps"));
    repeat("for_each: {'%a%': [b], '%d%': {x: y}}, permutations: false, template: x", kinds);
    check(OLDEST_REPEAT, "{repeat: {for_each: {'%a%': {x: y}}, template: x}}", kinds);
    repeat("for_each: {'%a%': null}, template: x", "[]");
    repeat("for_each: {'%a%': [[1]]}, template: '%a%'", "replace() argument 2 must be str, not list");
    repeat(
        "for_each: {'%a%': {get_attr: [n, x]}}, template: '%a%'",
        "<a list of repeat over something unknown>",
    );
    repeat(
        "for_each: {'%a%': [{get_attr: [n, x]}, b]}, template: ['%a%', y]",
        r#"[[<a text of repeat with an unknown part>, "y"], ["b", "y"]]"#,
    );
}

/// What real Heat 27.0.1 gave for values of templates.
#[test]
fn functions_answer_as_heat_did() {
    let of_2018 = [
        ("{digest: [SHA3_224, a]}", "unsupported hash type SHA3_224"),
        ("{digest: [SHA3_224, 'ł']}", "unsupported hash type SHA3_224"),
        (
            "{digest: [md5, 'ł']}",
            r#"'latin-1' codec can't encode character '\u0142' in position 0: ordinal not in range(256)"#,
        ),
        (
            "{digest: [shake_128, 'ł']}",
            r#"'latin-1' codec can't encode character '\u0142' in position 0: ordinal not in range(256)"#,
        ),
        ("{digest: [shake_128, 'a']}", "hexdigest() missing required argument 'length' (pos 1)"),
        ("{digest: [md5, heat]}", r#""5d6eb4f1340c4c66e3adff7fdab1c931""#),
        ("{digest: [md5]}", r#"Function "digest" usage: ["<algorithm>", "<value>"]"#),
        ("{digest: [5, a]}", r#"Argument to function "digest" must be a list of strings"#),
        ("{digest: [md5, 5]}", r#"Argument to function "digest" must be a list of strings"#),
        ("{str_split: [',', 'a,b,c']}", r#"["a", "b", "c"]"#),
        ("{str_split: [',', 'a,b,c', 1]}", r#""b""#),
        ("{str_split: [',', 'a,b,c', -1]}", r#""c""#),
        ("{str_split: [',', 'a,b,c', 3]}", r#"Incorrect index to "str_split" should be between 0 and 2"#),
        (
            "{str_split: [',', 'a,b,c', x]}",
            r#"Incorrect index to "str_split" should be: "str_split" : [ ",", "apples,pears", <index>]"#,
        ),
        ("{str_split: [null, ' a  b ']}", r#"["a", "b"]"#),
        ("{str_split: ['', 'ab']}", "empty separator"),
        ("{str_split: [',', null]}", "null"),
        ("{str_split: [',', 5]}", "'int' object has no attribute 'split'"),
        ("{str_split: [5, a]}", "must be str or None, not int"),
        ("{str_split: [null, ' ', 0]}", r#"Incorrect index to "str_split" should be between 0 and -1"#),
        (
            "{list_join: [',', [a, 5, true, null, {b: c}], [d]]}",
            "Items to join must be string, map or list not 5",
        ),
        ("{list_join: [',', a]}", r#""list_join" must operate on a list"#),
        ("{list_join: [',', null, [a]]}", r#""a""#),
        ("{list_join: [5, [a]]}", r#""list_join" delimiter must be a string"#),
        (
            "{repeat: {for_each: {'%a%': [b, c], '%d%': [e, f]}, template: '%a%-%d%'}}",
            r#"["b-e", "b-f", "c-e", "c-f"]"#,
        ),
        (
            "{repeat: {for_each: {'%a%': [b, c], '%d%': [e, f]}, permutations: false, template: '%a%-%d%'}}",
            r#"["b-e", "c-f"]"#,
        ),
        ("{repeat: {for_each: {'%a%': {x: y, z: w}}, template: {'%a%': 1}}}", r#"[{"x": 1}, {"z": 1}]"#),
        (
            "{repeat: {for_each: {'%a%': [b, c], '%d%': [e]}, permutations: false, template: '%a%-%d%'}}",
            "For repeat, the length of for_each values should be equal if no nested loop.",
        ),
        (
            "{repeat: {for_each: {'%a%': b}, template: '%a%'}}",
            r#"The values of the "for_each" argument to "repeat" must be lists or maps"#,
        ),
        ("{repeat: {for_each: {'%a%': null}, template: '%a%'}}", "[]"),
        (
            "{repeat: {for_each: {'%a%': [b], '%d%': {x: y}}, permutations: false, template: '%a%'}}",
            r#"The values of the "for_each" argument to "repeat" must be lists"#,
        ),
        (
            "{repeat: {for_each: {'%a%': [[1, 2], {q: r}, 5]}, template: 'x%a%'}}",
            "replace() argument 2 must be str, not list",
        ),
        (
            "{repeat: {for_each: {'%a%': [{q: r}, 5]}, template: '%a%'}}",
            "replace() argument 2 must be str, not dict",
        ),
        ("{list_concat: [[a], [b]]}", r#"["a", "b"]"#),
        ("{list_concat: [[a], null, [b]]}", r#"["a", "b"]"#),
        (
            "{list_concat: [[a], {a: b}]}",
            r#"Incorrect arguments: Items to concat must be lists. [["a"], {"a": "b"}] contains an item that is not a list: {"a": "b"}"#,
        ),
        (
            "{list_concat: [[a], b]}",
            r#"Incorrect arguments: Items to concat must be lists. [["a"], "b"] contains an item that is not a list: "b""#,
        ),
        ("{list_concat_unique: [[a, b], [b, a]]}", r#"["a", "b"]"#),
        ("{map_merge: [{a: b}, {a: c, d: e}]}", r#"{"a": "c", "d": "e"}"#),
        ("{map_merge: [{a: b}, null]}", r#"{"a": "b"}"#),
        (
            "{map_merge: [{a: b}, [c]]}",
            "Incorrect arguments: Items to merge must be maps. ['c'] is type <class 'list'> instead of a dict",
        ),
        ("{map_replace: [{a: b, c: d}, {keys: {a: x}, values: {d: y}}]}", r#"{"x": "b", "c": "y"}"#),
        (
            "{map_replace: [{a: b, c: d}, {keys: {a: c}}]}",
            "key replacement c collides with a key in the input map",
        ),
        (
            "{map_replace: [{a: b}, {keyz: {a: x}}]}",
            r#"Incorrect arguments to "map_replace" should be: "map_replace" : [ { "key1": "val1" }, {"keys": {"key1": "key2"}, "values": {"val1": "val2"}}]"#,
        ),
        ("{map_replace: [{a: [b]}, {values: {b: x}}]}", r#"{"a": ["b"]}"#),
        (
            "{map_replace: [a, {}]}",
            r#"Incorrect arguments: to "map_replace", arguments must be a list of maps. Example:  "map_replace" : [ { "key1": "val1" }, {"keys": {"key1": "key2"}, "values": {"val1": "val2"}}]"#,
        ),
        (
            "{map_replace: [{a: b}]}",
            r#"Incorrect arguments to "map_replace" should be: "map_replace" : [ { "key1": "val1" }, {"keys": {"key1": "key2"}, "values": {"val1": "val2"}}]"#,
        ),
        ("{map_replace: [null, {keys: {a: b}}]}", "{}"),
        ("{contains: [a, [a, b]]}", "true"),
        ("{contains: [a, abc]}", "true"),
        ("{contains: [a, null]}", r#"Second argument to "contains" should be a sequence."#),
        (
            "{contains: [a]}",
            r#"outputs.o.value.contains: Arguments to "contains" must be of the form: [value1, [value1, value2]]"#,
        ),
        (
            "{contains: a}",
            r#"outputs.o.value.contains: Incorrect arguments to "contains" should be: "contains" : [ "value1", [ "value1", "value2"]]"#,
        ),
        ("{contains: [x, {x: y}]}", r#"Second argument to "contains" should be a sequence."#),
        ("{filter: [[a], [a, b, a]]}", r#"["b"]"#),
        ("{filter: [[a], b]}", r#""filter" only works with lists"#),
        ("{filter: [a, [b]]}", r#""filter" filters a list of values"#),
        (
            "{filter: [[a]]}",
            r#"outputs.o.value.filter: "filter" expected 2 arguments of the form [values, sequence] but got 1 arguments instead"#,
        ),
        ("{filter: a}", r#"outputs.o.value.filter: Argument to "filter" must be a list"#),
        (
            "{yaql: {expression: 1, data: {}}}",
            r#"outputs.o.value.yaql: The "expression" argument to yaql must contain a string."#,
        ),
        (
            "{yaql: {expression: '$.data', data: {}, x: y}}",
            r#"outputs.o.value.yaql: '"yaql" syntax should be yaql:\n              expression: $.data.var1.sum()\n              data:\n                var1: [3, 2, 1]'"#,
        ),
        ("{yaql: [a]}", r#"outputs.o.value.yaql: Arguments to "yaql" must be a map."#),
        ("{get_param: [j, a, 0]}", r#""b""#),
        ("{get_param: [j, a, 5]}", r#""""#),
        ("{get_param: [j, nope]}", r#""""#),
        ("{get_param: [t, 0]}", r#""t""#),
        ("{get_param: [l, 0, 0]}", r#""x""#),
        ("{get_param: [j, null]}", r#""""#),
        ("{get_param: []}", r#"Function "get_param" must have arguments"#),
        ("{get_param: nope}", "The Parameter (nope) was not provided."),
        ("{get_param: {a: b}}", r#"Argument to "get_param" must be string or list"#),
        ("{get_file: [a]}", r#"Argument to "get_file" must be a string"#),
        (
            "{resource_facade: nope}",
            r#"outputs.o.value.resource_facade: Incorrect arguments to "resource_facade" should be one of: metadata, deletion_policy, update_policy"#,
        ),
        ("{str_replace: [a]}", r#"outputs.o.value.str_replace: Arguments to "str_replace" must be a map"#),
        (
            "{str_replace: {template: a}}",
            r#"outputs.o.value.str_replace: '"str_replace" syntax should be str_replace:\n              template: This is var1 template var2\n              params:\n                var1: a\n                var2: string'"#,
        ),
        ("{str_replace: {template: a, params: {}, more: x}}", r#""a""#),
        (
            "{repeat: {template: a}}",
            r#"outputs.o.value.repeat: '"repeat" syntax should be repeat:\n              template: This is %var%\n              for_each:\n                %var%: [\'a\', \'b\', \'c\']'"#,
        ),
        (
            "{repeat: {for_each: [a], template: a}}",
            r#"outputs.o.value.repeat: The "for_each" argument to "repeat" must contain a map"#,
        ),
        ("{repeat: [a]}", r#"outputs.o.value.repeat: Arguments to "repeat" must be a map"#),
        ("{digest: md5}", r#"Argument to function "digest" must be a list of strings"#),
        ("{digest: {a: b}}", r#"Argument to function "digest" must be a list of strings"#),
        ("{make_url: [a]}", r#"outputs.o.value.make_url: The arguments to "make_url" must be a map"#),
        ("{make_url: {hots: x}}", r#"outputs.o.value.make_url: Invalid arguments to "make_url": hots"#),
        (
            "{list_join: [',']}",
            r#"outputs.o.value.list_join: Incorrect arguments to "list_join" should be: "list_join" : [ " ", [ "str1", "str2"] ...]"#,
        ),
        (
            "{list_join: x}",
            r#"outputs.o.value.list_join: Incorrect arguments to "list_join" should be: "list_join" : [ " ", [ "str1", "str2"] ...]"#,
        ),
        (
            "{list_join: {a: b}}",
            r#"outputs.o.value.list_join: Incorrect arguments to "list_join" should be: "list_join" : [ " ", [ "str1", "str2"] ...]"#,
        ),
        (
            "{str_split: x}",
            r#"outputs.o.value.str_split: Incorrect arguments to "str_split" should be: "str_split" : [ ",", "apples,pears", <index>]"#,
        ),
        (
            "{str_split: {a: b}}",
            r#"outputs.o.value.str_split: Incorrect arguments to "str_split" should be: "str_split" : [ ",", "apples,pears", <index>]"#,
        ),
        (
            "{str_split: [',']}",
            r#"Incorrect arguments to "str_split" should be: "str_split" : [ ",", "apples,pears", <index>]"#,
        ),
        (
            "{map_merge: x}",
            "Incorrect arguments: Items to merge must be maps. 'x' is type <class 'str'> instead of a dict",
        ),
        (
            "{map_merge: {a: b}}",
            r#"Incorrect arguments to "map_merge" should be: "map_merge" : [ { "key1": "val1" }, { "key2": "val2" } ]"#,
        ),
        ("{if: [true, a, b]}", r#""a""#),
        ("{if: [nope, a, b]}", r#"outputs.o.value.if: Invalid condition "nope""#),
        (
            "{if: [a, b]}",
            r#"outputs.o.value.if: Arguments to "if" must be of the form: [condition_name, value_if_true, value_if_false]"#,
        ),
        (
            "{if: {a: b}}",
            r#"outputs.o.value.if: Arguments to "if" must be of the form: [condition_name, value_if_true, value_if_false]"#,
        ),
        ("{make_url: {scheme: http, host: h, username: u, password: p}}", r#""http://u:p@h""#),
        ("{make_url: {scheme: http, host: h, username: u}}", r#""http://u@h""#),
        ("{make_url: {scheme: http, host: h, password: p}}", r#""http://:p@h""#),
        ("{make_url: {scheme: http, host: '::1', port: '80'}}", r#""http://[::1]:80""#),
        ("{make_url: {scheme: http, host: '[::1]'}}", r#""http://[::1]""#),
        (
            "{make_url: {scheme: http, host: h, port: ''}}",
            r#"outputs.o.value.make_url: Invalid URL port "" for make_url called with {'scheme': 'http', 'host': 'h', 'port': ''}"#,
        ),
        ("{make_url: {host: h, path: p}}", r#""//h/p""#),
        ("{make_url: {scheme: http, path: p}}", r#""http:///p""#),
        ("{make_url: {scheme: mailto, path: p}}", r#""mailto:p""#),
        ("{make_url: {path: /p, query: {a: 'b c/d', e: 5}}}", r#""/p?a=b+c/d&e=5""#),
        ("{make_url: {path: 'a b', fragment: 'f g'}}", r#""a%20b#f%20g""#),
        ("{make_url: {scheme: http, username: 'a:b', host: 'h h'}}", r#""http://a%3Ab@h%20h""#),
        ("{make_url: {host: h, port: 1.5}}", r#""//h:1.5""#),
        ("{make_url: {host: h, port: true}}", r#""//h:True""#),
        (
            "{make_url: {host: h, port: x}}",
            r#"outputs.o.value.make_url: Invalid URL port "x" for make_url called with {'host': 'h', 'port': 'x'}"#,
        ),
        (
            "{make_url: {host: h, port: [1]}}",
            "outputs.o.value.make_url: int() argument must be a string, a bytes-like object or a real number, not 'list'",
        ),
        (
            "{make_url: {host: h, port: null}}",
            "outputs.o.value.make_url: int() argument must be a string, a bytes-like object or a real number, not 'NoneType'",
        ),
        ("{get_param: [j, a, '0']}", r#""b""#),
        ("{get_param: [j, a, -1]}", r#""c""#),
        ("{get_param: [j, a, true]}", r#""c""#),
        ("{get_param: [t, x]}", r#""""#),
        ("{get_param: [i, 0]}", r#""""#),
        ("{get_resource: x}", r#"The specified reference "x" (in unknown) is incorrect."#),
        ("{get_resource: []}", "unhashable type: 'list'"),
        (
            "{yaql: {expression: '$.', data: {}}}",
            "outputs.o.value.yaql: Bad expression Parse error: unexpected end of statement.",
        ),
        (
            "{yaql: {expression: '$.data +', data: {}}}",
            "outputs.o.value.yaql: Bad expression Parse error: unexpected end of statement.",
        ),
    ];
    for (value, expect) in of_2018 {
        check(HotVersion::V2018_08_31, value, expect);
    }
    let of_2013 = [
        ("{'Fn::Select': [1, [a, b]]}", r#""b""#),
        ("{'Fn::Select': ['1', [a, b]]}", r#""b""#),
        ("{'Fn::Select': [5, [a, b]]}", r#""""#),
        ("{'Fn::Select': [-1, [a, b]]}", r#""b""#),
        ("{'Fn::Select': [a, {a: b}]}", r#""b""#),
        ("{'Fn::Select': [c, {a: b}]}", r#""""#),
        ("{'Fn::Select': [0, '']}", r#""""#),
        ("{'Fn::Select': [0, null]}", r#""""#),
        ("{'Fn::Select': [a, [b]]}", r#"Index to "Fn::Select" must be an integer"#),
        ("{'Fn::Select': [[], [b]]}", r#"Index to "Fn::Select" must be an integer"#),
        ("{'Fn::Select': [{}, {a: b}]}", r#"Index to "Fn::Select" must be a string"#),
        ("{'Fn::Select': [0, 5]}", "Arguments to Fn::Select not fully resolved"),
        (
            "{'Fn::Select': [0]}",
            r#"outputs.o.value.Fn::Select: Arguments to "Fn::Select" must be of the form [index, collection]"#,
        ),
        ("{'Fn::Join': [',', [a, b]]}", r#""a,b""#),
        ("{'Fn::Join': [',', [a, 5]]}", "Items to join must be strings not 5"),
        ("{'Fn::Join': [',', [a, null]]}", r#""a,""#),
        ("{'Fn::Join': [',', a]}", r#""Fn::Join" must operate on a list"#),
        ("{'Fn::Join': [5, [a]]}", r#""Fn::Join" delimiter must be a string"#),
        ("{'Fn::Replace': [{a: b}, 'xa']}", r#""xb""#),
        ("{'Fn::Replace': [{a: 5}, 'xa']}", r#""x5""#),
        ("{'Fn::Replace': [{a: null}, 'xa']}", r#""x""#),
        (
            "{'Fn::Replace': [{a: b}]}",
            r#"outputs.o.value.Fn::Replace: Incorrect arguments to "Fn::Replace" should be: {"Fn::Replace": [ {"$var1": "foo", "%var2%": "bar"}, "$var1 is %var2%"]}"#,
        ),
        ("{'Fn::Base64': x}", r#""x""#),
        ("{'Fn::Base64': 5}", r#""Fn::Base64" argument must be a string"#),
        (
            "{'Fn::MemberListToMap': [Name, Value, ['.member.0.Name=a', '.member.0.Value=b', '.member.1.Name=c', '.member.1.Value=d']]}",
            r#"{"a": "b", "c": "d"}"#,
        ),
        (
            "{'Fn::MemberListToMap': [Name, Value, ['x']]}",
            "dictionary update sequence element #0 has length 1; 2 is required",
        ),
        (
            "{'Fn::MemberListToMap': [Name, Value, x]}",
            "dictionary update sequence element #0 has length 1; 2 is required",
        ),
        (
            "{'Fn::MemberListToMap': [5, Value, []]}",
            "outputs.o.value.Fn::MemberListToMap: Fn::MemberListToMap Key Name must be a string",
        ),
        (
            "{'Fn::MemberListToMap': [Name, Value]}",
            "outputs.o.value.Fn::MemberListToMap: Wrong Arguments try: \"\n            {'Fn::MemberListToMap': ['Name', 'Value',\n                                     ['.member.0.Name=key',\n                                      '.member.0.Value=door']]}\n            \"",
        ),
        (
            "{'Fn::Split': [',']}",
            r#"outputs.o.value.Fn::Split: Incorrect arguments to "Fn::Split" should be: "Fn::Split" : [ ",", "str1,str2"]]"#,
        ),
        ("{'Fn::Split': [',', 5]}", "String to split must be string; got <class 'int'>"),
        ("{Ref: t}", r#""text""#),
        ("{Ref: nope}", r#"The specified reference "nope" (in unknown) is incorrect."#),
    ];
    for (value, expect) in of_2013 {
        check(OLDEST, value, expect);
    }
}
