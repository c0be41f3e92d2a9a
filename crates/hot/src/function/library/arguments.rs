//! Argument checks that several functions share when a call is parsed.

use heat_model::Value;

use crate::fault::{Exception, Problem, PythonClass};
use crate::snippet::{Content, Snippet};

/// The wording of Heat's messages about the arguments of a function, with an example.
pub(crate) fn should_be(name: &str, example: &str) -> String {
    format!("Incorrect arguments to \"{name}\" should be: \"{name}\" : {example}")
}

/// The exception of Heat for arguments that do not have this form.
pub(crate) fn not_of_the_form(name: &str, form: &str) -> Exception {
    Exception::value_error(
        Problem::FunctionValue,
        format!("Arguments to \"{name}\" must be of the form {form}"),
    )
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
