//! What helps with errors in property values: the place within the value, and what to write instead.

use std::cell::RefCell;
use std::collections::HashMap;

use heat_model::validate::{ErrorKind, Step, ValueError, violation};
use heat_model::{ConstraintKind, PropertySchema, PropertyType, Value};
use heat_yaml::Span;
use indexmap::IndexMap;

use crate::fault::Help;
use crate::function::unknown_function;
use crate::scope::Scope;
use crate::snippet::{Content, Context, Entry, Snippet};

/// The most names that are listed where none is near.
const MAX_LISTED: usize = 12;

/// Where the errors are in the properties of a resource.
pub(super) struct Places<'s> {
    properties: Option<&'s Snippet>,
    /// The entries of long maps by their keys: thousands of them can be wrong.
    long: RefCell<HashMap<*const Entry, HashMap<&'s str, &'s Entry>>>,
}

impl<'s> Places<'s> {
    /// The largest number of entries that are looked at one by one.
    const FEW: usize = 16;

    pub(super) fn new(properties: Option<&'s Snippet>) -> Self {
        Self { properties, long: RefCell::default() }
    }

    /// The entry of a key; of several, the last one counts.
    fn entry(&self, entries: &'s [Entry], name: &str) -> Option<&'s Entry> {
        if entries.len() <= Self::FEW {
            return entries.iter().rev().find(|entry| entry.key == name);
        }
        let by_key = || entries.iter().map(|entry| (entry.key.as_str(), entry)).collect();
        self.long.borrow_mut().entry(entries.as_ptr()).or_insert_with(by_key).get(name).copied()
    }

    /// Where an error is; none if it is about all properties.
    pub(super) fn of(&self, error: &ValueError) -> Option<Span> {
        let mut at = self.properties?;
        let mut span = None;
        for (index, step) in error.path.0.iter().enumerate() {
            let (key, value) = match (step, &at.content) {
                (Step::Name(name), Content::Map(entries)) => {
                    let Some(entry) = self.entry(entries, name) else { break };
                    (Some(entry.key_span), &entry.value)
                }
                (Step::Item(item), Content::List(items)) => {
                    let Some(value) = items.get(*item) else { break };
                    (None, value)
                }
                // What a function gives has no place of its own.
                _ => break,
            };
            let is_last = index + 1 == error.path.0.len();
            // The name itself is wrong.
            let is_name = is_last && matches!(error.kind, ErrorKind::Unknown | ErrorKind::NotImplemented);
            span = key.filter(|_| is_name).or(Some(value.span));
            at = value;
        }
        span
    }
}

/// What to write instead.
pub(super) fn help(
    scope: &Scope<'_>,
    schemas: &IndexMap<String, PropertySchema>,
    values: &IndexMap<String, Value>,
    properties: Option<&Snippet>,
    error: &ValueError,
) -> Option<Help> {
    let (last, around) = error.path.0.split_last()?;
    match (error.kind, last) {
        (ErrorKind::Unknown, Step::Name(name)) => unknown(scope, members(schemas, around)?, name),
        (ErrorKind::Missing, Step::Name(name)) => {
            let known = members(schemas, around)?;
            let misspelt = || misspelt(scope, known, given(values, around), name);
            misspelt().map(|help| at_key(help, properties, around)).or_else(|| {
                let kind = known.get(name)?.property_type.as_str().to_uppercase();
                Some(format!("add the property: `{name}: {kind}`").into())
            })
        }
        (ErrorKind::Invalid | ErrorKind::Constraint, _) => {
            let value = value_at(values, &error.path.0)?;
            let schema = schema_at(schemas, &error.path.0);
            function_meant(scope, value)
                .map(|help| at_key(help, properties, &error.path.0))
                .or_else(|| allowed(scope, schema?, value))
                .or_else(|| violated(error.kind, schema?, value))
                .or_else(|| {
                    (error.kind == ErrorKind::Invalid)
                        .then(|| expected(schema?, value))
                        .flatten()
                        .map(Help::from)
                })
        }
        _ => None,
    }
}

/// The help about the name of a key in the map at a path.
fn at_key(help: Help, properties: Option<&Snippet>, path: &[Step]) -> Help {
    let entry = |name: &str| {
        let map = path.iter().try_fold(properties?, |at, step| match (step, &at.content) {
            (Step::Name(name), _) => at.get(name),
            (Step::Item(index), Content::List(items)) => items.get(*index),
            _ => None,
        })?;
        map.entries().iter().rev().find(|entry| entry.key == name)
    };
    let span = help.rename.as_ref().and_then(|rename| entry(&rename.name)).map(|entry| entry.key_span);
    match span {
        Some(span) => help.or_at(span),
        None => help,
    }
}

/// A property that is unknown: the one that was meant, or those that there are.
fn unknown(scope: &Scope<'_>, known: &IndexMap<String, PropertySchema>, name: &str) -> Option<Help> {
    let names: Vec<&str> = known
        .iter()
        .filter(|(_, schema)| !schema.support_status.is_hidden())
        .map(|(name, _)| name.as_str())
        .collect();
    if let Some(near) = scope.suggestion(name, names.iter().copied()) {
        return Some(near);
    }
    let listed = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    (1..=MAX_LISTED).contains(&names.len()).then(|| format!("the properties here are {listed}").into())
}

/// A required property that is there by another name.
fn misspelt(
    scope: &Scope<'_>,
    known: &IndexMap<String, PropertySchema>,
    given: Vec<&str>,
    name: &str,
) -> Option<Help> {
    let unknown = given.into_iter().filter(|given| !known.contains_key(*given));
    let given = scope.near(name, unknown)?;
    Some(Help::renaming(given, name, format!("rename `{given}` to `{name}`")))
}

/// The names in the map at a path.
fn given<'v>(values: &'v IndexMap<String, Value>, path: &[Step]) -> Vec<&'v str> {
    if path.is_empty() {
        return values.keys().map(String::as_str).collect();
    }
    match value_at(values, path) {
        Some(Value::Map(map)) => map.keys().map(String::as_str).collect(),
        _ => Vec::new(),
    }
}

/// A map that was meant to be a function.
fn function_meant(scope: &Scope<'_>, value: &Value) -> Option<Help> {
    let Value::Map(map) = value else { return None };
    let mut names = map.keys();
    let (Some(name), None) = (names.next(), names.next()) else { return None };
    unknown_function(name, scope.version, Context::Value, scope.suggestions())
}

/// The allowed value that was meant.
fn allowed(scope: &Scope<'_>, schema: &PropertySchema, value: &Value) -> Option<Help> {
    let word = value.as_str()?;
    let allowed = schema.constraints.iter().find_map(|constraint| match &constraint.kind {
        ConstraintKind::AllowedValues(values) => Some(values),
        _ => None,
    })?;
    scope.suggestion(word, allowed.iter().filter_map(Value::as_str))
}

/// What a value has to be to meet the constraint that it violates.
fn violated(kind: ErrorKind, schema: &PropertySchema, value: &Value) -> Option<Help> {
    let is_violated = |constraint: &&heat_model::Constraint| {
        violation(&constraint.kind, value, Some(schema.property_type)).is_some()
    };
    let violated = (kind == ErrorKind::Constraint).then(|| schema.constraints.iter().find(is_violated))??;
    Help::for_constraint(&violated.kind)
}

/// What a property takes, where Heat only says what Python could not do.
fn expected(schema: &PropertySchema, value: &Value) -> Option<String> {
    let what = match schema.property_type {
        PropertyType::Integer => "an integer",
        PropertyType::Number => "a number",
        PropertyType::Boolean => "`true` or `false`",
        PropertyType::List if matches!(value, Value::String(text) if text.contains(',')) => {
            "a list: `[A, B]`, or a line that begins with `- ` for each item"
        }
        PropertyType::List => "a list",
        PropertyType::Map => "a map",
        PropertyType::String => "a string",
        PropertyType::Any => return None,
    };
    Some(format!("the property takes {what}"))
}

/// The schemas of the properties in the map at a path.
fn members<'s>(
    schemas: &'s IndexMap<String, PropertySchema>,
    path: &[Step],
) -> Option<&'s IndexMap<String, PropertySchema>> {
    if path.is_empty() {
        return Some(schemas);
    }
    schema_at(schemas, path)?.members()
}

fn schema_at<'s>(schemas: &'s IndexMap<String, PropertySchema>, path: &[Step]) -> Option<&'s PropertySchema> {
    let (first, rest) = path.split_first()?;
    let Step::Name(name) = first else { return None };
    let mut schema = schemas.get(name)?;
    for step in rest {
        schema = match step {
            Step::Name(name) => schema.members()?.get(name)?,
            Step::Item(_) => schema.item()?,
        };
    }
    Some(schema)
}

fn value_at<'v>(values: &'v IndexMap<String, Value>, path: &[Step]) -> Option<&'v Value> {
    let (first, rest) = path.split_first()?;
    let Step::Name(name) = first else { return None };
    rest.iter().try_fold(values.get(name)?, |value, step| match (step, value) {
        (Step::Name(name), Value::Map(map)) => map.get(name),
        (Step::Item(index), Value::List(items)) => items.get(*index),
        _ => None,
    })
}
