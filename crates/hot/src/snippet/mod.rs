//! A snippet: a part of a template in which functions are found.
//!
//! [`parse`] turns a part of the tree of a text into a [`Snippet`], [`validate`] checks the functions in it as far as that goes
//! without resolving them, [`resolve`] gives the data. These are the three steps that Heat takes (`heat.engine.template.parse`,
//! `heat.engine.function`), and each finds mistakes of its own. Parsing and validating report all mistakes; the first is the one
//! that Heat reports. What each function does is in [`function`].

mod constant;
pub(crate) mod fingerprint;
mod parse;
mod path;

use std::borrow::Cow;

use heat_model::Value;
use heat_yaml::Span;

use crate::data::{Shape, Unknown};
use crate::fault::{Exception, Problem, PythonClass};
use crate::function;
use crate::language::Variant;
use crate::scope::Scope;
use crate::{Data, Fault};

pub(crate) use constant::Constant;
pub use parse::{Context, parse};
pub use path::Path;

/// A part of a template.
#[derive(Debug, Clone)]
pub struct Snippet {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub content: Content,
}

/// What a snippet is.
#[derive(Debug, Clone)]
pub enum Content {
    /// A value without parts.
    Scalar(Value),
    /// A list.
    List(Vec<Snippet>),
    /// A map, in source order.
    Map(Vec<Entry>),
    /// The call of a function.
    Call(Box<Call>),
    /// A call that is wrong, and was reported: nothing is known about what it gives. The arguments of an `if` are those after its
    /// condition.
    Invalid(Box<Call>),
    /// Left out: what an `if` without a third argument gives if its condition is false.
    Omitted,
}

/// An entry of a map.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The key. One that is no string in the text has the text that JSON gives it.
    pub key: String,
    /// Where the key stands.
    pub key_span: Span,
    /// The value.
    pub value: Snippet,
}

/// The call of a function: a map with its name as the only key.
#[derive(Debug, Clone)]
pub struct Call {
    /// What the function does, which depends on the version of the template.
    pub variant: Variant,
    /// Its name.
    pub name: String,
    /// Where the name stands.
    pub name_span: Span,
    /// The arguments. Those of an `if` are not parsed: [`Call::branches`] has what counts.
    pub args: Snippet,
    /// What becomes of an `if`.
    pub branches: Option<Branches>,
    /// Its result, once it is known, if that is the same for all who ask.
    pub(crate) constant: Constant,
}

/// What an `if` stands for.
#[derive(Debug, Clone)]
pub enum Branches {
    /// One of its branches, as the condition is known. Heat does not look at the other.
    Chosen(Snippet),
    /// Both, the first for true: the condition depends on something unknown.
    Both(Box<[Snippet; 2]>),
}

impl Branches {
    /// The branches that count.
    #[must_use]
    pub fn as_slice(&self) -> &[Snippet] {
        match self {
            Self::Chosen(branch) => std::slice::from_ref(branch),
            Self::Both(both) => &both[..],
        }
    }
}

impl Snippet {
    /// The items; empty if it is no list.
    #[must_use]
    pub fn items(&self) -> &[Self] {
        match &self.content {
            Content::List(items) => items,
            _ => &[],
        }
    }

    /// The entries; empty if it is no map.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        match &self.content {
            Content::Map(entries) => entries,
            _ => &[],
        }
    }

    /// A value without parts, or an empty list or map.
    pub(crate) fn scalar(span: Span, value: Value) -> Self {
        Self { span, content: Content::Scalar(value) }
    }

    /// The call, if it is one.
    #[must_use]
    pub fn as_call(&self) -> Option<&Call> {
        match &self.content {
            Content::Call(call) => Some(call),
            _ => None,
        }
    }

    /// The text, if it is a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match &self.content {
            Content::Scalar(value) => value.as_str(),
            _ => None,
        }
    }

    /// The value of a key, if it is a map that has it.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        match &self.content {
            Content::Map(entries) => {
                entries.iter().rev().find(|entry| entry.key == key).map(|entry| &entry.value)
            }
            _ => None,
        }
    }

    /// All calls in it, also those in arguments and in calls that are wrong, each before what is in it.
    #[must_use]
    pub fn calls(&self) -> Vec<(&Call, Span)> {
        let mut calls = Vec::new();
        let mut open = vec![self];
        while let Some(snippet) = open.pop() {
            match &snippet.content {
                Content::Scalar(_) | Content::Omitted => {}
                Content::List(items) => open.extend(items.iter().rev()),
                Content::Map(entries) => open.extend(entries.iter().rev().map(|entry| &entry.value)),
                Content::Invalid(call) => open.push(&call.args),
                Content::Call(call) => {
                    calls.push((&**call, snippet.span));
                    match &call.branches {
                        Some(branches) => open.extend(branches.as_slice().iter().rev()),
                        None => open.push(&call.args),
                    }
                }
            }
        }
        calls
    }

    /// Whether Python takes it for true. A function is.
    pub(crate) fn is_truthy(&self) -> bool {
        match &self.content {
            Content::Scalar(value) => value.is_truthy(),
            Content::List(items) => !items.is_empty(),
            Content::Map(entries) => !entries.is_empty(),
            Content::Call(_) | Content::Invalid(_) | Content::Omitted => true,
        }
    }

    /// What Python makes of it if it is taken apart: the items of a list, the characters of a string, the keys of a map.
    pub(crate) fn unpacked(&self) -> Result<Vec<Cow<'_, Self>>, Exception> {
        let text = |text: String, span| Cow::Owned(Self::scalar(span, Value::from(text)));
        match &self.content {
            Content::List(items) => Ok(items.iter().map(Cow::Borrowed).collect()),
            Content::Map(entries) => {
                Ok(entries.iter().map(|entry| text(entry.key.clone(), entry.key_span)).collect())
            }
            Content::Scalar(Value::String(value)) => {
                Ok(value.chars().map(|char| text(char.to_string(), self.span)).collect())
            }
            _ => {
                let kind = self.python_type();
                Err(Exception::type_error(
                    Problem::FunctionValue,
                    format!("cannot unpack non-iterable {kind} object"),
                ))
            }
        }
    }

    /// What Python says if as many values as this are expected, and none if it is as many.
    pub(crate) fn unpack<const N: usize>(&self) -> Result<[Cow<'_, Self>; N], Exception> {
        let items = self.unpacked()?;
        let count = items.len();
        items.try_into().map_err(|_| {
            Exception::value_error(
                Problem::FunctionValue,
                if count > N {
                    format!("too many values to unpack (expected {N})")
                } else {
                    format!("not enough values to unpack (expected {N}, got {count})")
                },
            )
        })
    }

    /// The name of its type in Python.
    pub(crate) fn python_type(&self) -> &'static str {
        match &self.content {
            Content::Scalar(value) => heat_model::python::type_name(value),
            Content::List(_) => "list",
            Content::Map(_) => "dict",
            Content::Call(call) => call.variant.class(),
            Content::Invalid(_) => "Function",
            Content::Omitted => "ellipsis",
        }
    }
}

/// The data that a snippet gives, unresolved functions as the maps that they are written as.
#[must_use]
pub fn as_written(snippet: &Snippet) -> Value {
    match &snippet.content {
        Content::Scalar(value) => value.clone(),
        Content::List(items) => Value::List(items.iter().map(as_written).collect()),
        Content::Map(entries) => {
            entries.iter().map(|entry| (entry.key.clone(), as_written(&entry.value))).collect()
        }
        // Nobody reads the arguments of an `if` again.
        Content::Call(call) => match &call.branches {
            Some(Branches::Chosen(branch)) => as_written(branch),
            Some(Branches::Both(both)) => Value::List(both.iter().map(as_written).collect()),
            None => [(call.name.clone(), as_written(&call.args))].into_iter().collect(),
        },
        Content::Invalid(_) | Content::Omitted => Value::Null,
    }
}

/// What `str()` gives of a snippet.
pub(crate) fn as_text(snippet: &Snippet) -> String {
    heat_model::python::str_of(&as_written(snippet))
}

/// Checks the functions of a snippet. All mistakes are added to the faults, in Heat's order.
pub fn validate(scope: &Scope<'_>, snippet: &Snippet, faults: &mut Vec<Fault>) {
    validate_at(scope, snippet, &Path::root(""), faults);
}

/// As [`validate`], with the path of the part in front of each path.
pub(crate) fn validate_at(scope: &Scope<'_>, snippet: &Snippet, path: &Path<'_>, faults: &mut Vec<Fault>) {
    match &snippet.content {
        Content::Scalar(_) | Content::Invalid(_) | Content::Omitted => {}
        Content::Call(call) => {
            let mut within = Vec::new();
            function::validate(scope, call, &mut within);
            faults.extend(within.into_iter().map(|fault| match fault.exception {
                Exception::Python(_, PythonClass::AssertionError, _) => fault,
                exception if !scope.explain(path.length()) => {
                    let problem = exception.problem().when_validated();
                    let exception = Exception::validation(problem, Vec::new(), exception.to_string());
                    Fault { exception, explanation: None, ..fault }.or_at(snippet.span)
                }
                exception => {
                    // A long message in each of many faults.
                    let message = exception.to_string();
                    let problem = exception.problem().when_validated();
                    if let Err(too_large) = scope.write(message.len()) {
                        return Fault::at(snippet.span, too_large);
                    }
                    let exception = Exception::validation(problem, path.key(&call.name).steps(), message);
                    Fault { exception, ..fault }.or_at(snippet.span)
                }
            }));
        }
        Content::Map(entries) => {
            for entry in entries {
                validate_at(scope, &entry.value, &path.key(&entry.key), faults);
            }
        }
        Content::List(items) => {
            for (index, item) in items.iter().enumerate() {
                validate_at(scope, item, &path.index(index), faults);
            }
        }
    }
}

/// What stands for a call that is wrong.
fn invalid() -> Data {
    Data::unknown(Shape::Any, "a call that is wrong")
}

/// The data that a snippet gives, with all mistakes: a call without a result is unknown. None if it is left out.
pub fn resolve_all(scope: &Scope<'_>, snippet: &Snippet, faults: &mut Vec<Fault>) -> Option<Data> {
    resolve_parts(scope, snippet, faults, false)
}

fn resolve_parts(
    scope: &Scope<'_>,
    snippet: &Snippet,
    faults: &mut Vec<Fault>,
    is_inside: bool,
) -> Option<Data> {
    Some(match &snippet.content {
        Content::List(items) => {
            Data::list(items.iter().filter_map(|item| resolve_parts(scope, item, faults, true)).collect())
        }
        Content::Map(entries) => {
            let entries = entries.iter().filter_map(|entry| {
                Some((entry.key.clone(), resolve_parts(scope, &entry.value, faults, true)?))
            });
            Data::from_entries(entries.collect())
        }
        _ => match resolve_nullable(scope, snippet) {
            Ok(data) => return data,
            Err(fault) => {
                let fault = if is_inside { fault.out_of_generator() } else { fault };
                faults.push(scope.recorded(fault, &Path::root("")));
                match invalid() {
                    Data::Unknown(unknown) if scope.identifies() => {
                        let identity = fingerprint::of_snippet(scope, snippet);
                        Data::Unknown(Unknown { identity, ..unknown })
                    }
                    invalid => invalid,
                }
            }
        },
    })
}

/// As [`resolve_nullable`], with null for each call that fails because a parameter has no value.
///
/// # Errors
/// Why a function has no result.
pub(crate) fn resolve_without_missing(scope: &Scope<'_>, snippet: &Snippet) -> Result<Option<Data>, Fault> {
    Ok(Some(match &snippet.content {
        Content::List(items) => {
            let items = items.iter().filter_map(|item| resolve_without_missing(scope, item).transpose());
            Data::list(items.collect::<Result<_, _>>()?)
        }
        Content::Map(entries) => {
            let entries = entries.iter().filter_map(|entry| {
                let value = resolve_without_missing(scope, &entry.value).transpose()?;
                Some(value.map(|value| (entry.key.clone(), value)))
            });
            Data::from_entries(entries.collect::<Result<_, _>>()?)
        }
        _ => match resolve_nullable(scope, snippet) {
            Err(Fault { exception: Exception::UserParameterMissing { .. }, .. }) => Data::NULL,
            resolved => return resolved,
        },
    }))
}

/// The data that a snippet gives; null if it is left out.
///
/// # Errors
/// Why a function has no result.
pub fn resolve(scope: &Scope<'_>, snippet: &Snippet) -> Result<Data, Fault> {
    Ok(resolve_nullable(scope, snippet)?.unwrap_or(Data::NULL))
}

/// The data that a snippet gives; none if it is left out.
///
/// # Errors
/// Why a function has no result.
pub fn resolve_nullable(scope: &Scope<'_>, snippet: &Snippet) -> Result<Option<Data>, Fault> {
    // Snippets are inside of each other: collections have a function of their own, so that its frame is not taken for each call.
    match &snippet.content {
        Content::Omitted => Ok(None),
        Content::Invalid(_) => Ok(Some(invalid())),
        Content::Scalar(value) => Ok(Some(Data::Known(value.clone()))),
        Content::Call(call) => function::resolve(scope, call)
            .map_err(|fault| function::with_usage(fault, call).or_at(snippet.span)),
        Content::List(items) => resolve_list(scope, items).map(Some),
        Content::Map(entries) => resolve_map(scope, entries).map(Some),
    }
}

fn resolve_list(scope: &Scope<'_>, items: &[Snippet]) -> Result<Data, Fault> {
    let items = items.iter().filter_map(|item| resolve_nullable(scope, item).transpose());
    Ok(Data::list(items.collect::<Result<_, _>>().map_err(Fault::out_of_generator)?))
}

fn resolve_map(scope: &Scope<'_>, entries: &[Entry]) -> Result<Data, Fault> {
    let mut resolved = Vec::with_capacity(entries.len());
    for entry in entries {
        if let Some(value) = resolve_nullable(scope, &entry.value).map_err(Fault::out_of_generator)? {
            resolved.push((entry.key.clone(), value));
        }
    }
    Ok(Data::from_entries(resolved))
}
