//! Help for errors in property values: the span within the value, and a suggestion.

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

/// Maximum number of names to list if none is similar.
const MAX_LISTED: usize = 12;

/// Spans of the errors in the properties of a resource.
pub(super) struct Places<'s> {
    properties: Option<&'s Snippet>,
    /// Entries of long maps by key: thousands of entries can have errors.
    long: RefCell<HashMap<*const Entry, HashMap<&'s str, &'s Entry>>>,
}

impl<'s> Places<'s> {
    /// Maximum number of entries to search one by one.
    const FEW: usize = 16;

    pub(super) fn new(properties: Option<&'s Snippet>) -> Self {
        Self { properties, long: RefCell::default() }
    }

    /// The entry of a key; if the key occurs several times, the last one.
    fn entry(&self, entries: &'s [Entry], name: &str) -> Option<&'s Entry> {
        if entries.len() <= Self::FEW {
            return entries.iter().rev().find(|entry| entry.key == name);
        }
        let by_key = || entries.iter().map(|entry| (entry.key.as_str(), entry)).collect();
        self.long.borrow_mut().entry(entries.as_ptr()).or_insert_with(by_key).get(name).copied()
    }

    /// The span of an error; `None` if it is about all properties.
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
                // Parts of a function's result have no span of their own.
                _ => break,
            };
            let is_last = index + 1 == error.path.0.len();
            // The error is about the name itself.
            let is_name = is_last && matches!(error.kind, ErrorKind::Unknown | ErrorKind::NotImplemented);
            span = key.filter(|_| is_name).or(Some(value.span));
            at = value;
        }
        span
    }
}

/// The suggestion for an error.
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

/// Sets the span of the help to that of the key in the map at a path.
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

/// Help for an unknown property: the one that was probably meant, or a list of the properties.
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

/// Help for a missing property that is set under a misspelt name.
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

/// The keys in the map at a path.
fn given<'v>(values: &'v IndexMap<String, Value>, path: &[Step]) -> Vec<&'v str> {
    if path.is_empty() {
        return values.keys().map(String::as_str).collect();
    }
    match value_at(values, path) {
        Some(Value::Map(map)) => map.keys().map(String::as_str).collect(),
        _ => Vec::new(),
    }
}

/// Help for a map that was meant to be a function.
fn function_meant(scope: &Scope<'_>, value: &Value) -> Option<Help> {
    let Value::Map(map) = value else { return None };
    let mut names = map.keys();
    let (Some(name), None) = (names.next(), names.next()) else { return None };
    unknown_function(name, scope.version, Context::Value, scope.suggestions())
}

/// Help that names the allowed value that was probably meant.
fn allowed(scope: &Scope<'_>, schema: &PropertySchema, value: &Value) -> Option<Help> {
    let word = value.as_str()?;
    let allowed = schema.constraints.iter().find_map(|constraint| match &constraint.kind {
        ConstraintKind::AllowedValues(values) => Some(values),
        _ => None,
    })?;
    scope.suggestion(word, allowed.iter().filter_map(Value::as_str))
}

/// Help that states the constraint that the value violates.
fn violated(kind: ErrorKind, schema: &PropertySchema, value: &Value) -> Option<Help> {
    let is_violated = |constraint: &&heat_model::Constraint| {
        violation(&constraint.kind, value, Some(schema.property_type)).is_some()
    };
    let violated = (kind == ErrorKind::Constraint).then(|| schema.constraints.iter().find(is_violated))??;
    Help::for_constraint(&violated.kind)
}

/// Help that states the type of a property, for messages that only say what Python could not do.
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
