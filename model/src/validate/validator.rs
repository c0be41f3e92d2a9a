//! The engine's short form, for those who only want to know what is wrong with what somebody wrote: no rules, no groups, no
//! custom constraints.

use indexmap::IndexMap;

use super::error::ValueError;
use crate::custom_constraint::{CustomConstraints, CustomViolation};
use crate::evaluate::{Context, Evaluator, convert_whole};
use crate::{PropertySchema, Value};

/// Holds what somebody wrote against a schema, where neither clouds nor rules count.
pub struct Validator<'a> {
    /// Whether a value is not known yet, such as a call of `get_resource`: it is taken as it is.
    pub is_deferred: &'a dyn Fn(&Value) -> bool,
}

/// Everything given is known.
#[must_use]
pub fn nothing_deferred(_: &Value) -> bool {
    false
}

/// Meets every custom constraint: whether such a thing exists is not asked.
struct Unchecked;

impl CustomConstraints for Unchecked {
    fn check(&self, _: &str, _: &Value) -> Result<(), CustomViolation> {
        Ok(())
    }
}

impl Validator<'_> {
    /// All that is wrong with property data.
    #[must_use]
    pub fn errors(
        &self,
        schema: &IndexMap<String, PropertySchema>,
        data: &IndexMap<String, Value>,
    ) -> Vec<ValueError> {
        let context = Context { is_deferred: self.is_deferred, ..Context::new(&Unchecked) };
        Evaluator::of_properties(schema).properties(data, &context).validate()
    }

    /// All that is wrong with a single value, as a property of this schema.
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

/// A value as its property's type, or why it cannot be that. Members and items are left as they are.
///
/// # Errors
/// What was expected and what was found, in words.
pub fn convert(schema: &PropertySchema, value: &Value) -> Result<Value, String> {
    convert_whole(schema, value)
}
