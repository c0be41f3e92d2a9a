//! Changes of resources so far, for the resources that refer to them.

use std::collections::{HashMap, HashSet};

use heat_hot::Data;
use heat_hot::stand_in::{DeploymentValue, StandIn};
use heat_updates::Claim;

use crate::action::Action;

/// Changes of resources, by their paths from the outermost stack.
#[derive(Debug, Default)]
pub(crate) struct Effects {
    actions: HashMap<Vec<String>, Action>,
    /// Resources that are created: Heat's preview has no IDs for them.
    created: HashSet<Vec<String>>,
    /// Changes in the members of scaling groups, which keep their IDs.
    members: HashMap<Vec<String>, MemberChange>,
    /// Properties that change in place.
    changed: HashMap<Vec<String>, Vec<String>>,
    /// Resources with values that a service takes only once, in the order of the update.
    pub(crate) claimants: Vec<Claimant>,
}

/// A resource with what it claims on both sides of an update.
#[derive(Debug)]
pub(crate) struct Claimant {
    pub(crate) path: Vec<String>,
    pub(crate) action: Action,
    /// `true` if the type of the resource changes, so that the plug-in frees nothing before the replacement.
    pub(crate) is_other_type: bool,
    /// `true` if the resource represents several members of a group, which all have its values.
    pub(crate) is_many: bool,
    pub(crate) old: Vec<Claim>,
    pub(crate) new: Vec<Claim>,
}

/// Changes in the members of a scaling group that its attributes can show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MemberChange {
    /// `true` if the number of members changes.
    pub(crate) resizes: bool,
    /// `true` if the first members change: the oldest ones are removed first.
    pub(crate) renews_first: bool,
    /// Properties of the members that change in place.
    pub(crate) changed: Vec<String>,
}

impl MemberChange {
    /// Returns whether the value of an attribute of the group changes. `path` begins with the name of the attribute.
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

/// Path of the resource that a stand-in refers to.
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

    /// Records the changes in the members of a scaling group.
    pub(crate) fn set_members(&mut self, path: Vec<String>, change: MemberChange) {
        self.members.insert(path, change);
    }

    /// Records the properties of a resource that change in place.
    pub(crate) fn set_changed(&mut self, path: Vec<String>, changed: Vec<String>) {
        self.changed.insert(path, changed);
    }

    /// Returns whether a stand-in represents a new value: the resource, or one around it, gets a new ID; it is an attribute of a
    /// group whose members change; or it is an attribute with the name of a property that changes.
    pub(crate) fn is_new(&self, stand_in: &StandIn) -> bool {
        let Some(path) = path_of(stand_in) else { return false };
        let attribute: &[String] = match &stand_in.value {
            DeploymentValue::Attribute { path, .. } => path,
            _ => &[],
        };
        let shows = |changed: &Vec<String>| attribute.first().is_some_and(|name| changed.contains(name));
        self.members.get(&path).is_some_and(|change| change.changes(attribute))
            || self.changed.get(&path).is_some_and(shows)
            || (1..=path.len())
                .any(|end| self.actions.get(&path[..end]).is_some_and(|action| action.gives_new_id()))
    }

    /// Stand-ins in data whose values are new once the update has reached the resources that they refer to, each once.
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
