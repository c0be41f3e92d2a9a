//! Rule `contradicting-constraints`: no value can meet all constraints of a property.

use heat_admit::{admits_nothing, contradicting};
use heat_model::{Constraint, ConstraintKind, PropertySchema, SchemaPath};
use heat_yaml::Severity;

use super::unsatisfiable_constraint::contradiction;
use crate::{Check, Context, Findings, Part, PropertySite, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "contradicting-constraints",
    severity: Severity::Warning,
    summary: "No value can meet all constraints of a property",
    docs: r"
## What it does
Reports the constraints of a property that exclude each other: two ranges that do not overlap, a length that no text of a
pattern has, a range with no multiple of a step in it. Allowed values that another constraint refuses are reported by
`unreachable-allowed-value`, one by one.

## Why
Heat loads such a schema, and then refuses every value of the property.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: The number of characters.
    constraints:
      - range: {min: 5}
      - range: {max: 3}
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: The number of characters.
    constraints:
      - range: {min: 3, max: 5}
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for site in &context.properties {
        let Some((path, constraints)) = excluding(site) else { continue };
        let names: Vec<String> =
            constraints.iter().map(|Constraint { kind, .. }| format!("`{}` ({kind})", kind.key())).collect();
        let what = site.what();
        let message = match names.as_slice() {
            [one] => format!("no value of {what} meets {one}"),
            [one, other] => format!("no value of {what} meets both {one} and {other}"),
            all => format!("no value of {what} meets all of its constraints: {}", all.join(", ")),
        };
        findings.report(&path, Part::Value, message);
    }
}

/// Returns the smallest set of constraints of a property that no value satisfies together, and the path of the last of them.
fn excluding(site: &PropertySite<'_>) -> Option<(SchemaPath, Vec<Constraint>)> {
    // Other rules report a constraint that no value satisfies.
    let usable: Vec<(&SchemaPath, &Constraint)> = site
        .usable_constraints()
        .filter(|(_, constraint)| contradiction(&constraint.kind).is_none())
        .collect();
    if usable.is_empty() {
        return None;
    }
    let mut schema: PropertySchema = site.schema.clone();
    schema.constraints = usable.iter().map(|(_, constraint)| (*constraint).clone()).collect();
    if !admits_nothing(&schema) {
        return None;
    }
    let excluding = contradicting(&schema);
    if excluding.iter().any(|constraint| matches!(constraint.kind, ConstraintKind::AllowedValues(_))) {
        return None;
    }
    let last = *excluding.last()?;
    let (path, constraint) = usable.into_iter().rev().find(|(_, constraint)| *constraint == last)?;
    Some((path.join(constraint.kind.key()), excluding.into_iter().cloned().collect()))
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    fn check_constraints(property: &str, expect: &[&str]) {
        check(&RULE, &format!("properties: {{a: {{{property}}}}}"), expect);
    }

    #[test]
    fn constraints_that_exclude_each_other_are_reported_once() {
        check_constraints(
            "type: integer, constraints: [{range: {min: 5}}, {modulo: {step: 2, offset: 0}}, {range: {max: 3}}]",
            &["{max: 3} => no value of property `a` meets both `range` (at least 5) and `range` (at most 3)"],
        );
        check_constraints(
            "type: string, constraints: [{length: {min: 3}}, {allowed_pattern: 'a?b'}]",
            &[
                "'a?b' => no value of property `a` meets both `length` (length at least 3) and `allowed_pattern` (matching a?b)",
            ],
        );
        check_constraints(
            "type: integer, constraints: [{range: {min: 1, max: 3}}, {modulo: {step: 5, offset: 0}}]",
            &[
                "{step: 5, offset: 0} => no value of property `a` meets both `range` (1 to 3) and `modulo` (a multiple of 5)",
            ],
        );
        check_constraints(
            "type: list, schema: {'*': {type: string, constraints: [{allowed_pattern: 'a+'}, {allowed_pattern: 'b+'}]}}",
            &[
                "'b+' => no value of an item of `a` meets both `allowed_pattern` (matching a+) and `allowed_pattern` (matching b+)",
            ],
        );
    }

    #[test]
    fn one_constraint_may_exclude_all_values_of_the_type() {
        check_constraints(
            "type: integer, constraints: [{range: {min: 1.2, max: 1.8}}]",
            &["{min: 1.2, max: 1.8} => no value of property `a` meets `range` (1.2 to 1.8)"],
        );
        check_constraints("type: number, constraints: [{range: {min: 1.2, max: 1.8}}]", &[]);
    }

    #[test]
    fn findings_of_other_rules_are_not_repeated() {
        check_constraints("type: integer, constraints: [{range: {min: 5, max: 3}}, {range: {max: 2}}]", &[]);
        check_constraints("type: integer, constraints: [{range: {min: 5}}, {allowed_values: [1, 2]}]", &[]);
        check_constraints("type: integer, constraints: [{range: {min: b}}, {range: {max: 2}}]", &[]);
    }

    #[test]
    fn constraints_that_cannot_be_decided_are_accepted() {
        check_constraints(
            "type: string, constraints: [{custom_constraint: nova.flavor}, {length: {max: 1}}]",
            &[],
        );
        check_constraints(
            r"type: string, constraints: [{allowed_pattern: '(a+)\1'}, {allowed_pattern: 'b+'}]",
            &[],
        );
    }
}
