//! Property tests: any text has a result, with findings at valid spans, even if little of it is a schema.

use heat_lint::{Tables, lint_file, rule};
use heat_model::load::load_schema;
use heat_model::{CustomConstraintTable, Release, ReleaseTable};
use heat_yaml::Source;
use heat_yaml::render::{RenderStyle, text};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Words with a meaning in a schema, as keys and as values.
const WORDS: &[&str] = &[
    "*",
    "a",
    "b",
    "accepted_findings",
    "add",
    "allowed_pattern",
    "allowed_values",
    "and",
    "any",
    "api_versions",
    "attributes",
    "boolean",
    "client_plugin",
    "constraints",
    "custom_constraint",
    "default",
    "delete",
    "DEPRECATED",
    "description",
    "entity",
    "example-invalid",
    "examples",
    "finder",
    "get_property",
    "HIDDEN",
    "immutable",
    "implemented",
    "in",
    "integer",
    "length",
    "list",
    "map",
    "max",
    "message",
    "min",
    "modulo",
    "number",
    "offset",
    "or",
    "path",
    "properties",
    "properties_groups",
    "property",
    "range",
    "reason",
    "replace",
    "required",
    "resolve",
    "rule",
    "schema",
    "status",
    "step",
    "string",
    "substitute_class",
    "SUPPORTED",
    "support_status",
    "template",
    "title",
    "translation_path",
    "translation_rules",
    "type",
    "update_allowed",
    "update_policy",
    "Use property a.",
    "value",
    "value_name",
    "value_path",
    "version",
    "versions",
    "when",
    "xor",
    "5.0.0",
    "[",
    "(a|b)+",
    "heat_template_version: rocky\nresources: {x: {type: a, properties: {a: 1}}}\n",
];

fn word() -> impl Strategy<Value = String> {
    proptest::sample::select(WORDS).prop_map(str::to_owned)
}

/// Generates JSON that consists of the words of a schema.
fn tree() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        4 => word().prop_map(Value::from),
        1 => any::<bool>().prop_map(Value::from),
        1 => (-3_i64..70).prop_map(Value::from),
        1 => Just(json!(1.5)),
        1 => Just(json!(99_999_999_999_999_999_999_f64)),
        1 => Just(Value::Null),
    ];
    leaf.prop_recursive(6, 64, 5, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map(word(), inner, 0..5)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// Generates a property with any errors, or none.
fn property() -> impl Strategy<Value = Value> {
    const TYPES: &[&str] = &["string", "integer", "number", "boolean", "map", "list", "any"];
    let constraint = prop_oneof![
        (tree(), tree()).prop_map(|(min, max)| json!({"range": {"min": min, "max": max}})),
        (0_i64..5, 0_i64..5).prop_map(|(min, max)| json!({"length": {"min": min, "max": max}})),
        (-3_i64..4, -3_i64..4).prop_map(|(step, offset)| json!({"modulo": {"step": step, "offset": offset}})),
        proptest::collection::vec(tree(), 0..3).prop_map(|values| json!({"allowed_values": values})),
        word().prop_map(|pattern| json!({"allowed_pattern": pattern})),
        word().prop_map(|name| json!({"custom_constraint": name})),
    ];
    let flat = (
        proptest::sample::select(TYPES),
        proptest::option::of(tree()),
        proptest::collection::vec(constraint, 0..3),
        any::<(bool, bool, bool)>(),
        proptest::collection::vec(
            (proptest::sample::select(["HIDDEN", "DEPRECATED", "SUPPORTED"].as_slice()), word())
                .prop_map(|(status, text)| json!({"status": status, "message": text, "version": text})),
            0..3,
        ),
    )
        .prop_map(|(kind, default, constraints, (required, update_allowed, immutable), history)| {
            json!({
                "type": kind, "default": default, "constraints": constraints, "required": required,
                "update_allowed": update_allowed, "immutable": immutable, "support_status": history,
            })
        });
    flat.prop_recursive(3, 12, 3, |inner| {
        (
            inner.clone(),
            proptest::collection::btree_map(
                proptest::sample::select(["*", "a", "b"].as_slice()),
                inner,
                0..3,
            ),
        )
            .prop_map(|(mut property, members)| {
                property["schema"] =
                    members.into_iter().map(|(name, member)| (name.to_owned(), member)).collect();
                property
            })
    })
}

/// Generates a schema whose sections are nearly correct.
fn schema() -> impl Strategy<Value = Value> {
    let name = || proptest::sample::select(["a", "b", "c"].as_slice());
    let path = || proptest::collection::vec(name(), 0..3);
    let rule = (
        proptest::sample::select(["add", "replace", "delete", "resolve"].as_slice()),
        path(),
        proptest::option::of(path()),
        proptest::option::of(name()),
        proptest::option::of(tree()),
    )
        .prop_map(|(kind, target, value_path, value_name, value)| {
            let mut rule = json!({"rule": kind, "translation_path": target});
            rule["value"] = value.unwrap_or_else(|| json!({"get_property": "a"}));
            if let Some(path) = value_path {
                rule["value_path"] = json!(path);
            }
            if let Some(name) = value_name {
                rule["value_name"] = json!(name);
            }
            rule
        });
    let group = path().prop_map(|path| json!(path)).prop_recursive(3, 12, 4, |inner| {
        (proptest::sample::select(["and", "or", "xor"].as_slice()), proptest::collection::vec(inner, 0..4))
            .prop_map(|(operator, members)| json!({operator: members}))
    });
    (
        proptest::collection::btree_map(name(), property(), 0..4),
        proptest::collection::vec(rule, 0..4),
        proptest::collection::vec(group, 0..3),
        tree(),
    )
        .prop_map(|(properties, rules, groups, template)| {
            json!({
                "properties": properties, "translation_rules": rules, "properties_groups": groups,
                "update_policy": properties,
                "examples": [{"title": "t", "template": template.to_string()}],
            })
        })
}

fn check(mut schema: Value) -> Result<(), TestCaseError> {
    if let Some(schema) = schema.as_object_mut() {
        schema.insert("type".to_owned(), "a".into());
    }
    let source = Source::new("a.yaml", schema.to_string());
    let loaded = load_schema(&source);
    let releases = ReleaseTable {
        releases: vec![Release {
            version: "5.0.0".into(),
            name: "Liberty".into(),
            date: "2015-10-15".into(),
            ..Release::default()
        }],
    };
    let constraints = CustomConstraintTable {
        constraints: [("a".to_owned(), heat_model::CustomConstraint::default())].into_iter().collect(),
    };
    let tables = Tables {
        releases: Some(&releases),
        custom_constraints: Some(&constraints),
        types: loaded.file.iter().map(|file| ("a", &file.schema)).collect(),
        ..Tables::default()
    };
    let mut found = loaded.diagnostics;
    if let Some(file) = &loaded.file {
        found.extend(lint_file(file, &tables));
    }
    for diagnostic in &found {
        prop_assert!(rule(diagnostic.code).is_some(), "no rule `{}`", diagnostic.code);
        prop_assert!(!diagnostic.message.ends_with('.'), "{}", diagnostic.message);
        for label in &diagnostic.labels {
            prop_assert!(label.source.text().get(label.span.start..label.span.end).is_some());
        }
    }
    // Rendering must also succeed.
    let drawn = text(&found, RenderStyle::default());
    prop_assert_eq!(drawn.is_empty(), found.is_empty());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_has_a_result(tree in tree()) {
        check(tree)?;
    }

    #[test]
    fn almost_valid_schemas_have_a_result(schema in schema()) {
        check(schema)?;
    }
}
