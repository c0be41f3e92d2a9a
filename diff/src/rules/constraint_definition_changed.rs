//! `constraint-definition-changed`.

use crate::{Check, Findings, Mirror, Rule, Severity, Table, TablesPair};

pub(crate) static RULE: Rule = Rule {
    id: "constraint-definition-changed",
    severity: Severity::Dangerous,
    summary: "A custom constraint asks another service",
    docs: r"
## What it means for running stacks
The next update of a stack can fail if one of its resources gives a value that the other service does not know.

## What it means for templates
Values may be refused that were accepted, and the other way round.

## Why
A custom constraint accepts what exists in the service that its `client_plugin` names.

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
token.owner:
  description: ID of whom a token belongs to.
  client_plugin: token
```

## How to do it instead
Add a constraint under another name, and let new properties use that.
",
    mirror: Mirror::Rule("constraint-definition-changed"),
    check: Check::Table(Table::Constraints, check),
};

fn check(tables: &TablesPair<'_>, findings: &mut Findings<'_>) {
    for pair in tables.constraints() {
        let (Some(before), Some(after)) = (pair.before, pair.after) else { continue };
        if before.client_plugin != after.client_plugin {
            let message = match (&before.client_plugin, &after.client_plugin) {
                (_, None) => format!("custom constraint `{}` no longer asks a service", pair.name),
                (None, Some(_)) => format!("custom constraint `{}` now asks a service", pair.name),
                (Some(_), Some(_)) => format!("custom constraint `{}` asks another service", pair.name),
            };
            findings
                .report(&pair.place(Some("client_plugin")), message)
                .values(before.client_plugin.as_ref(), after.client_plugin.as_ref());
        }
    }
}
