//! The types of fields.

use heat_model::python::str_of;
use heat_model::{
    ConstraintKind, NestedSchema, PropertySchema, PropertyType, ResourceType, RuleKind, SchemaPath, Value,
};
use indexmap::IndexMap;

use super::item_names::Names;
use super::{Attribute, Choice, Member, Plan, Struct, Type};

/// All structs and enums of a resource type.
pub(super) fn plan<'a>(resource_type: &'a ResourceType, names: &mut Names<'_>) -> Plan<'a> {
    let properties = Struct {
        name: "Values".to_owned(),
        names: Vec::new(),
        site: SchemaPath::root().join("properties"),
        description: resource_type.description.as_deref(),
        members: Vec::new(),
    };
    let attributes = resource_type.attributes.iter().map(|(name, schema)| Attribute {
        name,
        variant: String::new(),
        method: String::new(),
        schema: Some(schema),
    });
    let mut attributes: Vec<_> = attributes.collect();
    if !resource_type.attributes.contains_key(ResourceType::BASE_ATTRIBUTE) {
        attributes.push(Attribute {
            name: ResourceType::BASE_ATTRIBUTE,
            variant: String::new(),
            method: String::new(),
            schema: None,
        });
    }
    let mut plan = Plan { resource_type, properties, nested: Vec::new(), choices: Vec::new(), attributes };
    let site = SchemaPath::root().join("properties");
    let place = MapContext { names: &[], prefix: "", site: &site, loose: false, defaults: &[] };
    plan.properties.members = members(&mut plan, names, &resource_type.properties, &place);
    plan
}

/// The context of a map of properties in the schema.
struct MapContext<'a, 'p> {
    names: &'p [String],
    /// The name of the type that contains the map, used as the prefix of the names of the map's own types.
    prefix: &'p str,
    site: &'p SchemaPath,
    /// `true` if the map can receive values that were not checked against the constraints.
    loose: bool,
    /// Values that the map receives as parts of the defaults of enclosing properties.
    defaults: &'p [&'a Value],
}

fn members<'a>(
    plan: &mut Plan<'a>,
    names: &mut Names<'_>,
    schemas: &'a IndexMap<String, PropertySchema>,
    place: &MapContext<'a, '_>,
) -> Vec<Member<'a>> {
    let mut members: Vec<Member<'a>> = schemas
        .iter()
        .map(|(name, schema)| Member {
            name,
            names: place.names.iter().cloned().chain([name.clone()]).collect(),
            site: place.site.join(name),
            field: String::new(),
            camel: String::new(),
            field_type: Type::Any,
            optional: false,
            schema,
        })
        .collect();
    names.members(&mut members);
    for member in &mut members {
        let schema = member.schema;
        let use_of = Use::of(plan.resource_type, &member.names);
        member.optional = schema.default.is_none() && (!schema.required || use_of.may_be_taken);
        let at = At {
            names: member.names.clone(),
            name: names.type_name(place.prefix, &member.camel, &member.names),
            key: member.names.join("."),
            site: member.site.clone(),
            loose: place.loose || use_of.is_target,
            defaults: place
                .defaults
                .iter()
                .filter_map(|value| value.as_map()?.get(member.name))
                .chain(&schema.default)
                .collect(),
        };
        member.field_type = field_type(plan, names, schema, &at);
    }
    members
}

/// The effect of translation rules on a property.
struct Use {
    /// `true` if a rule puts values into the property, or into an enclosing one, that were checked against other constraints.
    is_target: bool,
    /// `true` if a rule removes the value of the property.
    may_be_taken: bool,
}

impl Use {
    fn of(resource_type: &ResourceType, names: &[String]) -> Self {
        let rules = &resource_type.translation_rules;
        Self {
            is_target: rules
                .iter()
                .any(|rule| rule.rule != RuleKind::Delete && names == rule.translation_path),
            may_be_taken: rules.iter().any(|rule| match rule.rule {
                RuleKind::Delete => names == rule.translation_path,
                RuleKind::Replace | RuleKind::Add => rule.source_path().is_some_and(|source| names == source),
                RuleKind::Resolve => false,
            }),
        }
    }
}

/// A property, or an item of one.
struct At<'a> {
    names: Vec<String>,
    /// The name of the type, if it needs one.
    name: String,
    /// The path used in overrides of the type.
    key: String,
    site: SchemaPath,
    loose: bool,
    /// The property's possible default values, which are not checked against its constraints.
    defaults: Vec<&'a Value>,
}

fn field_type<'a>(
    plan: &mut Plan<'a>,
    names: &mut Names<'_>,
    schema: &'a PropertySchema,
    at: &At<'a>,
) -> Type {
    if let Some(given) = names.given_type(&at.key, schema, &at.site) {
        return given;
    }
    let field_type = match (schema.property_type, &schema.schema) {
        (PropertyType::String, _) => {
            let lists = allowed_values(schema);
            choice(plan, names, &lists, at).unwrap_or(Type::String)
        }
        (PropertyType::Integer, _) => Type::Integer(names.integer(schema, at.loose)),
        (PropertyType::Number, _) => Type::Number,
        (PropertyType::Boolean, _) => Type::Boolean,
        (PropertyType::Any, _) => Type::Any,
        (PropertyType::Map, Some(NestedSchema::Members(schemas))) => {
            let place = nested_struct(plan, at, schema);
            let site = at.site.join("schema");
            let inner = MapContext {
                names: &at.names,
                prefix: &at.name,
                site: &site,
                loose: at.loose,
                defaults: &at.defaults,
            };
            let members = members(plan, names, schemas, &inner);
            plan.nested[place].members = members;
            Type::Struct(at.name.clone())
        }
        (PropertyType::Map, _) => Type::Map,
        (PropertyType::List, Some(NestedSchema::Item(item))) => {
            let inner = At {
                names: at.names.clone(),
                name: at.name.clone(),
                key: format!("{}.{}", at.key, NestedSchema::ITEM_KEY),
                site: at.site.join("schema").join(NestedSchema::ITEM_KEY),
                // Text that is split into items at its commas.
                loose: at.loose || at.defaults.iter().any(|value| matches!(value, Value::String(_))),
                defaults: at
                    .defaults
                    .iter()
                    .filter_map(|value| items(value))
                    .flatten()
                    .chain(&item.default)
                    .collect(),
            };
            // The allowed values of a list apply to its items.
            let of_list = allowed_values(schema);
            let by_list = item.property_type == PropertyType::String
                && !of_list.is_empty()
                && !names.has_given_type(&inner.key);
            let item_type = by_list.then(|| {
                let lists: Vec<_> = of_list.into_iter().chain(allowed_values(item)).collect();
                choice(plan, names, &lists, &inner)
            });
            let item_type = item_type.flatten().unwrap_or_else(|| field_type(plan, names, item, &inner));
            Type::List(Box::new(item_type))
        }
        (PropertyType::List, _) => Type::List(Box::new(Type::Any)),
    };
    if schema.property_type == PropertyType::Map && schema.allow_conversion {
        return Type::TextOr(Box::new(field_type));
    }
    field_type
}

fn items(value: &Value) -> Option<&Vec<Value>> {
    match value {
        Value::List(items) => Some(items),
        _ => None,
    }
}

/// Reserves a position for a struct, before those that it contains. Returns its index.
fn nested_struct<'a>(plan: &mut Plan<'a>, at: &At<'_>, schema: &'a PropertySchema) -> usize {
    plan.nested.push(Struct {
        name: at.name.clone(),
        names: at.names.clone(),
        site: at.site.clone(),
        description: schema.description.as_deref(),
        members: Vec::new(),
    });
    plan.nested.len() - 1
}

/// The lists of allowed values of a schema, each with the index of its constraint.
fn allowed_values(schema: &PropertySchema) -> Vec<(usize, &Vec<Value>)> {
    schema
        .constraints
        .iter()
        .enumerate()
        .filter_map(|(index, constraint)| match &constraint.kind {
            ConstraintKind::AllowedValues(values) => Some((index, values)),
            _ => None,
        })
        .collect()
}

/// The enum of a string with allowed values; `None` if it may be any string.
fn choice(
    plan: &mut Plan<'_>,
    names: &mut Names<'_>,
    lists: &[(usize, &Vec<Value>)],
    at: &At<'_>,
) -> Option<Type> {
    let ((index, first), rest) = lists.split_first()?;
    let mut values: Vec<String> = Vec::new();
    for text in first.iter().map(str_of) {
        let allowed = rest.iter().all(|(_, list)| list.iter().any(|value| str_of(value) == text));
        if allowed && !values.contains(&text) {
            values.push(text);
        }
    }
    if values.is_empty() {
        return None;
    }
    let odd_default = at.defaults.iter().any(|default| !values.contains(&str_of(default)));
    let site = at.site.join("constraints").join(*index).join("allowed_values");
    let (values, other) = names.values(values, at.loose || odd_default, &at.names, &site);
    let default = at.defaults.last().map(|default| str_of(default));
    let default = default.and_then(|text| values.iter().find(|(value, _)| *value == text));
    let default = default.map(|(_, variant)| variant.clone());
    plan.choices.push(Choice {
        name: at.name.clone(),
        names: at.names.clone(),
        values,
        other,
        default,
        site,
    });
    Some(Type::Choice(at.name.clone()))
}
