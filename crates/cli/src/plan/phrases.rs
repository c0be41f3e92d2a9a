//! The sentences of a plan, which its formats share.

use heat_hot::stand_in::{DeploymentValue, StandIn};
use heat_hot_language::DeletionPolicy;
use heat_model::Value;
use heat_model::unique::Collision;
use heat_model::update::UpdateBehaviour;
use heat_plan::{Action, Appearance, Change, Holder, Part, Plan, Reason, ResourcePlan};
use heat_schema_text::flow;
use heat_updates::Claim;

use super::options::Options;

/// The maximum length of a value in one line, in characters.
const MAX_VALUE: usize = 100;

/// A sign for an action.
pub(super) const fn sign(action: Action) -> &'static str {
    match action {
        Action::Unchanged => " ",
        Action::Created => "+",
        Action::Updated => "~",
        Action::Replaced => "±",
        Action::Deleted => "-",
        Action::Refused => "!",
    }
}

/// An action in words.
pub(super) const fn action(action: Action) -> &'static str {
    match action {
        Action::Unchanged => "unchanged",
        Action::Created => "created",
        Action::Updated => "updated in place",
        Action::Replaced => "replaced",
        Action::Deleted => "deleted",
        Action::Refused => "refused",
    }
}

/// Words for a resource that Heat updates without an effect.
pub(super) const IDLE: &str = "updated without a change";

/// The reason for a resource's action, in a few words; `None` if it is obvious.
pub(super) fn reason(resource: &ResourcePlan, reason: &Reason) -> Option<String> {
    let because = |follows: &Option<StandIn>| match follows.as_ref().map(|one| &one.value) {
        Some(DeploymentValue::Id(name)) => format!(", because `{name}` is new"),
        Some(DeploymentValue::Attribute { resource, path }) => {
            format!(", because the attribute `{}` of `{resource}` changes", path.join("."))
        }
        Some(DeploymentValue::Parameter(_)) | None => String::new(),
    };
    Some(match reason {
        Reason::InTemplate | Reason::Around => return None,
        Reason::Condition(name) => {
            let name = name.as_ref().map(|name| format!("`{name}` ")).unwrap_or_default();
            let value = if resource.action == Action::Created { "true" } else { "false" };
            format!("its condition {name}is now {value}")
        }
        Reason::TypeChanged => {
            let [old, new] =
                [&resource.old_type, &resource.new_type].map(|one| one.clone().unwrap_or_default());
            if old == new {
                format!("{new} is implemented by something else")
            } else {
                format!("its type changes from {old} to {new}")
            }
        }
        Reason::Property { name, behaviour, follows_from } => match behaviour {
            UpdateBehaviour::InPlace => format!("`{name}` changes{}", because(follows_from)),
            UpdateBehaviour::Replace => format!("a new `{name}` replaces it{}", because(follows_from)),
            UpdateBehaviour::Refused => {
                format!("`{name}` changes, and it is immutable{}", because(follows_from))
            }
        },
        Reason::Policy { name, policy, value, follows_from } => {
            format!("a new `{name}` replaces it: `{policy}` is {}{}", flow(value), because(follows_from))
        }
        Reason::Part(changed) => format!("{} changes", part(changed)),
        Reason::EachUpdate => match resource.action {
            Action::Replaced => "each update of the stack replaces it".to_owned(),
            Action::Updated if resource.nested.is_none() => "each update of the stack updates it".to_owned(),
            _ => return None,
        },
        Reason::WithoutHandler => {
            "Heat cannot update this type: each change of a property replaces it".to_owned()
        }
        Reason::Handler { property: Some(name), why } => format!("`{name}`: {why}"),
        Reason::Handler { property: None, why } => why.clone(),
        Reason::Input(name) => {
            format!("the value of the input `{name}` changes, which has `replace_on_change`")
        }
        Reason::ReplacedIf { property, when } => format!("a new `{property}` replaces it if {when}"),
        Reason::Taken { claim, holder } => taken(claim, holder),
        Reason::Timeout { pauses, minutes } => format!(
            "the pauses between the batches, together {}, reach the timeout of the update: Heat refuses it (`The current update policy will result in stack update timeout.`), unless the timeout is longer than {minutes} minutes",
            duration(*pauses)
        ),
        Reason::NoMember { entry, may_be_id: false } => {
            format!(
                "`removal_policies` lists `{entry}`, which is neither the name of a member nor an ID: Heat ignores it"
            )
        }
        Reason::NoMember { entry, may_be_id: true } => format!(
            "`removal_policies` lists `{entry}`: if it is the ID of a member, Heat deletes that member, with what it holds, and a new one takes its place; otherwise, Heat ignores it"
        ),
        Reason::Restricted(Action::Replaced) => {
            "the environment forbids to replace it (restricted_actions)".to_owned()
        }
        Reason::Restricted(_) => "the environment forbids to update it (restricted_actions)".to_owned(),
        Reason::ExternalId => "Heat refuses to change `external_id`".to_owned(),
        Reason::Invalid(words) => format!("its properties are invalid: {words}"),
    })
}

/// Words for a value that a service takes only once and that another resource has, and what to change for the update to pass.
fn taken(claim: &Claim, holder: &Holder) -> String {
    let names: Vec<String> = claim.properties.iter().map(|name| format!("`{name}`")).collect();
    let names = match names.as_slice() {
        [name] => name.clone(),
        _ => format!("combination of {}", names.join(" and ")),
    };
    let (has, advice) = match holder {
        Holder::Predecessor if claim.is_generated_if_unset => (
            "the old resource still has it when Heat creates the new one".to_owned(),
            format!("change the {names} too, or omit it, and an unused one is generated"),
        ),
        Holder::Predecessor => (
            "the old resource still has it when Heat creates the new one".to_owned(),
            format!("change the {names} too, or remove the resource in an earlier update"),
        ),
        Holder::Members => {
            ("each member of the group gets it".to_owned(), "make it different for each member".to_owned())
        }
        Holder::Former(path) => {
            (format!("`{path}` still has it"), format!("remove it from `{path}` in an earlier update"))
        }
        Holder::Other(path) => (format!("`{path}` has it, too"), "give one of them another value".to_owned()),
    };
    let words = claim.message.as_ref().map(|message| format!(" (`{message}`)")).unwrap_or_default();
    let outcome = match claim.second {
        Collision::Refused => format!("the service refuses it{words}"),
        Collision::Waits => format!("Heat waits until the stack times out{words}"),
        Collision::Shared => {
            "both are the same object in the service, and deleting one deletes the other".to_owned()
        }
    };
    let condition = claim.if_cloud.as_ref().map(|question| format!(", if {question}")).unwrap_or_default();
    let rule = if claim.is_overlapping {
        format!("no second resource can have an overlapping {names}")
    } else {
        format!("only one resource can have this {names}")
    };
    format!("{rule}, and {has}: {outcome}{condition}; {advice}")
}

/// Formats a time in the largest unit that is a whole number.
pub(super) fn duration(seconds: f64) -> String {
    if seconds >= 60.0 && seconds % 60.0 == 0.0 {
        format!("{} minutes", seconds / 60.0)
    } else {
        format!("{seconds} seconds")
    }
}

/// The reasons that determine a resource's action, in words.
pub(super) fn reasons(resource: &ResourcePlan) -> Vec<String> {
    // The changes of an update in place are listed anyway.
    let decides = |reason: &&Reason| match (reason, resource.action) {
        (Reason::Property { behaviour, .. }, Action::Replaced) => *behaviour == UpdateBehaviour::Replace,
        (Reason::Property { behaviour, .. }, Action::Refused) => {
            *behaviour == UpdateBehaviour::Refused || resource.preview == Action::Replaced
        }
        (Reason::Part(Part::Metadata), Action::Replaced) => !has_property_reason(resource),
        (Reason::Property { .. }, Action::Updated) | (Reason::Part(_), _) => false,
        _ => true,
    };
    resource.reasons.iter().filter(decides).filter_map(|one| reason(resource, one)).collect()
}

fn has_property_reason(resource: &ResourcePlan) -> bool {
    resource.reasons.iter().any(|reason| {
        matches!(reason, Reason::Policy { .. } | Reason::Property { behaviour: UpdateBehaviour::Replace, .. })
    })
}

/// The name of a part.
pub(super) fn part(part: &Part) -> &str {
    match part {
        Part::Property(name) => name,
        Part::Metadata => "metadata",
        Part::DependsOn => "depends_on",
        Part::DeletionPolicy => "deletion_policy",
        Part::UpdatePolicy => "update_policy",
        Part::ExternalId => "external_id",
        Part::Condition => "condition",
        Part::Description => "description",
    }
}

/// A value in one line.
pub(super) fn value(value: Option<&Value>) -> String {
    let text = match value {
        None => return "(none)".to_owned(),
        Some(Value::Map(map)) if map.len() == 1 => match map.iter().next() {
            Some((key, Value::String(origin))) if key == "$unknown" => format!("<{origin}>"),
            _ => Value::Map(map.clone()).to_string(),
        },
        Some(value) => value.to_string(),
    };
    let mut chars = text.chars();
    let start: String = chars.by_ref().take(MAX_VALUE).collect();
    if chars.next().is_some() { format!("{start}…") } else { start }
}

/// The fate of a resource that is removed, or may be removed; `None` if it needs no words.
pub(super) fn fate(resource: &ResourcePlan) -> Option<String> {
    if !resource.at_risk.is_empty() {
        let what: Vec<&str> = resource.at_risk.iter().map(|held| held.what.as_str()).collect();
        return Some(format!("loses {} if its condition is false", what.join(" and ")));
    }
    let deletion = resource.deletion.as_ref()?;
    let late = if deletion.is_policy_late { "; the new policy comes too late for this update" } else { "" };
    match (deletion.policy, &deletion.holds) {
        (Some(DeletionPolicy::Retain), _) => {
            Some(format!("the old one is kept, outside of the stack (deletion_policy: retain){late}"))
        }
        (Some(DeletionPolicy::Snapshot), holds) => {
            let what = holds.as_ref().map_or("it", |held| held.what.as_str());
            Some(format!("a snapshot keeps {what} (deletion_policy: snapshot){late}"))
        }
        (Some(DeletionPolicy::Delete) | None, Some(held)) => Some(match &held.when_replaced {
            Some(words) if resource.action == Action::Replaced => format!("{words}{late}"),
            _ => format!("loses {}{late}", held.what),
        }),
        (Some(DeletionPolicy::Delete) | None, None) => None,
    }
}

/// Sentence about an update that only the legacy engine does.
pub(super) fn engine(resource: &ResourcePlan) -> Option<&'static str> {
    resource.needs_legacy_engine.then_some(
        "only the legacy engine does this: with convergence, the default, the resource keeps its old metadata",
    )
}

/// The condition under which a resource exists, if that is uncertain.
pub(super) fn appearance(appearance: Appearance) -> Option<&'static str> {
    match appearance {
        Appearance::Certain => None,
        Appearance::Conditional => Some("if its condition is true, which is not known"),
        Appearance::MayGo => {
            Some("if its new condition is true, which is not known: otherwise it is deleted")
        }
    }
}

/// The action that a resource would have on its own, if its actual action differs.
pub(super) fn preview(resource: &ResourcePlan) -> Option<String> {
    Some(match (resource.preview, resource.action) {
        (preview, done) if preview == done => return None,
        (_, Action::Refused) if !resource.is_decided_by_handler() => return None,
        (Action::Unchanged, _) => "unchanged itself; caused by changes in other resources".to_owned(),
        (preview, _) if resource.is_decided_by_handler() => {
            format!("Heat's preview says {}", action(preview))
        }
        (preview, Action::Unchanged) => {
            format!("Heat's preview says {}, but the update changes nothing", action(preview))
        }
        (preview, _) => format!("on its own, it would be {}", action(preview)),
    })
}

/// The effect of changing a property, if it is not obvious from the resource's action.
pub(super) fn behaviour(resource: &ResourcePlan, change: &Change) -> String {
    match (change.behaviour, resource.action) {
        (Some(UpdateBehaviour::Replace), Action::Replaced | Action::Refused) => " (replaces)".to_owned(),
        (Some(UpdateBehaviour::Refused), _) => " (immutable)".to_owned(),
        _ => String::new(),
    }
}

/// The word for the effect of changing a property, for programs.
pub(super) const fn behaviour_word(behaviour: UpdateBehaviour) -> &'static str {
    match behaviour {
        UpdateBehaviour::InPlace => "in_place",
        UpdateBehaviour::Replace => "replace",
        UpdateBehaviour::Refused => "refused",
    }
}

/// The note on a parameter that differs.
pub(super) fn parameter_note(plan: &Plan, name: &str) -> &'static str {
    let is_immutable = plan.immutable_parameters.iter().any(|parameter| parameter == name);
    if is_immutable { " (immutable: Heat refuses the update)" } else { "" }
}

/// The words for the number of group members that a resource represents; `None` if it only represents itself.
pub(super) fn stands_for(resource: &ResourcePlan) -> Option<String> {
    Some(format!("stands for {}", member_count(resource)?))
}

/// The number of group members that a resource represents, in words; `None` if it only represents itself.
pub(super) fn member_count(resource: &ResourcePlan) -> Option<String> {
    let range = resource.stands_for.as_ref()?;
    let (least, most) = (*range.start(), *range.end());
    Some(match (least == most, most) {
        (true, 1) => "1 member".to_owned(),
        (true, number) => format!("{number} members"),
        (false, _) => format!("{least} to {most} members"),
    })
}

/// The sentence about parameters without values, which are assumed unchanged.
pub(super) fn missing(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    format!("parameters without a value, assumed unchanged: {}", names.join(", "))
}

/// The note about values and environments that both sides share; `None` if there are none.
pub(super) fn for_both_sides(options: &Options) -> Option<String> {
    let Options { old_inputs, new_inputs, .. } = options;
    let is_shared = |name: &&String| old_inputs.parameters.get(*name) == new_inputs.parameters.get(*name);
    let has_parameters = new_inputs.parameters.keys().any(|name| is_shared(&name));
    let count = new_inputs.environments.len();
    let shares_environments = count > 0 && old_inputs.environments == new_inputs.environments;
    let environments = || match &options.environments_named_by {
        None => ("`-e`".to_owned(), false),
        Some(file) if count == 1 => (format!("the environment that `{file}` names"), false),
        Some(file) => (format!("the environments that `{file}` names"), true),
    };
    let mut shared = Vec::new();
    shared.extend(has_parameters.then(|| (("`-P`".to_owned(), false), "`--old-parameter`")));
    shared.extend(shares_environments.then(|| (environments(), "`--old-environment`")));
    let is_plural = match shared.as_slice() {
        [] => return None,
        [((_, is_plural), _)] => *is_plural,
        _ => true,
    };
    let (given, old): (Vec<(String, bool)>, Vec<&str>) = shared.into_iter().unzip();
    let given: Vec<String> = given.into_iter().map(|(words, _)| words).collect();
    let verb = if is_plural { "apply" } else { "applies" };
    Some(format!(
        "{} {verb} to both sides; for other values on the old side, use {}",
        given.join(" and "),
        old.join(" and ")
    ))
}
