//! The function `resource_facade`, which reads fields of the resource that creates the nested stack.

use heat_hot_language::Variant;

use super::arguments::value_error;
use crate::data::Shape;
use crate::fault::{Exception, Problem, PythonClass};
use crate::scope::Scope;
use crate::snippet::{self, Call, Content};
use crate::stack::FacadeField;
use crate::{Data, Fault};

/// The names of the fields, as HOT or CFN spells them.
fn fields(variant: Variant) -> [(&'static str, FacadeField); 3] {
    let names = if variant == Variant::CfnResourceFacade {
        ["Metadata", "DeletionPolicy", "UpdatePolicy"]
    } else {
        ["metadata", "deletion_policy", "update_policy"]
    };
    let [metadata, deletion, update] = names;
    [
        (metadata, FacadeField::Metadata),
        (deletion, FacadeField::DeletionPolicy),
        (update, FacadeField::UpdatePolicy),
    ]
}

fn field(variant: Variant, name: &str) -> Option<FacadeField> {
    fields(variant).into_iter().find(|(known, _)| *known == name).map(|(_, field)| field)
}

pub(crate) fn check(scope: &Scope<'_>, call: &mut Call) -> Result<(), Exception> {
    let is_field = match &call.args.content {
        Content::Scalar(value) => value.as_str().is_some_and(|name| field(call.variant, name).is_some()),
        // The result of a function is compared with the names.
        Content::Call(_) => match snippet::resolve(scope, &call.args) {
            Ok(Data::Unknown(_)) => true,
            Ok(data) => data
                .as_known()
                .and_then(heat_model::Value::as_str)
                .is_some_and(|name| field(call.variant, name).is_some()),
            // Heat's comparison catches only these exceptions.
            Err(Fault {
                exception: Exception::Python(_, PythonClass::TypeError | PythonClass::ValueError, _),
                ..
            }) => false,
            Err(fault) => return Err(fault.exception),
        },
        _ => false,
    };
    if is_field {
        return Ok(());
    }
    let allowed = fields(call.variant).map(|(name, _)| name).join(", ");
    let name = &call.name;
    Err(value_error(format!("Incorrect arguments to \"{name}\" should be one of: {allowed}")))
}

pub(crate) fn resolve(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    let name = snippet::resolve(scope, &call.args)?;
    let field =
        name.as_known().and_then(heat_model::Value::as_str).and_then(|name| field(call.variant, name));
    let Some(field) = field else {
        return Ok(Data::unknown(Shape::Any, format!("an unknown field of {}", call.name)));
    };
    let Some(stack) = scope.stack else {
        return Err(Exception::attribute_error(
            Problem::FunctionValue,
            &heat_model::Value::Null,
            "parent_resource",
        )
        .into());
    };
    let attribute = match field {
        FacadeField::Metadata => "metadata_get",
        FacadeField::DeletionPolicy | FacadeField::UpdatePolicy => "t",
    };
    let no_parent =
        || Exception::attribute_error(Problem::FunctionValue, &heat_model::Value::Null, attribute);
    Ok(stack.facade(field).ok_or_else(no_parent)?)
}
