//! A short form of the engine for validating hand-written data: no rules, no groups, no custom constraints.

use indexmap::IndexMap;

use super::{Context, Evaluator, convert_whole};
use crate::custom_constraint::{CustomConstraints, CustomViolation};
use crate::validate::ValueError;
use crate::{PropertySchema, Value};

/// Checks hand-written data against a schema, without a cloud or rules.
pub struct Validator<'a> {
    /// Function that decides whether a value is not known yet, such as a call of `get_resource`. Such a value is accepted
    /// unchanged.
    pub is_deferred: &'a dyn Fn(&Value) -> bool,
}

/// Defers no value: an [`is_deferred`](Validator::is_deferred) for data without calls.
#[must_use]
pub fn nothing_deferred(_: &Value) -> bool {
    false
}

/// Satisfies every custom constraint: the existence of resources is not checked.
struct Unchecked;

impl CustomConstraints for Unchecked {
    fn check(&self, _: &str, _: &Value) -> Result<(), CustomViolation> {
        Ok(())
    }
}

impl Validator<'_> {
    /// Returns all errors in property data.
    #[must_use]
    pub fn errors(
        &self,
        schema: &IndexMap<String, PropertySchema>,
        data: &IndexMap<String, Value>,
    ) -> Vec<ValueError> {
        let context = Context { is_deferred: self.is_deferred, ..Context::new(&Unchecked) };
        Evaluator::of_properties(schema).properties(data, &context).validate()
    }

    /// Returns all errors in a single value, as a property with this schema.
    #[must_use]
    pub fn value_errors(&self, schema: &PropertySchema, value: &Value) -> Vec<ValueError> {
        let name = String::new();
        let schemas = IndexMap::from([(name.clone(), schema.clone())]);
        let mut errors = self.errors(&schemas, &IndexMap::from([(name, value.clone())]));
        for error in &mut errors {
            error.path.0.remove(0);
            error.heat_steps = error.heat_steps.saturating_sub(1);
        }
        errors
    }
}

/// Converts a value to its property's type. Members and items are left unchanged.
///
/// # Errors
/// If the value cannot be converted. The message tells what was expected and what was found.
pub fn convert(schema: &PropertySchema, value: &Value) -> Result<Value, String> {
    convert_whole(schema, value)
}
