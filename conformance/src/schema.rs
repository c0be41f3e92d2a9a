//! Conversion of the vectors' form of schemas (with Heat's terms, as in its API) to ours.

use std::path::Path;

use heat_catalogue::SchemaFiles;
use heat_model::{
    AttributeSchema, Constraint, ConstraintKind, NestedSchema, PropertySchema, PropertyType, ResourceType,
    RuleKind, TranslationRule, Value,
};
use indexmap::IndexMap;

use crate::vector::{Fields, Unanswerable};

/// The project's own catalogue.
pub(crate) fn catalogue() -> IndexMap<String, ResourceType> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../schemas"));
    let files = SchemaFiles::read(folder).files;
    files.into_iter().map(|(name, file)| (name, file.schema)).collect()
}

/// Reads a type that only tests have.
pub(crate) fn resource_type(name: &str, definition: &Value) -> Result<ResourceType, Unanswerable> {
    let mut made = ResourceType::new(name);
    made.properties = properties(definition.required("properties")?.map()?)?;
    made.update_policy = properties(definition.required("update_policy")?.map()?)?;
    made.strict_dependency = definition.flag("strict_dependency", true);
    let attributes = definition.required("attributes")?.map()?.keys();
    made.attributes = attributes.map(|name| (name.clone(), AttributeSchema::default())).collect();
    Ok(made)
}

/// Converts Heat's name of a property type to ours.
pub(crate) fn type_of(word: &str) -> Option<PropertyType> {
    let known = PropertyType::ALL.into_iter().find(|known| known.as_str().eq_ignore_ascii_case(word))?;
    // Heat compares exactly, with the first letter capitalised.
    word.strip_prefix(|first: char| first.is_ascii_uppercase())
        .filter(|rest| known.as_str().ends_with(*rest))?;
    Some(known)
}

fn malformed(what: &str, value: &Value) -> Unanswerable {
    Unanswerable::Malformed(format!("{value} is not {what}"))
}

/// Reads the properties of a vector.
pub(crate) fn properties(
    definition: &IndexMap<String, Value>,
) -> Result<IndexMap<String, PropertySchema>, Unanswerable> {
    definition.iter().map(|(name, member)| Ok((name.clone(), property(member)?))).collect()
}

/// Reads a property of a vector. Parts without effect on values (descriptions, support status) are omitted.
pub(crate) fn property(definition: &Value) -> Result<PropertySchema, Unanswerable> {
    let word = definition.text("type")?;
    let mut schema = PropertySchema::new(type_of(word).ok_or_else(|| malformed("a type", &word.into()))?);
    schema.required = definition.flag("required", false);
    schema.default = definition.field("default").filter(|default| **default != Value::Null).cloned();
    schema.update_allowed = definition.flag("update_allowed", false);
    schema.immutable = definition.flag("immutable", false);
    schema.implemented = definition.flag("implemented", true);
    schema.allow_conversion = definition.flag("allow_conversion", false);
    if let Some(Value::List(constraints)) = definition.field("constraints") {
        schema.constraints = constraints.iter().map(constraint).collect::<Result<_, _>>()?;
    }
    if let Some(nested) = definition.field("schema").filter(|nested| **nested != Value::Null) {
        let nested = nested.map()?;
        schema.schema = Some(if is_item(definition, nested) {
            let item = nested.values().next().ok_or_else(|| malformed("an item's schema", definition))?;
            NestedSchema::Item(Box::new(property(item)?))
        } else {
            NestedSchema::Members(properties(nested)?)
        });
    }
    Ok(schema)
}

/// Returns whether a nested schema is that of a list's items.
pub(crate) fn is_item(definition: &Value, nested: &IndexMap<String, Value>) -> bool {
    let is_list = definition.field("type").and_then(Value::as_str) == Some("List");
    definition.flag("single", false)
        || is_list && nested.len() == 1 && nested.contains_key(NestedSchema::ITEM_KEY)
}

/// Reads a constraint of a vector in Heat's form, which is also ours.
pub(crate) fn constraint(definition: &Value) -> Result<Constraint, Unanswerable> {
    let kind = |key: &str, value: &Value| {
        let end = |name: &str| value.field(name).filter(|end| **end != Value::Null).cloned();
        Some(match (key, value) {
            ("range", Value::Map(_)) => ConstraintKind::Range { min: end("min"), max: end("max") },
            ("length", Value::Map(_)) => ConstraintKind::Length { min: end("min"), max: end("max") },
            ("modulo", Value::Map(_)) => ConstraintKind::Modulo { step: end("step"), offset: end("offset") },
            ("allowed_values", Value::List(allowed)) => ConstraintKind::AllowedValues(allowed.to_vec()),
            ("allowed_pattern", Value::String(pattern)) => ConstraintKind::AllowedPattern(pattern.clone()),
            ("custom_constraint", Value::String(name)) => ConstraintKind::Custom(name.clone()),
            _ => return None,
        })
    };
    let kind = definition.map()?.iter().find_map(|(key, value)| kind(key, value));
    Ok(Constraint {
        kind: kind.ok_or_else(|| malformed("a constraint", definition))?,
        description: definition.field("description").and_then(Value::as_str).map(str::to_owned),
    })
}

/// The translation rules of a vector, and the answers of their finders.
#[derive(Debug, Default)]
pub(crate) struct Rules {
    /// The rules. The name of a finder is the index of its rule, because each has its own answers.
    pub(crate) rules: Vec<TranslationRule>,
    /// The answers of the finder of each rule.
    pub(crate) answers: Vec<Vec<(Value, Value)>>,
}

/// Reads the translation rules of a vector.
pub(crate) fn rules(definitions: &Value) -> Result<Rules, Unanswerable> {
    let Value::List(definitions) = definitions else { return Err(malformed("a list of rules", definitions)) };
    let mut rules = Rules::default();
    for definition in definitions {
        rules.rules.push(rule(definition, rules.answers.len())?);
        let results = definition.field("finder").and_then(|finder| finder.field("results"));
        let Some(Value::List(results)) = results else {
            rules.answers.push(Vec::new());
            continue;
        };
        let answers = results.iter().map(|pair| match pair {
            Value::List(pair) => match pair.as_slice() {
                [asked, answer] => Ok((asked.clone(), answer.clone())),
                _ => Err(malformed("a question and its answer", &Value::List(pair.clone()))),
            },
            other => Err(malformed("a question and its answer", other)),
        });
        rules.answers.push(answers.collect::<Result<_, _>>()?);
    }
    Ok(rules)
}

fn rule(definition: &Value, number: usize) -> Result<TranslationRule, Unanswerable> {
    let word = definition.text("rule")?;
    let kind: RuleKind =
        word.to_lowercase().parse().map_err(|_| malformed("a kind of rule", &Value::from(word)))?;
    let path = |key: &str| match definition.field(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::List(steps)) => {
            let steps = steps.iter().map(|step| step.as_str().map(str::to_owned));
            steps.collect::<Option<Vec<_>>>().map(Some).ok_or_else(|| malformed("a path", definition))
        }
        Some(other) => Err(malformed("a path", other)),
    };
    let text = |key: &str| definition.field(key).and_then(Value::as_str).map(str::to_owned);
    let mut rule = TranslationRule::new(kind, path("translation_path")?.unwrap_or_default());
    rule.value = definition.field("value").filter(|value| **value != Value::Null).cloned();
    rule.value_name = text("value_name");
    rule.value_path = path("value_path")?;
    rule.custom_value_path = path("custom_value_path")?;
    rule.entity = text("entity");
    rule.finder = definition.field("finder").map(|_| number.to_string());
    Ok(rule)
}

#[cfg(test)]
mod tests {
    use heat_model::json;

    use super::*;

    #[test]
    fn a_property_is_read_completely() {
        fn check(definition: &str, expect: Result<&str, &str>) {
            let read = property(&json::parse(definition).unwrap());
            match (read, expect) {
                (Ok(schema), Ok(written)) => assert_eq!(serde_json::to_string(&schema).unwrap(), written),
                (Err(error), Err(part)) => assert!(error.to_string().contains(part), "{error}"),
                (read, _) => panic!("{definition}: {read:?}"),
            }
        }
        check(
            r#"{"type":"Integer","default":5,"constraints":[{"range":{"min":1}}]}"#,
            Ok(r#"{"type":"integer","default":5,"constraints":[{"range":{"min":1}}]}"#),
        );
        check(
            r#"{"type":"List","schema":{"*":{"type":"Map","schema":{"a":{"type":"Any"}}}}}"#,
            Ok(r#"{"type":"list","schema":{"*":{"type":"map","schema":{"a":{"type":"any"}}}}}"#),
        );
        check(r#"{"type":"integer"}"#, Err("not a type"));
        check(r#"{"type":"STRING"}"#, Err("not a type"));
        check(r#"{"default":5}"#, Err("no `type`"));
        check(r#"{"type":"String","constraints":[{"size":5}]}"#, Err("not a constraint"));
    }

    #[test]
    fn a_rule_keeps_its_finders_answers() {
        let definitions = r#"[{"rule":"Resolve","translation_path":["a","b"],"entity":"e",
            "finder":{"name":"f","results":[["x",{"value":"id"}]]}},{"rule":"Delete","translation_path":["a"]}]"#;
        let read = rules(&json::parse(definitions).unwrap()).unwrap();
        let kinds: Vec<_> = read.rules.iter().map(|rule| (rule.rule, rule.finder.as_deref())).collect();
        assert_eq!(kinds, [(RuleKind::Resolve, Some("0")), (RuleKind::Delete, None)]);
        assert_eq!(read.answers.iter().map(Vec::len).collect::<Vec<_>>(), [1, 0]);
    }
}
