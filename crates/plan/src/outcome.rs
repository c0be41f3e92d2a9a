//! The plan, as data.

use std::ops::RangeInclusive;

use heat_hot::stand_in::StandIn;
use heat_hot_language::DeletionPolicy;
use heat_model::Value;
use heat_model::update::UpdateBehaviour;
use heat_model::update_effect::EffectLevel;
use heat_updates::{ChangeEffect, Claim};
use heat_yaml::Span;

use crate::action::Action;
use crate::difference::Difference;
use crate::groups::group_size::Members;
use crate::groups::rolling::Rollout;
use heat_model::unique::Holding;

/// Effects of an update on a stack.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// Parameters that differ.
    pub parameters: Vec<ParameterChange>,
    /// Immutable parameters that differ: Heat refuses the whole update.
    pub immutable_parameters: Vec<String>,
    /// Conditions that differ.
    pub conditions: Vec<ConditionChange>,
    /// All resources: first the ones of the new template in its order, then the ones that are deleted.
    pub resources: Vec<ResourcePlan>,
    /// Outputs that differ.
    pub outputs: Vec<OutputChange>,
}

/// Effects of an update on a resource.
#[derive(Debug, Clone)]
pub struct ResourcePlan {
    /// Name of the resource.
    pub name: String,
    /// Type of the resource on the old side.
    pub old_type: Option<String>,
    /// Type of the resource on the new side.
    pub new_type: Option<String>,
    /// Action that Heat's preview reports.
    pub preview: Action,
    /// Action of the update itself. It differs from the preview if it is caused by changes in other resources, or if Heat only
    /// refuses it during the update.
    pub action: Action,
    /// Reasons for the action.
    pub reasons: Vec<Reason>,
    /// Parts that differ.
    pub changes: Vec<Change>,
    /// Data that are lost if the resource is deleted because its new condition is false: its own, and the data of the resources
    /// that it creates.
    pub at_risk: Vec<Holding>,
    /// Deletion of the old resource, if it is replaced or deleted.
    pub deletion: Option<Deletion>,
    /// Existence of the resource, if it depends on a condition that is not known.
    pub appearance: Appearance,
    /// Plan for the stack that the resource creates.
    pub nested: Option<Box<Plan>>,
    /// Changes in the number of members, if the resource is a group.
    pub members: Option<Members>,
    /// Way in which the members of a group are created, or in which a changed definition reaches them, if this does not happen at
    /// once.
    pub rollout: Option<Rollout>,
    /// Minimum and maximum number of group members that the resource represents; `None` if it represents only itself, or if the
    /// number is not known.
    pub stands_for: Option<RangeInclusive<u64>>,
    /// `true` if only Heat's legacy engine does this: with convergence, the resource is unchanged. Other resources of the stack change
    /// values in the metadata, and nothing else does. Heat does not store the old metadata (`Resource.frozen_definition`); with
    /// convergence, it resolves them with the new values, too.
    pub needs_legacy_engine: bool,
    /// Span of the resource's definition: in the new template, or else in the old one.
    pub span: Span,
}

impl Plan {
    /// Returns the plan for a resource, by its path.
    #[must_use]
    pub fn at(&self, path: &[String]) -> Option<&ResourcePlan> {
        let (name, within) = path.split_first()?;
        let found = self.resources.iter().find(|resource| resource.name == *name)?;
        if within.is_empty() { Some(found) } else { found.nested.as_ref()?.at(within) }
    }
}

impl ResourcePlan {
    /// Type of the resource: the new one, or else the old one.
    #[must_use]
    pub fn resource_type(&self) -> &str {
        self.new_type.as_deref().or(self.old_type.as_deref()).unwrap_or_default()
    }

    /// Returns whether a change has an effect of this level.
    #[must_use]
    pub fn has_effect(&self, level: EffectLevel) -> bool {
        self.changes.iter().any(|change| change.effect.as_ref().is_some_and(|effect| effect.level == level))
    }

    /// Returns whether data are lost: the resource's own, or the data of members that are removed.
    #[must_use]
    pub fn loses_data(&self) -> bool {
        self.has_effect(EffectLevel::LosesData)
            || self.deletion.as_ref().is_some_and(Deletion::loses_data)
            || self.members.as_ref().is_some_and(Members::lose_data)
            || !self.at_risk.is_empty()
    }

    /// Returns whether Heat updates the resource without an effect: Heat checks the stack in it, in which nothing changes.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.action == Action::Updated
            && self.changes.is_empty()
            && self.appearance != Appearance::MayGo
            && self.members.as_ref().is_none_or(Members::stay)
            && self.nested.as_ref().is_some_and(|nested| {
                nested.resources.iter().all(|one| one.action == Action::Unchanged || one.is_idle())
            })
    }

    /// Returns whether the update handler makes a decision that differs from Heat's preview, which does not call the handler.
    #[must_use]
    pub fn is_decided_by_handler(&self) -> bool {
        let is_handler = |reason: &Reason| {
            matches!(
                reason,
                Reason::Handler { .. }
                    | Reason::Taken { .. }
                    | Reason::WithoutHandler
                    | Reason::Input(_)
                    | Reason::Timeout { .. }
            )
        };
        self.reasons.iter().any(is_handler)
    }
}

/// Existence of a resource, as far as conditions are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Appearance {
    /// The resource exists on each side that has it.
    #[default]
    Certain,
    /// The resource exists on a side only if an unknown condition is true.
    Conditional,
    /// The update deletes the resource if its new condition is false, which is not known.
    MayGo,
}

/// Reason for an action on a resource.
#[derive(Debug, Clone, PartialEq)]
pub enum Reason {
    /// The old template does not define the resource, or the new one no longer does.
    InTemplate,
    /// The condition of the resource became true or false. Contains the name of the condition, if it has one.
    Condition(Option<String>),
    /// The stack that contains the resource is created, replaced or deleted.
    Around,
    /// The resource has a type of a different class.
    TypeChanged,
    /// A property changed.
    Property {
        /// Name of the property.
        name: String,
        /// Update behaviour of the property.
        behaviour: UpdateBehaviour,
        /// Set if the value changes because of a change in another resource.
        follows_from: Option<StandIn>,
    },
    /// A property changed, and the setting of another one requires a replacement of the resource.
    Policy {
        /// Name of the property.
        name: String,
        /// Name of the other property.
        policy: String,
        /// Value of the other property.
        value: Value,
        /// Set if the value changes because of a change in another resource.
        follows_from: Option<StandIn>,
    },
    /// A part of the definition other than a property changed.
    Part(Part),
    /// The plug-in does this in each update.
    EachUpdate,
    /// The plug-in cannot update anything: each change of a property replaces the resource.
    WithoutHandler,
    /// The plug-in or the service refuses the change during the update, or fails.
    Handler {
        /// Name of the property; `None` if the update is refused as a whole.
        property: Option<String>,
        /// Reason of the refusal.
        why: String,
    },
    /// A service takes a value only once, and another resource has it when this one gets it.
    Taken {
        /// The value, and the outcome of the collision.
        claim: Claim,
        /// The other resource.
        holder: Holder,
    },
    /// The pauses of a rolling update reach the timeout of the update.
    Timeout {
        /// Sum of the pauses, in seconds.
        pauses: f64,
        /// Timeout, in minutes.
        minutes: u64,
    },
    /// A member that is to be removed does not belong to the group.
    NoMember {
        /// Entry in the property that lists the members.
        entry: String,
        /// `true` if the entry may be the ID of a member.
        may_be_id: bool,
    },
    /// The value of this input changed, and its `replace_on_change` is true.
    Input(String),
    /// The plug-in replaces the resource under a condition that the template does not determine.
    ReplacedIf {
        /// Name of the property.
        property: String,
        /// Condition of the replacement.
        when: &'static str,
    },
    /// The environment restricts the action.
    Restricted(Action),
    /// The ID of an external resource cannot change.
    ExternalId,
    /// The properties cannot be read. Contains Heat's error message.
    Invalid(String),
}

/// Resource that has a value which another one gets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Holder {
    /// The old resource, which is replaced.
    Predecessor,
    /// The other members of the group.
    Members,
    /// A resource that gives the value up in the same update, but not before. Contains its path.
    Former(String),
    /// A resource that has the value after the update, too. Contains its path.
    Other(String),
}

/// Part of a resource that is compared.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each is named after the key of a resource")]
pub enum Part {
    Property(String),
    Metadata,
    DependsOn,
    DeletionPolicy,
    UpdatePolicy,
    ExternalId,
    Condition,
    Description,
}

/// Part of a resource that differs.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// Part that differs.
    pub part: Part,
    /// Old and new value.
    pub difference: Difference,
    /// Update behaviour, if the part is a property.
    pub behaviour: Option<UpdateBehaviour>,
    /// Effect of the change, if the resource is updated in place and the schema of the property states one.
    pub effect: Option<ChangeEffect>,
    /// Values that change only because the update has replaced or created the resources that they come from.
    pub follows_from: Vec<StandIn>,
}

/// Deletion of a resource that is replaced or deleted.
#[derive(Debug, Clone, PartialEq)]
pub struct Deletion {
    /// Deletion policy of the old side; `None` if it is unknown.
    pub policy: Option<DeletionPolicy>,
    /// Data or other contents of the resource that are lost with it.
    pub holds: Option<Holding>,
    /// `true` if the new side changes the policy, which comes too late for this update.
    pub is_policy_late: bool,
}

impl Deletion {
    /// Returns whether data are lost.
    #[must_use]
    pub fn loses_data(&self) -> bool {
        self.policy.is_none_or(|policy| policy == DeletionPolicy::Delete)
            && self.holds.as_ref().is_some_and(|held| held.is_data)
    }
}

/// A parameter that differs.
#[derive(Debug, Clone, PartialEq)]
pub struct ParameterChange {
    /// Name of the parameter.
    pub name: String,
    /// Old and new value. `None` where the parameter does not exist, or where its value is not known.
    pub difference: Difference,
    /// `true` if the values are secret.
    pub is_hidden: bool,
}

/// A condition that differs.
#[derive(Debug, Clone, PartialEq)]
pub struct ConditionChange {
    /// Name of the condition.
    pub name: String,
    /// Old and new value.
    pub difference: Difference,
}

/// An output that differs.
#[derive(Debug, Clone, PartialEq)]
pub struct OutputChange {
    /// Name of the output.
    pub name: String,
    /// Old and new value.
    pub difference: Difference,
    /// Values that change only because the update has replaced or created the resources that they come from.
    pub follows_from: Vec<StandIn>,
}
