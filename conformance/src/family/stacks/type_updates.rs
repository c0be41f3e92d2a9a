//! Updates of a resource of each type: without a change, with changed metadata, or with one changed property.

use heat_model::{EffectLevel, Value};
use heat_plan::{Action, Plan, ResourcePlan, Types, plan};

use super::update_preview::{Stack, may_be_by_service};
use crate::compare::{Comparison, Difference};
use crate::data_folder::DataFolder;
use crate::family::Family;
use crate::family::templates::environment::VectorFiles;
use crate::vector::{Fields, Unanswerable, Vector};

/// The family about updates by type. Input `{type, base, properties: {name: [value, other value]}, sizes?: [properties]}`. The
/// answer is the fate of the resource if nothing changes, if its metadata change, and for each property, if it gets its other
/// value, gets its first value again, is removed, or is added. `sizes` are groups, and the answer is the number of members of
/// each after an update that finds four.
///
/// Cases that are `unfinished` ended in the handler of the update, because there was no cloud: there, the answer is that of the
/// comparison.
pub(crate) const FAMILY: Family = Family {
    name: "type_updates",
    verdicts: &["nothing"],
    details: &["metadata", "changed", "removed", "added", "sizes", "unfinished"],
    differences,
};

/// A case: a name, and the resource on both sides.
struct Case {
    name: String,
    sides: [Value; 2],
    heat: Option<String>,
}

fn differences(vector: &Vector, data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
    let cases = cases(vector)?;
    let planned = planned(&|| cases.iter().map(|case| (case.name.as_str(), &case.sides)), data)?;
    let mut found = Comparison::default();
    for case in &cases {
        let resource = planned.resources.iter().find(|resource| resource.name == case.name);
        let ours = resource.map_or("nothing", |resource| resource.action.as_str());
        // An update that fails is one that Heat refuses.
        let heat =
            case.heat.as_deref().map(|heat| if heat == "failed" { Action::Refused.as_str() } else { heat });
        let heat = heat.ok_or_else(|| Unanswerable::Malformed(format!("no answer to `{}`", case.name)))?;
        let is_possible = heat == Action::Refused.as_str() && resource.is_some_and(may_be_refused);
        let is_by_service = resource.is_some_and(|resource| may_be_by_service(heat, resource));
        if heat != ours && !is_possible && !is_by_service {
            found.differs(&case.name, &Value::from(heat), &ours);
        }
    }
    sizes(vector, data, &mut found)?;
    Ok(found.differences)
}

/// Returns whether a plan says that Heat refuses something if the cloud is in a certain state, as it was during the recording.
fn may_be_refused(resource: &ResourcePlan) -> bool {
    let effects = resource.changes.iter().filter_map(|change| change.effect.as_ref());
    effects.flat_map(|effect| &effect.unless).any(|case| case.level == EffectLevel::Refused)
}

/// Number of members that Heat found in a group when the sizes were recorded.
const FOUND_MEMBERS: u64 = 4;

/// Compares the sizes of groups after an update.
fn sizes(vector: &Vector, data: &DataFolder, found: &mut Comparison) -> Result<(), Unanswerable> {
    let Some(groups) = vector.input.field("sizes").and_then(Value::as_list) else { return Ok(()) };
    let type_name = vector.input.text("type")?;
    let names: Vec<String> = groups.iter().map(|group| format!("size with {group}")).collect();
    let sides: Vec<[Value; 2]> = groups
        .iter()
        .map(|group| [resource(type_name, group.clone()), resource(type_name, group.clone())])
        .collect();
    let planned = planned(&|| names.iter().map(String::as_str).zip(&sides), data)?;
    let heat = vector.output.required("sizes")?.as_list();
    for (place, name) in names.iter().enumerate() {
        let heat = heat.and_then(|sizes| sizes.get(place)).cloned().unwrap_or(Value::Null);
        let group = planned.resources.iter().find(|resource| resource.name == *name);
        let size = group.and_then(|group| group.members.as_ref()?.new);
        let ours = size.and_then(|size| i64::try_from(size.after_update(FOUND_MEMBERS)).ok());
        let ours = ours.map_or(Value::Null, Value::from);
        if heat != ours {
            found.differs(name, &heat, &ours);
        }
    }
    Ok(())
}

/// Reads the cases of a vector, with Heat's answers.
fn cases(vector: &Vector) -> Result<Vec<Case>, Unanswerable> {
    let (input, output) = (&vector.input, &vector.output);
    let type_name = input.text("type")?;
    let base = input.required("base")?;
    let answer = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
    let plain = || resource(type_name, base.clone());
    let with_metadata = {
        let metadata: Value = [("key".to_owned(), Value::from("value"))].into_iter().collect();
        with(plain(), "metadata", metadata)
    };
    let mut cases = vec![
        Case { name: "nothing".to_owned(), sides: [plain(), plain()], heat: answer(output.field("nothing")) },
        Case {
            name: "metadata".to_owned(),
            sides: [plain(), with_metadata],
            heat: answer(output.field("metadata")),
        },
    ];
    for (name, values) in input.required("properties")?.map()? {
        let Some([value, other]) = values.as_list().map(|values| values.as_slice()) else {
            return Err(Unanswerable::Malformed(format!("`{name}` has no two values")));
        };
        let of = |value: &Value| resource(type_name, with(base.clone(), name, value.clone()));
        let changed = output.field("changed").and_then(|changed| changed.field(name)?.as_list());
        let heat = |place: usize| changed.and_then(|changed| answer(changed.get(place)));
        cases.push(Case { name: format!("changed {name}"), sides: [of(value), of(other)], heat: heat(0) });
        cases.push(Case {
            name: format!("changed back {name}"),
            sides: [of(other), of(value)],
            heat: heat(1),
        });
        if let Some(removed) = output.field("removed").and_then(|removed| removed.field(name)) {
            let sides = [of(value), plain()];
            cases.push(Case { name: format!("removed {name}"), sides, heat: answer(Some(removed)) });
        }
        if let Some(added) = output.field("added").and_then(|added| added.field(name)) {
            let sides = [plain(), of(value)];
            cases.push(Case { name: format!("added {name}"), sides, heat: answer(Some(added)) });
        }
    }
    Ok(cases)
}

fn resource(type_name: &str, properties: Value) -> Value {
    let parts = [("type".to_owned(), Value::from(type_name)), ("properties".to_owned(), properties)];
    parts.into_iter().collect()
}

/// A map with one more entry, or with another value of an entry.
fn with(map: Value, key: &str, value: Value) -> Value {
    let mut members = match map {
        Value::Map(map) => map.into_inner(),
        other => return other,
    };
    members.insert(key.to_owned(), value);
    members.into_iter().collect()
}

/// Plans an update of some resources that do not refer to each other.
fn planned<'c, I: Iterator<Item = (&'c str, &'c [Value; 2])>>(
    cases: &impl Fn() -> I,
    data: &DataFolder,
) -> Result<Plan, Unanswerable> {
    let stack = |side: usize| {
        let resources: Value = cases().map(|(name, sides)| (name.to_owned(), sides[side].clone())).collect();
        let template: Value = [
            ("heat_template_version".to_owned(), Value::from("2021-04-16")),
            ("resources".to_owned(), resources),
        ]
        .into_iter()
        .collect();
        let whole: Value = [("template".to_owned(), template)].into_iter().collect();
        Stack::read(&whole, &VectorFiles(None), data)
    };
    let (old, new) = (stack(0)?, stack(1)?);
    Ok(plan(old.version(), new.version(), Types(data.resource_types()?)))
}
