//! The possible values of a value in a template when a stack is created.

use std::collections::HashMap;

use heat_model::{Integer, Value, json};
use heat_yaml::{Mapping, Node};
use indexmap::IndexMap;

use super::function::{Call, is_function};
use super::templates::{Language, Template};
use super::walk::calls_function;

/// A possible value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Possible {
    /// Exactly this value.
    Known(Value),
    /// This value, unless a parameter is set.
    Parameter(Value),
    /// This value, except for the functions in it.
    Partly(Value),
    /// Only Heat knows.
    Unknown,
}

/// The parameters of a template.
#[derive(Debug, Default)]
pub(super) struct Parameters<'t> {
    by_name: HashMap<&'t str, &'t Mapping>,
}

impl<'t> Parameters<'t> {
    pub(super) fn of(template: &'t Template) -> Self {
        let section = match template.language {
            Language::Hot => "parameters",
            Language::Cfn => "Parameters",
        };
        let entries = template.root.as_mapping().and_then(|root| root.get(section)?.as_mapping());
        let by_name = entries.into_iter().flatten();
        let by_name = by_name.filter_map(|entry| Some((entry.key.as_str()?, entry.value.as_mapping()?)));
        Self { by_name: by_name.collect() }
    }

    /// The allowed values of a parameter, if it lists them, or else its default.
    fn values(&self, name: &str) -> Option<Vec<Value>> {
        let schema = self.by_name.get(name)?;
        let of_type = |node: &Node| as_parameter(schema, node);
        if let Some(allowed) = allowed_values(schema) {
            return allowed.iter().map(of_type).collect();
        }
        let default = schema.get("default").or_else(|| schema.get("Default"))?;
        Some(vec![of_type(default)?])
    }
}

/// The allowed values of a parameter, in either language.
fn allowed_values(schema: &Mapping) -> Option<&[Node]> {
    if let Some(allowed) = schema.get("AllowedValues") {
        return allowed.as_sequence();
    }
    let constraints = schema.get("constraints")?.as_sequence()?;
    constraints.iter().find_map(|constraint| constraint.as_mapping()?.get("allowed_values")?.as_sequence())
}

/// A value as a parameter with this schema passes it on.
fn as_parameter(schema: &Mapping, node: &Node) -> Option<Value> {
    let kind = schema.get("type").or_else(|| schema.get("Type")).and_then(Node::as_str);
    match (kind, value(node)?) {
        (Some("comma_delimited_list" | "CommaDelimitedList"), Value::String(text)) => {
            Some(Value::List(text.split(',').filter(|_| !text.is_empty()).map(Value::from).collect()))
        }
        (Some("json" | "Json"), Value::String(text)) => json::parse(&text).ok(),
        (_, value) => Some(value),
    }
}

/// All possible values.
pub(super) fn possible(node: &Node, parameters: &Parameters<'_>, placeholders: &[&str]) -> Vec<Possible> {
    match Call::of(node) {
        Some(Call::If(branches)) => {
            branches.iter().flat_map(|branch| possible(branch, parameters, placeholders)).collect()
        }
        Some(Call::Parameter(name)) => match parameters.values(name) {
            Some(values) => values.into_iter().map(Possible::Parameter).collect(),
            None => vec![Possible::Unknown],
        },
        Some(_) => vec![Possible::Unknown],
        None => vec![match value(node) {
            None => Possible::Unknown,
            Some(value) if is_deferred(&value, placeholders) => Possible::Unknown,
            Some(value) if calls_function(node) || has_placeholder(&value, placeholders) => {
                Possible::Partly(value)
            }
            Some(value) => Possible::Known(value),
        }],
    }
}

/// Whether a value is the call of a function, or text into which Heat inserts a number.
pub(super) fn is_deferred(value: &Value, placeholders: &[&str]) -> bool {
    match value {
        Value::String(text) => placeholders.iter().any(|placeholder| text.contains(placeholder)),
        Value::Map(map) => map.len() == 1 && map.keys().all(|name| is_function(name)),
        _ => false,
    }
}

fn has_placeholder(value: &Value, placeholders: &[&str]) -> bool {
    if placeholders.is_empty() {
        return false;
    }
    match value {
        Value::List(items) => items.iter().any(|item| has_placeholder(item, placeholders)),
        Value::Map(map) => map.values().any(|value| has_placeholder(value, placeholders)),
        value => is_deferred(value, placeholders),
    }
}

/// A value as property data; `None` if data cannot express it. Trees are shallow enough for recursion.
fn value(node: &Node) -> Option<Value> {
    Some(match &node.value {
        heat_yaml::Value::Null => Value::Null,
        heat_yaml::Value::Bool(flag) => Value::Bool(*flag),
        heat_yaml::Value::Integer(small) => Value::Integer((*small).into()),
        heat_yaml::Value::BigInteger(digits) => Value::Integer(Integer::from_decimal(digits)?),
        heat_yaml::Value::Float(float) => Value::Float(*float),
        heat_yaml::Value::String(text) => Value::String(text.clone()),
        heat_yaml::Value::Sequence(items) => {
            Value::List(items.iter().map(value).collect::<Option<Vec<_>>>()?.into())
        }
        heat_yaml::Value::Mapping(map) => {
            let entries =
                map.iter().map(|entry| Some((entry.key.as_str()?.to_owned(), value(&entry.value)?)));
            Value::from(entries.collect::<Option<IndexMap<_, _>>>()?)
        }
        heat_yaml::Value::Binary(_) | heat_yaml::Value::Set(_) => return None,
    })
}
