//! Rule `unwritable-value`: a default or a constraint has a number that JSON cannot represent.

use heat_model::{ConstraintKind, SchemaPath, Value};
use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "unwritable-value",
    severity: Severity::Error,
    summary: "A default or a constraint has a number that JSON cannot represent",
    docs: r"
## What it does
Reports defaults, allowed values and constraint limits that are infinite, not a number, or integers of more than 38 digits.

## Why
Schemas are also published as JSON and embedded as JSON in plug-ins. JSON has no `.inf` or `.nan`, and its parsers do
not support integers of any size: the number would be lost.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: number
    description: How many characters the token has.
    default: .inf
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: number
    description: How many characters the token has.
    default: 4096
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for site in &context.properties {
        let mut report = |path: &dyn Fn() -> SchemaPath, value: &Value| {
            if let Some(number) = unwritable(value) {
                findings
                    .report(&path(), Part::Value, format!("JSON cannot represent {number}"))
                    .help("use a sufficiently large number, or remove it");
            }
        };
        if let Some(default) = &site.schema.default {
            report(&|| site.path.join("default"), default);
        }
        for (index, constraint) in site.schema.constraints.iter().enumerate() {
            let path = || site.path.join("constraints").join(index).join(constraint.kind.key());
            match &constraint.kind {
                ConstraintKind::Range { min: first, max: second }
                | ConstraintKind::Length { min: first, max: second }
                | ConstraintKind::Modulo { step: first, offset: second } => {
                    for value in [first, second].into_iter().flatten() {
                        report(&path, value);
                    }
                }
                ConstraintKind::AllowedValues(values) => {
                    for value in values {
                        report(&path, value);
                    }
                }
                ConstraintKind::AllowedPattern(_) | ConstraintKind::Custom(_) => {}
            }
        }
    }
}

/// Returns the first number in a value that JSON cannot represent.
fn unwritable(value: &Value) -> Option<String> {
    match value {
        Value::Float(float) if !float.is_finite() => Some(value.to_string()),
        Value::Integer(integer) => {
            let digits = integer.to_string();
            digits.parse::<i128>().is_err().then(|| format!("an integer of {} digits", digits.len()))
        }
        Value::List(items) => items.iter().find_map(unwritable),
        Value::Map(map) => map.values().find_map(unwritable),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    #[test]
    fn numbers_have_to_fit_into_json() {
        check(
            &RULE,
            "properties:
  a: {type: number, default: -.inf}
  b: {type: list, default: [{x: .nan}]}
  c: {type: number, constraints: [{range: {min: 0, max: .inf}}]}
  d: {type: integer, default: 170141183460469231731687303715884105727}
  e: {type: integer, default: 1701411834604692317316873037158841057270}",
            &[
                "-.inf => JSON cannot represent -Infinity",
                "[{x: .nan}] => JSON cannot represent NaN",
                "{min: 0, max: .inf} => JSON cannot represent Infinity",
                "1701411834604692317316873037158841057270 => JSON cannot represent an integer of 40 digits",
            ],
        );
    }
}
