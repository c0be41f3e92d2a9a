//! The function `get_param`, and `Ref` to a parameter.

use heat_hot_language::Variant;
use heat_model::Value;

use super::arguments::{required_stack, type_error, value_error};
use super::path::{TextIndex, follow};
use crate::fault::{Exception, Problem};
use crate::scope::Scope;
use crate::snippet::{self, Call, Content};
use crate::stack::NameKind;
use crate::{Data, Fault, data_text};

pub(crate) fn get_param(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    let stack = required_stack(scope)?;
    let name = &call.name;
    let args = snippet::resolve(scope, &call.args)?;
    if args.is_truthy() == Some(false) {
        return Err(value_error(format!("Function \"{name}\" must have arguments")).into());
    }
    let (parameter, path) = match args.into_items() {
        Ok(mut items) => {
            let path = items.split_off(1.min(items.len()));
            (items.pop().unwrap_or(Data::NULL), path)
        }
        Err(args) => match args {
            Data::Known(Value::String(_)) | Data::Unknown(_) => (args, Vec::new()),
            _ => {
                let message = format!("Argument to \"{name}\" must be string or list");
                return Err(type_error(message).into());
            }
        },
    };
    let parameter = match parameter {
        Data::Known(Value::String(parameter)) => parameter,
        Data::Unknown(unknown) => return Ok(Data::Unknown(unknown)),
        _ => {
            return Err(type_error(format!("Parameter name in \"{name}\" must be string")).into());
        }
    };
    let Some(value) = scope.parameter(stack, &parameter)? else {
        if !scope.explains(0) {
            return Err(Exception::UserParameterMissing { name: parameter, is_declared: false }.into());
        }
        let near = scope.suggestion_among(&parameter, || stack.names_of(NameKind::Parameter));
        let help = near
            .unwrap_or_else(|| "add it to the parameters".into())
            .after(&format!("the template has no parameter `{parameter}`"));
        let written = call.args.items().first().unwrap_or(&call.args);
        return Err(Fault::from(Exception::UserParameterMissing { name: parameter, is_declared: false })
            .with_help(help.or_at(written.span)));
    };
    let found = follow(&value, &path, TextIndex::Parsed).unwrap_or_else(|| "".into());
    scope.write_data(&found)?;
    Ok(found)
}

pub(crate) fn param_ref(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    let args = snippet::resolve(scope, &call.args)?;
    if args.is_unknown() {
        return Ok(args);
    }
    if args.items().is_some() || args.clone().into_entries().is_ok() {
        let kind = heat_model::python::type_name(args.as_known().unwrap_or(&Value::Null));
        return Err(type_error(format!("unhashable type: '{kind}'")).into());
    }
    let value = match (&args, scope.stack) {
        (Data::Known(Value::String(name)), Some(stack)) => scope.parameter(stack, name)?,
        _ => None,
    };
    if let Some(value) = value {
        scope.write_data(&value)?;
        return Ok(Data::clone(&value));
    }
    let resource = data_text(&args);
    let near = scope.stack.and_then(|stack| {
        let names = || [NameKind::Parameter, NameKind::Resource].map(|kind| stack.names_of(kind)).concat();
        scope.suggestion_among(&resource, names)
    });
    let help = near.map(|near| near.or_at(call.args.span));
    let exception = Exception::InvalidTemplateReference { resource, key: "unknown".to_owned() };
    Err(Fault::from(exception).or_help(|| help))
}

/// Turns a `Ref` into a reference to a resource or to a parameter. Without a stack, it becomes a reference to a resource.
pub(crate) fn check_ref(scope: &Scope<'_>, call: &mut Call) -> Result<(), Exception> {
    let Some(stack) = scope.stack else {
        call.variant = Variant::GetResource;
        return Ok(());
    };
    let Content::Scalar(value) = &call.args.content else {
        return Err(type_error(format!("unhashable type: '{}'", call.args.python_type())));
    };
    let is_resource = value.as_str().is_some_and(|name| stack.resource(name).is_some());
    call.variant = if is_resource { Variant::GetResource } else { Variant::ParamRef };
    Ok(())
}

/// Checks a `Ref` in a condition, which always refers to a parameter.
pub(crate) fn check_param_ref(scope: &Scope<'_>, _: &mut Call) -> Result<(), Exception> {
    if scope.stack.is_none() {
        return Err(Exception::attribute_error(Problem::FunctionValue, &Value::Null, "parameters"));
    }
    Ok(())
}
