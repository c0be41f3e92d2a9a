//! A resource as the engine of updates takes it: data as values, with a mark for what is not known.

use std::collections::HashSet;

use heat_hot::Data;
use heat_hot::data::Unknown;
use heat_hot::resolve::ResolvedResource;
use heat_hot::stand_in::{self, StandIn};
use heat_model::Value;
use heat_model::update::Definition;
use indexmap::IndexMap;

use crate::effects::{Effects, path_of};

/// The key of the map that stands for a value that is not known. No YAML has it.
const UNKNOWN: &str = "\u{0}unknown";

/// The character that makes another value of a stand-in.
const RENEWED: char = '\u{10FF02}';

/// How stand-ins are read.
#[derive(Clone, Copy)]
pub(crate) enum Reading<'c> {
    /// As they are: two that are the same are the same value.
    AsTheyAre,
    /// As they are once the update has come to the resource: what is of a replaced resource is another value.
    Renewed(&'c Effects),
    /// As Heat's preview does: a resource that is not created yet has its name for an ID, and no attributes. The paths of those
    /// resources.
    BeforeCreation(&'c HashSet<Vec<String>>),
}

impl Reading<'_> {
    /// The value that Heat has in place of a stand-in; none if it stays.
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
            (stand_in::StoodFor::Id(_), Some(name)) => Value::from(name.as_str()),
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

    /// Data as a value.
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

/// Whether nothing is known of a value.
pub(crate) fn is_unknown(value: &Value) -> bool {
    matches!(value, Value::Map(map) if map.len() == 1 && map.contains_key(UNKNOWN))
}

/// Whether a value is not known, or has an unknown text in it.
pub(crate) fn is_deferred(value: &Value) -> bool {
    is_unknown(value) || matches!(value, Value::String(text) if stand_in::is_in_text(text))
}

/// A resource, as the engine of updates takes it.
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

/// The properties by name; none if nothing is known but that there are some.
fn properties(data: &Data, reading: Reading<'_>) -> IndexMap<String, Value> {
    match reading.data(data) {
        Value::Map(map) => map.into_inner(),
        _ => IndexMap::new(),
    }
}
