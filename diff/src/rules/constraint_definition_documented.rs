//! `constraint-definition-documented`.

use heat_model::CustomConstraint;

use crate::{Check, Findings, Mirror, Rule, Severity, Table, TablesPair};

pub(crate) static RULE: Rule = Rule {
    id: "constraint-definition-documented",
    severity: Severity::Docs,
    summary: "The documentation of a custom constraint changed",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Nothing changes.

## Why
The description, the resource type and the example of a constraint only document it.

## Example
Before:
```yaml
token.kind:
  description: Name of a kind of token.
  client_plugin: token
```
After:
```yaml
token.kind:
  description: Name of the kind of token.
  client_plugin: token
```

## How to do it instead
Nothing needs to be done.
",
    mirror: Mirror::Rule("constraint-definition-documented"),
    check: Check::Table(Table::Constraints, check),
};

fn check(tables: &TablesPair<'_>, findings: &mut Findings<'_>) {
    for pair in tables.constraints() {
        let (Some(before), Some(after)) = (pair.before, pair.after) else { continue };
        let documented = |each: &CustomConstraint| {
            (
                each.description.clone(),
                each.resource_type.clone(),
                each.example.clone(),
                each.lookup.is_some(),
            )
        };
        if documented(before) != documented(after) {
            let message = format!("the documentation of custom constraint `{}` changed", pair.name);
            findings.report(&pair.place(None), message);
        }
    }
}
