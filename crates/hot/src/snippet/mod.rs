//! A snippet: a part of a template in which functions are found.
//!
//! [`parse`] turns a part of the tree of a text into a [`Snippet`], [`validate`] checks the functions in it as far as that goes
//! without resolving them, [`resolve`] gives the data. These are the three steps that Heat takes (`heat.engine.template.parse`,
//! `heat.engine.function`), and each finds mistakes of its own. Parsing and validating report all mistakes; the first is the one
//! that Heat reports. What each function does is in [`function`](crate::function).

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

/// A part of a template.
#[derive(Debug, Clone)]
pub struct Snippet {
    /// Where the snippet stands.
    pub span: Span,
    /// What the snippet is.
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
    /// The name of the function.
    pub name: String,
    /// Where the name stands.
    pub name_span: Span,
    /// The arguments. Those of an `if` are not parsed: [`Call::branches`] has what counts.
    pub args: Snippet,
    /// What becomes of an `if`.
    pub branches: Option<Branches>,
    /// The result of the call, once it is known, if that is the same for all who ask.
    pub(crate) constant: Constant,
}

/// What an `if` stands for.
#[derive(Debug, Clone)]
pub enum Branches {
    /// One branch of the `if`, as the condition is known. Heat does not look at the other.
    Chosen(Snippet),
    /// Both branches of the `if`, the first for true: the condition depends on something unknown.
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
