//! Rule `unsatisfiable-constraint`: no value can satisfy a constraint.

use std::cmp::Ordering;

use heat_model::{ConstraintKind, Value};
use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "unsatisfiable-constraint",
    severity: Severity::Warning,
    summary: "No value can satisfy a constraint",
    docs: r"
## What it does
Reports a `range` or `length` whose `min` is greater than its `max`, a `length` with a negative `max`, and an empty
`allowed_values`.

## Why
Heat loads such a schema but refuses every value of the property.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    constraints:
      - range: {min: 64, max: 8}
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
      - range: {min: 8, max: 64}
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for site in &context.properties {
        for (path, constraint) in site.usable_constraints() {
            let Some(why) = contradiction(&constraint.kind) else { continue };
            let key = constraint.kind.key();
            findings.report(
                &path.join(key),
                Part::Value,
                format!("no value can satisfy the `{key}` of {}: {why}", site.what()),
            );
        }
    }
}

/// Returns the reason why no value satisfies a constraint.
pub(super) fn contradiction(kind: &ConstraintKind) -> Option<String> {
    let is_greater = |left: &Value, right: &Value| left.compare_numbers(right) == Some(Ordering::Greater);
    match kind {
        ConstraintKind::Range { min: Some(min), max: Some(max) }
        | ConstraintKind::Length { min: Some(min), max: Some(max) }
            if is_greater(min, max) =>
        {
            Some(format!("`min` is {min}, greater than `max`, {max}"))
        }
        ConstraintKind::Length { max: Some(max), .. } if is_greater(&Value::from(0), max) => {
            Some(format!("no length is {max}"))
        }
        ConstraintKind::AllowedValues(values) if values.is_empty() => Some("the list is empty".to_owned()),
        _ => None,
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
    fn some_value_has_to_be_left() {
        check_constraint("{range: {min: 1, max: 1.0}}", "number", &[]);
        check_constraint(
            "{range: {min: 1.5, max: 1}}",
            "number",
            &[
                "{min: 1.5, max: 1} => no value can satisfy the `range` of property `a`: `min` is 1.5, greater than `max`, 1",
            ],
        );
        check_constraint(
            "{length: {max: -1}}",
            "string",
            &["{max: -1} => no value can satisfy the `length` of property `a`: no length is -1"],
        );
        check_constraint("{length: {max: 0}}", "string", &[]);
        check_constraint(
            "{allowed_values: []}",
            "boolean",
            &["[] => no value can satisfy the `allowed_values` of property `a`: the list is empty"],
        );
    }

    #[test]
    fn invalid_constraints_are_skipped() {
        check_constraint("{range: {min: b, max: 1}}", "number", &[]);
        check_constraint("{range: {min: 2, max: 1}}", "string", &[]);
    }
}
