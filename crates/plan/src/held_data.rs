//! Data that are lost when a resource is deleted.

use heat_hot::Data;
use heat_hot::resolve::ResolvedResource;
use heat_hot_language::{DeletionPolicy, GroupKind, MemberTypes};
use heat_model::custom_constraint::WithoutCloud;
use heat_model::evaluate::Context;
use heat_model::unique::Holding;
use heat_model::validation_rule::Condition;
use heat_model::{ResourceType, Value};
use heat_updates::service_words::if_all;

use crate::definition::{Reading, definition, is_deferred};
use crate::reading::read_property;
use crate::versions::Types;

/// Contents of a resource of a type that are lost with it; `None` if it can be created again from the template. Conditions that the
/// properties do not decide are added to its words.
pub(crate) fn held_by<'a>(
    schema: &'a ResourceType,
    resource: &ResolvedResource,
    types: Types<'a>,
) -> Option<Holding> {
    if schema.holds.is_empty() {
        return None;
    }
    let old = definition(resource, Reading::AsTheyAre);
    let evaluator = types.evaluator(schema);
    let constraints = WithoutCloud::timeless();
    let plain = Context::new(&constraints);
    let read = |name: &String| (name.clone(), read_property(&evaluator, &old, name).unwrap_or(Value::Null));
    let values = schema.properties.keys().map(read).collect();
    let undecided = |holding: &Holding| {
        let mut open = Vec::new();
        for condition in &holding.when {
            // A value that the template sets is one, even if it is not known.
            let deferring =
                if is_about_presence(condition) { plain } else { plain.with_deferred(&is_deferred) };
            match evaluator.holds(condition, &values, &deferring) {
                Some(true) => {}
                Some(false) => return None,
                None => open.push(condition.clone()),
            }
        }
        Some(with_conditions(holding, &open))
    };
    schema.holds.iter().find_map(undecided)
}

/// Returns whether a condition only asks whether properties have values.
fn is_about_presence(condition: &Condition) -> bool {
    match condition {
        Condition::Filled(_) | Condition::Is { .. } => true,
        Condition::Any { any } => any.iter().all(is_about_presence),
        _ => false,
    }
}

fn with_conditions(holding: &Holding, conditions: &[Condition]) -> Holding {
    let when = if_all(conditions);
    let Holding { what, when_replaced, .. } = holding;
    Holding {
        what: format!("{what}{when}"),
        when_replaced: when_replaced.as_ref().map(|words| format!("{words}{when}")),
        ..holding.clone()
    }
}

/// Data that are lost with a member of a group, each once. If the members themselves are not known, their type determines the
/// data.
pub(crate) fn data_of_members(sides: [&ResolvedResource; 2], types: Types<'_>) -> Vec<Holding> {
    fn collect(around: &ResolvedResource, types: Types<'_>, found: &mut Vec<Holding>) {
        let members = around.nested.iter().flat_map(|nested| nested.resolved.resources.values());
        for member in members.filter(|member| is_deleted(member)) {
            add(types.schema(member).and_then(|schema| held_by(schema, member, types)), found);
            collect(member, types, found);
        }
    }
    fn add(held: Option<Holding>, found: &mut Vec<Holding>) {
        found.extend(held.filter(|held| held.is_data && !found.contains(held)));
    }
    let mut found = Vec::new();
    let lists = |side: &&ResolvedResource| {
        side.nested.as_ref().is_some_and(|nested| !nested.resolved.resources.is_empty())
    };
    // The members of the old side are the ones that are removed.
    if let Some(side) = sides.into_iter().find(lists) {
        collect(side, types, &mut found);
    } else {
        for name in sides.into_iter().filter_map(|side| member_type(side, types)) {
            let held = types.named(&name).and_then(|schema| schema.holds.first());
            add(held.map(|held| with_conditions(held, &held.when)), &mut found);
        }
    }
    found
}

/// Data that are lost if a resource is deleted: its own, and the data of the resources that it creates.
pub(crate) fn data_at_risk(resource: &ResolvedResource, types: Types<'_>) -> Vec<Holding> {
    if !is_deleted(resource) {
        return Vec::new();
    }
    let own = types
        .schema(resource)
        .and_then(|schema| held_by(schema, resource, types))
        .filter(|held| held.is_data);
    own.into_iter().chain(data_of_members([resource, resource], types)).collect()
}

/// Type of the members of a group, if its properties contain it; `None` if the members survive their deletion.
fn member_type(group: &ResolvedResource, types: Types<'_>) -> Option<String> {
    match GroupKind::of(&types.schema(group)?.name)?.member_types() {
        MemberTypes::Definition(name) => {
            let member = property(group, name)?;
            let text =
                |key| member_of(&member, key).and_then(|data| Some(data.as_known()?.as_str()?.to_owned()));
            let policy = text(DELETION_POLICY);
            let is_deleted =
                policy.is_none_or(|policy| policy.eq_ignore_ascii_case(DeletionPolicy::Delete.as_str()));
            text(TYPE).filter(|_| is_deleted)
        }
        MemberTypes::Fixed(name) => Some(name.to_owned()),
        MemberTypes::Launched => Some("AWS::EC2::Instance".to_owned()),
        MemberTypes::Types { .. } => None,
    }
}

/// Key for the type of a member, whose definition is in HOT.
const TYPE: &str = "type";
const DELETION_POLICY: &str = "deletion_policy";

/// A property of a resource as it is written in the template.
pub(crate) fn property(resource: &ResolvedResource, name: &str) -> Option<Data> {
    member_of(resource.properties.as_ref()?, name)
}

fn member_of(data: &Data, name: &str) -> Option<Data> {
    match data {
        Data::Known(value) => value.as_map()?.get(name).cloned().map(Data::Known),
        Data::Map(map) => map.get(name).cloned(),
        Data::List(_) | Data::Unknown(_) => None,
    }
}

/// Returns whether a resource is deleted together with its stack, as far as is known.
pub(crate) fn is_deleted(resource: &ResolvedResource) -> bool {
    resource.deletion_policy.is_none_or(|policy| policy == DeletionPolicy::Delete)
}
