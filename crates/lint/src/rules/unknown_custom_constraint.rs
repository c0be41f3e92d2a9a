//! Rule `unknown-custom-constraint`: a custom constraint is not in `constraints.yaml`.

use heat_model::suggest::nearest;
use heat_model::validation_rule::Condition;
use heat_model::{ConstraintKind, CustomConstraintTable, SchemaPath};
use heat_yaml::Severity;

use crate::conditions::{ConditionSite, conditions_of, visit_cases};
use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "unknown-custom-constraint",
    severity: Severity::Error,
    summary: "A custom constraint is not in `constraints.yaml`",
    docs: r"
## What it does
Reports a `custom_constraint` of a property or a condition that is not in the custom constraint table, `constraints.yaml`.

## Why
Heat looks the constraint up when it checks a value, and refuses every value if there is no such constraint.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  host:
    type: string
    description: Where it is valid.
    constraints:
      - custom_constraint: ip_address
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  host:
    type: string
    description: Where it is valid.
    constraints:
      - custom_constraint: ip_addr
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let Some(table) = context.tables.known_custom_constraints() else { return };
    for site in &context.properties {
        for (path, constraint) in site.constraints() {
            if let ConstraintKind::Custom(name) = &constraint.kind {
                check_name(table, name, &path.join("custom_constraint"), findings);
            }
        }
    }
    let mut check_condition = |site: ConditionSite<'_>| {
        if let Condition::Satisfies { custom_constraint, .. } = site.condition {
            check_name(table, custom_constraint, &site.place.join("custom_constraint"), findings);
        }
    };
    conditions_of(context.schema).into_iter().for_each(&mut check_condition);
    for site in &context.properties {
        visit_cases(site, &mut check_condition);
    }
}

fn check_name(table: &CustomConstraintTable, name: &str, path: &SchemaPath, findings: &mut Findings<'_>) {
    if table.get(name).is_some() {
        return;
    }
    let finding = findings.report(path, Part::Value, format!("there is no custom constraint `{name}`"));
    finding.label("not in the custom constraint table");
    match nearest(name, table.constraints.keys().map(String::as_str)) {
        Some(near) => finding.help(format!("did you mean `{near}`?")),
        None => finding.help("if Heat has it, add it to `constraints.yaml`"),
    };
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    #[test]
    fn custom_constraints_are_those_of_the_table() {
        check(
            &RULE,
            "properties:
  a: {type: list, schema: {'*': {type: string, constraints: [{custom_constraint: neutron.net}]}}}
  b: {type: string, constraints: [{custom_constraint: neutron.network}]}
update_policy: {c: {type: string, constraints: [{custom_constraint: x}]}}",
            &[
                "neutron.net => there is no custom constraint `neutron.net`",
                "x => there is no custom constraint `x`",
            ],
        );
        check(
            &RULE,
            "properties:
  a: {type: string, update_effect: {level: none, cases: [{when: [{property: [a], custom_constraint: y}], level: refused, reason: No.}]}}
validation_rules: [{none: [{any: [{property: [a], custom_constraint: x}, {property: [a], custom_constraint: ip_addr}]}]}]",
            &["y => there is no custom constraint `y`", "x => there is no custom constraint `x`"],
        );
    }
}
