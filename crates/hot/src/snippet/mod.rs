//! Snippets: parts of a template in which functions are recognised.
//!
//! [`parse`] turns a part of the YAML tree into a [`Snippet`], [`validate`] checks the functions in it without resolving them,
//! and [`resolve`] returns the data. Heat has the same three steps (`heat.engine.template.parse`, `heat.engine.function`), and
//! each finds errors of its own. Parsing and validating report all errors; the first is the one that Heat reports.
//! [`function`](crate::function) implements the functions.

mod constant;
pub(crate) mod fingerprint;
mod parse;
mod path;
mod resolve;
mod validate;

use std::borrow::Cow;

use heat_hot_language::Variant;
use heat_model::Value;
use heat_yaml::Span;

use crate::fault::{Exception, Problem};

pub(crate) use constant::Constant;
pub use parse::{Context, parse};
pub use path::Path;
pub(crate) use resolve::resolve_without_missing;
pub use resolve::{resolve, resolve_all, resolve_nullable};
pub use validate::validate;
pub(crate) use validate::validate_at;

/// Parsed part of a template.
#[derive(Debug, Clone)]
pub struct Snippet {
    /// Span of the snippet.
    pub span: Span,
    /// Parsed content of the snippet.
    pub content: Content,
}

/// Content of a snippet.
#[derive(Debug, Clone)]
pub enum Content {
    /// A value without parts: a scalar, or an empty list or map.
    Scalar(Value),
    /// A list.
    List(Vec<Snippet>),
    /// A map, in source order.
    Map(Vec<Entry>),
    /// A call of a function.
    Call(Box<Call>),
    /// An invalid call, which was reported: nothing is known about its result. The arguments of an `if` are those after its
    /// condition.
    Invalid(Box<Call>),
    /// A value that is left out: the result of an `if` without a third argument whose condition is false.
    Omitted,
}

/// An entry of a map.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Key of the entry. If it is not a string in the template, it is the JSON of the key.
    pub key: String,
    /// Span of the key.
    pub key_span: Span,
    /// Value of the entry.
    pub value: Snippet,
}

/// Call of a function: a map whose only key is the name of the function.
#[derive(Debug, Clone)]
pub struct Call {
    /// Form of the function, which depends on the version of the template.
    pub variant: Variant,
    /// Name of the function.
    pub name: String,
    /// Span of the name.
    pub name_span: Span,
    /// Arguments of the call. Those of an `if` are not parsed: use [`Call::branches`].
    pub args: Snippet,
    /// Branches of an `if`; `None` for other functions.
    pub branches: Option<Branches>,
    /// Stored result of the call, if it is the same before and after the stack is created.
    pub(crate) constant: Constant,
}

/// Branches of an `if` that may be used.
#[derive(Debug, Clone)]
pub enum Branches {
    /// The branch that the condition selects. Heat ignores the other one.
    Chosen(Snippet),
    /// Both branches, the first for a true condition: the condition depends on something unknown.
    Both(Box<[Snippet; 2]>),
}

impl Branches {
    /// The branches that may be used.
    #[must_use]
    pub fn as_slice(&self) -> &[Snippet] {
        match self {
            Self::Chosen(branch) => std::slice::from_ref(branch),
            Self::Both(both) => &both[..],
        }
    }
}

impl Snippet {
    /// The items; empty if it is not a list.
    #[must_use]
    pub fn items(&self) -> &[Self] {
        match &self.content {
            Content::List(items) => items,
            _ => &[],
        }
    }

    /// The entries; empty if it is not a map.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        match &self.content {
            Content::Map(entries) => entries,
            _ => &[],
        }
    }

    /// Creates a scalar, or an empty list or map.
    pub(crate) fn scalar(span: Span, value: Value) -> Self {
        Self { span, content: Content::Scalar(value) }
    }

    /// The call, if the snippet is one.
    #[must_use]
    pub fn as_call(&self) -> Option<&Call> {
        match &self.content {
            Content::Call(call) => Some(call),
            _ => None,
        }
    }

    /// The text, if the snippet is a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match &self.content {
            Content::Scalar(value) => value.as_str(),
            _ => None,
        }
    }

    /// The value of a key, if it is a map that has the key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        match &self.content {
            Content::Map(entries) => {
                entries.iter().rev().find(|entry| entry.key == key).map(|entry| &entry.value)
            }
            _ => None,
        }
    }

    /// All calls in the snippet, including those in arguments and in invalid calls, each before the calls inside of it.
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

    /// Returns whether the snippet is true for Python; a function is.
    pub(crate) fn is_truthy(&self) -> bool {
        match &self.content {
            Content::Scalar(value) => value.is_truthy(),
            Content::List(items) => !items.is_empty(),
            Content::Map(entries) => !entries.is_empty(),
            Content::Call(_) | Content::Invalid(_) | Content::Omitted => true,
        }
    }

    /// The values that Python gets by unpacking the snippet: items of a list, characters of a string, or keys of a map.
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

    /// Unpacks exactly `N` values; for another number, returns the error that Python raises.
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

    /// The name of the snippet's type in Python.
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

/// The snippet as data, with calls as the maps that are written in the template.
#[must_use]
pub fn as_written(snippet: &Snippet) -> Value {
    match &snippet.content {
        Content::Scalar(value) => value.clone(),
        Content::List(items) => Value::List(items.iter().map(as_written).collect()),
        Content::Map(entries) => {
            entries.iter().map(|entry| (entry.key.clone(), as_written(&entry.value))).collect()
        }
        // The arguments of an `if` are not parsed again.
        Content::Call(call) => match &call.branches {
            Some(Branches::Chosen(branch)) => as_written(branch),
            Some(Branches::Both(both)) => Value::List(both.iter().map(as_written).collect()),
            None => [(call.name.clone(), as_written(&call.args))].into_iter().collect(),
        },
        Content::Invalid(_) | Content::Omitted => Value::Null,
    }
}

/// Python's `str()` of a snippet.
pub(crate) fn as_text(snippet: &Snippet) -> String {
    heat_model::python::str_of(&as_written(snippet))
}
