//! Validating the functions of a snippet without resolving them.

use super::{Content, Path, Snippet};
use crate::Fault;
use crate::fault::{Exception, PythonClass};
use crate::function;
use crate::scope::Scope;

/// Checks the functions of a snippet, and adds all errors in Heat's order.
pub fn validate(scope: &Scope<'_>, snippet: &Snippet, faults: &mut Vec<Fault>) {
    validate_at(scope, snippet, &Path::root(""), faults);
}

/// Like [`validate`], with the path of the part in front of each path.
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
                    // The message may be long, and there may be many faults.
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
