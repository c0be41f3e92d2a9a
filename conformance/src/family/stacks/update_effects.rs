//! Updates in real services, and with stand-ins for the others.

use heat_model::{EffectLevel, Value};
use heat_plan::{Action, ResourcePlan, Types, plan};
use heat_updates::ChangeEffect;

use super::service_rules;
use super::update_preview::Stack;
use crate::compare::{Comparison, Difference};
use crate::data_folder::DataFolder;
use crate::family::Family;
use crate::family::templates::environment::VectorFiles;
use crate::vector::{Fields, Unanswerable, Vector};

/// The family about effects of updates. Input `{type, property, change, old, new, service}`: the property at a path changes, and
/// the others stay. The answer is what the update does (`nothing`, `updated`, `replaced`, `refused`), by whom it is refused, and the
/// level that its calls cost in any case (`at_least`). Stand-ins accept everything. What a service accepted, no service rule refuses.
pub(crate) const FAMILY: Family = Family {
    name: "update_effects",
    verdicts: &["does"],
    details: &["asks", "by", "status", "message", "at_least", "created_anew"],
    differences,
};

/// Families of what a service takes only once. Input `{type, property, first, second, service}`: two resources with the same value
/// of the property. The answer is that both are made, or that the second one is refused.
pub(crate) const SERVICES: Family = Family {
    name: "services",
    verdicts: &["made", "status", "by"],
    details: &["message", "created_anew"],
    differences: collisions,
};

/// The family about removals of group members. Input `{steps: [properties]}` of a resource group. The answer is, for each step, the
/// members that the group then has, and those that it lost and made. A group remembers what earlier steps removed; a plan compares
/// two steps alone.
pub(crate) const REMOVALS: Family =
    Family { name: "group_removals", verdicts: &["steps"], details: &[], differences: removals };

fn removals(vector: &Vector, data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
    let list = |value: &Value| value.as_list().map(|list| list.to_vec()).unwrap_or_default();
    if vector.input.required("steps")?.to_string().contains("-id\"") {
        return Err(Unanswerable::NotHere("a member by its ID, which the recording makes up"));
    }
    let (steps, answers) = (list(vector.input.required("steps")?), list(vector.output.required("steps")?));
    let mut found = Comparison::default();
    for (place, pair) in steps.windows(2).enumerate() {
        let [old, new] = pair else { continue };
        let sides = [old, new].map(|properties| resource("OS::Heat::ResourceGroup", properties));
        let [old, new] = sides;
        let planned = planned([&[old], &[new]], data)?;
        let Some(group) = planned.first() else { continue };
        let is_deleted = |one: &ResourcePlan| one.action == Action::Deleted;
        let loses = group.nested.as_ref().is_some_and(|nested| nested.resources.iter().any(is_deleted));
        let may_lose = group.changes.iter().filter_map(|change| change.effect.as_ref());
        let may_lose = may_lose.map(worst).any(|level| level >= EffectLevel::LosesData);
        let heat = answers.get(place + 1).and_then(|step| step.field("loses")).map(list).unwrap_or_default();
        if !heat.is_empty() && !loses && !may_lose {
            let names = Value::List(heat.into());
            found.differs(&format!("loses in step {}", place + 1), &names, &"nothing");
        }
    }
    Ok(found.differences)
}

fn differences(vector: &Vector, data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
    let (input, output) = (&vector.input, &vector.output);
    let type_name = input.text("type")?;
    let resource =
        |side: &str| -> Result<Value, Unanswerable> { Ok(resource(type_name, input.required(side)?)) };
    let planned = planned([&[resource("old")?], &[resource("new")?]], data)?;
    let mut found = Comparison::default();
    let does = output.text("does")?;
    let Some(resource) = planned.first() else {
        return Err(Unanswerable::Malformed("no resource".to_owned()));
    };
    let effects: Vec<&ChangeEffect> =
        resource.changes.iter().filter_map(|change| change.effect.as_ref()).collect();
    let may_be = |level: EffectLevel| {
        effects
            .iter()
            .any(|effect| effect.level == level || effect.unless.iter().any(|case| case.level == level))
    };
    let is_asked = input.text("service")? != "stand-ins";
    if is_asked {
        service_rules::compare_accepted(type_name, input.required("old")?, data, &mut found)?;
    }
    let ours = resource.action.as_str();
    // A new resource cannot have these properties either: that is no effect of the update.
    let is_invalid = output.field("created_anew") == Some(&Value::Bool(false));
    let agrees = match does {
        "refused" if is_invalid => true,
        "refused" => resource.action == Action::Refused || may_be(EffectLevel::Refused),
        "replaced" => {
            matches!(resource.action, Action::Replaced | Action::Refused) || may_be(EffectLevel::Replaces)
        }
        _ => match resource.action {
            Action::Unchanged | Action::Updated => true,
            Action::Refused => !is_asked,
            _ => false,
        },
    };
    if !agrees {
        found.differs("does", &Value::from(does), &ours);
    }
    let at_least = output.field("at_least").and_then(Value::as_str).and_then(|word| word.parse().ok());
    if let Some(at_least) = at_least.filter(|_| does == "updated" && !effects.is_empty())
        && !effects.iter().any(|effect| worst(effect) >= at_least)
    {
        let levels: Vec<&str> = effects.iter().map(|effect| effect.level.as_str()).collect();
        found.differs("at_least", &Value::from(at_least.as_str()), &levels.join(", "));
    }
    Ok(found.differences)
}

fn worst(effect: &ChangeEffect) -> EffectLevel {
    effect.unless.iter().map(|case| case.level).fold(effect.level, EffectLevel::max)
}

fn collisions(vector: &Vector, data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
    let (input, output) = (&vector.input, &vector.output);
    let type_name = input.text("type")?;
    let [first, second] =
        [input.required("first")?, input.required("second")?].map(|side| resource(type_name, side));
    let planned = planned([&[], &[first, second]], data)?;
    let mut found = Comparison::default();
    let is_refused = output.field("made").is_none();
    let made = if is_refused { &["first"][..] } else { &["first", "second"] };
    for side in made {
        service_rules::compare_accepted(type_name, input.required(side)?, data, &mut found)?;
    }
    let ours = planned.iter().any(|resource| resource.action == Action::Refused);
    if ours != is_refused {
        found.differs("refused", &Value::from(is_refused), &ours);
    }
    Ok(found.differences)
}

fn resource(type_name: &str, properties: &Value) -> Value {
    let parts = [("type".to_owned(), Value::from(type_name)), ("properties".to_owned(), properties.clone())];
    parts.into_iter().collect()
}

/// Plans an update from some resources to others, which are named by their place.
fn planned(sides: [&[Value]; 2], data: &DataFolder) -> Result<Vec<ResourcePlan>, Unanswerable> {
    let stack = |resources: &[Value]| {
        let named = resources.iter().enumerate().map(|(place, one)| (format!("r{place}"), one.clone()));
        let template: Value = [
            ("heat_template_version".to_owned(), Value::from("2021-04-16")),
            ("resources".to_owned(), named.collect()),
        ]
        .into_iter()
        .collect();
        let whole: Value = [("template".to_owned(), template)].into_iter().collect();
        Stack::read(&whole, &VectorFiles(None), data)
    };
    let [old, new] = [stack(sides[0])?, stack(sides[1])?];
    Ok(plan(old.version(), new.version(), Types(data.resource_types()?)).resources)
}
