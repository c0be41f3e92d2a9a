//! Whether the properties of a resource satisfy a changed validation rule, as far as its template determines it.

use heat_hot::snippet::{Content, Snippet};
use heat_model::custom_constraint::WithoutCloud;
use heat_model::evaluate::{Context, Evaluator, RuleVerdict};
use heat_model::{ResourceType, Value};
use indexmap::IndexMap;

use super::impact::Impact;
use super::value::{Possible, Reading};

/// The maximum number of cases that are tried: a property can have several values.
const MAX_CASES: usize = 32;

/// Stands for a value that only Heat knows. It is not a character, so that no template has it.
const UNKNOWN: &str = "\u{fdd0}unknown";

/// Property data that a resource may have.
struct Case {
    data: IndexMap<String, Value>,
    /// Whether it depends on a parameter.
    is_open: bool,
}

/// The effect of a validation rule of the new type, which is named by its index, on a resource; `None` if its properties satisfy
/// the rule, or were refused before.
pub(super) fn impact(
    types: (&ResourceType, &ResourceType),
    rule: usize,
    properties: Option<&Snippet>,
    reading: &Reading<'_>,
    placeholders: &[&str],
) -> Option<Impact> {
    let Some(cases) = cases(properties, reading, placeholders) else { return Some(Impact::May(None)) };
    let verdicts: Vec<RuleVerdict> =
        cases.iter().map(|case| verdict(types, rule, &case.data, reading, placeholders)).collect();
    let is_violated = verdicts.contains(&RuleVerdict::Violated);
    if !is_violated {
        return verdicts.contains(&RuleVerdict::Open).then_some(Impact::May(None));
    }
    let why = types.1.validation_rules.get(rule)?.words();
    let is_certain =
        cases.iter().zip(&verdicts).all(|(case, verdict)| !case.is_open && *verdict == RuleVerdict::Violated);
    Some(if is_certain { Impact::Fails(why) } else { Impact::May(Some(why)) })
}

/// What the rule says about data that the old type accepts; data that it refused satisfy every rule, as nothing changes for them.
fn verdict(
    types: (&ResourceType, &ResourceType),
    rule: usize,
    data: &IndexMap<String, Value>,
    reading: &Reading<'_>,
    placeholders: &[&str],
) -> RuleVerdict {
    let is_unknown =
        |value: &Value| value.as_str() == Some(UNKNOWN) || reading.is_deferred(value, placeholders);
    let constraints = WithoutCloud::timeless();
    let context = Context::new(&constraints).with_deferred(&is_unknown);
    let (errors, verdicts) = Evaluator::new(types.0).properties(data, &context).rule_verdicts();
    if !errors.is_empty() || verdicts.contains(&RuleVerdict::Violated) {
        return RuleVerdict::Satisfied;
    }
    let (errors, verdicts) = Evaluator::new(types.1).properties(data, &context).rule_verdicts();
    // Heat reports the errors in the properties, which other changes cause.
    if !errors.is_empty() {
        return RuleVerdict::Satisfied;
    }
    verdicts.get(rule).copied().unwrap_or(RuleVerdict::Satisfied)
}

/// The property data that a resource may have; `None` if there are too many, or a function gives all of them.
fn cases(properties: Option<&Snippet>, reading: &Reading<'_>, placeholders: &[&str]) -> Option<Vec<Case>> {
    let mut cases = vec![Case { data: IndexMap::new(), is_open: false }];
    let Some(properties) = properties else { return Some(cases) };
    let entries = match &properties.content {
        Content::Map(entries) => entries,
        Content::Scalar(Value::Null) | Content::Omitted => return Some(cases),
        _ => return None,
    };
    for entry in entries {
        let possible = reading.possible(&entry.value, placeholders);
        let mut values: Vec<(Option<Value>, bool)> = possible.into_iter().map(read).collect();
        if values.is_empty() {
            values.push((None, false));
        }
        if cases.len() * values.len() > MAX_CASES {
            values = vec![(Some(Value::from(UNKNOWN)), false)];
        }
        cases = values
            .iter()
            .flat_map(|(value, is_open)| {
                cases.iter().map(move |case| {
                    let mut data = case.data.clone();
                    data.extend(value.clone().map(|value| (entry.key.clone(), value)));
                    Case { data, is_open: case.is_open || *is_open }
                })
            })
            .collect();
    }
    Some(cases)
}

/// A value, and whether it depends on a parameter.
fn read(possible: Possible) -> (Option<Value>, bool) {
    match possible {
        Possible::Known(value) | Possible::Partly(value) => (Some(value), false),
        Possible::Parameter(value) => (Some(value), true),
        Possible::Unknown => (Some(Value::from(UNKNOWN)), false),
    }
}
