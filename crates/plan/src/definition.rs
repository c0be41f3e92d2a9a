//! Resources in the form that the update engine reads: data as values, with a mark for unknown values.

use std::collections::HashSet;

use heat_hot::Data;
use heat_hot::data::Unknown;
use heat_hot::resolve::ResolvedResource;
use heat_hot::stand_in::{self, StandIn};
use heat_model::Value;
use heat_model::update::Definition;
use indexmap::IndexMap;

use crate::effects::{Effects, path_of};

/// Key of the map that represents an unknown value. It cannot occur in YAML.
const UNKNOWN: &str = "\u{0}unknown";

/// Character that turns a stand-in into a different value.
const RENEWED: char = '\u{10FF02}';

/// Treatment of stand-ins when data are read.
#[derive(Clone, Copy)]
pub(crate) enum Reading<'c> {
    /// Stand-ins are kept. Two equal stand-ins represent the same value.
    AsTheyAre,
    /// State after the update has reached the resource: values that come from a replaced resource differ.
    Renewed(&'c Effects),
    /// State in Heat's preview: a resource that is not created yet has its name as its ID, and no attributes. Contains the paths
    /// of these resources.
    BeforeCreation(&'c HashSet<Vec<String>>),
}

impl Reading<'_> {
    /// Value that replaces a stand-in; `None` if the stand-in is kept.
    fn replacement(self, stand_in: &StandIn) -> Option<Value> {
        let path = path_of(stand_in)?;
        let created = match self {
            Self::AsTheyAre => return None,
            Self::Renewed(effects) => {
                let renewed = || Value::from(format!("{}{RENEWED}", stand_in.to_text()));
                return effects.is_new(stand_in).then(renewed);
            }
            Self::BeforeCreation(created) => created,
        };
        let is_created = (1..=path.len()).any(|end| created.contains(&path[..end]));
        if !is_created {
            return None;
        }
        Some(match (&stand_in.value, path.last()) {
            (stand_in::DeploymentValue::Id(_), Some(name)) => Value::from(name.as_str()),
            _ => Value::Null,
        })
    }

    fn text(self, text: &str) -> Value {
        if !stand_in::is_in_text(text) {
            return text.into();
        }
        if let Some(whole) = StandIn::of(text) {
            return self.replacement(&whole).unwrap_or_else(|| text.into());
        }
        let parts = stand_in::parts(text).map(|part| match part {
            stand_in::Part::Text(text) => text.to_owned(),
            stand_in::Part::StandIn(stand_in) => match self.replacement(&stand_in) {
                Some(value) => value.as_str().unwrap_or_default().to_owned(),
                None => stand_in.to_text(),
            },
        });
        parts.collect::<String>().into()
    }

    fn value(self, value: &Value) -> Value {
        match value {
            Value::String(text) => self.text(text),
            Value::List(items) => Value::List(items.iter().map(|item| self.value(item)).collect()),
            Value::Map(map) => map.iter().map(|(key, value)| (key.clone(), self.value(value))).collect(),
            other => other.clone(),
        }
    }

    /// Converts data to a value.
    pub(crate) fn data(self, data: &Data) -> Value {
        match data {
            Data::Known(value) if stand_in::is_in(value) => self.value(value),
            Data::Known(value) => value.clone(),
            Data::List(items) => Value::List(items.iter().map(|item| self.data(item)).collect()),
            Data::Map(map) => map.iter().map(|(key, value)| (key.clone(), self.data(value))).collect(),
            Data::Unknown(Unknown { origin, identity, .. }) => {
                let identity =
                    identity.as_ref().map_or(Value::Null, |identity| identity.hash.to_string().into());
                let mut which = vec![origin.as_str().into(), identity];
                if let Self::Renewed(effects) = self
                    && !effects.new_values(data).is_empty()
                {
                    which.push(RENEWED.to_string().into());
                }
                [(UNKNOWN.to_owned(), Value::from(which))].into_iter().collect()
            }
        }
    }
}

/// Returns whether a value is completely unknown.
pub(crate) fn is_unknown(value: &Value) -> bool {
    matches!(value, Value::Map(map) if map.len() == 1 && map.contains_key(UNKNOWN))
}

/// Returns whether a value is unknown and has no identity, so that no other value is known to be the same.
pub(crate) fn is_open(value: &Value) -> bool {
    let identity = value.get(UNKNOWN).and_then(Value::as_list).and_then(|which| which.get(1));
    is_unknown(value) && identity.is_none_or(Value::is_null)
}

/// Returns whether a value is unknown, or is text that contains a stand-in.
pub(crate) fn is_deferred(value: &Value) -> bool {
    is_unknown(value) || matches!(value, Value::String(text) if stand_in::is_in_text(text))
}

/// Converts a resource to the form that the update engine reads.
pub(crate) fn definition(resource: &ResolvedResource, reading: Reading<'_>) -> Definition {
    let value = |data: &Option<Data>| data.as_ref().map(|data| reading.data(data));
    let policy = (resource.has_deletion_policy || resource.external_id.is_some())
        .then(|| resource.deletion_policy.map_or(Value::Null, |policy| policy.as_str().into()));
    Definition {
        resource_type: resource.resource_type.clone(),
        description: resource.description.clone(),
        properties: resource.properties.as_ref().map(|data| properties(data, reading)),
        metadata: value(&resource.metadata),
        depends: resource.depends_on.clone().map(Value::from),
        deletion_policy: policy,
        update_policy: value(&resource.update_policy),
        external_id: value(&resource.external_id),
        condition: value(&resource.condition),
    }
}

/// Properties by name; empty if it is only known that there are some.
fn properties(data: &Data, reading: Reading<'_>) -> IndexMap<String, Value> {
    match reading.data(data) {
        Value::Map(map) => map.into_inner(),
        _ => IndexMap::new(),
    }
}
