//! Rule `effect-property-unknown`: an `update_effect` depends on a property that does not exist.

use std::slice::from_ref;

use heat_yaml::Severity;

use crate::conditions::check_condition_paths;
use crate::references::check_path;
use crate::{Check, Context, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "effect-property-unknown",
    severity: Severity::Error,
    summary: "What an update costs depends on a property that does not exist",
    docs: r"
## What it does
Reports a case of an `update_effect` that names a property or a field that does not exist: in a condition of `before` or
`when`, in `with`, which takes properties at the top, or in `fields`, which takes fields of the property itself.

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
        - when: [{property: [length_polcy], in: [NEW]}]
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
        - when: [{property: [length_policy], in: [NEW]}]
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
            let place = site.path.join("update_effect").join("cases").join(index);
            for (key, conditions) in [("before", &case.before), ("when", &case.when)] {
                check_condition_paths(context.schema, conditions, &place.join(key), findings);
            }
            for (index, name) in case.with.iter().enumerate() {
                let place = place.join("with").join(index);
                check_path(context.schema, from_ref(name), |_| place.clone(), findings);
            }
            for (index, name) in case.fields.iter().enumerate() {
                let path = [site.steps(), vec![name.clone()]].concat();
                let place = place.join("fields").join(index);
                check_path(context.schema, &path, |_| place.clone(), findings);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    #[test]
    fn cases_name_properties_that_exist() {
        let check = |conditions: &str, expect: &[&str]| {
            let schema = format!(
                "type: My::Custom::Token
properties:
  policy: {{type: map, schema: {{mode: {{type: string}}}}}}
  a:
    type: list
    update_allowed: true
    schema: {{'*': {{type: map, schema: {{b: {{type: string}}}}}}}}
    update_effect: {{level: none, cases: [{{{conditions}, level: refused, reason: No.}}]}}"
            );
            check(&RULE, &schema, expect);
        };
        check("when: [[policy]], before: [[policy, mode]], with: [policy], fields: [b]", &[]);
        check("if_cloud: it rains", &[]);
        check("when: [[b]]", &["b => `My::Custom::Token` has no property `b`"]);
        check("before: [[policy, mod]]", &["mod => property `policy` has no field `mod`"]);
        check("with: [polcy]", &["polcy => `My::Custom::Token` has no property `polcy`"]);
        check("fields: [c]", &["c => property `a` has no field `c`"]);
    }
}
