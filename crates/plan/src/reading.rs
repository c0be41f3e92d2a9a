//! Reading of properties from definitions that may contain unknown values.

use heat_model::Value;
use heat_model::custom_constraint::WithoutCloud;
use heat_model::evaluate::{Context, Evaluator};
use heat_model::update::Definition;
use heat_model::validate::{ErrorKind, ValueError};
use indexmap::IndexMap;

use crate::definition::{is_deferred, is_unknown};

/// Value of a property as Heat reads it; null if the type has no such property.
///
/// # Errors
/// If the value cannot be read.
pub(crate) fn read_property(
    evaluator: &Evaluator<'_>,
    side: &Definition,
    name: &str,
) -> Result<Value, Vec<ValueError>> {
    let none = IndexMap::new();
    let Some(schema) = evaluator.schemas().get(name) else { return Ok(Value::Null) };
    let data = side.properties.as_ref().unwrap_or(&none);
    ask_engine(|context| {
        let context = context.ignoring_resolve_errors();
        Ok(evaluator.properties(data, &context).get(name)?.to_value(schema))
    })
}

/// Runs the update engine. First, stand-ins are read as text, which they will be when Heat compares the values. If a stand-in is
/// not a valid value of its property, it is read as an unknown value.
pub(crate) fn ask_engine<T>(
    ask: impl Fn(&Context<'_>) -> Result<T, Vec<ValueError>>,
) -> Result<T, Vec<ValueError>> {
    let constraints = WithoutCloud::timeless();
    let context = Context::new(&constraints);
    let is_conflict =
        |errors: &[ValueError]| errors.first().is_some_and(|error| error.kind == ErrorKind::Conflict);
    match ask(&context.with_deferred(&is_unknown)) {
        Err(errors) if !is_conflict(&errors) => ask(&context.with_deferred(&is_deferred)),
        answer => answer,
    }
}
