//! Checks whether the properties of a resource satisfy a changed validation rule, as far as its template determines it.

use heat_hot::snippet::Snippet;
use heat_model::custom_constraint::WithoutCloud;
use heat_model::evaluate::{Context, Evaluator, RuleVerdict};
use heat_model::{ResourceType, Value};
use indexmap::IndexMap;

use super::case::{cases, is_unknown};
use super::impact::Impact;
use super::value::ValueContext;

/// The effect of a validation rule of the new type, identified by its index, on a resource; `None` if its properties satisfy the
/// rule, or were refused before.
pub(super) fn impact(
    types: (&ResourceType, &ResourceType),
    rule: usize,
    properties: Option<&Snippet>,
    reading: &ValueContext<'_>,
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

/// The rule's verdict on data that the old type accepts. Data that it refused satisfy every rule, because nothing changes for
/// them.
fn verdict(
    types: (&ResourceType, &ResourceType),
    rule: usize,
    data: &IndexMap<String, Value>,
    reading: &ValueContext<'_>,
    placeholders: &[&str],
) -> RuleVerdict {
    let is_unknown = |value: &Value| is_unknown(value, reading, placeholders);
    let constraints = WithoutCloud::timeless();
    let context = Context::new(&constraints).with_deferred(&is_unknown);
    let (errors, verdicts) = Evaluator::new(types.0).properties(data, &context).rule_verdicts();
    if !errors.is_empty() || verdicts.contains(&RuleVerdict::Violated) {
        return RuleVerdict::Satisfied;
    }
    let (errors, verdicts) = Evaluator::new(types.1).properties(data, &context).rule_verdicts();
    // Errors in the properties are caused by other changes, and reported for them.
    if !errors.is_empty() {
        return RuleVerdict::Satisfied;
    }
    verdicts.get(rule).copied().unwrap_or(RuleVerdict::Satisfied)
}
