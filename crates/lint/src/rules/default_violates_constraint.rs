//! Rule `default-violates-constraint`: a default violates the property's own constraints.

use heat_model::ConstraintKind;
use heat_model::validate::violation;
use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, PropertySite, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "default-violates-constraint",
    severity: Severity::Error,
    summary: "A default violates the property's own constraints",
    docs: r"
## What it does
Reports a `default` that one of the property's constraints refuses. Custom constraints are not checked; a default that
an `allowed_pattern` refuses is reported as `pattern-never-matches-default`.

## Why
Heat checks the default against the constraints when it loads the schema, and refuses the schema if it violates one.
This happens before the default is converted to the property's type: the string `x` is in no range, and the number `5`
matches no pattern.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    default: 128
    constraints:
      - range: {min: 1, max: 64}
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    default: 64
    constraints:
      - range: {min: 1, max: 64}
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for site in &context.properties {
        check_site(site, findings);
    }
}

fn check_site(site: &PropertySite<'_>, findings: &mut Findings<'_>) {
    let Some(default) = &site.schema.default else { return };
    for (path, constraint) in site.usable_constraints() {
        let kind = &constraint.kind;
        if matches!(kind, ConstraintKind::AllowedPattern(_)) && default.as_str().is_some() {
            continue;
        }
        if let Some(violation) = violation(kind, default, Some(site.schema.property_type)) {
            findings
                .report(
                    &site.path.join("default"),
                    Part::Value,
                    format!("the default of {} violates its own constraint: {violation}", site.what()),
                )
                .label("Heat refuses this default")
                .related(path.join(kind.key()), Part::Value, "required by this constraint")
                .help(match kind {
                    ConstraintKind::AllowedPattern(_) => format!("write it in quotes: \"{default}\""),
                    _ => "change the default or the constraint".to_owned(),
                });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    fn check_property(property: &str, expect: &[&str]) {
        check(&RULE, &format!("properties: {{a: {{{property}}}}}"), expect);
    }

    const OUTSET: &str = "the default of property `a` violates its own constraint";

    #[test]
    fn each_constraint_is_checked() {
        check_property("type: integer, default: 3, constraints: [{range: {min: 2, max: 4}}]", &[]);
        check_property(
            "type: integer, default: 1, constraints: [{range: {min: 2, max: 4}}]",
            &[&format!("1 => {OUTSET}: 1 is out of range: 2 to 4")],
        );
        check_property(
            "type: number, default: 4.5, constraints: [{modulo: {step: 3, offset: 0}}]",
            &[&format!("4.5 => {OUTSET}: 4.5 is not a multiple of 3")],
        );
        check_property(
            "type: map, default: {b: 1, c: 2}, constraints: [{length: {max: 1}}]",
            &[&format!("{{b: 1, c: 2}} => {OUTSET}: its length, 2, is out of range: at most 1")],
        );
        check_property(
            "type: boolean, default: false, constraints: [{allowed_values: [true]}]",
            &[&format!("false => {OUTSET}: false is not one of true")],
        );
        check_property(
            "type: list, default: [b], constraints: [{allowed_values: [a]}]",
            &[&format!("[b] => {OUTSET}: \"b\" is not one of \"a\"")],
        );
        check_property("type: string, default: x, constraints: [{custom_constraint: ip_addr}]", &[]);
    }

    #[test]
    fn the_default_is_not_converted() {
        check_property(
            "type: integer, default: x, constraints: [{range: {min: 2}}]",
            &[&format!("x => {OUTSET}: \"x\" is not a number")],
        );
        check_property("type: integer, default: '3', constraints: [{range: {min: 2}}]", &[]);
        check_property(
            "type: string, default: 5, constraints: [{allowed_pattern: '[0-9]'}]",
            &[&format!("5 => {OUTSET}: a pattern requires a string, and this is an integer")],
        );
        check_property(
            "type: integer, default: 1.5, constraints: [{allowed_values: [1, 2]}]",
            &[&format!("1.5 => {OUTSET}: 1.5 is not one of 1, 2")],
        );
        // The string is not checked as an item of a list, but its length is.
        check_property("type: map, default: ab, constraints: [{length: {max: 2}}]", &[]);
        check_property("type: string, default: null, constraints: [{length: {min: 1}}]", &[]);
    }

    #[test]
    fn one_allowed_value_of_another_type_refuses_every_default() {
        check_property(
            "type: integer, default: 1, constraints: [{allowed_values: [1, a]}]",
            &[&format!(
                "1 => {OUTSET}: \"a\", which is allowed, is not of type `integer`, so no value is accepted"
            )],
        );
    }

    #[test]
    fn members_and_update_policies_too() {
        check(
            &RULE,
            "properties: {a: {type: list, schema: {'*': {type: map, schema: {b: {type: string, default: abc, constraints: [{length: {max: 1}}]}}}}}}
update_policy: {c: {type: integer, default: 0, constraints: [{range: {min: 1}}]}}",
            &[
                "abc => the default of property `a.b` violates its own constraint: its length, 3, is out of range: at most 1",
                "0 => the default of update policy `c` violates its own constraint: 0 is out of range: at least 1",
            ],
        );
    }

    #[test]
    fn invalid_constraints_are_skipped() {
        check_property("type: string, default: 5, constraints: [{range: {min: 9}}]", &[]);
        check_property("type: integer, default: 5, constraints: [{range: {}}]", &[]);
    }
}
