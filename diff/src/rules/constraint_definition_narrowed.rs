//! `constraint-definition-narrowed`.

use crate::tables::Lookups;
use crate::{Check, Findings, Mirror, Rule, Severity, Table, TablesPair};

pub(crate) static RULE: Rule = Rule {
    id: "constraint-definition-narrowed",
    severity: Severity::Breaking,
    summary: "A custom constraint no longer accepts names, or IDs",
    docs: r"
## What it means for running stacks
The next update of a stack fails if a template gives what is no longer looked up.

## What it means for templates
Templates are refused that give a name where only IDs are found now, or the reverse.

## Why
A custom constraint accepts what its service finds. What finds it is `lookup`: the `id`, the `name`, or either.

## Example
Before:
```yaml
token.owner:
  description: Whom a token belongs to.
  client_plugin: keystone
  lookup: name_or_id
```
After:
```yaml
token.owner:
  description: Whom a token belongs to.
  client_plugin: keystone
  lookup: id
```

## How to do it instead
Keep `name_or_id` where Heat looks up both. Where Heat changed, say so in the release notes.
",
    mirror: Mirror::Rule("constraint-definition-widened"),
    check: Check::Table(Table::Constraints, check),
};

fn check(tables: &TablesPair<'_>, findings: &mut Findings<'_>) {
    tables.report_lookups(Lookups::Narrowed, findings);
}
