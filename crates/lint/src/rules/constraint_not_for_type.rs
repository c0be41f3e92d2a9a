//! Rule `constraint-not-for-type`: a constraint does not apply to the property's type.

use heat_model::{ConstraintKind, PropertyType};
use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "constraint-not-for-type",
    severity: Severity::Error,
    summary: "A constraint does not apply to the property's type",
    docs: r"
## What it does
Reports a constraint that does not apply to the property's type: `range` and `modulo` are for `integer` and `number`;
`length` is for `string`, `list` and `map`; `allowed_pattern` is for `string`; `allowed_values` and `custom_constraint` are
for all types except `map` and `any`.

## Why
Heat refuses the schema and therefore the plug-in. A number has no length, and a string has no range.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    constraints:
      - length: {max: 64}
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
      - range: {max: 64}
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for site in context.properties.iter().filter(|site| site.is_typed) {
        let property_type = site.schema.property_type;
        for (path, constraint) in site.constraints() {
            let (key, valid) = (constraint.kind.key(), constraint.kind.valid_types());
            if valid.contains(&property_type) {
                continue;
            }
            let types: Vec<_> = valid.iter().map(|valid| valid.as_str()).collect();
            let message =
                format!("`{key}` does not apply to {}, which is of type `{property_type}`", site.what());
            let finding = findings.report(&path.join(key), Part::Key, message);
            finding
                .label(format!("only for {}", types.join(", ")))
                .related(site.path.join("type"), Part::Value, "not one of them")
                .note("Heat refuses a schema with such a constraint");
            if let Some(help) = instead(&constraint.kind, property_type) {
                finding.help(help);
            }
        }
    }
}

fn instead(kind: &ConstraintKind, property_type: PropertyType) -> Option<&'static str> {
    match (kind, property_type) {
        (ConstraintKind::Length { .. }, PropertyType::Integer | PropertyType::Number) => {
            Some("to limit the number itself, use `range`")
        }
        (ConstraintKind::Range { .. }, PropertyType::String | PropertyType::List | PropertyType::Map) => {
            Some("to limit its length, use `length`")
        }
        (_, PropertyType::List) => {
            Some("to constrain the items, put it on the item schema, under `schema: {\"*\": …}`")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    #[test]
    fn constraints_apply_to_certain_types() {
        check(
            &RULE,
            "properties: {a: {type: string, constraints: [{range: {min: 1}}, {length: {min: 1}}]}}",
            &["range => `range` does not apply to property `a`, which is of type `string`"],
        );
        check(
            &RULE,
            "properties: {a: {type: any, constraints: [{allowed_values: [1]}]}}",
            &["allowed_values => `allowed_values` does not apply to property `a`, which is of type `any`"],
        );
        check(&RULE, "properties: {a: {type: map, constraints: [{length: {min: 1}}]}}", &[]);
        check(&RULE, "properties: {a: {type: list, constraints: [{custom_constraint: ip_addr}]}}", &[]);
    }

    #[test]
    fn items_and_update_policies_too() {
        check(
            &RULE,
            "properties: {a: {type: list, schema: {'*': {type: integer, constraints: [{allowed_pattern: x}]}}}}
update_policy: {b: {type: boolean, constraints: [{range: {max: 1}}]}}",
            &[
                "allowed_pattern => `allowed_pattern` does not apply to an item of `a`, which is of type `integer`",
                "range => `range` does not apply to update policy `b`, which is of type `boolean`",
            ],
        );
    }
}
