//! Resolving a snippet to data.

use super::{Content, Entry, Path, Snippet, fingerprint};
use crate::data::{Shape, Unknown};
use crate::fault::Exception;
use crate::function;
use crate::scope::Scope;
use crate::{Data, Fault};

/// Result of an invalid call.
fn invalid() -> Data {
    Data::unknown(Shape::Any, "a call that is wrong")
}

/// Resolves a snippet and reports all errors: a call without a result is unknown. `None` if the snippet is left out.
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

/// Like [`resolve_nullable`], with null for each call that fails because a parameter has no value.
///
/// # Errors
/// A function has no result.
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

/// Resolves a snippet; null if it is left out.
///
/// # Errors
/// A function has no result.
pub fn resolve(scope: &Scope<'_>, snippet: &Snippet) -> Result<Data, Fault> {
    Ok(resolve_nullable(scope, snippet)?.unwrap_or(Data::NULL))
}

/// Resolves a snippet; `None` if it is left out.
///
/// # Errors
/// A function has no result.
pub fn resolve_nullable(scope: &Scope<'_>, snippet: &Snippet) -> Result<Option<Data>, Fault> {
    // Snippets are nested: collections are resolved in a separate function, so that a call does not need its stack frame.
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
