//! What happened to resources so far, for those that refer to them.

use std::collections::{HashMap, HashSet};

use heat_hot::Data;
use heat_hot::data::{Shape, Unknown};
use heat_hot::stand_in::{self, StandIn};
use heat_model::Value;

use crate::outcome::Action;

/// What happens to resources, by their paths from the outermost stack.
#[derive(Debug, Default)]
pub(crate) struct Effects {
    actions: HashMap<Vec<String>, Action>,
    /// The resources that are created: Heat's preview has no IDs of them.
    created: HashSet<Vec<String>>,
}

/// The path of the resource that a stand-in is something of.
pub(crate) fn path_of(stand_in: &StandIn) -> Option<Vec<String>> {
    let name = stand_in.resource()?;
    Some(stand_in.stack.iter().cloned().chain([name.to_owned()]).collect())
}

impl Effects {
    pub(crate) fn set(&mut self, path: Vec<String>, action: Action) {
        if action == Action::Created {
            self.created.insert(path.clone());
        }
        self.actions.insert(path, action);
    }

    pub(crate) fn created(&self) -> &HashSet<Vec<String>> {
        &self.created
    }

    /// Whether a resource, or one whose stack it is in, gets a new ID.
    pub(crate) fn is_new(&self, path: &[String]) -> bool {
        (1..=path.len()).any(|end| self.actions.get(&path[..end]).is_some_and(|action| action.gives_new_id()))
    }

    /// The values in data that are new ones once the update has come to what they are of, each once.
    pub(crate) fn new_values(&self, data: &Data) -> Vec<StandIn> {
        let mut found = Vec::new();
        each_stand_in(data, &mut |stand_in| {
            let is_new = path_of(&stand_in).is_some_and(|path| self.is_new(&path));
            if is_new && !found.contains(&stand_in) {
                found.push(stand_in);
            }
        });
        found
    }
}

/// Whether there is something in data of which not even the text is known.
pub(crate) fn has_unknown(data: &Data) -> bool {
    match data {
        Data::Known(_) => false,
        Data::List(items) => items.iter().any(has_unknown),
        Data::Map(map) => map.values().any(has_unknown),
        Data::Unknown(_) => true,
    }
}

fn each_stand_in(data: &Data, found: &mut impl FnMut(StandIn)) {
    match data {
        Data::Known(value) => each_in_value(value, found),
        Data::List(items) => items.iter().for_each(|item| each_stand_in(item, found)),
        Data::Map(map) => map.values().for_each(|value| each_stand_in(value, found)),
        Data::Unknown(Unknown { shape: Shape::OneOf(branches), .. }) => {
            branches.iter().flatten().for_each(|branch| each_stand_in(branch, found));
        }
        Data::Unknown(_) => {}
    }
}

fn each_in_value(value: &Value, found: &mut impl FnMut(StandIn)) {
    match value {
        Value::String(text) if stand_in::is_in_text(text) => {
            for part in stand_in::parts(text) {
                if let stand_in::Part::StandIn(stand_in) = part {
                    found(stand_in);
                }
            }
        }
        Value::List(items) => items.iter().for_each(|item| each_in_value(item, &mut *found)),
        Value::Map(map) => map.values().for_each(|value| each_in_value(value, &mut *found)),
        _ => {}
    }
}
