//! Reading the properties of a definition in which something may be unknown.

use heat_model::Value;
use heat_model::custom_constraint::WithoutCloud;
use heat_model::evaluate::{Context, Evaluator};
use heat_model::update::Definition;
use heat_model::validate::{ErrorKind, ValueError};
use indexmap::IndexMap;

use crate::definition::{is_deferred, is_unknown};

/// The value of a property as Heat reads it; null if the type has no such property.
///
/// # Errors
/// The value cannot be read.
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

/// Asks the engine. What stands for a text is a text for it, as it will be when Heat asks; if that is no value of a property,
/// nothing is known of it.
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
