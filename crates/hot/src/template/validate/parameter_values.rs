//! Values of the parameters of a nested template, from the properties of the resource that it implements.

use heat_model::evaluate::Evaluator;
use heat_model::python::{json_dumps, str_of, type_name};
use heat_model::{PropertyType, ResourceType, Value};
use indexmap::IndexMap;

use super::nesting::Parent;
use super::properties::{PropertyData, Reader};
use crate::Data;
use crate::data::Shape;
use crate::fault::{Exception, Problem};
use crate::snippet;
use crate::template::definition::Definition;

/// Values of the parameters of a stack.
#[derive(Default)]
pub(super) struct ParameterValues {
    pub(super) known: IndexMap<String, Value>,
    /// Values that are unknown, completely or in part.
    pub(super) unknown: IndexMap<String, Data>,
    /// Error in one of the values, which is reported for the stack that receives it.
    pub(super) wrong: Option<Exception>,
}

/// The values of the parameters of a nested template: the properties of the resource.
pub(super) fn property_values(
    parent: &Parent<'_, '_>,
    definition: &Definition,
    schema: &ResourceType,
    is_created: bool,
) -> ParameterValues {
    let mut found = ParameterValues::default();
    let data = PropertyData::new(parent.scope, definition.properties.as_ref());
    let evaluator = Evaluator::new(schema);
    let customs = parent.setting.customs;
    let reader = Reader::new(parent.scope, &evaluator, &data, definition.properties.as_ref(), customs);
    for (name, property) in &schema.properties {
        let given = definition.properties.as_ref().and_then(|properties| properties.get(name));
        let Some(data) = given.map(|given| snippet::resolve_nullable(parent.scope, given)) else { continue };
        let is_wrong = || !matches!(data, Ok(None)) && reader.error(name).is_some();
        // An invalid value is reported when the resource is validated; no stack is created with it.
        if is_created && is_wrong() {
            found.unknown.insert(name.clone(), Data::unknown(Shape::Any, format!("value of {name}")));
            continue;
        }
        // If values are not validated, Heat uses an empty value instead.
        if !parent.setting.strict && is_wrong() {
            found.known.insert(name.clone(), empty(property.property_type));
            continue;
        }
        let Ok(Some(data)) = data else { continue };
        match data {
            Data::Known(Value::Null) => _ = found.known.insert(name.clone(), empty(property.property_type)),
            Data::Known(list @ Value::List(_)) if property.property_type == PropertyType::Map => {
                found.known.insert(name.clone(), json_dumps(&list).into());
            }
            Data::Known(Value::List(items)) if property.property_type == PropertyType::List => {
                match delimited(&items) {
                    Ok(text) => _ = found.known.insert(name.clone(), text.into()),
                    Err(exception) => found.wrong = found.wrong.or(Some(exception)),
                }
            }
            Data::Known(value @ (Value::List(_) | Value::Map(_))) => {
                found.known.insert(name.clone(), value);
            }
            Data::Known(value) => {
                // The value is converted to the type of the property: a number, for example, to text.
                let read = reader.value(name).ok().flatten().filter(|read| *read != Value::Null);
                found.known.insert(name.clone(), read.unwrap_or(value));
            }
            Data::List(items) if property.property_type == PropertyType::List => {
                found.unknown.insert(name.clone(), Data::list(members(items)));
            }
            data => _ = found.unknown.insert(name.clone(), data),
        }
    }
    found
}

/// The value that Heat uses for a property of this type without a value.
fn empty(property_type: PropertyType) -> Value {
    match property_type {
        PropertyType::Boolean => false.into(),
        PropertyType::Integer | PropertyType::Number => 0.into(),
        PropertyType::Map => Value::Map(heat_model::value::Map::default()),
        PropertyType::String | PropertyType::List | PropertyType::Any => "".into(),
    }
}

/// The items of a list that is not completely known, as in a `comma_delimited_list`: if they are maps, one item for each key of
/// each map.
fn members(items: Vec<Data>) -> Vec<Data> {
    let is_map = |item: &Data| matches!(item, Data::Map(_) | Data::Known(Value::Map(_)));
    if !items.first().is_some_and(is_map) {
        return items;
    }
    let member = |index: usize, key: &str, value: Data| {
        let start = format!(".member.{index}.{key}=");
        match value {
            Data::Known(value) => Data::from(format!("{start}{}", str_of(&value))),
            Data::Unknown(unknown) => Data::unknown(Shape::Text, format!("{start}({})", unknown.origin)),
            Data::List(_) | Data::Map(_) => Data::unknown(Shape::Text, start),
        }
    };
    let items = items.into_iter().enumerate().flat_map(|(index, item)| {
        let entries = item.into_entries().unwrap_or_default();
        entries.into_iter().map(move |(key, value)| member(index, &key, value)).collect::<Vec<_>>()
    });
    items.collect()
}

/// The text of a list as the value of a `comma_delimited_list`.
fn delimited(items: &[Value]) -> Result<String, Exception> {
    if let Some(Value::Map(_)) = items.first() {
        let members = items.iter().enumerate().flat_map(|(index, item)| {
            let entries = item.as_map().into_iter().flatten();
            entries.map(move |(key, value)| format!(".member.{index}.{key}={}", str_of(value)))
        });
        return Ok(members.collect::<Vec<_>>().join(","));
    }
    let texts = items.iter().enumerate().map(|(index, item)| match item {
        Value::Null => Ok(""),
        Value::String(text) => Ok(text.as_str()),
        other => {
            let kind = type_name(other);
            let message = format!("sequence item {index}: expected str instance, {kind} found");
            Err(Exception::type_error(Problem::InvalidNestedTemplate, message))
        }
    });
    Ok(texts.collect::<Result<Vec<_>, _>>()?.join(","))
}

#[cfg(test)]
mod tests {
    use heat_model::value;

    use super::*;

    fn check(items: Vec<Data>, expect: &str) {
        let shown = crate::data::marked(&Data::list(members(items))).to_string();
        assert_eq!(shown, expect);
    }

    #[test]
    fn maps_in_a_list_become_an_item_for_each_key() {
        let unknown = || Data::unknown(Shape::Text, "ID of port");
        let known = Data::Known(value!({"port": "p", "tag": 3}));
        let partly = Data::map([("port".to_owned(), unknown())].into_iter().collect());
        check(
            vec![known, partly],
            r#"[".member.0.port=p", ".member.0.tag=3", {"$unknown": ".member.1.port=(ID of port)"}]"#,
        );
        check(vec![Data::Known(value!("a")), unknown()], r#"["a", {"$unknown": "ID of port"}]"#);
    }
}
