//! What comes out: the plan, as data.

use std::ops::RangeInclusive;

use heat_hot::stand_in::StandIn;
use heat_hot_language::DeletionPolicy;
use heat_model::update::UpdateBehaviour;
use heat_model::update_effect::{EffectCase, EffectLevel};
use heat_yaml::Span;

use crate::action::Action;
use crate::difference::Difference;
use crate::groups::group_size::Members;
use crate::groups::rolling::Rollout;
use crate::held_data::HeldData;

/// What an update does to a stack.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// The parameters that differ.
    pub parameters: Vec<ParameterChange>,
    /// The immutable parameters that differ: Heat refuses the whole update.
    pub immutable_parameters: Vec<String>,
    /// The conditions that differ.
    pub conditions: Vec<ConditionChange>,
    /// All resources: those of the new template in its order, then those that are deleted.
    pub resources: Vec<ResourcePlan>,
    /// The outputs that differ.
    pub outputs: Vec<OutputChange>,
}

/// What an update does to a resource.
#[derive(Debug, Clone)]
pub struct ResourcePlan {
    /// The resource's name.
    pub name: String,
    /// The resource's type on the old side.
    pub old_type: Option<String>,
    /// The resource's type on the new side.
    pub new_type: Option<String>,
    /// What Heat's preview says.
    pub preview: Action,
    /// What the update does: the same, unless it follows from what happens to other resources, or Heat refuses it only then.
    pub action: Action,
    /// Why.
    pub reasons: Vec<Reason>,
    /// What differs.
    pub changes: Vec<Change>,
    /// The data that are lost if it goes because its new condition is false: its own, and those of what it creates.
    pub at_risk: Vec<HeldData>,
    /// What becomes of the old one, if it is replaced or deleted.
    pub deletion: Option<Deletion>,
    /// Whether the resource exists at all, where a condition is not known.
    pub appearance: Appearance,
    /// What happens in the stack that it creates.
    pub nested: Option<Box<Plan>>,
    /// What happens to the number of its members, if it is a group that stays.
    pub members: Option<Members>,
    /// How its members are created, or how a changed definition reaches them, if it is a group that does not do so at once.
    pub rollout: Option<Rollout>,
    /// The least and the greatest number of members of a group that it stands for; none if it stands for itself, or the number is
    /// not known.
    pub stands_for: Option<RangeInclusive<u64>>,
    /// Where the resource is defined: in the new template, or else in the old one.
    pub span: Span,
}

impl Plan {
    /// What happens to a resource, by its path.
    #[must_use]
    pub fn at(&self, path: &[String]) -> Option<&ResourcePlan> {
        let (name, within) = path.split_first()?;
        let found = self.resources.iter().find(|resource| resource.name == *name)?;
        if within.is_empty() { Some(found) } else { found.nested.as_ref()?.at(within) }
    }
}

impl ResourcePlan {
    /// The resource's type: the new one, or else the old one.
    #[must_use]
    pub fn resource_type(&self) -> &str {
        self.new_type.as_deref().or(self.old_type.as_deref()).unwrap_or_default()
    }

    /// Whether a change has an effect of this level.
    #[must_use]
    pub fn has_effect(&self, level: EffectLevel) -> bool {
        self.changes.iter().any(|change| change.effect.as_ref().is_some_and(|effect| effect.level == level))
    }

    /// Whether data are lost, its own or those of members that go.
    #[must_use]
    pub fn loses_data(&self) -> bool {
        self.has_effect(EffectLevel::LosesData)
            || self.deletion.as_ref().is_some_and(Deletion::loses_data)
            || self.members.as_ref().is_some_and(Members::lose_data)
            || !self.at_risk.is_empty()
    }

    /// Whether Heat updates it without an effect: it looks into the stack in it, in which nothing changes.
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

    /// Whether the handler of the update decides otherwise than Heat's preview, which does not ask it.
    #[must_use]
    pub fn is_decided_by_handler(&self) -> bool {
        let is_handler = |reason: &Reason| {
            matches!(
                reason,
                Reason::Handler { .. } | Reason::WithoutHandler | Reason::Input(_) | Reason::Timeout { .. }
            )
        };
        self.reasons.iter().any(is_handler)
    }
}

/// Whether a resource exists, as far as conditions are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Appearance {
    /// The resource exists on each side that has it.
    #[default]
    Certain,
    /// The resource exists on a side only if a condition is true that is not known.
    Conditional,
    /// The update deletes it if its new condition is false, which is not known.
    MayGo,
}

/// Why something happens to a resource.
#[derive(Debug, Clone, PartialEq)]
pub enum Reason {
    /// The template did not have it, or no longer has it.
    InTemplate,
    /// The resource's condition became true or false.
    Condition(Option<String>),
    /// The stack around it is created, replaced or deleted.
    Around,
    /// The resource has a type of another class.
    TypeChanged,
    /// A property changed.
    Property {
        /// The property's name.
        name: String,
        /// What changing it does.
        behaviour: UpdateBehaviour,
        /// Set if the value changes because of what happens to another resource.
        follows_from: Option<StandIn>,
    },
    /// A property changed whose policy says that the resource is replaced.
    Policy {
        /// The property.
        name: String,
        /// The property with the policy.
        policy: String,
        /// Set if the value changes because of what happens to another resource.
        follows_from: Option<StandIn>,
    },
    /// A part of the definition changed that is no property.
    Part(Part),
    /// The plug-in does so with each update.
    EachUpdate,
    /// The plug-in cannot update anything: each change of a property replaces the resource.
    WithoutHandler,
    /// The plug-in refuses the change when the update comes to it, or fails.
    Handler {
        /// The property; none if it is the update as a whole.
        property: Option<String>,
        /// Why.
        why: &'static str,
    },
    /// The plug-in refuses the change if something is true that only the cloud knows.
    RefusedIf {
        /// The property.
        property: String,
        /// What.
        when: &'static str,
    },
    /// The pauses of a rolling update reach the timeout of the update.
    Timeout {
        /// The pauses, in seconds.
        pauses: f64,
        /// The timeout, in minutes.
        minutes: u64,
    },
    /// A member that is to be removed is none of the group.
    NoMember {
        /// What the property lists.
        entry: String,
        /// Whether that may be the ID of a member.
        may_be_id: bool,
    },
    /// The value of this input changed, whose `replace_on_change` is true.
    Input(String),
    /// The plug-in replaces the resource if something is true that the template does not say.
    ReplacedIf {
        /// The property.
        property: String,
        /// What.
        when: &'static str,
    },
    /// The environment restricts the action.
    Restricted(Action),
    /// The ID of an external resource cannot change.
    ExternalId,
    /// The properties cannot be read: Heat's words.
    Invalid(String),
}

/// A part of a resource that is compared.
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

/// A part of a resource that differs.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The part.
    pub part: Part,
    /// The old and the new value.
    pub difference: Difference,
    /// What changing a property does.
    pub behaviour: Option<UpdateBehaviour>,
    /// What changing a property costs, if the resource is updated in place and its schema says it.
    pub effect: Option<ChangeEffect>,
    /// The values in it that are other ones only once the update has replaced or created what they come from.
    pub follows_from: Vec<StandIn>,
}

/// What changing a property in place costs, as far as the template decides it.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangeEffect {
    /// The level.
    pub level: EffectLevel,
    /// Why.
    pub reason: Option<String>,
    /// The cases in which it costs something else, which the template does not decide.
    pub unless: Vec<EffectCase>,
}

/// What becomes of a resource that is replaced or deleted.
#[derive(Debug, Clone, PartialEq)]
pub struct Deletion {
    /// What the policy of the old side says; none if that is unknown.
    pub policy: Option<DeletionPolicy>,
    /// What the resource holds.
    pub holds: Option<HeldData>,
    /// Whether the new side has another policy, which comes too late for this update.
    pub is_policy_late: bool,
}

impl Deletion {
    /// Whether data are lost.
    #[must_use]
    pub fn loses_data(&self) -> bool {
        self.policy.is_none_or(|policy| policy == DeletionPolicy::Delete)
            && self.holds.is_some_and(|held| held.is_data)
    }
}

/// A parameter that differs.
#[derive(Debug, Clone, PartialEq)]
pub struct ParameterChange {
    /// The parameter's name.
    pub name: String,
    /// The parameter's values. None where there is no such parameter, or none is known.
    pub difference: Difference,
    /// Whether its values are secret.
    pub is_hidden: bool,
}

/// A condition that differs.
#[derive(Debug, Clone, PartialEq)]
pub struct ConditionChange {
    /// The condition's name.
    pub name: String,
    /// The condition's values.
    pub difference: Difference,
}

/// An output that differs.
#[derive(Debug, Clone, PartialEq)]
pub struct OutputChange {
    /// The output's name.
    pub name: String,
    /// The output's values.
    pub difference: Difference,
    /// What is another value only once the update has replaced what it comes from.
    pub follows_from: Vec<StandIn>,
}
