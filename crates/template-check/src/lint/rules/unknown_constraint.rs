//! Rule `unknown-constraint`: a custom constraint is unknown to Heat.

use heat_model::ConstraintKind;

use crate::known_constraints::ConstraintName;
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "unknown-constraint",
    family: Family::Parameters,
    summary: "Heat has no such custom constraint",
    docs: r"
## What it does
Reports a `custom_constraint` of a parameter that Heat does not have. If the name is nearly right, or an earlier release of Heat had it, and the
parameter has a value, the error `invalid-parameter-value` says so instead.

## Why
Heat refuses every value of the parameter, unless a plug-in of the cloud adds the constraint.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  datacentre:
    type: string
    description: Where the server runs.
    default: north
    constraints: [{custom_constraint: acme.datacentre}]
resources:
  value: {type: OS::Heat::Value, properties: {value: {get_param: datacentre}}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  datacentre:
    type: string
    description: Where the server runs.
    default: north
    constraints: [{allowed_values: [north, south]}]
resources:
  value: {type: OS::Heat::Value, properties: {value: {get_param: datacentre}}}
```
",
    check: Check::Template(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let table = context.types.custom_constraints();
    for (_, parameter) in context.parameters() {
        for constraint in &parameter.definition.constraints {
            let ConstraintKind::Custom(name) = &constraint.kind else { continue };
            let known = ConstraintName::of(name, table);
            let is_error = !matches!(known, ConstraintName::Unknown) && parameter.has_value();
            if matches!(known, ConstraintName::Known) || is_error {
                continue;
            }
            let help = known.help(name).unwrap_or_else(|| {
                "remove it, unless a plug-in of the cloud adds it: Heat refuses every value otherwise"
                    .to_owned()
            });
            findings.report(constraint.span, format!("Heat has no custom constraint `{name}`"), help);
        }
    }
}
