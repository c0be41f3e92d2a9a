//! Argument checks that several functions share when a call is parsed.

use heat_model::Value;

use crate::Data;
use crate::fault::{Exception, Problem, PythonClass};
use crate::scope::Scope;
use crate::snippet::{Content, Snippet};
use crate::stack::Stack;

/// A `TypeError` of Python about the values that a function gets.
pub(crate) fn type_error(message: impl Into<String>) -> Exception {
    Exception::type_error(Problem::FunctionValue, message)
}

/// A `ValueError` of Python about the values that a function gets.
pub(crate) fn value_error(message: impl Into<String>) -> Exception {
    Exception::value_error(Problem::FunctionValue, message)
}

/// A `KeyError` of Python about the values that a function gets.
pub(crate) fn key_error(message: impl Into<String>) -> Exception {
    Exception::key_error(Problem::FunctionValue, message)
}

/// Checks that the arguments are a map.
pub(crate) fn require_map(name: &str, args: &Snippet) -> Result<(), Exception> {
    if is_map(args) { Ok(()) } else { Err(type_error(format!("Arguments to \"{name}\" must be a map"))) }
}

/// The stack that a function reads.
pub(crate) fn required_stack<'s>(scope: &Scope<'s>) -> Result<&'s dyn Stack, Exception> {
    scope.stack.ok_or_else(|| {
        let message = "No stack definition in Function".to_owned();
        Exception::Python(Problem::FunctionValue, PythonClass::AssertionError, message)
    })
}

/// Returns whether one of the items equals the value; `None` if that is unknown.
pub(crate) fn is_one_of<'d>(items: impl Iterator<Item = &'d Data>, value: &Data) -> Option<bool> {
    let mut found = Some(false);
    for item in items {
        match item.python_eq(value) {
            Some(true) => return Some(true),
            Some(false) => {}
            None => found = None,
        }
    }
    found
}

/// The wording of Heat's messages about the arguments of a function, with an example.
pub(crate) fn should_be(name: &str, example: &str) -> String {
    format!("Incorrect arguments to \"{name}\" should be: \"{name}\" : {example}")
}

/// The exception of Heat for arguments that do not have this form.
pub(crate) fn not_of_the_form(name: &str, form: &str) -> Exception {
    value_error(format!("Arguments to \"{name}\" must be of the form {form}"))
}

/// The number of items, if the argument is a list.
pub(crate) fn items(args: &Snippet) -> Option<usize> {
    match &args.content {
        Content::List(items) => Some(items.len()),
        _ => None,
    }
}

/// The lines of an example, indented as in Heat's messages.
pub(crate) fn indented(lines: &[&str], columns: usize) -> String {
    let indent = " ".repeat(columns);
    lines.iter().flat_map(|line| ["\n", &indent, line]).collect()
}

pub(crate) fn is_text(args: &Snippet) -> bool {
    args.as_str().is_some()
}

pub(crate) fn is_map(args: &Snippet) -> bool {
    matches!(args.content, Content::Map(_))
}

pub(crate) fn is_null(args: &Snippet) -> bool {
    matches!(args.content, Content::Scalar(Value::Null))
}

/// Checks that there are exactly `N` values. If Python cannot unpack the argument, its own error is returned.
pub(crate) fn unpack<const N: usize>(
    args: &Snippet,
    form: impl FnOnce() -> Exception,
) -> Result<(), Exception> {
    match args.unpack::<N>() {
        Ok(_) => Ok(()),
        Err(Exception::Python(_, PythonClass::ValueError, _)) => Err(form()),
        Err(other) => Err(other),
    }
}
