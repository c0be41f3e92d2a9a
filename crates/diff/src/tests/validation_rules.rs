//! Mutants of the catalogue's validation rules: the verdict of `diff` must agree with all small data.

use std::path::Path;

use heat_admit::{Judge, values_near};
use heat_model::load::load_schema;
use heat_model::validation_rule::{Condition, Operand, PropertyState, Requirement};
use heat_model::{NestedSchema, PropertySchema, ReleaseTable, ResourceType, ValidationRule, Value};
use heat_yaml::Source;
use indexmap::IndexMap;

use crate::{Finding, Policy, Severity, compare};

type Data = IndexMap<String, Value>;

/// The types of the catalogue that have validation rules.
fn types() -> Vec<ResourceType> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    let files = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().map(Result::unwrap);
    let texts = files
        .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "yaml"))
        .map(|entry| std::fs::read_to_string(entry.path()).unwrap())
        .filter(|text| text.contains("\nvalidation_rules:"));
    texts.filter_map(|text| Some(load_schema(&Source::new("type", text)).file?.schema)).collect()
}

fn listed(requirement: &mut Requirement) -> Option<&mut Vec<Condition>> {
    match requirement {
        Requirement::AtMostOne(listed)
        | Requirement::AtLeastOne(listed)
        | Requirement::ExactlyOne(listed)
        | Requirement::All(listed)
        | Requirement::None(listed) => Some(listed),
        Requirement::Equal(_) | Requirement::Ascending(_) => None,
    }
}

/// The rule in other forms, some of which are equivalent. None is marked as enforced.
fn mutants(rule: &ValidationRule) -> Vec<(&'static str, Vec<ValidationRule>)> {
    let plain = ValidationRule { already_enforced: false, ..rule.clone() };
    let mut mutants: Vec<(&'static str, Vec<ValidationRule>)> = vec![("rule dropped", Vec::new())];
    let changed = |change: &dyn Fn(&mut ValidationRule)| {
        let mut mutant = plain.clone();
        change(&mut mutant);
        vec![mutant]
    };
    let conditions = listed(&mut plain.clone().requirement).map(|listed| listed.clone()).unwrap_or_default();
    if conditions.len() > 1 {
        mutants.push(("reordered", changed(&|rule| listed(&mut rule.requirement).unwrap().reverse())));
        for index in 0..conditions.len().min(3) {
            let drop = changed(&|rule| _ = listed(&mut rule.requirement).unwrap().remove(index));
            mutants.push(("operand dropped", drop));
        }
    }
    for (index, condition) in conditions.iter().enumerate() {
        let other = match condition {
            Condition::Filled(path) => Condition::Is { property: path.clone(), is: PropertyState::Given },
            Condition::Is { property, is } => {
                let is = match is {
                    PropertyState::Filled => PropertyState::Given,
                    PropertyState::Given => PropertyState::Filled,
                    PropertyState::Empty => PropertyState::Missing,
                    PropertyState::Missing => PropertyState::Empty,
                };
                Condition::Is { property: property.clone(), is }
            }
            Condition::In { property, values } => {
                let values = values.iter().cloned().chain([Value::from("more")]).collect();
                Condition::In { property: property.clone(), values }
            }
            _ => continue,
        };
        let state = changed(&|rule| listed(&mut rule.requirement).unwrap()[index] = other.clone());
        mutants.push(("condition changed", state));
    }
    if let Requirement::All(conditions) | Requirement::None(conditions) = &plain.requirement {
        let is_all = matches!(plain.requirement, Requirement::All(_));
        let split = conditions.iter().map(|condition| {
            let alone = vec![condition.clone()];
            let requirement = if is_all { Requirement::All(alone) } else { Requirement::None(alone) };
            ValidationRule { requirement, ..plain.clone() }
        });
        mutants.push(("split", split.collect()));
    }
    if plain.for_each.is_none() {
        let extra = Condition::Is { property: first_path(&plain), is: PropertyState::Given };
        mutants.push(("when added", changed(&|rule| rule.when.push(extra.clone()))));
    }
    for index in 0..plain.when.len() {
        mutants.push(("when dropped", changed(&|rule| _ = rule.when.remove(index))));
        if let Condition::In { property, values } = &plain.when[index] {
            for (name, values) in [
                ("list widened", values.iter().cloned().chain([Value::from("more")]).collect::<Vec<_>>()),
                ("list narrowed", values.iter().skip(1).cloned().collect()),
            ] {
                let other = Condition::In { property: property.clone(), values };
                mutants.push((name, changed(&|rule| rule.when[index] = other.clone())));
            }
        }
    }
    if let Requirement::Ascending(operands) = &plain.requirement {
        for index in 0..operands.len() {
            if let Operand::Constant(number) = operands[index] {
                for step in [-1, 1] {
                    let mut operands = operands.clone();
                    operands[index] = Operand::Constant(number + step);
                    let requirement = Requirement::Ascending(operands);
                    mutants.push(("constant moved", vec![ValidationRule { requirement, ..plain.clone() }]));
                }
            }
        }
    }
    mutants
}

fn first_path(rule: &ValidationRule) -> Vec<String> {
    let mut first = None;
    rule.visit_paths(&mut |path, _| _ = first.get_or_insert_with(|| path[..1].to_vec()));
    first.unwrap()
}

/// The values that rules name, anywhere.
fn named(rules: &[ValidationRule]) -> Vec<Value> {
    let text = serde_json::to_value(rules).unwrap();
    let mut found = Vec::new();
    let mut open = vec![&text];
    while let Some(value) = open.pop() {
        match value {
            serde_json::Value::Array(items) => open.extend(items),
            serde_json::Value::Object(map) => open.extend(map.values()),
            serde_json::Value::Number(number) => {
                let number = number.as_i64().unwrap();
                found.extend([number - 1, number, number + 1].map(Value::from));
            }
            serde_json::Value::String(text) => found.push(Value::from(text.as_str())),
            _ => {}
        }
    }
    found
}

/// Small data about the properties that the rule compares, other than those that the comparison itself tries.
fn small_data(schema: &ResourceType, rules: &[ValidationRule]) -> Vec<Data> {
    let mut names: Vec<String> = Vec::new();
    for rule in rules {
        rule.visit_paths(&mut |path, _| {
            if !names.contains(&path[0]) {
                names.push(path[0].clone());
            }
        });
    }
    let of_rules = named(rules);
    let values = |property: &PropertySchema| -> Vec<Value> {
        let mut values = values_near(Some(property), None);
        let members = match &property.schema {
            Some(NestedSchema::Item(item)) => item.members().map(|members| (members, true)),
            _ => property.members().map(|members| (members, false)),
        };
        values.truncate(3);
        if let Some((members, is_list)) = members {
            let mut maps: Vec<Data> = vec![Data::new()];
            for (name, member) in members {
                let mut some = values_near(Some(member), None);
                some.truncate(1);
                if !member.implemented || maps.len() > 64 {
                    continue;
                }
                for index in 0..maps.len() {
                    for value in some.iter().chain(of_rules.iter().take(6)) {
                        let mut map = maps[index].clone();
                        map.insert(name.clone(), value.clone());
                        maps.push(map);
                    }
                }
            }
            values = maps
                .into_iter()
                .take(200)
                .map(|map| if is_list { Value::from(vec![Value::from(map)]) } else { map.into() })
                .collect();
        }
        values.extend(of_rules.iter().take(12).cloned());
        values.extend([
            Value::from(""),
            Value::from(0),
            Value::from(false),
            Value::from(1),
            Value::from(Vec::<Value>::new()),
        ]);
        let alone =
            IndexMap::from([("a".to_owned(), PropertySchema { required: false, ..property.clone() })]);
        values.retain(|value| {
            Judge::of_properties(&alone).accepts(&Data::from([("a".to_owned(), value.clone())]))
        });
        values
    };
    let required =
        schema.properties.iter().filter(|(_, property)| property.required && property.default.is_none());
    let base: Data = required
        .filter_map(|(name, property)| {
            let alone = IndexMap::from([("a".to_owned(), property.clone())]);
            let fits = |value: &Value| {
                Judge::of_properties(&alone).accepts(&Data::from([("a".to_owned(), value.clone())]))
            };
            Some((name.clone(), values_near(Some(property), None).into_iter().find(fits)?))
        })
        .collect();
    let mut all = vec![base];
    for name in names {
        let Some(property) = schema.properties.get(&name) else { continue };
        let values = values(property);
        for index in 0..all.len() {
            for value in values.iter().take(1 + 3_000 / all.len()) {
                if all.len() > 4_000 {
                    break;
                }
                let mut data = all[index].clone();
                data.insert(name.clone(), value.clone());
                all.push(data);
            }
        }
    }
    all
}

/// The number of mutants, the number of breaking ones, and the wrong verdicts.
#[derive(Debug, Default)]
struct Tally {
    mutants: usize,
    breaking: usize,
    reported: usize,
    missed: Vec<String>,
    without_proof: Vec<String>,
}

fn tally(step: usize) -> Tally {
    let mut tally = Tally::default();
    let releases = ReleaseTable::default();
    for before in types() {
        for (index, rule) in before.validation_rules.iter().enumerate() {
            for (kind, mutant) in mutants(rule) {
                tally.mutants += 1;
                if tally.mutants % step != 0 {
                    continue;
                }
                let mut after = before.clone();
                after.validation_rules.splice(index..=index, mutant);
                let [was, is] = [&before, &after].map(Judge::new);
                let is_lost = |data: &Data| was.accepts(data) && !is.accepts(data);
                let rules = [before.validation_rules.clone(), after.validation_rules.clone()].concat();
                let proof = small_data(&before, &rules).into_iter().find(is_lost);
                let findings = compare(&[&before], &[&after], &Policy::new(&releases));
                let breaking: Vec<&Finding> =
                    findings.iter().filter(|finding| finding.severity == Severity::Breaking).collect();
                let what = || format!("{} {}: {kind}", before.name, rule.words());
                tally.breaking += usize::from(proof.is_some());
                tally.reported += usize::from(!breaking.is_empty());
                if proof.is_some() && breaking.is_empty() {
                    tally.missed.push(format!("{}: {}", what(), Value::from(proof.clone().unwrap())));
                }
                let is_proved = |finding: &&Finding| {
                    finding.evidence.as_ref().is_some_and(|evidence| is_lost(&evidence.data))
                };
                if !breaking.iter().all(is_proved) {
                    tally.without_proof.push(what());
                }
            }
        }
    }
    tally
}

#[test]
fn every_breaking_mutant_has_a_proof() {
    let tally = tally(37);
    assert!(tally.breaking > 0 && tally.reported < tally.mutants / 37, "{tally:#?}");
    assert!(tally.missed.is_empty() && tally.without_proof.is_empty(), "{tally:#?}");
}

/// Tests all mutants, and compares their numbers.
#[test]
#[ignore = "takes a minute; one in 37 is tried in every run"]
fn all_mutants() {
    let tally = tally(1);
    eprintln!("{tally:#?}");
    assert!(tally.missed.is_empty() && tally.without_proof.is_empty());
}
