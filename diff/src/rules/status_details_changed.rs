//! `status-details-changed`.

use crate::life_cycle::is_rewritten;
use crate::{Check, Findings, Mirror, Policy, Rule, Severity, StatusPair};

pub(crate) static RULE: Rule = Rule {
    id: "status-details-changed",
    severity: Severity::Docs,
    summary: "Details were added to a support status",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Nothing changes.

## Why
The status is the same. Since when it is so, or what came before it, was not written down, and is now.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
    support_status: [{version: 2.0.0}]
```

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::None("The other way loses what was known, which `status-history-rewritten` finds."),
    check: Check::Status(check),
};

fn check(pair: &StatusPair<'_>, _: &Policy<'_>, findings: &mut Findings<'_>) {
    let Some(before) = pair.before else { return };
    if before.status() == pair.after.status()
        && pair.facts(before) != pair.facts(pair.after)
        && !is_rewritten(before, pair.after)
    {
        findings
            .report(&pair.place, format!("details were added to the status of {}", pair.what))
            .values(Some(before), Some(pair.after));
    }
}
