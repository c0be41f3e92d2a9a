//! Schemas of properties and their values.
//!
//! The first alternative for a value is the type that Heat declares; the others are values that Heat accepts in its place:
//! functions, null, and values that it converts. These alternatives have no type, because editors offer `true` and `null`
//! wherever a boolean or null is a type.

use heat_model::{PropertySchema, PropertyType, ResourceType};
use heat_updates::update_behaviour;
use indexmap::IndexMap;
use serde_json::{Map, Value as Json, json};

use super::super::pattern;
use super::alternatives::{any_of, anything};
use super::descriptions::describe_property;
use super::{choices, definition_names, limits};

/// The pattern of strings that Heat accepts as booleans. YAML 1.1 has more boolean words than editors support.
const BOOLEAN_TEXT: &str =
    "^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF)$";
/// The pattern of strings that Heat accepts as integers, which YAML 1.1 can also write with other bases and with colons.
const INTEGER_TEXT: &str =
    r"^\s*[-+]?([0-9](_?[0-9])*|0b[01_]+|0x[0-9a-fA-F_]+|[1-9][0-9_]*(:[0-5]?[0-9])+)\s*$";
const NUMBER_TEXT: &str = concat!(
    r"^\s*[-+]?(([0-9](_?[0-9])*)(\.([0-9](_?[0-9])*)?)?([eE][-+]?[0-9]+)?",
    r"|\.[0-9](_?[0-9])*([eE][-+]?[0-9]+)?|\.?[Ii][Nn][Ff]([Ii][Nn][Ii][Tt][Yy])?|\.?[Nn][Aa][Nn]",
    r"|0b[01_]+|0x[0-9a-fA-F_]+|[1-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?)\s*$",
);

/// The kind of values that a property with a list of allowed values accepts in addition to those.
const CHOICE: &str = "choice";

/// The definitions of values that properties accept in place of a value of their type: a call, null, and values that Heat
/// converts. Null represents the default or the empty value, even if the property is required.
pub(super) fn definitions() -> Vec<(String, Json)> {
    let other = |types: &[&str], key: &str, limit: Json| {
        let excluded: Vec<&str> = types.iter().copied().chain(["array"]).collect();
        let mut definition = null_or_call(&excluded);
        definition[key] = limit;
        definition
    };
    let (integer, number, boolean) = (INTEGER_TEXT.into(), NUMBER_TEXT.into(), BOOLEAN_TEXT.into());
    vec![
        // Heat does not convert numbers with a fraction to strings.
        (in_place_of(PropertyType::String.as_str()), other(&["string"], "multipleOf", json!(1))),
        (in_place_of(PropertyType::Integer.as_str()), other(&["number"], "pattern", integer)),
        (in_place_of(PropertyType::Number.as_str()), other(&["number"], "pattern", number)),
        (in_place_of(PropertyType::Boolean.as_str()), other(&["boolean", "number"], "pattern", boolean)),
        (in_place_of(CHOICE), null_or_call(&["string", "number", "boolean", "array"])),
    ]
}

/// The schema of a value that has none of these types; if it is a map, it is a call. Like all [alternatives](any_of), it has its
/// own `properties` key.
fn null_or_call(excluded: &[&str]) -> Json {
    json!({"not": {"type": excluded}, "allOf": [{"$ref": definition_names::CALL_IF_MAP}], "properties": {}})
}

fn in_place_of(kind: &str) -> String {
    format!("in_place_of_{kind}")
}

fn other(kind: &str) -> Json {
    json!({"$ref": format!("#/definitions/{}", in_place_of(kind))})
}

/// Writes the schemas of the properties of a type.
pub(super) struct Properties<'a> {
    schema: &'a ResourceType,
    offers_hidden: bool,
}

impl<'a> Properties<'a> {
    pub(super) fn new(schema: &'a ResourceType, offers_hidden: bool) -> Self {
        Self { schema, offers_hidden }
    }

    /// The keywords for a map with only these properties. Unimplemented ones are left out, because Heat rejects them.
    pub(super) fn members(
        &self,
        schemas: &IndexMap<String, PropertySchema>,
        around: &[String],
    ) -> Map<String, Json> {
        let (mut shown, mut hidden, mut required, mut conditional) =
            (Map::new(), Map::new(), Vec::new(), Vec::new());
        for (name, schema) in schemas.iter().filter(|(_, schema)| schema.implemented) {
            let path: Vec<String> = around.iter().chain([name]).cloned().collect();
            let mut is_required = schema.required && schema.default.is_none();
            if let Some(sources) = self.sources(&path).filter(|_| is_required) {
                is_required = false;
                conditional.extend(required_without(name, &sources, &path));
            }
            if is_required {
                required.push(name.as_str());
            }
            let property = self.property(name, schema, &path);
            if schema.support_status.is_hidden() && !self.offers_hidden {
                hidden.insert(format!("^{}$", pattern::literal(name)), property);
            } else {
                shown.insert(name.clone(), property);
            }
        }
        let mut members = Map::new();
        members.insert("properties".into(), shown.into());
        if !hidden.is_empty() {
            members.insert("patternProperties".into(), hidden.into());
        }
        if !required.is_empty() {
            members.insert("required".into(), required.into());
        }
        if !conditional.is_empty() {
            members.insert("allOf".into(), conditional.into());
        }
        members.insert("additionalProperties".into(), false.into());
        members
    }

    /// The properties from which a translation rule takes the value of this one; `None` if there is no such rule.
    fn sources(&self, path: &[String]) -> Option<Vec<Vec<String>>> {
        let rules = self.schema.translation_rules.iter().filter(|rule| rule.translation_path == path);
        let sources: Vec<Vec<String>> = rules.filter_map(heat_model::TranslationRule::source_path).collect();
        (!sources.is_empty()).then_some(sources)
    }

    fn property(&self, name: &str, schema: &PropertySchema, path: &[String]) -> Json {
        let mut entry = Map::new();
        let update = (path.len() == 1).then(|| update_behaviour(self.schema, name)).flatten();
        describe_property(&mut entry, name, schema, update);
        if let Some(default) = schema.default.as_ref().and_then(|default| serde_json::to_value(default).ok())
        {
            entry.insert("default".into(), default);
        }
        entry.extend(self.value(schema, path));
        entry.into()
    }

    /// The keywords for the values that a property accepts.
    fn value(&self, schema: &PropertySchema, path: &[String]) -> Map<String, Json> {
        let mut entry = Map::new();
        match schema.property_type {
            PropertyType::Any => {
                entry.insert("anyOf".into(), anything());
            }
            PropertyType::List => {
                let mut types = vec!["array", "object"];
                types.extend(schema.allow_conversion.then_some("string"));
                types.push("null");
                entry.insert("type".into(), json!(types));
                if let Some(item) = schema.item() {
                    entry.insert("items".into(), self.item(item, path).into());
                }
                limits::add(&mut entry, &schema.constraints, schema.property_type);
                push_all_of(&mut entry, json!({"$ref": definition_names::CALL_IF_MAP}));
            }
            PropertyType::Map => {
                let mut types = vec!["object"];
                types.extend(schema.allow_conversion.then_some(["string", "array"]).into_iter().flatten());
                types.push("null");
                entry.insert("type".into(), json!(types));
                let members = schema.members().filter(|members| !members.is_empty());
                let mut map = members.map(|members| self.members(members, path)).unwrap_or_default();
                limits::add(&mut map, &schema.constraints, schema.property_type);
                if !map.is_empty() {
                    entry.extend(unless_call(map));
                }
            }
            scalar => {
                entry.insert("anyOf".into(), any_of(scalar_alternatives(schema, scalar)));
            }
        }
        entry
    }

    /// The keywords for the items of a list.
    fn item(&self, item: &PropertySchema, path: &[String]) -> Map<String, Json> {
        let mut entry = Map::new();
        if let Some(description) = &item.description {
            entry.insert("description".into(), description.as_str().into());
        }
        entry.extend(self.value(item, path));
        entry
    }
}

/// Applies keywords to a map unless it calls a function.
pub(super) fn unless_call(map: Map<String, Json>) -> Map<String, Json> {
    let mut entry = Map::new();
    entry.insert("if".into(), json!({"$ref": definition_names::IS_CALL}));
    entry.insert("then".into(), json!({"$ref": definition_names::FUNCTIONS}));
    entry.insert("else".into(), map.into());
    entry
}

fn push_all_of(entry: &mut Map<String, Json>, part: Json) {
    if let Some(all) = entry.entry("allOf").or_insert_with(|| json!([])).as_array_mut() {
        all.push(part);
    }
}

fn scalar_alternatives(schema: &PropertySchema, scalar: PropertyType) -> Vec<Json> {
    let choices = schema.constraints.iter().find_map(|constraint| match &constraint.kind {
        heat_model::ConstraintKind::AllowedValues(values) => Some(values),
        _ => None,
    });
    if let Some(values) = choices {
        let mut any = choices::listed(values);
        any.push(other(CHOICE));
        return any;
    }
    let mut own = Map::new();
    // Heat converts any number to an integer.
    let word = if scalar == PropertyType::Integer { "number" } else { scalar.as_str() };
    own.insert("type".into(), word.into());
    limits::add(&mut own, &schema.constraints, scalar);
    vec![own.into(), other(scalar.as_str())]
}

/// The requirement that a property is set unless another one next to it provides its value. `None` if the other property is
/// elsewhere, because a schema at this level cannot express that.
fn required_without(name: &str, sources: &[Vec<String>], path: &[String]) -> Option<Json> {
    let beside = |source: &Vec<String>| {
        let (last, around) = source.split_last()?;
        (path.split_last()?.1 == around).then(|| json!({"required": [last]}))
    };
    let given: Vec<Json> = sources.iter().map(beside).collect::<Option<_>>()?;
    Some(json!({"if": {"not": {"anyOf": given}}, "then": {"required": [name]}}))
}
