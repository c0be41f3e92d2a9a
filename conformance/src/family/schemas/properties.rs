//! Values of properties: converted, translated and validated.

use heat_model::evaluate::{Context, Evaluator, Resolved};
use heat_model::validate::ValueError;
use heat_model::{ResourceType, Value};
use indexmap::IndexMap;

use super::finder::Finders;
use super::schema_validity;
use crate::compare::{Comparison, Difference, filled_up};
use crate::custom;
use crate::data_folder::DataFolder;
use crate::family::Family;
use crate::schema::{self, Rules};
use crate::vector::{Fields, Unanswerable, Vector};

/// The family about values of properties. Input `{schema | schema_ref, data, section?, rsrc_description?, rules?,
/// client_resolve?, ignore_resolve_error?}`.
///
/// Each property is read from fresh properties (`values`), all of them one after the other (`values_sequential`), without
/// conversion (`user_values`), and after validation (`values_after_validate`, if that succeeded); the last three are only
/// recorded if they differ from the first.
pub(crate) const FAMILY: Family = Family {
    name: "properties",
    verdicts: &["values", "schema_error", "rules_error"],
    details: &[
        "nulls_omitted",
        "user_values",
        "validate",
        "validate_without_values",
        "values_after_validate",
        "values_sequential",
    ],
    differences,
};

/// Finds the schema of a vector, or the one to which it refers.
pub(crate) fn definition<'a>(
    input: &'a Value,
    data: &'a DataFolder,
) -> Result<&'a IndexMap<String, Value>, Unanswerable> {
    match input.field("schema_ref") {
        Some(_) => data.schema(input.text("schema_ref")?),
        None => input.required("schema")?.map(),
    }
}

/// Creates a resource type with only these properties and rules.
pub(crate) fn resource_type(
    definition: &IndexMap<String, Value>,
    rules: &Rules,
) -> Result<ResourceType, Unanswerable> {
    let mut made = ResourceType::new("Conformance::Subject");
    made.properties = schema::properties(definition)?;
    made.translation_rules.clone_from(&rules.rules);
    Ok(made)
}

fn differences(vector: &Vector, data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
    let (input, output) = (&vector.input, &vector.output);
    let definition = definition(input, data)?;
    if let Some(error) = output.field("schema_error") {
        return schema_validity::of_properties(definition, error);
    }
    if let Some(error) = output.field("rules_error") {
        return schema_validity::of_rules(input.required("rules")?, error);
    }
    let rules = input.field("rules").map_or_else(|| Ok(Rules::default()), schema::rules)?;
    let resource_type = resource_type(definition, &rules)?;
    let finders = Finders(&rules);
    let custom_constraints = custom::as_recorded();
    let mut context = Context::new(custom_constraints);
    if input.flag("client_resolve", true) {
        context.resolver = Some(&finders);
    }
    context.ignore_resolve_errors = input.flag("ignore_resolve_error", false);
    // Heat treats an empty description as a missing one.
    context.resource_description =
        input.field("rsrc_description").and_then(Value::as_str).filter(|description| !description.is_empty());
    let reading = Reading {
        evaluator: &Evaluator::new(&resource_type),
        data: input.required("data")?.map()?,
        context: &context,
        section: input.field("section").and_then(Value::as_str),
    };
    reading.differences(output)
}

/// Property data that are read in several ways.
struct Reading<'a> {
    evaluator: &'a Evaluator<'a>,
    data: &'a IndexMap<String, Value>,
    context: &'a Context<'a>,
    section: Option<&'a str>,
}

impl<'a> Reading<'a> {
    fn fresh(&self) -> heat_model::evaluate::Properties<'a> {
        self.evaluator.properties(self.data, self.context)
    }

    fn differences(&self, output: &Value) -> Result<Vec<Difference>, Unanswerable> {
        let mut found = Comparison::default();
        let values = self.recorded_values(output)?;
        let fresh = |name: &str| self.fresh().get(name);
        self.values(&mut found, "values", &filled_up(None, &values), fresh)?;
        let given = |name: &str| self.fresh().user_value(name);
        self.values(&mut found, "user_values", &filled_up(output.field("user_values"), &values), given)?;
        let mut one = self.fresh();
        let sequential = filled_up(output.field("values_sequential"), &values);
        self.values(&mut found, "values_sequential", &sequential, |name| one.get(name))?;

        let validate = output.required("validate")?;
        let mut validated = self.fresh();
        let errors = validated.validate();
        found.verdict("validate", validate, self.section, &errors)?;
        // After an error, the result depends on how far Heat got.
        if validate.flag("ok", false) && errors.is_empty() {
            let after = filled_up(output.field("values_after_validate"), &values);
            self.values(&mut found, "values_after_validate", &after, |name| validated.get(name))?;
        }
        let without = output.field("validate_without_values").unwrap_or(validate);
        let errors = self.fresh().validate_without_values();
        found.verdict("validate_without_values", without, self.section, &errors)?;
        Ok(found.differences)
    }

    /// The values that Heat reads from fresh properties, including nulls that the recording may omit.
    fn recorded_values(&self, output: &Value) -> Result<IndexMap<String, Value>, Unanswerable> {
        let recorded = output.required("values")?.map()?;
        let null = Value::from(IndexMap::from([("value".to_owned(), Value::Null)]));
        let nulls_omitted = output.flag("nulls_omitted", false);
        let schemas = self.evaluator.schemas();
        if let Some(odd) = recorded.keys().find(|name| !schemas.contains_key(*name)) {
            return Err(Unanswerable::Malformed(format!("there is a value of `{odd}`, which has no schema")));
        }
        schemas
            .keys()
            .map(|name| match recorded.get(name) {
                Some(value) => Ok((name.clone(), value.clone())),
                None if nulls_omitted => Ok((name.clone(), null.clone())),
                None => Err(Unanswerable::Malformed(format!("there is no value of `{name}`"))),
            })
            .collect()
    }

    fn values(
        &self,
        found: &mut Comparison,
        part: &str,
        recorded: &IndexMap<&str, &Value>,
        mut read: impl FnMut(&str) -> Result<Resolved, Vec<ValueError>>,
    ) -> Result<(), Unanswerable> {
        for (name, schema) in self.evaluator.schemas() {
            let ours = read(name).map(|value| value.to_value(schema));
            if let Some(heat) = recorded.get(name.as_str()) {
                found.value(&format!("{part}.{name}"), heat, &ours)?;
            }
        }
        Ok(())
    }
}
