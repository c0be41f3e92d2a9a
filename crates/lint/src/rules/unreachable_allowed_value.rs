//! Rule `unreachable-allowed-value`: the type or another constraint refuses an allowed value.

use std::collections::HashSet;

use heat_model::evaluate::convert;
use heat_model::validate::{to_schema_type, violation};
use heat_model::{Constraint, ConstraintKind, PropertySchema, PropertyType, SchemaPath, Value};
use heat_yaml::Severity;

use super::duplicate_allowed_value::comparison_key;
use super::unsatisfiable_constraint::contradiction;
use crate::{Check, Context, Findings, Part, PropertySite, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "unreachable-allowed-value",
    severity: Severity::Warning,
    summary: "The type or another constraint refuses an allowed value",
    docs: r"
## What it does
Reports an item of `allowed_values` that does not match the property's type, or that another constraint of the
property refuses. The allowed values of a list are items: they are checked against the item schema.

## Why
The docs list the value, but no template can use it. If the value does not match the type, Heat even refuses every value.

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
        let constraints: Vec<PreparedConstraint<'_>> = site
            .usable_constraints()
            .map(|(path, constraint)| PreparedConstraint::new(site, path, constraint))
            .collect();
        for (position, prepared) in constraints.iter().enumerate() {
            let ConstraintKind::AllowedValues(values) = &prepared.constraint.kind else { continue };
            let others = || constraints.iter().enumerate().filter(|(other, _)| *other != position);
            let others: Vec<_> =
                others().map(|(_, other)| other).filter(|other| !other.refuses_all).collect();
            for (index, value) in values.iter().enumerate() {
                let path = || prepared.path.join("allowed_values").join(index);
                check_value(site, value, &path, &others, findings);
            }
        }
    }
}

/// Constraint that is prepared for checking many values.
struct PreparedConstraint<'a> {
    path: &'a SchemaPath,
    constraint: &'a Constraint,
    /// `true` if the constraint refuses all values, which is reported once instead of for each value.
    refuses_all: bool,
    /// Values that the constraint lists, converted to the property's type.
    allowed: HashSet<String>,
}

impl<'a> PreparedConstraint<'a> {
    fn new(site: &PropertySite<'_>, path: &'a SchemaPath, constraint: &'a Constraint) -> Self {
        let values = match &constraint.kind {
            ConstraintKind::AllowedValues(values) => &values[..],
            _ => &[],
        };
        let allowed = values.iter().map(|value| comparison_key(value, site.schema.property_type));
        let allowed: Option<HashSet<String>> = allowed.collect();
        let refuses_all = allowed.is_none() || contradiction(&constraint.kind).is_some();
        Self { path, constraint, refuses_all, allowed: allowed.unwrap_or_default() }
    }

    /// Returns the reason why the constraint refuses a value of this type; `None` if it accepts the value.
    fn refusal(&self, value: &Value, property_type: PropertyType) -> Option<String> {
        match &self.constraint.kind {
            ConstraintKind::AllowedValues(_) => {
                let key = comparison_key(value, property_type)?;
                (!self.allowed.contains(&key)).then(|| "another list does not contain it".to_owned())
            }
            kind => violation(kind, value, Some(property_type)),
        }
    }
}

fn check_value(
    site: &PropertySite<'_>,
    value: &Value,
    path: &dyn Fn() -> SchemaPath,
    others: &[&PreparedConstraint<'_>],
    findings: &mut Findings<'_>,
) {
    let message =
        |why: &str| format!("`{value}` is an allowed value of {} but can never be used: {why}", site.what());
    let property_type = site.schema.property_type;
    if property_type == PropertyType::List {
        if let Some(why) = site.schema.item().and_then(|item| refused_by(item, value)) {
            findings.report(&path(), Part::Value, message(&why)).related(
                site.path.join("schema"),
                Part::Key,
                "the item schema",
            );
        }
        return;
    }
    let Some(converted) = to_schema_type(value, Some(property_type)) else {
        findings
            .report(&path(), Part::Value, message(&format!("it is {}", value.kind())))
            .related(site.path.join("type"), Part::Value, format!("not of type `{property_type}`"))
            .note("if the list contains such a value, Heat refuses all values");
        return;
    };
    for other in others {
        if let Some(why) = other.refusal(&converted, property_type) {
            findings.report(&path(), Part::Value, message(&why)).related(
                other.path.join(other.constraint.kind.key()),
                Part::Value,
                "refused by this constraint",
            );
        }
    }
}

/// Returns the reason why an item's schema refuses a value.
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
    use crate::tests::check;

    fn check_property(property: &str, expect: &[&str]) {
        check(&RULE, &format!("properties: {{a: {{{property}}}}}"), expect);
    }

    #[test]
    fn values_have_to_be_of_the_type() {
        check_property(
            "type: integer, constraints: [{allowed_values: [1, '2', x, 4.0]}]",
            &[
                "x => `\"x\"` is an allowed value of property `a` but can never be used: it is a string",
                "4.0 => `4.0` is an allowed value of property `a` but can never be used: it is a number",
            ],
        );
        check_property("type: string, constraints: [{allowed_values: [a, 1, true]}]", &[]);
        check_property("type: boolean, constraints: [{allowed_values: [true, 'no', 1]}]", &[]);
        check_property(
            "type: boolean, constraints: [{allowed_values: [maybe]}]",
            &[
                "maybe => `\"maybe\"` is an allowed value of property `a` but can never be used: it is a string",
            ],
        );
    }

    #[test]
    fn values_have_to_satisfy_the_other_constraints() {
        check_property(
            "type: string, constraints: [{length: {max: 1}}, {allowed_values: [a, ab]}]",
            &[
                "ab => `\"ab\"` is an allowed value of property `a` but can never be used: its length, 2, is out of range: at most 1",
            ],
        );
        check_property(
            "type: integer, constraints: [{allowed_values: [1, 2]}, {allowed_values: [2, 1]}]",
            &[],
        );
        check_property("type: integer, constraints: [{allowed_values: [1]}, {range: {min: 3, max: 2}}]", &[]);
        check_property(
            "type: integer, constraints: [{allowed_values: [1, 2]}, {allowed_values: [2]}]",
            &[
                "1 => `1` is an allowed value of property `a` but can never be used: another list does not contain it",
            ],
        );
        check_property(
            "type: integer, constraints: [{allowed_values: [1]}, {allowed_values: [x]}]",
            &["x => `\"x\"` is an allowed value of property `a` but can never be used: it is a string"],
        );
    }

    #[test]
    fn values_of_a_list_are_items() {
        check_property(
            "type: list, constraints: [{allowed_values: [a, [b]]}, {length: {max: 1}}], schema: {'*': {type: string}}",
            &[
                "[b] => `[\"b\"]` is an allowed value of property `a` but can never be used: expected a string, found list [\"b\"]",
            ],
        );
        check_property(
            "type: list, constraints: [{allowed_values: [a, b]}], schema: {'*': {type: string, constraints: [{allowed_values: [a]}]}}",
            &[
                "b => `\"b\"` is an allowed value of property `a` but can never be used: \"b\" is not one of \"a\"",
            ],
        );
        check_property("type: list, constraints: [{allowed_values: [a, [b]]}]", &[]);
    }
}
