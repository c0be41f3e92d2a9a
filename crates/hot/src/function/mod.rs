//! The intrinsic functions: what each takes, checks, gives and refers to.
//!
//! A function of one name differs between versions of templates; [`Variant`] has one name for each of its forms. Which template
//! has which is in [`FUNCTIONS`](crate::language::FUNCTIONS). The rules are those of `heat.engine.hot.functions` and `heat.engine.cfn.functions`.

mod arguments;
mod library;
mod references;
#[cfg(test)]
mod tests;
mod unknown;
mod variants;

pub(crate) use arguments::check_arguments;
pub use library::attribute::{Parts as AttributeParts, attribute_parts};
pub use library::path::select_from_attribute;
pub(crate) use library::path::select_from_data;
pub use library::yaql::{nearest_yaql_function, yaql_diagnostic};
pub use library::yaql_data::value_to_yaql;
pub(crate) use references::References;
pub use references::{AttributeReference, Reference, attribute_references, references};
pub(crate) use unknown::{unknown_function, usage};
pub use variants::variant;

use heat_model::suggest::nearest;

use library::{
    attribute, cfn, condition, digest, facade, list, map, parameter, repeat, replace, text, url, yaql,
};

use crate::data::Unknown;
use crate::fault::{Exception, Help, Problem, PythonClass};
use crate::language::Variant;
use crate::scope::Scope;
use crate::snippet::{self, Branches, Call, fingerprint};
use crate::stack::Stack;
use crate::{Data, Fault};

/// Checks a call without resolving it. All mistakes are added, in Heat's order; nested ones first, and then alone.
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
    let checked = match call.variant {
        Variant::GetAttThenSelect | Variant::GetAtt | Variant::GetAttAllAttributes | Variant::CfnGetAtt => {
            attribute::validate(scope, call)
        }
        Variant::Repeat | Variant::RepeatWithMap | Variant::RepeatWithNestedLoop => repeat::validate(call),
        Variant::MakeUrl => url::validate(call),
        Variant::Yaql => yaql::validate(call),
        _ => Ok(()),
    };
    if let Err(fault) = checked {
        faults.push(with_usage(fault, call).or_at(call.args.span));
    }
}

/// The result of a call; none if it is to be left out.
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
        // It may have been kept where nobody asked which value it is.
        return Ok(Some(identified(scope, call, data)));
    }
    let data = identified(scope, call, function_of(call.variant)(scope, call)?);
    call.constant.set(&data);
    Ok(Some(data))
}

/// The result of a call that reads something, without an identity.
///
/// # Errors
/// Why it has none.
pub(crate) fn read(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    let _entered = scope.enter()?;
    function_of(call.variant)(scope, call)
}

/// An unknown result with its identity, where results are compared.
fn identified(scope: &Scope<'_>, call: &Call, data: Data) -> Data {
    match data {
        Data::Unknown(unknown) if scope.identifies() && unknown.identity.is_none() => {
            let identity = fingerprint::of_call(scope, call);
            Data::Unknown(Unknown { identity, ..unknown })
        }
        data => data,
    }
}

/// What gives the result of a call. Not called in its place: the calls of all forms in one function make a large frame, and functions
/// are inside of each other.
fn function_of(variant: Variant) -> fn(&Scope<'_>, &Call) -> Result<Data, Fault> {
    match variant {
        Variant::GetParam => parameter::get_param,
        Variant::ParamRef => parameter::param_ref,
        Variant::GetResource => attribute::get_resource,
        Variant::GetAttThenSelect | Variant::CfnGetAtt => attribute::get_then_select,
        Variant::GetAtt => attribute::get,
        Variant::GetAttAllAttributes => attribute::get_all,
        Variant::GetFile => text::get_file,
        Variant::Replace
        | Variant::CfnReplace
        | Variant::ReplaceJson
        | Variant::ReplaceJsonStrict
        | Variant::ReplaceJsonVeryStrict => replace::resolve,
        Variant::Join => text::join,
        Variant::JoinMultiple => text::join_multiple,
        Variant::StrSplit => text::str_split,
        Variant::MapMerge => map::merge,
        Variant::MapReplace => map::replace,
        Variant::ResourceFacade | Variant::CfnResourceFacade => facade::resolve,
        Variant::Repeat | Variant::RepeatWithMap | Variant::RepeatWithNestedLoop => repeat::resolve,
        Variant::Digest => digest::resolve,
        Variant::Yaql => yaql::resolve,
        Variant::Equals => condition::equals,
        Variant::Not | Variant::CfnNot => condition::not,
        Variant::And => |scope, call| condition::all_or_any(scope, call, false),
        Variant::Or => |scope, call| condition::all_or_any(scope, call, true),
        Variant::Filter => list::filter,
        Variant::MakeUrl => url::resolve,
        Variant::ListConcat => |scope, call| list::concat(scope, call, false),
        Variant::ListConcatUnique => |scope, call| list::concat(scope, call, true),
        Variant::Contains => list::contains,
        Variant::FindInMap => cfn::find_in_map,
        Variant::GetAzs => {
            |scope, _| Ok(scope.stack.map_or_else(|| vec!["nova"].into(), Stack::availability_zones))
        }
        Variant::Select => cfn::select,
        Variant::Split => cfn::split,
        Variant::Base64 => cfn::base64,
        Variant::MemberListToMap => cfn::member_list_to_map,
        // Heat gives back what is written, with the functions inside of it not resolved.
        Variant::Removed => |_, call| {
            Ok(Data::Known([(call.name.clone(), snippet::as_written(&call.args))].into_iter().collect()))
        },
        // They fail, or become something else, when they are parsed.
        Variant::Invalid | Variant::Ref | Variant::If | Variant::IfNullable => |_, _| Ok(Data::NULL),
    }
}

/// An error in a call, with how the function is called if the arguments do not have the types that it takes.
pub(crate) fn with_usage(fault: Fault, call: &Call) -> Fault {
    match &fault.exception {
        Exception::Python(_, PythonClass::TypeError, _) => fault.or_help(|| usage(&call.name, call.variant)),
        _ => fault,
    }
}

/// What helps with arguments that are refused as soon as a call is parsed.
pub(crate) fn argument_help(scope: &Scope<'_>, call: &Call) -> Option<Help> {
    match call.variant {
        Variant::Invalid => Some(unknown::not_for_conditions(&call.name, scope.version).into()),
        variant => misspelt_argument(call).or_else(|| usage(&call.name, variant).map(Help::from)),
    }
}

/// The named argument that was meant, where one is missing and another has nearly its name.
fn misspelt_argument(call: &Call) -> Option<Help> {
    let entries = call.args.entries();
    let is_given = |name: &str| entries.iter().any(|entry| entry.key == name);
    let names = argument_names(call.variant);
    let missing: Vec<&str> = names.iter().copied().filter(|name| !is_given(name)).collect();
    entries.iter().filter(|entry| !names.contains(&entry.key.as_str())).find_map(|entry| {
        let meant = nearest(&entry.key, missing.iter().copied())?;
        Some(Help::did_you_mean(&entry.key, meant).or_at(entry.key_span))
    })
}

/// The names of the arguments of a function that has them by name.
const fn argument_names(variant: Variant) -> &'static [&'static str] {
    match variant {
        Variant::Replace
        | Variant::ReplaceJson
        | Variant::ReplaceJsonStrict
        | Variant::ReplaceJsonVeryStrict => &["template", "params"],
        Variant::Repeat | Variant::RepeatWithMap => &["template", "for_each"],
        Variant::RepeatWithNestedLoop => &["template", "for_each", "permutations"],
        Variant::Yaql => &["expression", "data"],
        _ => &[],
    }
}
