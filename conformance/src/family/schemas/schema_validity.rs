//! Parts of schemas and properties groups, and their validity.

use heat_model::{Constraint, NestedSchema, PropertySchema, RuleKind, Value, json};
use indexmap::IndexMap;

use super::support_status::history;
use super::written::{self, list, object};
use crate::compare::{Comparison, Difference, Outcome, same};
use crate::data_folder::DataFolder;
use crate::family::Family;
use crate::schema::{is_item, type_of};
use crate::vector::{Fields, Unanswerable, Vector};

/// The family about the validity of schemas. Input `{kind: property | legacy | attribute | constraint | translation_rule, def |
/// class + args}`.
///
/// Each part is written into a schema file, which must be refused if Heat raises an exception. Results that are data (`dict` of a
/// constraint, `schema` of a legacy property) are compared with the data that are read from that file.
pub(crate) const SCHEMA_VALIDITY: Family = Family {
    name: "schema_validity",
    verdicts: &["valid"],
    details: &["dict", "schema", "str"],
    differences: schema_validity,
};

const LIST_WITH_MEMBERS: Unanswerable = Unanswerable::NotHere(
    "a list whose schema names members: Heat takes it, and fails on the first value; here it is refused at once",
);
const MAP_WITH_STAR: Unanswerable = Unanswerable::NotHere(
    "a map with a member named `*`: the key stands for a list's item, and is refused on a map",
);
const STEP_NOT_TEXT: Unanswerable =
    Unanswerable::NotHere("a path step that is no string: properties have names");
const UNKNOWN_CACHE_MODE: Unanswerable = Unanswerable::NotHere(
    "a cache mode that does not exist: Heat stores any value, here the two that mean something are known",
);
const NOT_A_LIST: Unanswerable =
    Unanswerable::NotHere("a class called with something other than keyword arguments a schema can give");

/// The name of the property that is tested.
const SUBJECT: &str = "subject";

fn schema_validity(vector: &Vector, _data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
    let (input, output) = (&vector.input, &vector.output);
    let kind = input.text("kind")?;
    let def = || input.required("def");
    let schema = match kind {
        "property" => of_subject(property(def()?)?),
        "legacy" => of_subject(legacy(def()?)?),
        "attribute" => attribute(def()?)?,
        "constraint" => of_subject(constraint(input)?),
        "translation_rule" => translation_rule(def()?)?,
        other => return Err(Unanswerable::Malformed(format!("a kind that is not known: {other}"))),
    };
    let read = written::read(&schema);
    let mut found = Comparison::default();
    verdict(&mut found, output, read.as_ref().err().map(String::as_str))?;
    let Some(subject) = read.ok().and_then(|mut read| read.properties.shift_remove(SUBJECT)) else {
        return Ok(found.differences);
    };
    let (part, ours) = match kind {
        "constraint" => ("dict", subject.constraints.first().map(constraint_as_data)),
        "legacy" => ("schema", Some(property_as_data(&subject))),
        _ => return Ok(found.differences),
    };
    if let (Some(heat), Some(ours)) = (output.field(part), ours)
        && !same(heat, &ours)
    {
        found.differs(part, heat, &ours);
    }
    Ok(found.differences)
}

fn verdict(found: &mut Comparison, recorded: &Value, errors: Option<&str>) -> Result<(), Unanswerable> {
    if (Outcome::read(recorded)? == Outcome::Fine) != errors.is_none() {
        found.differs("verdict", recorded, &errors.unwrap_or("taken"));
    }
    Ok(())
}

/// Checks that our loader refuses the properties that Heat refuses.
pub(crate) fn of_properties(
    definition: &IndexMap<String, Value>,
    recorded: &Value,
) -> Result<Vec<Difference>, Unanswerable> {
    let members: Result<Vec<_>, Unanswerable> =
        definition.iter().map(|(name, member)| Ok((name.as_str(), property(member)?))).collect();
    let mut found = Comparison::default();
    let read = written::read(&object([("properties", object(members?))]));
    verdict(&mut found, recorded, read.err().as_deref())?;
    Ok(found.differences)
}

/// Checks that our loader refuses the rules that Heat refuses.
pub(crate) fn of_rules(rules: &Value, recorded: &Value) -> Result<Vec<Difference>, Unanswerable> {
    let Value::List(rules) = rules else { return Ok(Vec::new()) };
    let mut found = Comparison::default();
    let mut errors = None;
    for rule in rules {
        errors = errors.or(written::read(&translation_rule(rule)?).err());
    }
    verdict(&mut found, recorded, errors.as_deref())?;
    Ok(found.differences)
}

fn of_subject(property: Value) -> Value {
    object([("properties", object([(SUBJECT, property)]))])
}

/// Converts Heat's name of a type to our spelling; an unknown name stays unknown.
fn type_name(name: &Value) -> Value {
    match name.as_str() {
        Some(word) => type_of(word)
            .map_or_else(|| Value::String(format!("not a type: {word}")), |known| known.as_str().into()),
        None => name.clone(),
    }
}

fn property(def: &Value) -> Result<Value, Unanswerable> {
    let mut property = IndexMap::new();
    for (key, value) in def.map()? {
        let converted = match key.as_str() {
            "single" => continue,
            "schema" if *value == Value::Null => continue,
            "type" => type_name(value),
            "schema" => nested(def, value.map()?)?,
            "support_status" => history(value),
            _ => value.clone(),
        };
        property.insert(key.clone(), converted);
    }
    Ok(Value::from(property))
}

fn nested(def: &Value, members: &IndexMap<String, Value>) -> Result<Value, Unanswerable> {
    if !is_item(def, members) {
        match def.text("type")? {
            "List" => return Err(LIST_WITH_MEMBERS),
            "Map" if members.contains_key(NestedSchema::ITEM_KEY) => return Err(MAP_WITH_STAR),
            _ => {}
        }
    }
    let converted: Result<Vec<_>, Unanswerable> =
        members.iter().map(|(name, member)| Ok((name.as_str(), property(member)?))).collect();
    Ok(object(converted?))
}

/// Converts a property from the form of Heat's oldest plug-ins.
fn legacy(def: &Value) -> Result<Value, Unanswerable> {
    let number = |value: &Value| match value.as_str() {
        Some(text) => json::parse(text).unwrap_or_else(|_| value.clone()),
        None => value.clone(),
    };
    let mut constraints = Vec::new();
    let mut ends = |keys: [&str; 2], kind: &str| {
        let given = keys.into_iter().zip(["min", "max"]);
        let ends: Vec<_> = given.filter_map(|(key, end)| Some((end, number(def.field(key)?)))).collect();
        if !ends.is_empty() {
            constraints.push(object([(kind, object(ends))]));
        }
    };
    ends(["MinValue", "MaxValue"], "range");
    ends(["MinLength", "MaxLength"], "length");
    for (key, constraint) in [("AllowedValues", "allowed_values"), ("AllowedPattern", "allowed_pattern")] {
        if let Some(value) = def.field(key) {
            constraints.push(object([(constraint, value.clone())]));
        }
    }
    let mut property = IndexMap::new();
    for (key, value) in def.map()? {
        let (key, value) = match key.as_str() {
            "MinValue" | "MaxValue" | "MinLength" | "MaxLength" | "AllowedValues" | "AllowedPattern" => {
                continue;
            }
            "Type" => ("type", type_name(value)),
            "Schema" if def.field("Type") == Some(&"List".into()) => {
                ("schema", object([(NestedSchema::ITEM_KEY, legacy(value)?)]))
            }
            "Schema" => {
                let members = value.map()?.iter().map(|(name, member)| Ok((name.as_str(), legacy(member)?)));
                ("schema", object(members.collect::<Result<Vec<_>, Unanswerable>>()?))
            }
            "Required" => ("required", value.clone()),
            "Implemented" => ("implemented", value.clone()),
            "Default" => ("default", value.clone()),
            "Description" => ("description", value.clone()),
            "UpdateAllowed" => ("update_allowed", value.clone()),
            "Immutable" => ("immutable", value.clone()),
            other => (other, value.clone()),
        };
        property.insert(key.to_owned(), value);
    }
    if !constraints.is_empty() {
        property.insert("constraints".to_owned(), list(constraints));
    }
    Ok(Value::from(property))
}

fn attribute(def: &Value) -> Result<Value, Unanswerable> {
    let mut attribute = def.map()?.clone();
    // Null arguments get their defaults.
    attribute.retain(|_, value| *value != Value::Null);
    if let Some(mode) = attribute.get("cache_mode")
        && !["cache_none", "cache_local"].contains(&mode.as_str().unwrap_or_default())
    {
        return Err(UNKNOWN_CACHE_MODE);
    }
    if let Some(name) = attribute.get_mut("type") {
        *name = type_name(name);
    }
    if let Some(status) = attribute.get_mut("support_status") {
        *status = history(status);
    }
    Ok(object([("attributes", object([(SUBJECT, Value::from(attribute))]))]))
}

/// Creates a schema with a constraint on a property of a type that supports it.
fn constraint(input: &Value) -> Result<Value, Unanswerable> {
    let mut args = input.required("args")?.as_map().ok_or(NOT_A_LIST)?.clone();
    let description = args.shift_remove("description");
    let argument = |name: &str| args.get(name).cloned().ok_or(NOT_A_LIST);
    // A null limit is not set.
    let given = || {
        object(
            args.iter()
                .filter(|(_, value)| **value != Value::Null)
                .map(|(key, value)| (key.as_str(), value.clone())),
        )
    };
    let (property_type, key, value) = match input.text("class")? {
        "Range" => ("number", "range", given()),
        "Length" => ("string", "length", given()),
        "Modulo" => ("integer", "modulo", given()),
        "AllowedValues" => ("string", "allowed_values", argument("allowed")?),
        "AllowedPattern" => ("string", "allowed_pattern", argument("pattern")?),
        "CustomConstraint" => ("string", "custom_constraint", argument("name")?),
        other => return Err(Unanswerable::Malformed(format!("a constraint that is not known: {other}"))),
    };
    let constraint = object([(key, value)].into_iter().chain(description.map(|text| ("description", text))));
    Ok(object([("type", property_type.into()), ("constraints", list(vec![constraint]))]))
}

/// Creates a schema with a translation rule and the properties that it names.
fn translation_rule(def: &Value) -> Result<Value, Unanswerable> {
    let mut rule = def.map()?.clone();
    if let Some(kind) = rule.get_mut("rule") {
        let known = RuleKind::ALL
            .into_iter()
            .find(|known| kind.as_str() == Some(capitalized(known.as_str()).as_str()));
        *kind =
            known.map_or_else(|| Value::String(format!("not a rule: {kind}")), |known| known.as_str().into());
    }
    // The text replaces a client plug-in, which Heat expects as an object.
    if rule.get("client_plugin") == Some(&Value::Bool(true)) {
        rule.insert("client_plugin".to_owned(), "some".into());
    }
    // The finder comes with its answers: only its name is part of the rule.
    if let Some(name) = rule.get("finder").and_then(|finder| finder.field("name")).cloned() {
        rule.insert("finder".to_owned(), name);
    }
    let mut properties = IndexMap::new();
    let path_of = |key: &str| match rule.get(key) {
        Some(Value::List(path)) => path.to_vec(),
        _ => Vec::new(),
    };
    for key in ["translation_path", "value_path"] {
        let path = path_of(key);
        if path.iter().any(|step| step.as_str().is_none()) {
            return Err(STEP_NOT_TEXT);
        }
        declare(&mut properties, &path);
    }
    let mut sibling = path_of("translation_path");
    if let (Some(_), Some(name)) = (sibling.pop(), rule.get("value_name")) {
        sibling.push(name.clone());
        declare(&mut properties, &sibling);
    }
    Ok(object([
        ("properties", Value::from(properties)),
        ("translation_rules", list(vec![Value::from(rule)])),
    ]))
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

/// Adds the property at a path, of any type, inside maps.
pub(crate) fn declare(properties: &mut IndexMap<String, Value>, path: &[Value]) {
    let Some((Value::String(name), rest)) = path.split_first() else { return };
    let property = properties.entry(name.clone()).or_insert_with(|| object([("type", "any".into())]));
    let Some(property) = property.as_map_mut() else { return };
    if !rest.is_empty() {
        property.insert("type".to_owned(), "map".into());
        let members = property.entry("schema".to_owned()).or_insert_with(|| Value::from(IndexMap::new()));
        if let Some(members) = members.as_map_mut() {
            declare(members, rest);
        }
    }
}

/// Converts a constraint to the form of the recordings, which is also ours. Null if it cannot be serialized.
fn constraint_as_data(constraint: &Constraint) -> Value {
    as_data(&serde_json::to_string(constraint))
}

fn as_data(written: &Result<String, serde_json::Error>) -> Value {
    written.as_ref().ok().and_then(|text| json::parse(text).ok()).unwrap_or(Value::Null)
}

/// Converts a property to the form of the recordings, with Heat's names of types.
fn property_as_data(property: &PropertySchema) -> Value {
    fn rename(property: &mut Value) {
        let Some(property) = property.as_map_mut() else { return };
        if let Some(Value::String(name)) = property.get_mut("type") {
            *name = capitalized(name);
        }
        if let Some(members) = property.get_mut("schema").and_then(Value::as_map_mut) {
            members.values_mut().for_each(rename);
        }
    }
    let mut written = as_data(&serde_json::to_string(property));
    rename(&mut written);
    written
}

/// The family about properties groups. Input `{schema}`, a group in Heat's form: operators in capitals.
pub(crate) const PROPERTIES_GROUPS: Family =
    Family { name: "properties_groups", verdicts: &["valid"], details: &[], differences: properties_groups };

/// Converts a group to our form, and adds the properties that it names.
fn converted_group(group: &Value, properties: &mut IndexMap<String, Value>) -> Value {
    match group {
        Value::Map(group) => {
            let converted = group.iter().map(|(operator, members)| {
                let operator = match operator.as_str() {
                    "AND" | "OR" | "XOR" => operator.to_lowercase(),
                    // Our operators are lowercase: an unknown operator of Heat must not become a valid one by accident.
                    other => format!("not an operator: {other}"),
                };
                let members = match members {
                    Value::List(members) => {
                        list(members.iter().map(|member| converted_group(member, properties)).collect())
                    }
                    other => other.clone(),
                };
                (operator, members)
            });
            converted.collect()
        }
        Value::List(path) => {
            declare(properties, path);
            group.clone()
        }
        other => other.clone(),
    }
}

fn properties_groups(vector: &Vector, _data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
    let mut properties = IndexMap::new();
    let group = converted_group(vector.input.required("schema")?, &mut properties);
    let schema = object([("properties", Value::from(properties)), ("properties_groups", list(vec![group]))]);
    let mut found = Comparison::default();
    let ours = written::read(&schema);
    if (Outcome::read(&vector.output)? == Outcome::Fine) != ours.is_ok() {
        let ours = ours.map_or_else(|errors| errors, |_| "taken".to_owned());
        found.differs("verdict", &vector.output, &ours);
    }
    Ok(found.differences)
}
