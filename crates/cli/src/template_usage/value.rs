//! The possible values that a snippet of a template can have when a stack is created.

use heat_hot::function::variant;
use heat_hot::snippet::{self, Call, Content, Context, Snippet};
use heat_hot::{Data, Parameter, ParameterSet, Scope};
use heat_hot_language::{TemplateVersion, Variant};
use heat_model::{ConstraintKind, Value};

/// A possible value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Possible {
    /// Exactly this value.
    Known(Value),
    /// The contained value, unless a parameter is set.
    Parameter(Value),
    /// The contained value, except for the functions and the placeholders in it.
    Partly(Value),
    /// A value that only Heat knows.
    Unknown,
}

/// The context for reading values.
pub(super) struct ValueContext<'a> {
    pub(super) scope: &'a Scope<'a>,
    pub(super) parameters: &'a ParameterSet,
}

impl ValueContext<'_> {
    /// All possible values; empty if there is no value.
    pub(super) fn possible(&self, snippet: &Snippet, placeholders: &[&str]) -> Vec<Possible> {
        if let Some(call) = snippet.as_call() {
            if let Some(branches) = &call.branches {
                let branches = branches.as_slice().iter();
                return branches.flat_map(|branch| self.possible(branch, placeholders)).collect();
            }
            if let Some(values) = self.parameter(call).and_then(values) {
                return values.into_iter().map(Possible::Parameter).collect();
            }
        }
        // The result of an invalid call is unknown.
        let data = snippet::resolve_all(self.scope, snippet, &mut Vec::new());
        let possible = data.map(|data| match data {
            Data::Unknown(_) => Possible::Unknown,
            Data::Known(Value::String(text)) if has_placeholder(&text, placeholders) => Possible::Unknown,
            Data::Known(value) if !is_partly_open(&value, placeholders) => Possible::Known(value),
            Data::Known(value) => Possible::Partly(value),
            Data::List(_) | Data::Map(_) => self.written(snippet).map_or(Possible::Unknown, Possible::Partly),
        });
        possible.into_iter().collect()
    }

    /// The value, with functions as written unless their results are known; `None` if it is omitted.
    fn written(&self, snippet: &Snippet) -> Option<Value> {
        let call = match &snippet.content {
            Content::Omitted => return None,
            Content::Scalar(value) => return Some(value.clone()),
            Content::List(items) => {
                return Some(Value::List(items.iter().filter_map(|item| self.written(item)).collect()));
            }
            Content::Map(entries) => {
                let entries = entries.iter();
                let entries =
                    entries.filter_map(|entry| Some((entry.key.clone(), self.written(&entry.value)?)));
                return Some(entries.collect());
            }
            Content::Call(call) | Content::Invalid(call) => call,
        };
        if let Ok(Some(Data::Known(value))) = snippet::resolve_nullable(self.scope, snippet) {
            return Some(value);
        }
        let args = match &call.branches {
            Some(branches) => Value::List(branches.as_slice().iter().map(snippet::as_written).collect()),
            None => snippet::as_written(&call.args),
        };
        Some([(call.name.clone(), args)].into_iter().collect())
    }

    /// Returns whether a value is the call of a function, or text into which Heat inserts a number.
    pub(super) fn is_deferred(&self, value: &Value, placeholders: &[&str]) -> bool {
        match value {
            Value::String(text) => has_placeholder(text, placeholders),
            Value::Map(map) => map.len() == 1 && map.keys().all(|name| is_function(name, self.scope.version)),
            _ => false,
        }
    }

    /// The parameter that a call refers to. The values of pseudo parameters are not in a template.
    fn parameter(&self, call: &Call) -> Option<&Parameter> {
        let argument = match (call.variant, &call.args.content) {
            (Variant::GetParam, Content::List(items)) => match items.as_slice() {
                [name] => name,
                _ => return None,
            },
            (Variant::GetParam | Variant::ParamRef, _) => &call.args,
            _ => return None,
        };
        let name = argument.as_str().filter(|name| !self.parameters.is_reserved(name))?;
        self.parameters.get(name)
    }
}

/// The allowed values of a parameter, if it lists them, or else its default; `None` if it has neither, or Heat refuses them.
fn values(parameter: &Parameter) -> Option<Vec<Value>> {
    let definition = &parameter.definition;
    let allowed = definition.constraints.iter().find_map(|constraint| match &constraint.kind {
        ConstraintKind::AllowedValues(values) => Some(values.as_slice()),
        _ => None,
    });
    let values = match allowed {
        Some(values) => values,
        None => std::slice::from_ref(parameter.default_value()?),
    };
    let given = |value: &Value| Parameter::new(definition.clone(), Some(value.clone()), None).value().ok();
    values.iter().map(given).collect()
}

fn is_function(name: &str, version: TemplateVersion) -> bool {
    variant(name, version, Context::Value).is_some()
}

/// Returns whether Heat inserts a number into a text.
fn has_placeholder(text: &str, placeholders: &[&str]) -> bool {
    placeholders.iter().any(|placeholder| text.contains(placeholder))
}

/// Returns whether Heat inserts a number into a text in the value.
fn is_partly_open(value: &Value, placeholders: &[&str]) -> bool {
    match value {
        Value::String(text) => has_placeholder(text, placeholders),
        Value::List(items) => items.iter().any(|item| is_partly_open(item, placeholders)),
        Value::Map(map) => map.values().any(|value| is_partly_open(value, placeholders)),
        _ => false,
    }
}

/// Returns whether a value is omitted, or null, in some case.
pub(super) fn can_be_missing(snippet: &Snippet) -> bool {
    match &snippet.content {
        Content::Omitted | Content::Scalar(Value::Null) => true,
        Content::Call(call) => {
            call.branches.as_ref().is_some_and(|branches| branches.as_slice().iter().any(can_be_missing))
        }
        _ => false,
    }
}
