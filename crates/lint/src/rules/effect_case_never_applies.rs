//! Rule `effect-case-never-applies`: a case of an `update_effect` never applies.

use heat_model::pattern::Pattern;
use heat_model::update_effect::{ChangeKind, EffectCase, ValueSet};
use heat_model::validate::violation;
use heat_model::validation_rule::Condition;
use heat_model::{PropertyType, SchemaPath, Value};
use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, PropertySite, Rule, Section};

pub(crate) static RULE: Rule = Rule {
    id: "effect-case-never-applies",
    severity: Severity::Warning,
    summary: "A case of what an update costs never applies",
    docs: r"
## What it does
Reports a case of an `update_effect` that no change satisfies: for a value that the constraints of its property refuse, for
entries of a property that is no list, for a removed property that gets a value. It also reports a case for which an earlier
case already applies. Custom constraints are not checked.

## Why
The first case that applies counts. One that never does was probably meant for another value.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    update_allowed: true
    update_effect:
      level: none
      cases:
        - when: [{property: [length_policy], in: [REPLACED]}]
          level: replaces
          reason: A new token takes over.
  length_policy:
    type: string
    description: What a new length does.
    update_allowed: true
    constraints:
      - allowed_values: [CHANGE, REPLACE]
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    update_allowed: true
    update_effect:
      level: none
      cases:
        - when: [{property: [length_policy], in: [REPLACE]}]
          level: replaces
          reason: A new token takes over.
  length_policy:
    type: string
    description: What a new length does.
    update_allowed: true
    constraints:
      - allowed_values: [CHANGE, REPLACE]
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for site in &context.properties {
        let Some(effect) = &site.schema.update_effect else { continue };
        let list = site.path.join("update_effect").join("cases");
        for (index, case) in effect.cases.iter().enumerate() {
            let path = list.join(index);
            let earlier = effect.cases.iter().take(index).position(|earlier| covers(earlier, case));
            if let Some(earlier) = earlier {
                findings
                    .report(&path, Part::Value, format!("an earlier case of {} already applies", site.what()))
                    .related(list.join(earlier), Part::Value, "this one")
                    .help("remove one of them");
                continue;
            }
            for (key, why) in contradictions(case, site) {
                let message = format!("a case of {} never applies: {why}", site.what());
                findings.report(&path.join(key), Part::Value, message).label("never true");
            }
            for (key, set) in [("was", &case.was), ("becomes", &case.becomes)] {
                if let Some(ValueSet::Values(values)) = set {
                    check_values(site, values, &path.join(key), findings);
                }
            }
            for (key, conditions) in [("before", &case.before), ("when", &case.when)] {
                for (index, condition) in conditions.iter().enumerate() {
                    check_condition(context, condition, &path.join(key).join(index), findings);
                }
            }
        }
    }
}

/// Returns whether the first of two cases applies whenever the second does.
fn covers(first: &EffectCase, second: &EffectCase) -> bool {
    fn contains<T: PartialEq>(first: &[T], second: &[T]) -> bool {
        first.is_empty() || !second.is_empty() && second.iter().all(|one| first.contains(one))
    }
    let contains_values = |first: &Option<ValueSet>, second: &Option<ValueSet>| match (first, second) {
        (None, _) => true,
        (Some(ValueSet::Values(first)), Some(ValueSet::Values(second))) => {
            second.iter().all(|value| first.iter().any(|known| known.python_eq(value)))
        }
        (first, second) => first == second,
    };
    let follows = |first: &[Condition], second: &[Condition]| {
        first.iter().all(|condition| second.iter().any(|other| is_implied(condition, other)))
    };
    contains(&first.change, &second.change)
        && contains_values(&first.was, &second.was)
        && contains_values(&first.becomes, &second.becomes)
        && (first.entries.is_none() || first.entries == second.entries)
        && contains(&first.fields, &second.fields)
        && contains(&first.with, &second.with)
        && follows(&first.before, &second.before)
        && follows(&first.when, &second.when)
        && (first.if_cloud.is_none() || first.if_cloud == second.if_cloud)
}

/// Tests whether a condition is true whenever another one is.
fn is_implied(condition: &Condition, by: &Condition) -> bool {
    match (condition, by) {
        (Condition::In { property, values }, Condition::In { property: other, values: fewer }) => {
            property == other && fewer.iter().all(|value| values.iter().any(|known| known.python_eq(value)))
        }
        (condition, by) => condition == by,
    }
}

/// The keys of a case that contradict each other or the type of the property, each with the reason.
fn contradictions(case: &EffectCase, site: &PropertySite<'_>) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    let gives_value = |set: &Option<ValueSet>| {
        matches!(set, Some(ValueSet::Values(values)) if !values.iter().any(Value::is_null))
            || matches!(set, Some(ValueSet::Pattern { .. }))
    };
    if case.change == [ChangeKind::Added] && gives_value(&case.was) {
        found.push(("was", "a property that is added had no value".to_owned()));
    }
    if case.change == [ChangeKind::Removed] && gives_value(&case.becomes) {
        found.push(("becomes", "a property that is removed gets no value".to_owned()));
    }
    if !site.is_typed {
        return found;
    }
    let property_type = site.schema.property_type;
    let is =
        |expected: &[PropertyType]| property_type == PropertyType::Any || expected.contains(&property_type);
    let is_compared = |kind: &ChangeKind| matches!(kind, ChangeKind::Increases | ChangeKind::Decreases);
    if case.change.iter().any(is_compared) && !is(&[PropertyType::Integer, PropertyType::Number]) {
        found.push(("change", format!("a {property_type} does not increase or decrease")));
    }
    if case.entries.is_some() && !is(&[PropertyType::List]) {
        found.push(("entries", format!("a {property_type} has no entries")));
    }
    if !case.fields.is_empty() && !is(&[PropertyType::List, PropertyType::Map]) {
        found.push(("fields", format!("a {property_type} has no fields")));
    }
    for (key, set) in [("was", &case.was), ("becomes", &case.becomes)] {
        if let Some(ValueSet::Pattern { pattern }) = set
            && let Err(error) = Pattern::new(pattern)
        {
            found.push((key, format!("`{pattern}` is not a regular expression: {error}")));
        }
    }
    found
}

/// Reports the values of a condition that its property never has.
fn check_condition(
    context: &Context<'_>,
    condition: &Condition,
    path: &SchemaPath,
    findings: &mut Findings<'_>,
) {
    let Condition::In { property, values } = condition else { return };
    let is_it = |site: &&PropertySite<'_>| {
        site.section == Section::Properties && !site.is_item() && site.steps() == *property && site.is_typed
    };
    if let Some(site) = context.properties.iter().find(is_it) {
        check_values(site, values, &path.join("in"), findings);
    }
}

/// Reports values that a property never has.
fn check_values(site: &PropertySite<'_>, values: &[Value], path: &SchemaPath, findings: &mut Findings<'_>) {
    if !site.is_typed {
        return;
    }
    // A property that is not set is null.
    for (index, value) in values.iter().enumerate().filter(|(_, value)| !value.is_null()) {
        let property_type = Some(site.schema.property_type);
        let refused = site.usable_constraints().find_map(|(constraint_path, constraint)| {
            Some((
                constraint_path.join(constraint.kind.key()),
                violation(&constraint.kind, value, property_type)?,
            ))
        });
        if let Some((constraint, why)) = refused {
            findings
                .report(&path.join(index), Part::Value, format!("{} is never `{value}`: {why}", site.what()))
                .related(constraint, Part::Value, "required by this constraint");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;

    #[track_caller]
    fn check(conditions: &[&str], expect: &[&str]) {
        let case = |conditions: &&str| format!("{{{conditions}, level: refused, reason: No.}}");
        let cases: Vec<String> = conditions.iter().map(case).collect();
        let text = format!(
            "properties:
  mode: {{type: string, constraints: [{{allowed_values: [soft, hard]}}, {{custom_constraint: ip_addr}}]}}
  is_on: {{type: boolean}}
  a: {{type: string, constraints: [{{allowed_values: [x, y]}}], update_allowed: true, update_effect: {{level: none, cases: [{}]}}}}",
            cases.join(", ")
        );
        crate::tests::check(&RULE, &text, expect);
    }

    #[test]
    fn conditions_are_for_values_that_the_property_has() {
        check(&["when: [{property: [mode], in: [hard, null]}]"], &[]);
        check(&["when: [{property: [is_on], in: [false]}]"], &[]);
        check(
            &["when: [{property: [mode], in: [hard, Soft]}]"],
            &["Soft => property `mode` is never `\"Soft\"`: \"Soft\" is not one of \"soft\", \"hard\""],
        );
        check(
            &["before: [{property: [mode], in: [mild]}]"],
            &["mild => property `mode` is never `\"mild\"`: \"mild\" is not one of \"soft\", \"hard\""],
        );
        check(&["becomes: [x, null]"], &[]);
        check(&["becomes: [z]"], &["z => property `a` is never `\"z\"`: \"z\" is not one of \"x\", \"y\""]);
        check(&["was: [z]"], &["z => property `a` is never `\"z\"`: \"z\" is not one of \"x\", \"y\""]);
    }

    #[test]
    fn parts_of_a_case_do_not_contradict_each_other() {
        check(
            &["change: [removed]", "change: [added], becomes: [x]", "change: [removed, added], was: [x]"],
            &[],
        );
        check(
            &["change: [removed], becomes: [x]"],
            &["[x] => a case of property `a` never applies: a property that is removed gets no value"],
        );
        check(
            &["change: [added], was: [x]"],
            &["[x] => a case of property `a` never applies: a property that is added had no value"],
        );
        check(
            &["change: [increases]"],
            &["[increases] => a case of property `a` never applies: a string does not increase or decrease"],
        );
        check(
            &["entries: removed"],
            &["removed => a case of property `a` never applies: a string has no entries"],
        );
        check(&["fields: [b]"], &["[b] => a case of property `a` never applies: a string has no fields"]);
        check(
            &["was: {pattern: '('}"],
            &[
                "{pattern: '('} => a case of property `a` never applies: `(` is not a regular expression: opening parenthesis without closing parenthesis",
            ],
        );
    }

    #[test]
    fn each_case_is_another_one() {
        const LATER: &str = "an earlier case of property `a` already applies";
        let check = |first: &str, second: &str, is_covered: bool| {
            let later = format!("{{{second}, level: refused, reason: No.}} => {LATER}");
            let expect = if is_covered { vec![later.as_str()] } else { Vec::new() };
            check(&[first, second], &expect);
        };
        check("if_cloud: it rains", "if_cloud: it rains", true);
        check("if_cloud: it rains", "if_cloud: it snows", false);
        check("if_cloud: it rains", "if_cloud: it rains, change: [added]", true);
        check("change: [added]", "if_cloud: it rains, change: [added]", true);
        check("change: [added, removed]", "change: [removed]", true);
        check("change: [removed]", "change: [added, removed]", false);
        check("change: [removed]", "becomes: [x]", false);
        check("becomes: [x, y]", "becomes: [x], was: [y]", true);
        check("with: [mode, is_on]", "with: [mode]", true);
        check("with: [mode]", "with: [mode, is_on]", false);
        let of = |values: &str| format!("when: [{{property: [mode], in: [{values}]}}]");
        check(&of("hard"), &of("soft"), false);
        check(&of("hard, soft"), &of("soft"), true);
        check("when: [[mode]]", &of("soft"), false);
        check("when: [[mode]]", "when: [[is_on], [mode]]", true);
    }
}
