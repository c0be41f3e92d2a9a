//! What happened to resources so far, for those that refer to them.

use std::collections::{HashMap, HashSet};

use heat_hot::Data;
use heat_hot::stand_in::{StandIn, StoodFor};

use crate::action::Action;

/// What happens to resources, by their paths from the outermost stack.
#[derive(Debug, Default)]
pub(crate) struct Effects {
    actions: HashMap<Vec<String>, Action>,
    /// The resources that are created: Heat's preview has no IDs of them.
    created: HashSet<Vec<String>>,
    /// What happens to the members of scaling groups, which keep their IDs.
    members: HashMap<Vec<String>, MemberChange>,
    /// The properties that change in place.
    changed: HashMap<Vec<String>, Vec<String>>,
}

/// What happens to the members of a scaling group, as far as its attributes show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MemberChange {
    /// Whether the number changes.
    pub(crate) resizes: bool,
    /// Whether the first members are others: the oldest ones go first.
    pub(crate) renews_first: bool,
    /// The properties of the members that change in place.
    pub(crate) changed: Vec<String>,
}

impl MemberChange {
    /// Whether an attribute of the group, by its path, gets another value.
    fn changes(&self, path: &[String]) -> bool {
        let Some((attribute, within)) = path.split_first() else { return false };
        let of_member =
            |name: Option<&str>| name.is_some_and(|name| self.changed.iter().any(|one| one == name));
        let first = within.first().map(String::as_str);
        match attribute.as_str() {
            "current_size" => self.resizes,
            "outputs" | "outputs_list" => self.resizes || self.renews_first || of_member(first),
            name => match name.strip_prefix("resource.") {
                Some(member) => {
                    self.renews_first || of_member(member.split_once('.').map(|(_, own)| own).or(first))
                }
                None => self.resizes || self.renews_first,
            },
        }
    }
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

    /// Records what happens to the members of a scaling group.
    pub(crate) fn set_members(&mut self, path: Vec<String>, change: MemberChange) {
        self.members.insert(path, change);
    }

    /// Records which properties of a resource change in place.
    pub(crate) fn set_changed(&mut self, path: Vec<String>, changed: Vec<String>) {
        self.changed.insert(path, changed);
    }

    /// Whether what a stand-in stands for is a new value: of a resource that gets a new ID, or that is in the stack of one; an attribute of
    /// a group with other members; or an attribute that shows a property of the same name, which changes.
    pub(crate) fn is_new(&self, stand_in: &StandIn) -> bool {
        let Some(path) = path_of(stand_in) else { return false };
        let attribute: &[String] = match &stand_in.value {
            StoodFor::Attribute { path, .. } => path,
            _ => &[],
        };
        let shows = |changed: &Vec<String>| attribute.first().is_some_and(|name| changed.contains(name));
        self.members.get(&path).is_some_and(|change| change.changes(attribute))
            || self.changed.get(&path).is_some_and(shows)
            || (1..=path.len())
                .any(|end| self.actions.get(&path[..end]).is_some_and(|action| action.gives_new_id()))
    }

    /// The values in data that are new ones once the update has come to what they are of, each once.
    pub(crate) fn new_values(&self, data: &Data) -> Vec<StandIn> {
        let mut found = Vec::new();
        data.each_stand_in(&mut |stand_in| {
            if self.is_new(&stand_in) && !found.contains(&stand_in) {
                found.push(stand_in);
            }
        });
        found
    }
}
