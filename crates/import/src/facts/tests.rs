use heat_schema_text::schema_file;

use super::*;
use crate::Part;

/// The facts of one type, in the format of the introspection.
fn introspected(facts: &str) -> String {
    format!(r#"{{"heat_version": "27.0.1", "types": {{"My::Type": {facts}}}, "errors": []}}"#)
}

fn problems(facts: &Facts) -> Vec<&str> {
    facts.diagnostics.iter().map(|problem| problem.message.as_str()).collect()
}

/// Compares the schema that results from facts with its text, without the first comment.
#[track_caller]
fn check(facts: &str, expect: &str) {
    // Both formats give the same result.
    for json in [introspected(facts), format!(r#"{{"My::Type": [{facts}]}}"#)] {
        let facts = Facts::read("facts.json", &json, Descriptions::Keep);
        assert_eq!(problems(&facts), Vec::<&str>::new());
        let text = schema_file(&facts.types["My::Type"].schema);
        assert_eq!(text.split_once('\n').unwrap().1, format!("type: My::Type\n{expect}"));
    }
}

#[track_caller]
fn check_problems(json: &str, expect: &[&str]) {
    let facts = Facts::read("facts.json", json, Descriptions::Keep);
    assert_eq!(problems(&facts), expect);
    assert!(facts.diagnostics.iter().all(|problem| problem.file_name() == Some("facts.json")));
}

#[test]
fn defaults_of_a_type_are_omitted() {
    check(
        r#"{"python_class": "my.Type", "description": "", "support_status": {"status": "SUPPORTED"}, "properties": {},
            "attributes": {}, "update_policy": {}, "entity": null, "physical_resource_name_limit": 255,
            "always_replace_on_check_failed": true, "requires_deferred_auth": false, "strict_dependency": true,
            "no_signal_actions": ["SUSPEND", "DELETE"], "has_translation_rules": false,
            "supports_snapshot_deletion": false, "any_property": false, "any_attribute": false, "has_show": false,
            "reference_before_creation": "name", "dependencies_by_value": [],
            "base_attributes": {"show": {"type": "Map", "description": "Details.", "cache_mode": "cache_none"}}}"#,
        "python_class: my.Type\n",
    );
    check(
        r#"{"physical_resource_name_limit": 63, "requires_deferred_auth": true, "no_signal_actions": [],
            "base_attributes": {"show": {"type": "Map"}, "own": {}}, "attributes": {"a": {"type": "Integer"}}}"#,
        "physical_resource_name_limit: 63\nrequires_deferred_auth: true\nno_signal_actions: []\nattributes:\n  show:\n    \
         type: map\n  own: {}\n  a:\n    type: integer\n",
    );
}

#[test]
fn what_a_type_does_in_a_stack_is_imported() {
    check(
        r#"{"supports_snapshot_deletion": true, "any_attribute": true, "has_show": true, "reference_before_creation": "none_text",
            "dependencies_by_value": [{"type": "A::B", "property": ["a"], "equals": ["b", "c"], "empty": "matches"}]}"#,
        "supports_snapshot_deletion: true\nany_attribute: true\nhas_show: true\nreference_before_creation: none_text\n\
         dependencies_by_value:\n  - {type: A::B, property: [a], equals: [b, c], empty: matches}\n",
    );
    // If all properties and attributes are accepted and ignored, there is no record either.
    check(
        r#"{"any_property": true, "any_attribute": true, "has_show": true}"#,
        "any_property: true\nany_attribute: true\n",
    );
    check_problems(
        &introspected(r#"{"reference_before_creation": "null"}"#),
        &["`My::Type.reference_before_creation`: `null` is not a reference before creation"],
    );
    let facts = Facts::read("", &introspected(r#"{"has_dependencies_by_value": true}"#), Descriptions::Drop);
    let facts = &facts.types["My::Type"];
    assert!(facts.adds_dependencies && facts.unknown.contains(&Part::DependenciesByValue));
}

#[test]
fn properties_use_the_keys_of_the_schema_language() {
    check(
        r#"{"properties": {
              "a": {"type": "List", "required": true, "default": null, "update_allowed": true, "description": "A.\n",
                    "schema": {"*": {"type": "Map", "schema": {"b": {"type": "Number", "default": 1.5}}}}},
              "c": {"type": "Any", "default": {"z": [1, null], "y": "x"}, "implemented": false,
                    "constraints": [{"range": {"min": 1, "max": null}}, {"allowed_values": ["a", 1, true]},
                                    {"custom_constraint": "x", "description": "D."}]}}}"#,
        "properties:\n  a:\n    type: list\n    description: A.\n    required: true\n    update_allowed: true\n    schema:\n      \
         \"*\":\n        type: map\n        schema:\n          b:\n            type: number\n            default: 1.5\n  c:\n    \
         type: any\n    default: {z: [1, null], \"y\": x}\n    implemented: false\n    constraints:\n      - range: {min: 1}\n      \
         - allowed_values: [a, 1, true]\n      - custom_constraint: x\n        description: D.\n",
    );
}

#[test]
fn a_chain_of_statuses_becomes_a_list() {
    check(
        r#"{"support_status": {"status": "HIDDEN", "version": "6.0.0 ", "previous_status":
             {"status": "DEPRECATED", "version": "2014.2", "message": "Use x.", "previous_status":
               {"status": "SUPPORTED"}}}}"#,
        "support_status:\n  - {status: HIDDEN, version: 6.0.0}\n  - {status: DEPRECATED, version: \"2014.2\", message: Use \
         x.}\n  - status: SUPPORTED\n",
    );
}

#[test]
fn rules_and_groups_are_imported_unchanged() {
    check(
        r#"{"translation_rules": [{"rule": "resolve", "translation_path": ["a"], "client_plugin": "nova", "finder": "find_resourceid_by_name_or_id",
              "when": {"property": "b", "in": [null, "x"]}}],
            "properties_groups": [{"or": [["a"], ["b"]]}]}"#,
        "properties_groups:\n  - or: [[a], [b]]\ntranslation_rules:\n  - rule: resolve\n    translation_path: [a]\n    \
         client_plugin: nova\n    finder: find_resourceid_by_name_or_id\n    when: {property: b, in: [null, x]}\n",
    );
    let facts = Facts::read("", &introspected("{}"), Descriptions::Drop);
    assert_eq!(facts.types["My::Type"].unknown, Part::ALL);
    let facts = Facts::read("", &introspected(r#"{"translation_rules": []}"#), Descriptions::Drop);
    let unknown = &facts.types["My::Type"].unknown;
    assert!(!unknown.contains(&Part::TranslationRules) && unknown.len() == Part::ALL.len() - 1);
}

#[test]
fn a_substitute_is_named_by_its_type() {
    let old = |class: &str| format!(r#""A::Old": [{{"support_status": {{"substitute_class": "{class}"}}}}]"#);
    let read = |class: &str, others: &str| {
        let facts = Facts::read("", &format!("{{{}, {others}}}", old(class)), Descriptions::Drop);
        let entry = facts.types["A::Old"].schema.support_status.history[0].clone();
        entry.substitute_class.unwrap()
    };
    let one = r#""A::New": [{"python_class": "heat.a.New"}]"#;
    let two = r#""A::New": [{"python_class": "heat.a.New"}], "B::New": [{"python_class": "heat.b.New"}]"#;
    assert_eq!(read("New", one), "A::New");
    assert_eq!(read("A::New", one), "A::New");
    assert_eq!(read("heat.b.New", two), "B::New");
    // The class name is ambiguous.
    assert_eq!(read("New", two), "New");
    assert_eq!(read("Other", one), "Other");
}

#[test]
fn texts_are_dropped_unless_requested() {
    let json =
        introspected(r#"{"description": "A.", "support_status": {"status": "HIDDEN", "message": "B."}}"#);
    let schema = &Facts::read("", &json, Descriptions::Drop).types["My::Type"].schema;
    assert_eq!((schema.description.as_deref(), schema.support_status.message()), (None, None));
    assert!(schema.is_hidden());
}

#[test]
fn unknown_facts_are_reported() {
    check_problems("{", &["not JSON: EOF while parsing an object at line 1 column 1"]);
    check_problems("[]", &["expected an object with resource types"]);
    check_problems("{}", &["it contains no resource types"]);
    check_problems(r#"{"types": []}"#, &["`types` should be an object, but is a list"]);
    check_problems(r#"{"A": {}}"#, &["`A` should be a list with the facts of the type"]);
    for name in ["", "A::", "../../etc/passwd", "A::../B", "/A", "A B"] {
        let json = format!(r#"{{"{name}": [{{}}]}}"#);
        check_problems(&json, &[&format!("`{name}` is not a valid resource type name")]);
    }
    check_problems(
        &introspected(
            r#"{"entity": 1, "properties": {"p": {"type": "Text", "required": "yes"}, "q": {}},
                "attributes": {"a": {"type": "Number"}}, "support_status": {"status": "OLD"}, "new_fact": 1}"#,
        ),
        &[
            "`My::Type.new_fact` is not a known fact and is ignored",
            "`My::Type.support_status.status`: `OLD` is not a support status",
            "`My::Type.entity` should be a string, but is a number",
            "`My::Type.properties.p.type`: `text` is not a type",
            "`My::Type.properties.p.required` should be true or false, but is a string",
            "`My::Type.properties.q` has no type",
            "`My::Type.attributes.a.type`: `number` is not a type of an attribute",
        ],
    );
    check_problems(
        &introspected(r#"{"properties": {"p": {"type": "Any", "constraints": [{"rnge": {}}]}}}"#),
        &[
            "`My::Type.properties.p.constraints[0]`: unknown field `rnge`, expected one of `range`, `length`, `modulo`, \
           `allowed_values`, `allowed_pattern`, `custom_constraint`",
        ],
    );
}

#[test]
fn what_is_wrong_with_an_item_is_shown_in_the_module() {
    let json = r#"{"types": {"A": {}}, "errors": [
        {"type": "A", "part": "attributes.b.support_status", "line": "2", "error": "TypeError: x"},
        {"type": "A", "part": "attributes.c", "error": "E"}]}"#;
    let module = Source::new("a.py", "A = {\n    'b': 1,\n}\n");
    let facts = Facts::read_of_module("a.py", Some(&module), json, Descriptions::Keep);
    assert_eq!(facts.types.keys().collect::<Vec<_>>(), ["A"]);
    let expect = [
        "`A.attributes.b.support_status` could not be read: TypeError: x",
        "`A.attributes.c` could not be read: E",
    ];
    assert_eq!(problems(&facts), expect);
    let shown = facts.diagnostics[0].labels.first().map(|label| label.source.slice(label.span));
    assert_eq!(shown, Some("'b': 1,"));
}

#[test]
fn a_type_with_invalid_facts_is_skipped_and_not_removed() {
    let json = r#"{"types": {"A": {"entity": 1}, "B": {}}, "errors": [
        {"type": "C", "error": "KeyError: 'x'"}, {"type": "B", "part": "translation_rules", "error": "E"},
        {"module": "my.plugin", "error": "ImportError"}]}"#;
    let facts = Facts::read("facts.json", json, Descriptions::Drop);
    assert_eq!(facts.types.keys().collect::<Vec<_>>(), ["B"]);
    assert_eq!(facts.unread.iter().collect::<Vec<_>>(), ["A", "C"]);
    assert_eq!(
        problems(&facts),
        [
            "`A.entity` should be a string, but is a number",
            "`C` could not be read: KeyError: 'x'",
            "the translation rules of `B` could not be read: E",
            "`my.plugin` could not be loaded: ImportError",
        ]
    );
}
