//! Rule `effect-case-never-applies`: a case of an `update_effect` never applies.

use heat_model::update_effect::{CaseCondition, EffectCase};
use heat_model::validate::violation;
use heat_model::{SchemaPath, Value, When};
use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, PropertySite, Rule, Section};

pub(crate) static RULE: Rule = Rule {
    id: "effect-case-never-applies",
    severity: Severity::Warning,
    summary: "A case of what an update costs never applies",
    docs: r"
## What it does
Reports a case of an `update_effect` for a value that the constraints of its property refuse, and a case for which an
earlier case already applies. Custom constraints are not checked.

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
        - when: {property: length_policy, in: [REPLACED]}
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
        - when: {property: length_policy, in: [REPLACE]}
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
            let path = list.join(index).join("when");
            let earlier = effect.cases.iter().take(index).position(|earlier| covers(earlier, case));
            if let Some(earlier) = earlier {
                findings
                    .report(&path, Part::Value, format!("an earlier case of {} already applies", site.what()))
                    .related(list.join(earlier).join("when"), Part::Value, "this one")
                    .help("remove one of them");
            } else if let CaseCondition::Property(when) = &case.when {
                check_values(context, when, &path, findings);
            }
        }
    }
}

/// Whether the first of two cases applies whenever the second does.
fn covers(first: &EffectCase, second: &EffectCase) -> bool {
    match (&first.when, &second.when) {
        (CaseCondition::Circumstance(first), CaseCondition::Circumstance(second)) => first == second,
        (CaseCondition::Property(first), CaseCondition::Property(second)) => {
            first.property == second.property
                && if second.values.is_empty() {
                    first.values.is_empty()
                } else {
                    second.values.iter().all(|value| first.holds(value))
                }
        }
        _ => false,
    }
}

/// Reports the values of a condition that its property never has.
fn check_values(context: &Context<'_>, when: &When, path: &SchemaPath, findings: &mut Findings<'_>) {
    let is_it = |site: &&PropertySite<'_>| {
        site.section == Section::Properties && site.names == [when.property.as_str()] && site.is_typed
    };
    let Some(site) = context.properties.iter().find(is_it) else { return };
    // A property that is not set is null.
    for (index, value) in when.values.iter().enumerate().filter(|(_, value)| **value != Value::Null) {
        let property_type = Some(site.schema.property_type);
        let refused = site.usable_constraints().find_map(|(constraint_path, constraint)| {
            Some((
                constraint_path.join(constraint.kind.key()),
                violation(&constraint.kind, value, property_type)?,
            ))
        });
        if let Some((constraint, why)) = refused {
            findings
                .report(
                    &path.join("in").join(index),
                    Part::Value,
                    format!("{} is never `{value}`: {why}", site.what()),
                )
                .related(constraint, Part::Value, "required by this constraint");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;

    #[track_caller]
    fn check(cases: &str, expect: &[&str]) {
        let text = format!(
            "properties:
  mode: {{type: string, constraints: [{{allowed_values: [soft, hard]}}, {{custom_constraint: ip_addr}}]}}
  is_on: {{type: boolean}}
  a: {{type: map, update_allowed: true, update_effect: {{level: none, cases: [{cases}]}}}}"
        );
        crate::tests::check(&RULE, &text, expect);
    }

    #[test]
    fn conditions_are_for_values_that_the_property_has() {
        check("{when: {property: mode, in: [hard, null]}, level: refused, reason: No.}", &[]);
        check("{when: {property: is_on, in: [false]}, level: refused, reason: No.}", &[]);
        check(
            "{when: {property: mode, in: [hard, Soft]}, level: refused, reason: No.}",
            &["Soft => property `mode` is never `\"Soft\"`: \"Soft\" is not one of \"soft\", \"hard\""],
        );
    }

    #[test]
    fn each_case_is_another_one() {
        let rain = "{when: it rains, level: refused, reason: Wet.}";
        check(&format!("{rain}, {rain}"), &["it rains => an earlier case of property `a` already applies"]);
        let of = |values: &str| format!("{{when: {{property: mode{values}}}, level: refused, reason: No.}}");
        check(&format!("{}, {}", of(", in: [hard]"), of(", in: [soft]")), &[]);
        check(&format!("{}, {}", of(", in: [hard]"), of("")), &[]);
        check(
            &format!("{}, {}", of(""), of(", in: [hard]")),
            &["{property: mode, in: [hard]} => an earlier case of property `a` already applies"],
        );
        check(&format!("{rain}, {}", of("")), &[]);
    }
}
