//! `duplicate-allowed-value`.

use std::collections::HashMap;

use heat_yaml::Severity;

use crate::ConstraintKind;
use crate::lint::{Check, Context, Findings, Part, Rule};
use crate::validate::to_schema_type;

pub(in crate::lint) static RULE: Rule = Rule {
    id: "duplicate-allowed-value",
    severity: Severity::Warning,
    summary: "An allowed value is listed twice",
    docs: r"
## What it does
Reports an item of `allowed_values` that, as a value of the property's type, is the same as one before it.

## Why
It adds nothing, and most often another value was meant. Beware of YAML, where `0x10` and `16` are the same number.

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
            let property_type = site.schema.property_type;
            let mut seen = HashMap::with_capacity(values.len());
            for (index, value) in values.iter().enumerate() {
                let Some(converted) = to_schema_type(value, Some(property_type)) else { continue };
                if let Some(first) = seen.insert(converted.to_string(), index) {
                    let path = path.join("allowed_values");
                    findings
                        .report(
                            &path.join(index),
                            Part::Value,
                            format!("`{value}` is allowed twice for {}", site.what()),
                        )
                        .related(path.join(first), Part::Value, "the same value");
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check;

    fn check_property(property: &str, expect: &[&str]) {
        check(&RULE, &format!("properties: {{a: {{{property}}}}}"), expect);
    }

    #[test]
    fn values_are_compared_as_the_type() {
        check_property(
            "type: string, constraints: [{allowed_values: [a, 1, '1', b, a]}]",
            &[
                "'1' => `\"1\"` is allowed twice for property `a`",
                "a => `\"a\"` is allowed twice for property `a`",
            ],
        );
        check_property("type: any, constraints: [{allowed_values: [1, 1]}]", &[]);
        check_property(
            "type: boolean, constraints: [{allowed_values: [true, 'on']}]",
            &["'on' => `\"on\"` is allowed twice for property `a`"],
        );
        check_property("type: integer, constraints: [{allowed_values: [1, 10]}]", &[]);
        check_property("type: list, constraints: [{allowed_values: ['1', 1]}]", &[]);
    }
}
