//! Rule `effect-case-never-applies`: a case of an `update_effect` never applies.

use heat_model::pattern::Pattern;
use heat_model::update_effect::{ChangeKind, EffectCase, ValueSet};
use heat_model::validation_rule::Condition;
use heat_model::{PropertyType, SchemaPath, Value};
use heat_yaml::Severity;

use crate::conditions::visit_cases;
use crate::possible::{check_condition, check_pattern, check_values};
use crate::{Check, Context, Findings, Part, PropertySite, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "effect-case-never-applies",
    severity: Severity::Warning,
    summary: "A case of what an update costs never applies",
    docs: r"
## What it does
Reports a case of an `update_effect` that no change satisfies: for a value that the type or the constraints of its property
refuse, for entries of a property that is no list, for a removed property that gets a value. It also reports a case for which
an earlier case already applies. Custom constraints are not checked.

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
            check_kinds(case, site, &path, findings);
            check_shape(case, site, &path, findings);
            for (key, set) in [("was", &case.was), ("becomes", &case.becomes)] {
                match set {
                    Some(ValueSet::Values(values)) => {
                        check_values(site, values, &path.join(key), findings);
                        check_null(site, values, &path.join(key), findings);
                    }
                    Some(ValueSet::Pattern { pattern }) => {
                        check_set_pattern(site, pattern, &path.join(key).join("pattern"), findings);
                    }
                    None => {}
                }
            }
        }
        visit_cases(site, &mut |condition| check_condition(context, &condition, findings));
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

/// Reports the kinds of change that contradict the old or the new value, or the type of the property.
fn check_kinds(case: &EffectCase, site: &PropertySite<'_>, path: &SchemaPath, findings: &mut Findings<'_>) {
    let property_type = site.schema.property_type;
    let is_number = matches!(property_type, PropertyType::Integer | PropertyType::Number | PropertyType::Any);
    for (index, kind) in case.change.iter().enumerate() {
        let place = path.join("change").join(index);
        let never = format!("a change of {} is never `{}`", site.what(), kind.as_str());
        let [had_value, gets_value] = match kind {
            ChangeKind::Added => [false, true],
            ChangeKind::Removed => [true, false],
            ChangeKind::Replaced | ChangeKind::Increases | ChangeKind::Decreases => [true, true],
        };
        let is_compared = matches!(kind, ChangeKind::Increases | ChangeKind::Decreases);
        if is_compared && site.is_typed && !is_number {
            let message = format!("{never}: it is of type `{property_type}`");
            findings.report(&place, Part::Value, message).label("only of numbers").related(
                site.path.join("type"),
                Part::Value,
                "",
            );
            continue;
        }
        if !(had_value && gets_value) && has_default(site) {
            let message = format!("{never}: it has a default, which is its value if it is not set");
            findings.report(&place, Part::Value, message).label("never true").related(
                site.path.join("default"),
                Part::Value,
                "",
            );
            continue;
        }
        for (key, set, is_given) in [("was", &case.was, had_value), ("becomes", &case.becomes, gets_value)] {
            if set.as_ref().is_none_or(|set| may_be_given(set, is_given)) {
                continue;
            }
            let why = if is_given { "has only null" } else { "has no null" };
            let why = format!("`{key}` {why}");
            findings.report(&place, Part::Value, format!("{never}: {why}")).label("never true").related(
                path.join(key),
                Part::Value,
                "here",
            );
        }
    }
}

/// Returns whether a property always has a value, because it has a default.
fn has_default(site: &PropertySite<'_>) -> bool {
    site.schema.default.as_ref().is_some_and(|default| !default.is_null())
}

/// Reports null as the old or the new value of a property that has a default.
fn check_null(site: &PropertySite<'_>, values: &[Value], path: &SchemaPath, findings: &mut Findings<'_>) {
    let null = values.iter().position(Value::is_null).filter(|_| has_default(site));
    if let Some(index) = null {
        let message = format!("{} is never null: it has a default", site.what());
        findings.report(&path.join(index), Part::Value, message).label("never true").related(
            site.path.join("default"),
            Part::Value,
            "",
        );
    }
}

/// Returns whether a set contains a value that is given, or null.
fn may_be_given(set: &ValueSet, is_given: bool) -> bool {
    match set {
        ValueSet::Values(values) => values.iter().any(|value| value.is_null() != is_given),
        ValueSet::Pattern { .. } => is_given,
    }
}

/// Reports the keys of a case that are for properties of other types.
fn check_shape(case: &EffectCase, site: &PropertySite<'_>, path: &SchemaPath, findings: &mut Findings<'_>) {
    use PropertyType::{Any, List, Map};
    let property_type = site.schema.property_type;
    let parts = [
        ("entries", case.entries.is_some(), [List, Any].as_slice()),
        ("fields", !case.fields.is_empty(), [List, Map, Any].as_slice()),
    ];
    for (index, _) in case.with.iter().enumerate().filter(|(_, name)| site.names == [name.as_str()]) {
        findings
            .report(
                &path.join("with").join(index),
                Part::Value,
                format!("{} always changes with itself", site.what()),
            )
            .label("always true")
            .help("name another property, or remove it");
    }
    for (key, is_used, types) in parts {
        if is_used && site.is_typed && !types.contains(&property_type) {
            let message = format!("a case of {} never applies: a {property_type} has no {key}", site.what());
            findings.report(&path.join(key), Part::Value, message).label("never true");
        }
    }
}

/// Reports a pattern that is not a regular expression, or that no value of the property matches.
fn check_set_pattern(site: &PropertySite<'_>, pattern: &str, path: &SchemaPath, findings: &mut Findings<'_>) {
    match Pattern::new(pattern) {
        Ok(_) => check_pattern(site, pattern, path, findings),
        Err(error) => {
            let message =
                format!("a case of {} never applies: `{pattern}` is not a regular expression", site.what());
            findings.report(path, Part::Value, message).label(error.to_string());
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
    fn values_are_of_the_type_of_the_property() {
        check(&["was: [5, x]"], &["5 => property `a` is never `5`: it is of type `string`"]);
        check(&["when: [{property: [is_on], in: [true, 1]}]"], &[]);
        check(
            &["when: [{any: [{property: [is_on], not_in: [5, 'true']}]}]"],
            &[
                "5 => property `is_on` is never `5`: it is of type `boolean`",
                "'true' => property `is_on` is never `\"true\"`: it is of type `boolean`",
            ],
        );
        check(
            &["before: [{property: [is_on], allowed_pattern: t.*}]"],
            &["t.* => property `is_on` never matches `t.*`: it is of type `boolean`"],
        );
    }

    #[test]
    fn a_property_with_a_default_has_a_value() {
        let check = |case: &str, expect: &[&str]| {
            let case = format!("{{{case}, level: refused, reason: No.}}");
            let text = format!(
                "properties: {{a: {{type: string, default: x, update_effect: {{level: none, cases: [{case}]}}}}}}"
            );
            crate::tests::check(&RULE, &text, expect);
        };
        check("change: [replaced], was: [x]", &[]);
        check(
            "change: [replaced, removed]",
            &[
                "removed => a change of property `a` is never `removed`: it has a default, which is its value if it is not set",
            ],
        );
        check("becomes: [y, null]", &["null => property `a` is never null: it has a default"]);
    }

    #[test]
    fn a_property_changes_with_another_one() {
        check(&["with: [mode]"], &[]);
        check(&["with: [mode, a]"], &["a => property `a` always changes with itself"]);
    }

    #[test]
    fn patterns_match_a_value() {
        check(&["was: {pattern: 'x|z'}", "becomes: {pattern: '[a-y]'}"], &[]);
        check(
            &["was: {pattern: 'z.*'}"],
            &["'z.*' => property `a` never matches `z.*`: no allowed value does"],
        );
        check(
            &["becomes: [x, {pattern: y}]"],
            &[
                "{pattern: y} => property `a` never matches a pattern in a list: its items are compared as they are",
            ],
        );
        let found = crate::tests::diagnostics(
            "type: T\nproperties: {a: {type: string, update_effect: {level: none, cases: [{was: [{pattern: y}], level: refused, reason: No.}]}}}",
        );
        let found = found.iter().find(|found| found.code == RULE.id).unwrap();
        assert_eq!(
            found.help.as_deref(),
            Some("write the pattern in place of the list, and a case for the other values")
        );
    }

    #[test]
    fn parts_of_a_case_do_not_contradict_each_other() {
        check(
            &[
                "change: [removed]",
                "change: [added], becomes: [x]",
                "change: [removed, added], was: [x, null]",
            ],
            &[],
        );
        check(
            &["change: [removed], becomes: [x]"],
            &["removed => a change of property `a` is never `removed`: `becomes` has no null"],
        );
        check(
            &["change: [added], was: [x]"],
            &["added => a change of property `a` is never `added`: `was` has no null"],
        );
        check(
            &["change: [added, removed], was: [null]"],
            &["removed => a change of property `a` is never `removed`: `was` has only null"],
        );
        check(
            &["change: [removed, replaced], becomes: {pattern: x}"],
            &["removed => a change of property `a` is never `removed`: `becomes` has no null"],
        );
        check(
            &["change: [removed, increases]"],
            &["increases => a change of property `a` is never `increases`: it is of type `string`"],
        );
        check(
            &["entries: removed"],
            &["removed => a case of property `a` never applies: a string has no entries"],
        );
        check(&["fields: [b]"], &["[b] => a case of property `a` never applies: a string has no fields"]);
        check(
            &["was: {pattern: '('}"],
            &["'(' => a case of property `a` never applies: `(` is not a regular expression"],
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
