//! `yaql`: its form is checked; what an expression gives is unknown.

use heat_model::Value;

use crate::data::Shape;
use crate::fault::Exception;
use crate::scope::Scope;
use crate::snippet::{self, Call, Content};
use crate::{Data, Fault};

pub(super) fn validate(call: &Call) -> Result<(), Fault> {
    match call.args.get("expression").map(|expression| &expression.content) {
        None | Some(Content::Scalar(Value::String(_)) | Content::Call(_)) => Ok(()),
        Some(_) => Err(not_a_string(&call.name).into()),
    }
}

fn not_a_string(name: &str) -> Exception {
    Exception::type_error(format!("The \"expression\" argument to {name} must contain a string."))
}

pub(super) fn resolve(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    let expression =
        call.args.get("expression").map_or(Ok(Data::NULL), |part| snippet::resolve(scope, part))?;
    if !matches!(expression, Data::Known(Value::String(_)) | Data::Unknown(_)) {
        return Err(not_a_string(&call.name).into());
    }
    if let Some(data) = call.args.get("data") {
        snippet::resolve(scope, data)?;
    }
    Ok(Data::unknown(Shape::Any, format!("the result of {}", call.name)))
}
