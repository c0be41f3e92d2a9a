//! `unreachable-allowed-value`.

use heat_yaml::Severity;

use super::unsatisfiable_constraint::contradiction;
use crate::lint::{Check, Context, Findings, Part, PropertySite, Rule};
use crate::validate::{convert, to_schema_type, violation};
use crate::{ConstraintKind, PropertySchema, PropertyType, SchemaPath, Value};

pub(in crate::lint) static RULE: Rule = Rule {
    id: "unreachable-allowed-value",
    severity: Severity::Warning,
    summary: "An allowed value is refused by the type or by another constraint",
    docs: r"
## What it does
Reports an item of `allowed_values` that is not of the property's type, or that another constraint of the property
refuses. Of a list, allowed values are items: they are held against the schema of the item.

## Why
The value is in the docs, and no template can use it. With one that is not of the type it is worse: Heat then refuses
every value.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    constraints:
      - allowed_values: [16, 32, 128]
      - range: {max: 64}
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
      - allowed_values: [16, 32, 64]
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for site in &context.properties {
        for (path, constraint) in site.usable_constraints() {
            let ConstraintKind::AllowedValues(values) = &constraint.kind else { continue };
            for (index, value) in values.iter().enumerate() {
                check_value(site, value, &path, &path.join("allowed_values").join(index), findings);
            }
        }
    }
}

fn check_value(
    site: &PropertySite<'_>,
    value: &Value,
    own: &SchemaPath,
    path: &SchemaPath,
    findings: &mut Findings<'_>,
) {
    let message =
        |why: &str| format!("`{value}` is allowed for {}, and can never be given: {why}", site.what());
    if site.schema.property_type == PropertyType::List {
        if let Some(why) = site.schema.item().and_then(|item| refused_by(item, value)) {
            findings.report(path, Part::Value, message(&why)).related(
                site.path.join("schema"),
                Part::Key,
                "what an item has to be",
            );
        }
        return;
    }
    let property_type = site.schema.property_type;
    let Some(converted) = to_schema_type(value, Some(property_type)) else {
        findings
            .report(path, Part::Value, message(&format!("it is {}", value.kind())))
            .related(site.path.join("type"), Part::Value, format!("not of type `{property_type}`"))
            .note("with such a value in the list, Heat refuses all values");
        return;
    };
    for (other_path, other) in site.usable_constraints() {
        if other_path == *own {
            continue;
        }
        // What refuses all values is reported itself, and not again for each value.
        let refuses_all = match &other.kind {
            ConstraintKind::AllowedValues(values) => {
                values.iter().any(|value| to_schema_type(value, Some(property_type)).is_none())
            }
            _ => false,
        };
        if refuses_all || contradiction(&other.kind).is_some() {
            continue;
        }
        if let Some(why) = violation(&other.kind, &converted, Some(property_type)) {
            findings.report(path, Part::Value, message(&why)).related(
                other_path.join(other.kind.key()),
                Part::Value,
                "refused by this",
            );
        }
    }
}

/// Why an item's schema refuses a value.
fn refused_by(item: &PropertySchema, value: &Value) -> Option<String> {
    let converted = match convert(item, value) {
        Ok(converted) => converted,
        Err(refused) => return Some(refused),
    };
    let constraints = item.constraints.iter().map(|constraint| &constraint.kind);
    constraints
        .filter(|kind| kind.valid_types().contains(&item.property_type) && kind.flaw().is_none())
        .find_map(|kind| violation(kind, &converted, Some(item.property_type)))
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check;

    fn check_property(property: &str, expect: &[&str]) {
        check(&RULE, &format!("properties: {{a: {{{property}}}}}"), expect);
    }

    #[test]
    fn values_have_to_be_of_the_type() {
        check_property(
            "type: integer, constraints: [{allowed_values: [1, '2', x, 4.0]}]",
            &[
                "x => `\"x\"` is allowed for property `a`, and can never be given: it is a string",
                "4.0 => `4.0` is allowed for property `a`, and can never be given: it is a number",
            ],
        );
        check_property("type: string, constraints: [{allowed_values: [a, 1, true]}]", &[]);
        check_property("type: boolean, constraints: [{allowed_values: [true, 'no', 1]}]", &[]);
        check_property(
            "type: boolean, constraints: [{allowed_values: [maybe]}]",
            &["maybe => `\"maybe\"` is allowed for property `a`, and can never be given: it is a string"],
        );
    }

    #[test]
    fn values_have_to_meet_the_other_constraints() {
        check_property(
            "type: string, constraints: [{length: {max: 1}}, {allowed_values: [a, ab]}]",
            &[
                "ab => `\"ab\"` is allowed for property `a`, and can never be given: its length, 2, is out of range: at most 1",
            ],
        );
        check_property(
            "type: integer, constraints: [{allowed_values: [1, 2]}, {allowed_values: [2, 1]}]",
            &[],
        );
        check_property("type: integer, constraints: [{allowed_values: [1]}, {range: {min: 3, max: 2}}]", &[]);
        check_property(
            "type: integer, constraints: [{allowed_values: [1]}, {allowed_values: [x]}]",
            &["x => `\"x\"` is allowed for property `a`, and can never be given: it is a string"],
        );
    }

    #[test]
    fn of_a_list_they_are_items() {
        check_property(
            "type: list, constraints: [{allowed_values: [a, [b]]}, {length: {max: 1}}], schema: {'*': {type: string}}",
            &[
                "[b] => `[\"b\"]` is allowed for property `a`, and can never be given: expected a string, found list [\"b\"]",
            ],
        );
        check_property(
            "type: list, constraints: [{allowed_values: [a, b]}], schema: {'*': {type: string, constraints: [{allowed_values: [a]}]}}",
            &["b => `\"b\"` is allowed for property `a`, and can never be given: \"b\" is not one of \"a\""],
        );
        check_property("type: list, constraints: [{allowed_values: [a, [b]]}]", &[]);
    }
}
