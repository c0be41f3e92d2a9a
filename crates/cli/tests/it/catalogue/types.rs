//! Tests of `list`, `show`, `template`, `export`, `init` and `completions`.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails may panic")]

use std::collections::BTreeSet;
use std::fs;

use crate::support::{Ran, fixture, folder, run, run_in};
use heat_model::group::{API_VERSIONS, Operator};
use heat_model::validation_rule::{PropertyState, Requirement};
use heat_model::{
    AcceptedFinding, AttributeSchema, AttributeType, CacheMode, Constraint, ConstraintKind, EarlyReference,
    EffectLevel, EmptyValue, PropertySchema, PropertyType, ResourceType, RuleKind, Status, StatusEntry,
    TranslationRule, ValidationRule, ValueDependency,
};
use insta::assert_snapshot;
use serde_json::{Value, json};

/// Runs a command that only knows the types of the fixture.
fn own(arguments: &[&str]) -> Ran {
    run(&[arguments, &["--only-own-types"]].concat())
}

#[test]
fn types_are_listed_without_the_hidden_ones() {
    assert_eq!(own(&["list"]).out, "My::Compute::Server\nMy::Net::Port\n");
    assert_eq!(
        own(&["list", "--include-hidden"]).out,
        "My::Compute::OldServer\nMy::Compute::Server\nMy::Net::Port\n"
    );
    assert_eq!(own(&["list", "--status", "deprecated"]).out, "My::Net::Port\n");
    assert_eq!(own(&["list", "--status", "DEPRECATED", "--status", "supported"]).out.lines().count(), 2);
    assert_eq!(own(&["list", "--status", "hidden", "--include-hidden"]).out, "My::Compute::OldServer\n");
    for service in ["My::Compute", "compute"] {
        assert_eq!(own(&["list", "--service", service]).out, "My::Compute::Server\n");
    }
    assert_snapshot!(own(&["list", "--format", "json"]));
    assert_snapshot!(own(&["list", "--service", "comptue"]), @r"
    exit code 1
    --- err
    error: there is no service `comptue`
      help: did you mean `Compute`?
    ");
    assert_snapshot!(own(&["list", "--status", "hidden"]), @r"
    exit code 1
    --- err
    error: HIDDEN types are not listed
      note: Heat does not list them; existing stacks continue to work
      help: to list them, use --status hidden --include-hidden
    ");
}

#[test]
fn a_type_is_shown_without_what_is_hidden() {
    assert_snapshot!(own(&["show", "My::Compute::Server", "--format", "yaml"]));
    assert_snapshot!("show_text", own(&["show", "My::Compute::Server"]));
    let json = own(&["show", "My::Compute::Server", "--format", "json"]).out;
    let schema: ResourceType = serde_json::from_str(&json).unwrap();
    assert_eq!(schema.attributes.keys().collect::<Vec<_>>(), ["address", "show"]);
    let all = own(&["show", "My::Compute::Server", "--include-hidden", "--format", "yaml"]).out;
    for name in ["port_id", "legacy", "secret_id", "old_address"] {
        assert!(all.contains(name) && !json.contains(name), "{name}");
    }
}

#[test]
fn shown_schemas_can_be_read_again() {
    let text = own(&["show", "My::Compute::Server", "--format", "yaml"]).out;
    let loaded = heat_model::load::load_schema(&heat_yaml::Source::new("shown", text));
    assert_eq!(loaded.diagnostics.len(), 0, "{:?}", loaded.diagnostics);
    let json = own(&["show", "My::Compute::Server", "--format", "json"]).out;
    assert_eq!(loaded.file.unwrap().schema, serde_json::from_str(&json).unwrap());
}

#[test]
fn a_hidden_type_is_not_supported() {
    for command in ["show", "template"] {
        assert_snapshot!(format!("not_supported_{command}"), own(&[command, "My::Compute::OldServer"]));
        assert_snapshot!(format!("unknown_type_{command}"), own(&[command, "My::Compute::Sever"]));
        // Types that are not shown are not suggested either.
        let ran = own(&[command, "My::Compute::OldSever"]);
        assert!(!ran.err.contains("OldServer"), "{ran}");
    }
    assert_eq!(own(&["show", "My::Compute::OldServer", "--include-hidden"]).code, 0);
}

#[test]
fn provider_templates_are_those_of_heat() {
    assert_snapshot!("template_hot", own(&["template", "My::Compute::Server"]));
    assert_snapshot!("template_cfn", own(&["template", "My::Compute::Server", "--format", "cfn"]));
    assert_snapshot!("template_without_properties", own(&["template", "My::Net::Port"]));
}

#[test]
fn the_catalogue_is_exported() {
    for format in ["json", "rst", "markdown"] {
        let ran = run(&["export", "--format", format]);
        for hidden in ["OldServer", "port_id", "secret_id", "old_address"] {
            assert!(!ran.out.contains(hidden), "{format} has {hidden}");
        }
        assert_snapshot!(format!("export_{format}"), ran);
    }
    let ran = run(&["export", "--format", "json", "My::Net::Port"]);
    let catalogue: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(catalogue["types"].as_object().unwrap().keys().collect::<Vec<_>>(), ["My::Net::Port"]);
    assert_eq!(run(&["export", "--format", "json", "My::Compute::OldServer"]).code, 1);
}

/// All names that editors offer: the keys of properties, and the strings to choose from.
fn offered(schema: &Value, names: &mut BTreeSet<String>) {
    match schema {
        Value::Array(items) => items.iter().for_each(|item| offered(item, names)),
        Value::Object(entries) => {
            for (key, value) in entries {
                if let ("properties", Value::Object(properties)) = (key.as_str(), value) {
                    names.extend(properties.keys().cloned());
                }
                if let ("enum", Value::Array(values)) = (key.as_str(), value) {
                    names.extend(values.iter().filter_map(Value::as_str).map(str::to_owned));
                }
                offered(value, names);
            }
        }
        _ => {}
    }
}

#[test]
fn the_json_schema_accepts_what_is_hidden_and_does_not_offer_it() {
    let export = |arguments: &[&str]| {
        let ran = own(&[&["export", "--format", "json-schema"], arguments].concat());
        assert_eq!(ran.code, 0, "{ran}");
        serde_json::from_str::<Value>(&ran.out).unwrap()
    };
    let names = |schema: &Value| {
        let mut names = BTreeSet::new();
        offered(schema, &mut names);
        names
    };
    let schema = export(&[]);
    let shown = names(&schema);
    assert!(shown.contains("My::Compute::Server") && shown.contains("networks"), "{shown:?}");
    for hidden in ["My::Compute::OldServer", "port_id", "secret_id"] {
        assert!(!shown.contains(hidden), "{hidden} is offered");
        assert!(schema.to_string().contains(hidden), "{hidden} is not accepted");
    }
    let all = names(&export(&["--include-hidden"]));
    assert!(all.contains("My::Compute::OldServer") && all.contains("port_id"), "{all:?}");
    // The definitions that depend on the catalogue.
    let parts = ["resource", "My::Compute::Server", "docs:My::Compute::Server", "My::Net::Port"];
    let parts: Value =
        parts.into_iter().map(|name| (name.to_owned(), schema["definitions"][name].clone())).collect();
    assert_snapshot!(serde_json::to_string_pretty(&parts).unwrap());
}

#[test]
fn the_json_schema_has_the_types_of_a_cloud() {
    let folder = folder("json-schema-types");
    fs::write(folder.join("list.json"), r#"[{"Resource Type": "My::Listed::Type"}]"#).unwrap();
    fs::write(folder.join("token.yaml"), "type: My::Custom::Token\nproperties: {size: {type: integer}}\n")
        .unwrap();
    let ran = run_in(
        &folder,
        &["export", "--format", "json-schema", "--types", "list.json", "--types", "token.yaml"],
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    let schema: Value = serde_json::from_str(&ran.out).unwrap();
    let definitions = &schema["definitions"];
    assert!(definitions["OS::Nova::Server"].is_object());
    assert!(definitions["My::Custom::Token"]["else"]["properties"]["size"].is_object());
    // The properties of the type are unknown.
    assert_eq!(definitions["My::Listed::Type"], json!({"title": "My::Listed::Type", "type": "object"}));
}

/// The keys that the model accepts, taken from its error message for an unknown key, which lists all of them.
fn keys_of<T: serde::de::DeserializeOwned + std::fmt::Debug>() -> BTreeSet<String> {
    let error = serde_json::from_value::<T>(json!({"no such key": 1})).unwrap_err().to_string();
    let (_, known) = error.split_once("expected one of ").unwrap_or_else(|| panic!("{error}"));
    known.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn the_schema_of_schema_files_has_what_the_model_has() {
    let schema: Value = serde_json::from_str(&run(&["export", "--format", "schema-language"]).out).unwrap();
    let constraint = keys_of::<Constraint>().into_iter().chain(["description".to_owned()]).collect();
    for (place, keys) in [
        ("", keys_of::<ResourceType>()),
        ("/$defs/property", keys_of::<PropertySchema>()),
        ("/$defs/attribute", keys_of::<AttributeSchema>()),
        ("/$defs/support_status/items", keys_of::<StatusEntry>()),
        ("/$defs/translation_rule", keys_of::<TranslationRule>()),
        ("/$defs/value_dependency", keys_of::<ValueDependency>()),
        ("/$defs/validation_rule", keys_of::<ValidationRule>()),
        ("/properties/accepted_findings/items", keys_of::<AcceptedFinding>()),
        ("/$defs/constraint", constraint),
    ] {
        let properties = schema.pointer(place).unwrap()["properties"].as_object().unwrap();
        assert_eq!(properties.keys().cloned().collect::<BTreeSet<_>>(), keys, "{place}");
        assert!(properties.values().all(Value::is_object), "{place}");
    }
    let level = json!(EffectLevel::ALL.map(EffectLevel::as_str));
    let one_of = |keys: &[&str]| keys.iter().map(|key| json!({"required": [key]})).collect::<Value>();
    for (place, values) in [
        (
            "/properties/reference_before_creation/enum",
            json!(EarlyReference::ALL.map(EarlyReference::as_str)),
        ),
        ("/properties/no_signal_actions/default", json!(ResourceType::new("").no_signal_actions)),
        (
            "/properties/physical_resource_name_limit/default",
            json!(ResourceType::PHYSICAL_RESOURCE_NAME_LIMIT),
        ),
        ("/$defs/property/properties/type/enum", json!(PropertyType::ALL.map(PropertyType::as_str))),
        ("/$defs/attribute/properties/type/enum", json!(AttributeType::ALL.map(AttributeType::as_str))),
        ("/$defs/attribute/properties/cache_mode/enum", json!(CacheMode::ALL.map(CacheMode::as_str))),
        ("/$defs/support_status/items/properties/status/enum", json!(Status::ALL.map(Status::as_str))),
        ("/$defs/update_effect/anyOf/0/enum", level.clone()),
        ("/$defs/update_effect/anyOf/1/properties/level/enum", level.clone()),
        ("/$defs/update_effect/anyOf/1/properties/cases/items/properties/level/enum", level),
        ("/$defs/constraint/oneOf", one_of(&ConstraintKind::KEYS)),
        ("/$defs/translation_rule/properties/rule/enum", json!(RuleKind::ALL.map(RuleKind::as_str))),
        ("/$defs/value_dependency/properties/empty/enum", json!(EmptyValue::ALL.map(EmptyValue::as_str))),
        ("/$defs/validation_rule/oneOf", one_of(&Requirement::KEYS)),
        ("/$defs/condition/anyOf/1/properties/is/enum", json!(PropertyState::ALL.map(PropertyState::as_str))),
    ] {
        assert_eq!(schema.pointer(place), Some(&values), "{place}");
    }
    let operators = Operator::ALL.map(Operator::as_str);
    let groups = &schema["$defs"]["properties_group"]["properties"];
    assert!(groups.as_object().unwrap().keys().eq(operators.iter().chain([&API_VERSIONS])), "{groups}");
}

#[test]
fn a_new_schema_file_only_lacks_what_it_is_for() {
    let folder = folder("init");
    let ran = run_in(&folder, &["init", "My::Custom::Token"]);
    assert_eq!(ran.out, "wrote schemas/My/Custom/Token.yaml\n", "{ran}");
    assert_snapshot!("init", fs::read_to_string(folder.join("schemas/My/Custom/Token.yaml")).unwrap());

    // In a catalogue, the constraints and releases of the type are known.
    for table in ["releases.yaml", "constraints.yaml"] {
        fs::copy(fixture("catalogue/schemas").join(table), folder.join("schemas").join(table)).unwrap();
    }
    let ran = run_in(&folder, &["init", "My::Custom::Token"]);
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (1, "error: `schemas/My/Custom/Token.yaml` already exists\n  help: use --force to overwrite it\n")
    );
    assert_eq!(run_in(&folder, &["init", "--force", "My::Custom::Token"]).code, 0);
    let text = fs::read_to_string(folder.join("schemas/My/Custom/Token.yaml")).unwrap();
    assert!(text.contains("  - version: \"27.0.0\"\n"), "{text}");
    let ran = run_in(&folder, &["check"]);
    assert_eq!(ran.code, 0, "{ran}");
    assert!(ran.out.contains("has no description: this is what `init` wrote"), "{ran}");
    assert!(ran.out.ends_with("1 warning in 1 of 1 file\n"), "{ran}");

    let ran = run_in(&folder, &["init", "--out", "elsewhere", "Token"]);
    assert_eq!(ran.out, "wrote elsewhere/Token.yaml\n", "{ran}");
    assert!(ran.err.starts_with("note: types have names with parts, such as `My::Custom::Token`"), "{ran}");
    assert_snapshot!(run_in(&folder, &["init", "My:Token"]), @r"
    exit code 1
    --- err
    error: `My:Token` has a single colon; parts are separated by two
      help: a type name looks like `My::Custom::Token`: parts separated by `::`
    ");
}
