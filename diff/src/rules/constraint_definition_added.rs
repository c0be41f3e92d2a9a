//! `constraint-definition-added`.

use crate::{Check, Findings, Mirror, Rule, Severity, Table, TablesPair};

pub(crate) static RULE: Rule = Rule {
    id: "constraint-definition-added",
    severity: Severity::Safe,
    summary: "A custom constraint was added to `constraints.yaml`",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
They can use the constraint for parameters.

## Why
Nothing used it before.

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
  description: Name of a kind of token.
  client_plugin: token
token.owner:
  description: ID of whom a token belongs to.
  client_plugin: keystone
```

## How to do it instead
Nothing needs to be done.
",
    mirror: Mirror::Rule("constraint-definition-removed"),
    check: Check::Table(Table::Constraints, check),
};

fn check(tables: &TablesPair<'_>, findings: &mut Findings<'_>) {
    for pair in tables.constraints().iter().filter(|pair| pair.before.is_none()) {
        let message = format!("custom constraint `{}` was added", pair.name);
        findings.report(&pair.place(None), message).values(None::<&()>, pair.after);
    }
}
