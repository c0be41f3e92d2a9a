//! A plan as a JSON document.

use std::io::{self, Write};

use heat_hot::Data;
use heat_hot_language::DeletionPolicy;
use heat_model::update_effect::EffectCase;
use heat_plan::rolling::{RollingUpdate, Rollout};
use heat_plan::{Action, Change, Difference, Plan, ResourcePlan, SecretMask};
use heat_report::json_text;
use heat_updates::{ChangeEffect, effect_words};
use indexmap::IndexMap;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::members::sentences;
use super::phrases;
use super::report::{PlacedResource, Report};

/// Writes a plan as a JSON document.
///
/// # Errors
/// If the output is closed or full.
pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(json_text::pretty(&document(report, &report.masked))?.as_bytes())
}

/// The document of a plan.
fn document(report: &Report, masked: &SecretMask) -> Map<String, Value> {
    let [old, new] = &report.names;
    let resources = report.resources();
    let count = |is: &dyn Fn(&ResourcePlan) -> bool| resources.iter().filter(|one| is(one.resource)).count();
    let mut summary: Map<String, Value> = Action::ALL
        .into_iter()
        .map(|action| (action.as_str().to_owned(), count(&|one| one.action == action).into()))
        .collect();
    summary.insert("updated_without_a_change".to_owned(), count(&ResourcePlan::is_idle).into());
    let mut document = Map::new();
    let mut add = |key: &str, value: Value| document.insert(key.to_owned(), value);
    add("version", 1.into());
    add("old", old.as_str().into());
    add("new", new.as_str().into());
    add("summary", summary.into());
    add("refused", report.refuses().into());
    add("loses_data", report.lost().into_iter().map(|placed| placed.path).collect());
    add("missing_parameters", report.missing.clone().into());
    if let Some(note) = &report.for_both_sides {
        add("note", note.as_str().into());
    }
    let parameters = report.plan.parameters.iter().map(|change| {
        let is_immutable = report.plan.immutable_parameters.contains(&change.name);
        let mut shown = if change.is_hidden {
            json!({"name": change.name, "hidden": true})
        } else {
            named(&change.name, differing(masked, &change.difference))
        };
        if is_immutable {
            shown["immutable"] = true.into();
        }
        shown
    });
    add("parameters", parameters.collect());
    plan(masked, &report.plan, &mut |key, value| _ = add(key, value));
    document
}

/// The parts of a plan that nested stacks also have.
fn plan(masked: &SecretMask, plan: &Plan, add: &mut impl FnMut(&str, Value)) {
    let conditions =
        plan.conditions.iter().map(|change| named(&change.name, differing(masked, &change.difference)));
    add("conditions", conditions.collect());
    add("resources", plan.resources.iter().map(|one| resource(masked, one)).collect());
    let outputs = plan.outputs.iter().map(|change| {
        let mut shown = named(&change.name, differing(masked, &change.difference));
        shown["follows_from"] = change.follows_from.iter().map(ToString::to_string).collect();
        shown
    });
    add("outputs", outputs.collect());
}

fn named(name: &str, mut rest: Map<String, Value>) -> Value {
    let mut shown = Map::from_iter([("name".to_owned(), Value::from(name))]);
    shown.append(&mut rest);
    shown.into()
}

/// Both values of a difference; a missing one is omitted.
fn differing(masked: &SecretMask, difference: &Difference) -> Map<String, Value> {
    let shown = |data: &Data| serialized(&masked.value(data));
    let sides = [("old", &difference.old), ("new", &difference.new)];
    sides.into_iter().filter_map(|(key, data)| Some((key.to_owned(), shown(data.as_ref()?)))).collect()
}

fn serialized(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}

/// A plan, as data for conditions: values that are not known yet are unknown.
pub(super) fn whole(report: &Report) -> heat_model::Value {
    data(document(report, &report.masked.marking()).into(), [("$parameters", report.new_parameters.clone())])
}

/// Effects of an update on a resource, as data for conditions: values that are not known yet are unknown.
pub(super) fn of_resource(report: &Report, placed: &PlacedResource<'_>) -> heat_model::Value {
    let more = [
        ("path", placed.path.as_str().into()),
        ("loses_data", placed.resource.loses_data().into()),
        ("$parameters", report.new_parameters.clone()),
    ];
    data(resource(&report.masked.marking(), placed.resource), more)
}

fn data<const N: usize>(document: Value, more: [(&str, heat_model::Value); N]) -> heat_model::Value {
    let read: serde_json::Result<heat_model::Value> = serde_json::from_value(document);
    let mut map = match read {
        Ok(heat_model::Value::Map(map)) => map.into_inner(),
        _ => IndexMap::new(),
    };
    map.extend(more.into_iter().map(|(key, value)| (key.to_owned(), value)));
    map.into()
}

fn resource(masked: &SecretMask, resource: &ResourcePlan) -> Value {
    let mut shown = Map::new();
    let mut add = |key: &str, value: Value| _ = shown.insert(key.to_owned(), value);
    add("name", resource.name.as_str().into());
    add("type", resource.resource_type().into());
    if let (Some(old), Some(new)) = (&resource.old_type, &resource.new_type)
        && old != new
    {
        add("old_type", old.as_str().into());
    }
    add("action", resource.action.as_str().into());
    if resource.is_idle() {
        add("without_a_change", true.into());
    }
    if resource.needs_legacy_engine {
        add("needs_legacy_engine", true.into());
    }
    add("preview", resource.preview.as_str().into());
    add("reasons", phrases::reasons(resource).into());
    if let Some(note) = phrases::appearance(resource.appearance) {
        add("appearance", note.into());
    }
    add("changes", resource.changes.iter().map(|one| change(masked, one)).collect());
    if let Some(deletion) = &resource.deletion {
        let policy = deletion.policy.map(DeletionPolicy::as_lowercase_str);
        add(
            "deletion",
            json!({
                "policy": policy,
                "holds": deletion.holds.as_ref().map(|held| held.what.as_str()),
                "loses_data": deletion.loses_data(),
            }),
        );
    }
    if let Some(range) = &resource.stands_for {
        add("stands_for", json!([range.start(), range.end()]));
    }
    if let Some(members) = resource.members.as_ref().filter(|_| resource.action != Action::Unchanged) {
        let expected = members.expected();
        add(
            "members",
            json!({
                "old": expected.map(|(before, _)| before),
                "new": expected.map(|(_, after)| after),
                "returns_to": members.returns_to(),
                "most_created": members.most_created(),
                "most_deleted": members.most_deleted(),
                "loses_data": members.lose_data(),
                "sentences": sentences(resource),
            }),
        );
    }
    if let Some(Rollout::Batches(rolling)) = &resource.rollout {
        let RollingUpdate { batches, pauses, most, extra, .. } = *rolling;
        add(
            "rolling_update",
            json!({"batches": batches, "pauses": pauses, "most_members": most, "extra_members": extra}),
        );
    }
    if let Some(nested) = &resource.nested {
        let mut within = Map::new();
        plan(masked, nested, &mut |key, value| _ = within.insert(key.to_owned(), value));
        add("nested", within.into());
    }
    shown.into()
}

/// The cost of changing a property. For a case that depends on something else, it has a description.
fn effect_of(effect: &ChangeEffect) -> Value {
    let mut shown = json!({"level": effect.level.as_str()});
    if let Some(reason) = &effect.reason {
        shown["reason"] = reason.as_str().into();
    }
    if !effect.unless.is_empty() {
        let case = |case: &EffectCase| json!({"if": effect_words::condition(case), "level": case.level.as_str(), "reason": case.reason});
        shown["unless"] = effect.unless.iter().map(case).collect();
    }
    shown
}

fn change(masked: &SecretMask, change: &Change) -> Value {
    let mut shown = Map::from_iter([("part".to_owned(), Value::from(phrases::part(&change.part)))]);
    shown.append(&mut differing(masked, &change.difference));
    if let Some(behaviour) = change.behaviour {
        shown.insert("behaviour".to_owned(), phrases::behaviour_word(behaviour).into());
    }
    if let Some(effect) = &change.effect {
        shown.insert("effect".to_owned(), effect_of(effect));
    }
    if !change.follows_from.is_empty() {
        let news: Vec<String> = change.follows_from.iter().map(ToString::to_string).collect();
        shown.insert("follows_from".to_owned(), news.into());
    }
    shown.into()
}
