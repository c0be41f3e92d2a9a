//! Values that Heat 27.0.1 returned for outputs of templates.

use heat_hot_language::HotVersion;

use super::check;

/// Values in templates of version 2018-08-31.
const OF_2018: &[(&str, &str)] = &[
    // The algorithm is looked up before the text is encoded, and the length of the digest is checked last.
    ("{digest: [SHA3_224, a]}", "unsupported hash type SHA3_224"),
    ("{digest: [SHA3_224, 'ł']}", "unsupported hash type SHA3_224"),
    (
        "{digest: [md5, 'ł']}",
        r"'latin-1' codec can't encode character '\u0142' in position 0: ordinal not in range(256)",
    ),
    (
        "{digest: [shake_128, 'ł']}",
        r"'latin-1' codec can't encode character '\u0142' in position 0: ordinal not in range(256)",
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
    (
        "{get_attr: []}",
        r#"outputs.o.value.get_attr: Arguments to "get_attr" can be of the next forms: [resource_name] or [resource_name, attribute, (path), ...]"#,
    ),
    (
        "{get_attr: ''}",
        r#"outputs.o.value.get_attr: Arguments to "get_attr" can be of the next forms: [resource_name] or [resource_name, attribute, (path), ...]"#,
    ),
    ("{get_attr: {a: b}}", r#"outputs.o.value.get_attr: Argument to "get_attr" must be a list"#),
    ("{get_param: [j, a, 0]}", r#""b""#),
    ("{get_param: [j, a, 5]}", r#""""#),
    ("{get_param: [j, a, '1']}", r#""c""#),
    ("{get_param: [j, a, x]}", r#""""#),
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

/// Values in templates of the first version, which has the functions of CloudFormation.
const OF_2013: &[(&str, &str)] = &[
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
    ("{Ref: {get_param: l}}", "outputs.o.value.Ref: unhashable type: 'GetParam'"),
    ("{Ref: [t]}", "outputs.o.value.Ref: unhashable type: 'list'"),
    ("{Ref: {t: i}}", "outputs.o.value.Ref: unhashable type: 'dict'"),
    ("{Ref: t}", r#""text""#),
    ("{Ref: nope}", r#"The specified reference "nope" (in unknown) is incorrect."#),
];

#[test]
fn functions_answer_as_heat_did() {
    for (version, answers) in [(HotVersion::V2018_08_31, OF_2018), (HotVersion::V2013_05_23, OF_2013)] {
        for (value, expect) in answers {
            check(version, value, expect);
        }
    }
}
