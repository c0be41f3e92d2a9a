//! Properties of a resource as its plug-in reads them, with what is unknown before the stack exists.

use std::sync::Arc;

use heat_hot::Data;
use heat_hot::data::Unknown;
use heat_hot::resolve::ResolvedResource;
use heat_hot_language::GroupKind;
use heat_model::custom_constraint::WithoutCloud;
use heat_model::evaluate::{Context as Reading, Evaluator, ServiceViolation};
use heat_model::validate::to_integer;
use heat_model::validation_rule::Condition;
use heat_model::{ResourceType, Value};
use heat_updates::{Claim, claims};
use indexmap::IndexMap;

use crate::document;

/// Key of the map that represents an unknown value. It cannot occur in YAML.
const UNKNOWN: &str = "\u{0}unknown";

/// Beginning of a text that represents the ID of a resource.
const ID: &str = "\u{0}ID of ";

/// A message in which the IDs of resources are in words.
pub(crate) fn with_ids(message: &str) -> String {
    message.replace(&format!("{ID}/"), "the ID of ").replace(ID, "the ID of ")
}

/// Properties of a resource as its plug-in reads them, as far as they are known.
pub(crate) struct ReadProperties<'s> {
    /// Schema of the resource.
    pub(crate) schema: &'s ResourceType,
    /// Evaluator of the schema.
    pub(crate) evaluator: Arc<Evaluator<'s>>,
    /// The values, by the names of the properties.
    pub(crate) values: &'s IndexMap<String, Value>,
    /// Validity of the values.
    pub(crate) validity: Validity,
}

/// Validity of properties: Heat reports those that are not valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Validity {
    /// All values are valid, as far as they are known.
    Valid,
    /// Some are not, which are unknown here.
    Invalid,
}

impl<'s> ReadProperties<'s> {
    /// Claims of the resource: values that its service takes once, and what it holds alone.
    pub(crate) fn claims(&self) -> Vec<Claim> {
        claims(self.schema, &self.evaluator, self.values, &is_deferred, &is_unknown)
    }

    /// Returns whether the properties certainly satisfy conditions. The ID of a resource is a text that is not empty.
    pub(crate) fn satisfies(&self, conditions: &[Condition]) -> bool {
        let constraints = WithoutCloud::timeless();
        let reading = Reading::new(&constraints).with_deferred(&is_unknown);
        conditions.iter().all(|one| self.evaluator.holds(one, self.values, &reading) == Some(true))
    }

    /// Properties with what else the conditions of a declared rule know.
    pub(crate) fn for_rules(&self, more: &IndexMap<String, Value>) -> Value {
        self.values.iter().chain(more).map(|(name, value)| (name.clone(), value.clone())).collect()
    }

    /// Context in which the ID of a resource is there, but not known.
    pub(crate) fn reading(constraints: &WithoutCloud) -> Reading<'_> {
        Reading::new(constraints)
            .with_deferred(&|value| is_unknown(value) || document::is_unknown(value))
            .with_opaque(&|value| is_id(value) || document::is_id(value))
    }

    /// Number of members that a group of this type begins with; `None` if it is not known.
    pub(crate) fn members(&self) -> Option<u64> {
        let sizing = GroupKind::of(&self.schema.name)?.sizing()?;
        let number = |name: &str| u64::try_from(to_integer(self.values.get(name)?)?.as_i64()?).ok();
        // A scaling group reads 0 as no number.
        let least = sizing.limits.map(|(least, _)| least);
        number(sizing.number).filter(|number| *number > 0 || least.is_none()).or_else(|| number(least?))
    }

    /// Rules of the newest release of the service that the properties violate.
    pub(crate) fn violated_service_rules(&self) -> Vec<ServiceViolation<'s>> {
        let constraints = WithoutCloud::timeless();
        let reading = Reading::new(&constraints).with_deferred(&is_deferred);
        self.evaluator.violated_service_rules(self.schema.current_service_rules(), self.values, &reading)
    }
}

/// Reads the properties of a resource in the stack at a path. Values that are not valid are unknown, as are all if the properties as a
/// whole are.
pub(crate) fn read(
    schema: &ResourceType,
    evaluator: &Evaluator<'_>,
    resource: &ResolvedResource,
    stack: &[&str],
) -> (IndexMap<String, Value>, Validity) {
    let entries = resource.properties.clone().map_or_else(|| Ok(IndexMap::default()), Data::into_entries);
    let Ok(entries) = entries else {
        return (schema.properties.keys().map(|name| (name.clone(), unknown())).collect(), Validity::Valid);
    };
    let no_names = Vec::new();
    let data = entries.into_iter().map(|(name, data)| {
        // An ID comes from the resource's own stack, or from one around it through a parameter.
        let own = resource.references.get(&name).unwrap_or(&no_names);
        let id = |of: &str| {
            let is_own = own.iter().any(|own| own == of);
            if is_own { format!("{ID}{}/{of}", stack.join("/")) } else { format!("{ID}{of}") }
        };
        (name, value(&data, &id))
    });
    let data = data.collect();
    let constraints = WithoutCloud::timeless();
    let reading = Reading::new(&constraints).with_deferred(&is_deferred).ignoring_resolve_errors();
    let mut properties = evaluator.properties(&data, &reading);
    let mut validity = Validity::Valid;
    let mut read = IndexMap::with_capacity(schema.properties.len());
    for (name, schema) in &schema.properties {
        let value = properties.get(name).map(|value| value.to_value(schema));
        if value.is_err() {
            validity = Validity::Invalid;
        }
        read.insert(name.clone(), value.unwrap_or_else(|_| unknown()));
    }
    (read, validity)
}

/// Converts data to a value in which equal IDs of resources are equal texts: `id` returns the one for a name.
fn value(data: &Data, id: &dyn Fn(&str) -> String) -> Value {
    match data {
        Data::Known(value) => value.clone(),
        Data::List(items) => Value::List(items.iter().map(|item| value(item, id)).collect()),
        Data::Map(map) => map.iter().map(|(key, data)| (key.clone(), value(data, id))).collect(),
        Data::Unknown(Unknown { origin, .. }) => match origin.strip_prefix("ID of ") {
            Some(name) => Value::from(id(name)),
            None => unknown(),
        },
    }
}

fn unknown() -> Value {
    [(UNKNOWN.to_owned(), Value::Null)].into_iter().collect()
}

fn is_unknown(value: &Value) -> bool {
    matches!(value, Value::Map(map) if map.contains_key(UNKNOWN))
}

fn is_id(value: &Value) -> bool {
    value.as_str().is_some_and(|text| text.starts_with(ID))
}

fn is_deferred(value: &Value) -> bool {
    is_unknown(value) || is_id(value)
}
