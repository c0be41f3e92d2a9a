//! Rule `duplicate-allowed-value`: an allowed value is listed twice.

use std::collections::HashMap;

use heat_model::validate::to_schema_type;
use heat_model::{ConstraintKind, PropertyType, Value};
use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "duplicate-allowed-value",
    severity: Severity::Warning,
    summary: "An allowed value is listed twice",
    docs: r"
## What it does
Reports an item of `allowed_values` that equals an earlier one when converted to the property's type.

## Why
A duplicate has no effect, and often a different value was intended. In YAML, `0x10` and `16` are the same number.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    constraints:
      - allowed_values: [16, 32, 0x10]
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
      - allowed_values: [16, 32]
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for site in &context.properties {
        for (path, constraint) in site.usable_constraints() {
            let ConstraintKind::AllowedValues(values) = &constraint.kind else { continue };
            let mut seen = HashMap::with_capacity(values.len());
            for (index, value) in values.iter().enumerate() {
                let Some(key) = comparison_key(value, site.schema.property_type) else { continue };
                if let Some(first) = seen.insert(key, index) {
                    let path = path.join("allowed_values");
                    findings
                        .report(
                            &path.join(index),
                            Part::Value,
                            format!("`{value}` is listed twice in the allowed values of {}", site.what()),
                        )
                        .related(path.join(first), Part::Value, "the same value");
                }
            }
        }
    }
}

/// Converts an allowed value to a type, in a form that is the same for equal values; `None` if it cannot be converted.
pub(super) fn comparison_key(value: &Value, property_type: PropertyType) -> Option<String> {
    Some(match to_schema_type(value, Some(property_type))? {
        // Python's `True == 1 == 1.0`.
        Value::Bool(flag) if property_type != PropertyType::Boolean => i64::from(flag).to_string(),
        Value::Float(float) if float.fract() == 0.0 => format!("{float:.0}"),
        other => other.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    fn check_property(property: &str, expect: &[&str]) {
        check(&RULE, &format!("properties: {{a: {{{property}}}}}"), expect);
    }

    #[test]
    fn values_are_compared_as_the_type() {
        check_property(
            "type: string, constraints: [{allowed_values: [a, 1, '1', b, a]}]",
            &[
                "'1' => `\"1\"` is listed twice in the allowed values of property `a`",
                "a => `\"a\"` is listed twice in the allowed values of property `a`",
            ],
        );
        check_property("type: any, constraints: [{allowed_values: [1, 1]}]", &[]);
        check_property(
            "type: boolean, constraints: [{allowed_values: [true, 'on']}]",
            &["'on' => `\"on\"` is listed twice in the allowed values of property `a`"],
        );
        check_property("type: integer, constraints: [{allowed_values: [1, 10]}]", &[]);
        check_property("type: list, constraints: [{allowed_values: ['1', 1]}]", &[]);
        check_property(
            "type: number, constraints: [{allowed_values: [1, 1.5, '1.0']}]",
            &["'1.0' => `\"1.0\"` is listed twice in the allowed values of property `a`"],
        );
        check_property("type: number, constraints: [{allowed_values: [2, 1.5, 1.75]}]", &[]);
    }
}
