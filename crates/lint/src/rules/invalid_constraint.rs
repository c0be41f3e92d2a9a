//! Rule `invalid-constraint`: a constraint is incomplete or invalid.

use heat_model::ConstraintKind;
use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "invalid-constraint",
    severity: Severity::Error,
    summary: "A constraint is incomplete or invalid",
    docs: r#"
## What it does
Reports a constraint without a kind or with two; a `range` or `length` without both `min` and `max`, or with limits
that are not numbers (for `length`, not integers); a `modulo` without `step` or `offset`, with a `step` of 0, or with
an `offset` that is not smaller than the `step` or has a different sign.

## Why
Heat refuses the schema and therefore the plug-in: it is not clear which values the constraint should accept.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    constraints:
      - range: {min: "8"}
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    constraints:
      - range: {min: 8}
```
"#,
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for site in &context.properties {
        for ((path, constraint), flaw) in site.constraints().zip(&site.flaws) {
            // `pattern-invalid` reports invalid patterns.
            if matches!(constraint.kind, ConstraintKind::AllowedPattern(_)) {
                continue;
            }
            if let Some(flaw) = flaw {
                let message =
                    format!("the `{}` of {} is invalid: {flaw}", constraint.kind.key(), site.what());
                findings
                    .report(&path.join(constraint.kind.key()), Part::Value, message)
                    .note("Heat refuses a schema with such a constraint");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    fn check_constraint(constraint: &str, property_type: &str, expect: &[&str]) {
        check(
            &RULE,
            &format!("properties: {{a: {{type: {property_type}, constraints: [{constraint}]}}}}"),
            expect,
        );
    }

    #[test]
    fn limits_and_steps_are_numbers() {
        let range = |flaw| format!("the `range` of property `a` is invalid: {flaw}");
        check_constraint(
            "{range: {}}",
            "integer",
            &[&format!("{{}} => {}", range("a range needs `min`, `max` or both"))],
        );
        check_constraint("{range: {min: true}}", "number", &[]);
        check_constraint("{range: {min: 0.5, max: 1}}", "number", &[]);
        check_constraint(
            "{length: {max: 1.5}}",
            "string",
            &[
                "{max: 1.5} => the `length` of property `a` is invalid: `min` and `max` of a length must be whole numbers",
            ],
        );
        check_constraint(
            "{modulo: {step: 2}}",
            "integer",
            &["{step: 2} => the `modulo` of property `a` is invalid: a modulo needs `step` and `offset`"],
        );
        check_constraint("{modulo: {step: -2, offset: -1}}", "integer", &[]);
    }

    #[test]
    fn one_constraint_per_item() {
        check_constraint("{}", "string", &["{} => a constraint needs a kind"]);
        check_constraint(
            "{length: {min: 1}, allowed_pattern: a}",
            "string",
            &[
                "{length: {min: 1}, allowed_pattern: a} => length and allowed_pattern are separate constraints",
            ],
        );
    }

    #[test]
    fn patterns_are_checked_by_another_rule() {
        check_constraint("{allowed_pattern: '['}", "string", &[]);
    }
}
