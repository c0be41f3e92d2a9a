//! Properties groups, and their validity.

use heat_model::Value;
use indexmap::IndexMap;

use super::schema_validity::declare;
use super::written::{self, list, object};
use crate::compare::{Comparison, Difference, Outcome};
use crate::data_folder::DataFolder;
use crate::family::Family;
use crate::vector::{Fields, Unanswerable, Vector};

/// The family about properties groups. Input `{schema}`, a group in Heat's form: operators in capitals.
pub(crate) struct PropertiesGroups;

/// Converts a group to our form, and adds the properties that it names.
fn convert(group: &Value, properties: &mut IndexMap<String, Value>) -> Value {
    match group {
        Value::Map(group) => {
            let converted = group.iter().map(|(operator, members)| {
                let operator = match operator.as_str() {
                    "AND" | "OR" | "XOR" => operator.to_lowercase(),
                    // Our operators are lowercase: an unknown operator of Heat must not become a valid one by accident.
                    other => format!("not an operator: {other}"),
                };
                let members = match members {
                    Value::List(members) => {
                        list(members.iter().map(|member| convert(member, properties)).collect())
                    }
                    other => other.clone(),
                };
                (operator, members)
            });
            converted.collect()
        }
        Value::List(path) => {
            declare(properties, path);
            group.clone()
        }
        other => other.clone(),
    }
}

impl Family for PropertiesGroups {
    fn name(&self) -> &'static str {
        "properties_groups"
    }

    fn verdicts(&self) -> &'static [&'static str] {
        &["valid"]
    }

    fn details(&self) -> &'static [&'static str] {
        &[]
    }

    fn differences(&self, vector: &Vector, _data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
        let mut properties = IndexMap::new();
        let group = convert(vector.input.required("schema")?, &mut properties);
        let schema =
            object([("properties", Value::from(properties)), ("properties_groups", list(vec![group]))]);
        let mut found = Comparison::default();
        let ours = written::read(&schema);
        if (Outcome::read(&vector.output)? == Outcome::Fine) != ours.is_ok() {
            let ours = ours.map_or_else(|errors| errors, |_| "taken".to_owned());
            found.differs("verdict", &vector.output, &ours);
        }
        Ok(found.differences)
    }
}
