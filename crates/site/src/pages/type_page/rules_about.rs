//! The template rules about a property: those about its own facts, and those that refer to it by name.

use heat_model::{PropertySchema, ResourceType, RuleKind, Status};

const DEPLOYMENT: &str = "deployment-to-unprepared-server";
const UNSIGNALLED: &str = "unsignalled-wait-condition";

/// The properties that rules refer to by name, each with its type and the rule.
const KNOWN: [(&str, &str, &str); 5] = [
    ("OS::Nova::Server", "user_data_format", DEPLOYMENT),
    ("OS::Heat::SoftwareDeployment", "server", DEPLOYMENT),
    ("OS::Heat::StructuredDeployment", "server", DEPLOYMENT),
    ("OS::Heat::WaitCondition", "handle", UNSIGNALLED),
    ("AWS::CloudFormation::WaitCondition", "Handle", UNSIGNALLED),
];

/// The ids of the template rules about the property at a path of a type; items of lists add no step. Rules that apply to every
/// property, such as those about types and constraints, are left out.
pub(super) fn rules_about(
    schema: &ResourceType,
    path: &[&str],
    property: &PropertySchema,
) -> Vec<&'static str> {
    let status = property.support_status.status();
    let of_fact = [
        (status == Status::Deprecated, "deprecated-property"),
        (status == Status::Hidden, "hidden-property"),
        (!property.implemented, "unimplemented-property"),
        (is_replaced_or_replaces(schema, path), "conflicting-properties"),
        (is_compared(schema, path), "validation-rule"),
    ];
    let of_fact = of_fact.into_iter().filter(|(holds, _)| *holds).map(|(_, id)| id);
    let by_name = KNOWN.iter().filter(|(name, property, _)| schema.name == *name && path == [*property]);
    of_fact.chain(by_name.map(|(.., id)| *id)).collect()
}

/// Returns whether a translation rule moves the value of this property to another one, or the other way round.
fn is_replaced_or_replaces(schema: &ResourceType, path: &[&str]) -> bool {
    let replaces = schema.translation_rules.iter().filter(|rule| rule.rule == RuleKind::Replace);
    replaces.into_iter().any(|rule| {
        let target = &rule.translation_path;
        let source = match (&rule.value_name, &rule.value_path) {
            (Some(name), _) => {
                target.split_last().map(|(_, around)| [around, std::slice::from_ref(name)].concat())
            }
            (None, Some(path)) => Some(path.clone()),
            (None, None) => None,
        };
        // A constant value does not come from a property.
        source.is_some_and(|source| *target == path || source == path)
    })
}

/// Returns whether a rule about several properties compares this one.
fn is_compared(schema: &ResourceType, path: &[&str]) -> bool {
    schema.validation_rules.iter().any(|rule| {
        let mut found = false;
        rule.visit_paths(&mut |compared, _| found |= compared == path);
        found
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the rules about a property of a type in JSON.
    fn check(json: &str, path: &[&str], expect: &[&str]) {
        let schema: ResourceType = serde_json::from_str(json).unwrap();
        let names: Vec<String> = path.iter().map(|name| (*name).to_owned()).collect();
        let property = schema.property_at(&names).unwrap();
        let rules = rules_about(&schema, path, property);
        assert_eq!(rules, expect, "{path:?}");
    }

    #[test]
    fn the_known_rules_exist() {
        let exists = |id| heat_rules::rule(heat_report::RuleSet::Templates, id).is_some();
        assert!(KNOWN.iter().all(|(.., id)| exists(id)));
    }

    #[test]
    fn facts_and_names_choose_the_rules() {
        let schema = r#"{"type": "OS::Nova::Server", "properties": {
            "image": {"type": "string"}, "user_data_format": {"type": "string"},
            "old": {"type": "string", "support_status": [{"status": "DEPRECATED"}]}, "new": {"type": "string"},
            "nets": {"type": "list", "schema": {"*": {"type": "map", "schema": {
                "uuid": {"type": "string", "implemented": false}, "network": {"type": "string"}}}}}
        }, "translation_rules": [
            {"rule": "replace", "translation_path": ["new"], "value_name": "old"},
            {"rule": "replace", "translation_path": ["nets", "network"], "value_name": "uuid"}
        ], "validation_rules": [{"at_most_one": [["image"], ["new"]]}]}"#;
        check(schema, &["image"], &["validation-rule"]);
        check(schema, &["user_data_format"], &["deployment-to-unprepared-server"]);
        check(schema, &["old"], &["deprecated-property", "conflicting-properties"]);
        check(schema, &["new"], &["conflicting-properties", "validation-rule"]);
        check(schema, &["nets"], &[]);
        check(schema, &["nets", "uuid"], &["unimplemented-property", "conflicting-properties"]);
        check(schema, &["nets", "network"], &["conflicting-properties"]);
    }
}
