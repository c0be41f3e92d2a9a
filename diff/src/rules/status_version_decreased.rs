//! `status-version-decreased`.

use crate::life_cycle::is_backwards;
use crate::{Check, Findings, Mirror, Policy, Rule, Severity, StatusPair};

pub(crate) static RULE: Rule = Rule {
    id: "status-version-decreased",
    severity: Severity::Policy,
    summary: "A status names an earlier release than the one before it",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Nothing changes.

## Why
Statuses follow each other, newest first. One that came before the last is out of order.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
  label:
    type: string
    description: How it is called.
    support_status: [{version: 7.0.0}]
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
  label:
    type: string
    description: How it is called.
    support_status:
      - {status: DEPRECATED, version: 6.0.0, message: Use name.}
      - {version: 7.0.0}
```

## How to do it instead
Write the release that it will be part of.
",
    mirror: Mirror::None(
        "The other way also loses a step of the history, which `status-history-rewritten` finds.",
    ),
    check: Check::Status(check),
};

fn check(pair: &StatusPair<'_>, policy: &Policy<'_>, findings: &mut Findings<'_>) {
    if is_backwards(pair.after, policy) && !pair.before.is_some_and(|before| is_backwards(before, policy)) {
        findings
            .report(&pair.place, format!("the statuses of {} are not in the order of releases", pair.what))
            .values(pair.before, Some(pair.after));
    }
}
