//! The functions `get_resource` and `get_attr` in its four forms.

use std::borrow::Cow;

use heat_hot_language::Variant;
use heat_model::Value;

use super::arguments::{is_text, not_of_the_form, type_error, unpack, value_error};
use super::path::select_from_data;
use crate::data::Shape;
use crate::fault::{Exception, Help};
use crate::scope::Scope;
use crate::snippet::{self, Call, Content, Path, Snippet};
use crate::stack::{NameKind, Readiness, Resource, Stack};
use crate::{Data, Fault, data_text};

/// Maximum number of bytes of the path to a reference in an error that is not recorded in full.
const MAX_UNEXPLAINED_PATH: usize = 40;

/// Parts of the arguments of `get_attr` and `Fn::GetAtt`.
#[derive(Debug, Clone, Copy)]
pub struct Parts<'c> {
    /// Name of the resource.
    pub resource: &'c Snippet,
    /// Name of the attribute; `None` for all attributes.
    pub attribute: Option<&'c Snippet>,
    /// Path within the value of the attribute.
    pub path: &'c [Snippet],
}

/// The parts of the arguments, if the function reads an attribute.
#[must_use]
pub fn attribute_parts(call: &Call) -> Option<Parts<'_>> {
    let reads = matches!(
        call.variant,
        Variant::GetAttThenSelect | Variant::GetAtt | Variant::GetAttAllAttributes | Variant::CfnGetAtt
    );
    reads.then(|| parts(call))
}

/// The parts of the arguments. Their form was checked when the call was parsed.
pub(crate) fn parts(call: &Call) -> Parts<'_> {
    match &call.args.content {
        Content::List(items) => match items.as_slice() {
            [resource, attribute, path @ ..] => {
                // A null in place of the attribute also means all attributes.
                let is_null = matches!(attribute.content, Content::Scalar(Value::Null));
                let is_all = is_null && call.variant == Variant::GetAttAllAttributes;
                Parts { resource, attribute: (!is_all).then_some(attribute), path }
            }
            [resource] => Parts { resource, attribute: None, path: &[] },
            [] => Parts { resource: &call.args, attribute: None, path: &[] },
        },
        _ => Parts { resource: &call.args, attribute: None, path: &[] },
    }
}

/// The resource with this name. `path` is the position of the reference, for messages.
pub(crate) fn resource<'s>(
    scope: &Scope<'s>,
    name: &Data,
    path: &Path<'_>,
) -> Result<&'s dyn Resource, Fault> {
    let Some(stack) = scope.stack else {
        return Err(type_error("'NoneType' object is not subscriptable").into());
    };
    let found = match name {
        Data::Known(Value::String(name)) => stack.resource(name),
        Data::Known(value @ (Value::List(_) | Value::Map(_))) => {
            let kind = heat_model::python::type_name(value);
            return Err(type_error(format!("unhashable type: '{kind}'")).into());
        }
        _ => None,
    };
    if !stack.has_definitions()
        && let Some(fault) = scope.conditions.first_fault(scope)
    {
        return Err(fault.exception.clone().into());
    }
    found.ok_or_else(|| {
        let resource = data_text(name);
        // There can be thousands of references with the same long path.
        if !scope.explains(path.length()) {
            let key = path.shortened(MAX_UNEXPLAINED_PATH);
            return Exception::InvalidTemplateReference { resource, key }.into();
        }
        let help = no_resource(scope, stack, &resource);
        let key = path.to_string();
        Fault::from(Exception::InvalidTemplateReference { resource, key }).or_help(|| help)
    })
}

/// Help for a name that no resource has.
fn no_resource(scope: &Scope<'_>, stack: &dyn Stack, name: &str) -> Option<Help> {
    if stack.is_removed(name) {
        let help = format!(
            "the condition of `{name}` is false: refer to it only where the same condition is true, by `if`"
        );
        return Some(help.into());
    }
    scope
        .suggestion_among(name, || stack.names_of(NameKind::Resource))
        .or_else(|| {
            let is_parameter = stack.has_name(NameKind::Parameter, name);
            is_parameter.then(|| format!("`{name}` is a parameter: write `{{get_param: {name}}}`").into())
        })
        .or_else(|| Some(format!("the template has no resource `{name}`").into()))
}

/// The result for a resource whose name is unknown; `None` if the name is known.
fn of_unknown(name: &Data) -> Option<Data> {
    match name {
        Data::Unknown(unknown) => Some(Data::unknown(Shape::Any, unknown.origin.clone())),
        _ => None,
    }
}

pub(crate) fn get_resource(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    let name = snippet::resolve(scope, &call.args)?;
    match of_unknown(&name) {
        Some(unknown) => Ok(unknown),
        None => match resource(scope, &name, &Path::root("unknown")) {
            Ok(found) => Ok(found.reference_id()),
            Err(fault) => Err(fault.about_name_at(call.args.span)),
        },
    }
}

/// Checks that the resource and the attribute exist.
pub(crate) fn validate(scope: &Scope<'_>, call: &Call) -> Result<(), Fault> {
    let parts = parts(call);
    let name = snippet::resolve(scope, parts.resource)?;
    if name.is_unknown() {
        return Ok(());
    }
    let resource = resource(scope, &name, &Path::root("unknown"))
        .map_err(|fault| fault.or_at(parts.resource.span).about_name_at(parts.resource.span))?;
    let Some(attribute) = parts.attribute else { return Ok(()) };
    let known = match snippet::resolve(scope, attribute)? {
        Data::Known(Value::String(name)) if resource.has_attribute(&name)? => return Ok(()),
        Data::Unknown(_) => return Ok(()),
        other => other,
    };
    if known.as_known().is_none_or(|known| known.as_str().is_none()) {
        // There is no attribute name, but Heat still asks the resource for one.
        resource.has_attribute("")?;
    }
    if let Data::Known(value @ (Value::List(_) | Value::Map(_))) = &known {
        let kind = heat_model::python::type_name(value);
        return Err(Fault::at(attribute.span, type_error(format!("unhashable type: '{kind}'"))));
    }
    let (name, key) = (data_text(&name), data_text(&known));
    let help = no_attribute(scope, resource, &key);
    let exception = Exception::InvalidTemplateAttribute { resource: name, key };
    Err(Fault::at(attribute.span, exception).or_help(|| help))
}

/// Help for a name that no attribute has: the one that was meant, or the list of attributes.
fn no_attribute(scope: &Scope<'_>, resource: &dyn Resource, name: &str) -> Option<Help> {
    const MAX_LISTED: usize = 12;
    let names = resource.attribute_names();
    if let Some(near) = scope.suggestion(name, names.iter().copied()) {
        return Some(near);
    }
    let listed = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    (1..=MAX_LISTED)
        .contains(&names.len())
        .then(|| format!("the resource has the attributes {listed}").into())
}

/// Reads an attribute of the resource, at a path within it.
fn read(
    scope: &Scope<'_>,
    resource: &dyn Resource,
    attribute: &Data,
    path: Vec<Data>,
) -> Result<Data, Fault> {
    let Some(attribute) = attribute.as_known() else {
        return Ok(attribute.clone());
    };
    match path.into_iter().map(Data::into_known).collect::<Option<Vec<_>>>() {
        Some(path) => {
            let value = resource.attribute(attribute, &path)?;
            scope.write_data(&value)?;
            Ok(value)
        }
        None => Ok(Data::unknown(Shape::Any, "an item at an unknown place")),
    }
}

/// The value of an attribute of the resource with this name; null if the resource has no attributes yet.
fn value_of(scope: &Scope<'_>, name: &Data, attribute: &Data, path: Vec<Data>) -> Result<Data, Fault> {
    if let Some(unknown) = of_unknown(name) {
        return Ok(unknown);
    }
    let resource = resource(scope, name, &Path::root("unknown"))?;
    if resource.readiness() == Readiness::None {
        return Ok(Data::NULL);
    }
    read(scope, resource, attribute, path).map_err(|fault| match &fault.exception {
        Exception::InvalidTemplateAttribute { key, .. } => {
            let help = no_attribute(scope, resource, key);
            fault.or_help(|| help)
        }
        _ => fault,
    })
}

fn list(scope: &Scope<'_>, path: &[Snippet]) -> Result<Vec<Data>, Fault> {
    path.iter().filter_map(|step| snippet::resolve_nullable(scope, step).transpose()).collect()
}

pub(crate) fn get_then_select(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    let parts = match &call.args.content {
        Content::List(_) => parts(call),
        // `Fn::GetAtt` unpacks arguments of any type.
        _ => return get_from_unpacked(scope, call),
    };
    let attribute = resolve_attribute(scope, &parts)?;
    let name = snippet::resolve(scope, parts.resource)?;
    let value =
        value_of(scope, &name, &attribute, Vec::new()).map_err(|fault| at_attribute(fault, &parts))?;
    if value == Data::NULL {
        return Ok(value);
    }
    let path = list(scope, parts.path)?;
    Ok(select_from_data(&value, &path))
}

fn get_from_unpacked(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    let [name, attribute] = call.args.unpack::<2>()?;
    let (name, attribute) = (snippet::resolve(scope, &name)?, snippet::resolve(scope, &attribute)?);
    value_of(scope, &name, &attribute, Vec::new())
}

fn resolve_attribute(scope: &Scope<'_>, parts: &Parts<'_>) -> Result<Data, Fault> {
    parts.attribute.map_or(Ok(Data::NULL), |attribute| snippet::resolve(scope, attribute))
}

pub(crate) fn get(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    let parts = parts(call);
    let path = list(scope, parts.path)?;
    let attribute = resolve_attribute(scope, &parts)?;
    let name = snippet::resolve(scope, parts.resource)?;
    value_of(scope, &name, &attribute, path).map_err(|fault| at_attribute(fault, &parts))
}

/// Sets the span of an error about an attribute to the span of its name.
fn at_attribute(fault: Fault, parts: &Parts<'_>) -> Fault {
    match (&fault.exception, parts.attribute) {
        (Exception::InvalidTemplateAttribute { .. } | Exception::MemberNotFound { .. }, Some(attribute)) => {
            fault.or_at(attribute.span)
        }
        _ => fault,
    }
}

pub(crate) fn get_all(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    let parts = parts(call);
    if parts.attribute.is_some() {
        return get(scope, call);
    }
    let name = match parts.resource.as_str() {
        // The whole argument is a string of one character.
        Some(name) => name.into(),
        None => snippet::resolve(scope, parts.resource)?,
    };
    if let Some(unknown) = of_unknown(&name) {
        return Ok(unknown);
    }
    let resource = resource(scope, &name, &Path::root("unknown"))?;
    let all = if resource.readiness() == Readiness::All { resource.attributes() } else { Data::NULL };
    scope.write_data(&all)?;
    Ok(all)
}

/// Checks the arguments of `get_attr` with an attribute: the name of the resource, the attribute, and a path.
pub(crate) fn check(_: &Scope<'_>, call: &mut Call) -> Result<(), Exception> {
    has_attribute(&call.name, &call.args)
}

fn has_attribute(name: &str, args: &Snippet) -> Result<(), Exception> {
    match &args.content {
        Content::List(items) if items.len() >= 2 => Ok(()),
        Content::List(_) => Err(value_error(format!(
            "Arguments to \"{name}\" must be of the form [resource_name, attribute, (path), ...]"
        ))),
        _ => Err(type_error(format!("Argument to \"{name}\" must be a list"))),
    }
}

/// Checks the arguments of `get_attr` with an optional attribute.
pub(crate) fn check_with_all(_: &Scope<'_>, call: &mut Call) -> Result<(), Exception> {
    let (name, args) = (&call.name, &call.args);
    if !args.is_truthy() {
        return Err(value_error(format!(
            "Arguments to \"{name}\" can be of the next forms: [resource_name] or [resource_name, attribute, (path), ...]"
        )));
    }
    match &args.content {
        Content::List(items) if items.len() == 1 => Ok(()),
        // For Python, a string of one character is a sequence of length 1; the character is the name.
        Content::Scalar(Value::String(text)) if text.chars().count() == 1 => Ok(()),
        _ => has_attribute(name, args),
    }
}

/// Checks the arguments of `Fn::GetAtt`: exactly a resource and an attribute.
pub(crate) fn check_cfn(_: &Scope<'_>, call: &mut Call) -> Result<(), Exception> {
    unpack::<2>(&call.args, || not_of_the_form(&call.name, "[resource_name, attribute]"))?;
    // Python also unpacks a text of two characters.
    if is_text(&call.args) {
        let letters = call.args.unpack::<2>()?.map(Cow::into_owned).to_vec();
        call.args = Snippet { span: call.args.span, content: Content::List(letters) };
    }
    Ok(())
}
