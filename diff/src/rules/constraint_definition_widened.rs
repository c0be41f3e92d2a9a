//! `constraint-definition-widened`.

use crate::tables::Lookups;
use crate::{Check, Findings, Mirror, Rule, Severity, Table, TablesPair};

pub(crate) static RULE: Rule = Rule {
    id: "constraint-definition-widened",
    severity: Severity::Safe,
    summary: "A custom constraint now accepts names, or IDs, too",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
They can give a name where an ID was needed, or the reverse.

## Why
What was accepted still is.

## Example
Before:
```yaml
token.owner:
  description: Whom a token belongs to.
  client_plugin: keystone
  lookup: id
```
After:
```yaml
token.owner:
  description: Whom a token belongs to.
  client_plugin: keystone
  lookup: name_or_id
```

## How to do it instead
Nothing needs to be done.
",
    mirror: Mirror::Rule("constraint-definition-narrowed"),
    check: Check::Table(Table::Constraints, check),
};

fn check(tables: &TablesPair<'_>, findings: &mut Findings<'_>) {
    tables.report_lookups(Lookups::Widened, findings);
}
