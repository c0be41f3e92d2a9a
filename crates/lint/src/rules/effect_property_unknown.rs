//! Rule `effect-property-unknown`: an `update_effect` depends on a property that does not exist.

use std::slice::from_ref;

use heat_model::update_effect::CaseCondition;
use heat_yaml::Severity;

use crate::references::check_path;
use crate::{Check, Context, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "effect-property-unknown",
    severity: Severity::Error,
    summary: "What an update costs depends on a property that does not exist",
    docs: r"
## What it does
Reports a case of an `update_effect` whose `when` names a property that the type does not have at the top.

## Why
The property is never set, so the case never applies, or always.

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
        - when: {property: length_polcy, in: [NEW]}
          level: replaces
          reason: A new token takes over.
  length_policy:
    type: string
    description: What a new length does.
    update_allowed: true
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
        - when: {property: length_policy, in: [NEW]}
          level: replaces
          reason: A new token takes over.
  length_policy:
    type: string
    description: What a new length does.
    update_allowed: true
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for site in &context.properties {
        let cases = site.schema.update_effect.iter().flat_map(|effect| &effect.cases);
        for (index, case) in cases.enumerate() {
            let CaseCondition::Property(when) = &case.when else { continue };
            let place =
                site.path.join("update_effect").join("cases").join(index).join("when").join("property");
            check_path(context.schema, from_ref(&when.property), |_| place.clone(), findings);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    #[test]
    fn conditions_name_properties_at_the_top() {
        let schema = |property: &str| {
            format!(
                "type: My::Custom::Token
properties:
  policy: {{type: map, schema: {{mode: {{type: string}}}}}}
  a:
    type: map
    update_allowed: true
    schema:
      b:
        type: string
        update_effect:
          level: none
          cases: [{{when: it rains, level: refused, reason: Wet.}}, {{when: {{property: {property}}}, level: refused, reason: No.}}]"
            )
        };
        check(&RULE, &schema("policy"), &[]);
        check(&RULE, &schema("b"), &["b => `My::Custom::Token` has no property `b`"]);
        check(
            &RULE,
            &schema("policy.mode"),
            &["policy.mode => `My::Custom::Token` has no property `policy.mode`"],
        );
    }
}
