//! `constraint-definition-removed`.

use crate::{Check, Findings, Mirror, Rule, Severity, Table, TablesPair};

pub(crate) static RULE: Rule = Rule {
    id: "constraint-definition-removed",
    severity: Severity::Breaking,
    summary: "A custom constraint was removed from `constraints.yaml`",
    docs: r"
## What it means for running stacks
The next update of a stack fails if one of its resources or parameters uses the constraint.

## What it means for templates
Heat refuses every value for a constraint that it does not know. Templates fail that give a property with it, and those
that name it for a parameter of their own.

## Why
A template may name a custom constraint for its parameters, whether or not a resource type uses it.

## Example
Before:
```yaml
token.kind:
  description: Name of a kind of token.
  client_plugin: token
token.owner:
  description: ID of whom a token belongs to.
  client_plugin: keystone
```
After:
```yaml
token.kind:
  description: Name of a kind of token.
  client_plugin: token
```

## How to do it instead
Keep the constraint for as long as Heat has it. Where Heat removes it, say in the release notes what to use in its place.
",
    mirror: Mirror::Rule("constraint-definition-added"),
    check: Check::Table(Table::Constraints, check),
};

fn check(tables: &TablesPair<'_>, findings: &mut Findings<'_>) {
    for pair in tables.constraints().iter().filter(|pair| pair.after.is_none()) {
        let message = format!("custom constraint `{}` was removed", pair.name);
        findings.report(&pair.place(None), message).values(pair.before, None::<&()>);
    }
}
