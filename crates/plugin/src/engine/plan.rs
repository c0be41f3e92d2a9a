//! Properties of a resource while its template is validated, and checks that span several properties.

use heat_model::custom_constraint::WithoutCloud;
use heat_model::evaluate::{Context, Evaluator};
use heat_model::indexmap::IndexMap;
use heat_model::value::Map;
use heat_model::{ResourceType, Value};

use crate::life_cycle::Failure;

/// The properties of a resource while its template is validated, as far as they are known.
#[derive(Debug, Clone, Copy)]
pub struct Plan<'p> {
    /// The properties as Heat has read them: null if there is no value.
    pub properties: &'p Map,
    /// The properties with a value that is not known yet, because it depends on a resource that does not exist: as in the
    /// template, with [`UNKNOWN`](Self::UNKNOWN) in place of each such value.
    pub unknown: &'p Map,
    /// The properties that the template sets, to check groups: a property whose value is not known yet is present, whatever
    /// replaces the value.
    pub given: &'p Map,
}

impl Plan<'_> {
    /// The text that replaces a value that is not known yet.
    pub const UNKNOWN: &'static str = "\0unknown";

    /// The names of the properties with values that are not known yet.
    #[must_use]
    pub fn unknown_names(&self) -> Vec<String> {
        self.unknown.keys().cloned().collect()
    }

    /// Checks the validation rules and the groups of a schema. Values that are not known yet violate no rule. Only a cloud
    /// knows the versions of its services, so those are not checked.
    ///
    /// # Errors
    /// The template is wrong.
    pub fn check(&self, schema: &ResourceType) -> Result<(), Failure> {
        self.check_with(schema, &Evaluator::new(schema))
    }

    /// Like [`check`](Self::check), with the prepared schema.
    pub(crate) fn check_with(&self, schema: &ResourceType, evaluator: &Evaluator<'_>) -> Result<(), Failure> {
        if schema.any_property {
            return Ok(());
        }
        let constraints = WithoutCloud::timeless();
        let is_unknown = |value: &Value| value.as_str() == Some(Self::UNKNOWN);
        let context = Context::new(&constraints).with_deferred(&is_unknown);
        let broken = evaluator.violated_rules(&self.values(schema, evaluator, &context), &context);
        if !broken.is_empty() {
            return Err(Failure::of_errors(&broken));
        }
        let context = Context::new(&constraints);
        let unmet = evaluator.properties(self.given, &context).validate_groups();
        if unmet.is_empty() { Ok(()) } else { Err(Failure::of_errors(&unmet)) }
    }

    /// The values that rules read. Partly unknown values are read here, because Heat cannot read them yet.
    fn values(
        &self,
        schema: &ResourceType,
        evaluator: &Evaluator<'_>,
        context: &Context<'_>,
    ) -> IndexMap<String, Value> {
        let mut values = self.properties.clone().into_inner();
        let mut partly = evaluator.properties(self.unknown, context);
        partly.set_translating(false);
        for (name, property) in &schema.properties {
            if self.unknown.contains_key(name) {
                let read = partly.get(name).map(|value| value.to_value(property));
                values.insert(name.clone(), read.unwrap_or_else(|_| Self::UNKNOWN.into()));
            }
        }
        values
    }
}
