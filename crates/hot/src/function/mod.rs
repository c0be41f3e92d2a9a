//! The intrinsic functions: their arguments, checks, results and references.
//!
//! A function of one name differs between versions of templates; [`Variant`] names each of its forms.
//! [`FUNCTIONS`](heat_hot_language::FUNCTIONS) lists which template has which form, and `library` implements the forms. The rules
//! are those of `heat.engine.hot.functions` and `heat.engine.cfn.functions`.

mod library;
mod references;
#[cfg(test)]
mod tests;
mod unknown;
mod variants;

pub use library::attribute::{Parts as AttributeParts, attribute_parts};
pub use library::path::select_from_attribute;
pub(crate) use library::path::select_from_data;
pub use library::yaql::{nearest_yaql_function, yaql_diagnostic};
pub use library::yaql_data::value_to_yaql;
pub(crate) use references::References;
pub use references::{AttributeReference, Reference, attribute_references, references};
pub(crate) use unknown::{unknown_function, usage};
pub use variants::variant;

use heat_hot_language::Variant;
use heat_model::suggest::nearest;

use library::{code, condition};

use crate::data::Unknown;
use crate::fault::{Exception, Help, Problem, PythonClass};
use crate::scope::Scope;
use crate::snippet::{self, Branches, Call, fingerprint};
use crate::{Data, Fault};

/// Checks the form of the arguments of a call, and determines the kind of reference for a `Ref`.
pub(crate) fn check_arguments(scope: &Scope<'_>, call: &mut Call) -> Result<(), Exception> {
    (code(call.variant).check)(scope, call)
}

/// Checks a call without resolving it. All errors are added, in Heat's order; if nested calls have errors, the call itself is not
/// checked.
pub(crate) fn validate(scope: &Scope<'_>, call: &Call, faults: &mut Vec<Fault>) {
    if call.variant == Variant::Removed {
        let message = format!("The function {} is not supported in this version of HOT.", call.name);
        let fault =
            Fault::at(call.name_span, Exception::InvalidTemplateVersion(Problem::RemovedFunction, message));
        faults.push(fault.or_help(|| unknown::removed_function(&call.name)));
        return;
    }
    match &call.branches {
        Some(Branches::Chosen(branch)) => return snippet::validate(scope, branch, faults),
        Some(Branches::Both(both)) => {
            return both.iter().for_each(|branch| snippet::validate(scope, branch, faults));
        }
        None => snippet::validate(scope, &call.args, faults),
    }
    if !faults.is_empty() {
        return;
    }
    if let Err(fault) = (code(call.variant).validate)(scope, call) {
        faults.push(with_usage(fault, call).or_at(call.args.span));
    }
}

/// The result of a call; `None` if the value is left out.
pub(crate) fn resolve(scope: &Scope<'_>, call: &Call) -> Result<Option<Data>, Fault> {
    let _entered = scope.enter()?;
    match &call.branches {
        Some(Branches::Chosen(branch)) => return snippet::resolve_nullable(scope, branch),
        Some(Branches::Both(both)) => {
            return condition::either(scope, both).map(|data| Some(identified(scope, call, data)));
        }
        None => {}
    }
    if let Some(data) = call.constant.get(scope)? {
        // The result may have been stored in a scope that does not identify unknown values.
        return Ok(Some(identified(scope, call, data)));
    }
    let data = identified(scope, call, (code(call.variant).resolve)(scope, call)?);
    call.constant.set(&data);
    Ok(Some(data))
}

/// The result of a call that reads a value, without an identity.
///
/// # Errors
/// The call has no result.
pub(crate) fn read(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    let _entered = scope.enter()?;
    (code(call.variant).resolve)(scope, call)
}

/// Adds an identity to an unknown result, if results are compared.
fn identified(scope: &Scope<'_>, call: &Call, data: Data) -> Data {
    match data {
        Data::Unknown(unknown) if scope.identifies() && unknown.identity.is_none() => {
            let identity = fingerprint::of_call(scope, call);
            Data::Unknown(Unknown { identity, ..unknown })
        }
        data => data,
    }
}

/// Adds the usage of the function to an error, if the arguments have the wrong types.
pub(crate) fn with_usage(fault: Fault, call: &Call) -> Fault {
    match &fault.exception {
        Exception::Python(_, PythonClass::TypeError, _) => fault.or_help(|| usage(&call.name, call.variant)),
        _ => fault,
    }
}

/// Help for arguments that are refused when the call is parsed.
pub(crate) fn argument_help(scope: &Scope<'_>, call: &Call) -> Option<Help> {
    match call.variant {
        Variant::Invalid => Some(unknown::not_for_conditions(&call.name, scope.version).into()),
        variant => misspelt_argument(call).or_else(|| usage(&call.name, variant).map(Help::from)),
    }
}

/// Help for a misspelt argument: one is missing, and another has a similar name.
fn misspelt_argument(call: &Call) -> Option<Help> {
    let entries = call.args.entries();
    let is_given = |name: &str| entries.iter().any(|entry| entry.key == name);
    let names = code(call.variant).named_arguments;
    let missing: Vec<&str> = names.iter().copied().filter(|name| !is_given(name)).collect();
    entries.iter().filter(|entry| !names.contains(&entry.key.as_str())).find_map(|entry| {
        let meant = nearest(&entry.key, missing.iter().copied())?;
        Some(Help::did_you_mean(&entry.key, meant).or_at(entry.key_span))
    })
}
