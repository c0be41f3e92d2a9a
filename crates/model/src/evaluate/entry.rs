//! Functions that read one set of data: all at once, or property by property.

use indexmap::IndexMap;

use super::context::Context;
use super::evaluator::Evaluator;
use super::properties::Properties;
use super::resolved::Resolved;
use crate::Value;
use crate::validate::ValueError;

impl Evaluator<'_> {
    /// Returns a set of data to be read property by property: Heat's `Properties`.
    #[must_use]
    pub fn properties<'e>(
        &'e self,
        data: &'e IndexMap<String, Value>,
        context: &'e Context<'e>,
    ) -> Properties<'e> {
        Properties::new(self, data, context)
    }

    /// Validates everything, then reads every property, in schema order.
    ///
    /// A property without a value is null, and so is one whose value translation has moved elsewhere.
    ///
    /// # Errors
    /// All errors, in the order in which Heat would find them; at most the first 10,000.
    ///
    /// ```
    /// use heat_model::custom_constraint::ConstraintRegistry;
    /// use heat_model::evaluate::{Context, Evaluator};
    /// use heat_model::{ResourceType, Value};
    ///
    /// let schema: ResourceType = serde_json::from_str(
    ///     r#"{"type": "My::Custom::Token", "properties": {"length": {"type": "integer", "default": 32}}}"#,
    /// ).unwrap();
    /// let constraints = ConstraintRegistry::at(std::time::SystemTime::now());
    /// let data = [("length".to_owned(), Value::from("16"))].into_iter().collect();
    /// let values = Evaluator::new(&schema).resolve(&data, &Context::new(&constraints)).unwrap();
    /// assert_eq!(values[0].to_value(&schema.properties["length"]), Value::from(16));
    /// ```
    pub fn resolve(
        &self,
        data: &IndexMap<String, Value>,
        context: &Context<'_>,
    ) -> Result<Vec<Resolved>, Vec<ValueError>> {
        Properties::new(self, data, context).resolve()
    }

    /// Reads every property, in schema order, without checking constraints or groups: stored data were valid
    /// when they were stored, and Heat reads them unchecked.
    ///
    /// # Errors
    /// All values that cannot be read.
    pub fn read(
        &self,
        data: &IndexMap<String, Value>,
        context: &Context<'_>,
    ) -> Result<Vec<Resolved>, Vec<ValueError>> {
        Properties::new(self, data, context).read()
    }

    /// Reads every property of stored data, in schema order, even if the schema has changed since: a value that cannot be read is
    /// returned as stored, and a missing one as null.
    #[must_use]
    pub fn read_stored(&self, data: &IndexMap<String, Value>, context: &Context<'_>) -> Vec<Resolved> {
        Properties::new(self, data, context).stored()
    }

    /// Reads every property of data that Heat has already read, in schema order: types are converted and defaults filled in, but
    /// no rule is applied a second time, and constraints and groups are not checked. Null means that there is no value, as in the
    /// data that Heat passes to a plug-in.
    ///
    /// # Errors
    /// All values that do not have their type.
    pub fn convert(
        &self,
        data: &IndexMap<String, Value>,
        context: &Context<'_>,
    ) -> Result<Vec<Resolved>, Vec<ValueError>> {
        Properties::new(self, data, context).translated().read()
    }

    /// Like [`convert`](Self::convert), for data that were stored after Heat had read them: see
    /// [`read_stored`](Self::read_stored).
    #[must_use]
    pub fn convert_stored(&self, data: &IndexMap<String, Value>, context: &Context<'_>) -> Vec<Resolved> {
        Properties::new(self, data, context).translated().stored()
    }
}
