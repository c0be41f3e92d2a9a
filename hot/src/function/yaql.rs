//! `yaql`: its form and the syntax of its expression are checked; what an expression gives is unknown.

use heat_model::Value;

use crate::data::Shape;
use crate::fault::{Exception, Problem, PythonClass};
use crate::scope::Scope;
use crate::snippet::{self, Call, Content};
use crate::yaql_syntax::{self, SyntaxError};
use crate::{Data, Fault};

pub(super) fn validate(call: &Call) -> Result<(), Fault> {
    let Some(expression) = call.args.get("expression") else { return Ok(()) };
    match &expression.content {
        Content::Call(_) => Ok(()),
        Content::Scalar(Value::String(text)) => {
            check(text).map_err(|exception| Fault::at(expression.span, exception))
        }
        _ => Err(not_a_string(&call.name).into()),
    }
}

fn check(expression: &str) -> Result<(), Exception> {
    yaql_syntax::check(expression).map_err(|error| match error {
        SyntaxError::BadEscape { .. } => {
            Exception::Python(Problem::InvalidYaql, PythonClass::UnicodeDecodeError, error.to_string())
        }
        SyntaxError::LongInteger { .. } => Exception::value_error(Problem::InvalidYaql, error.to_string()),
        _ => Exception::value_error(Problem::InvalidYaql, format!("Bad expression {error}.")),
    })
}

fn not_a_string(name: &str) -> Exception {
    Exception::type_error(
        Problem::FunctionValue,
        format!("The \"expression\" argument to {name} must contain a string."),
    )
}

pub(super) fn resolve(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    let expression =
        call.args.get("expression").map_or(Ok(Data::NULL), |part| snippet::resolve(scope, part))?;
    match &expression {
        Data::Known(Value::String(text)) => check(text)?,
        Data::Unknown(_) => {}
        _ => return Err(not_a_string(&call.name).into()),
    }
    if let Some(data) = call.args.get("data") {
        snippet::resolve(scope, data)?;
    }
    Ok(Data::unknown(Shape::Any, format!("the result of {}", call.name)))
}
