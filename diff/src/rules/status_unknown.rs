//! `status-unknown`.

use heat_model::Status;

use crate::{Check, Findings, Mirror, Policy, Rule, Severity, StatusPair};

pub(crate) static RULE: Rule = Rule {
    id: "status-unknown",
    severity: Severity::Policy,
    summary: "A support status is no longer known",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Whoever reads the docs does not learn whether it may be used.

## Why
UNKNOWN says that nobody looked. What was known once should stay known.

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
    support_status: [{version: 2.0.0}]
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
      - {status: UNKNOWN, version: 7.0.0}
      - {version: 2.0.0}
```

## How to do it instead
Find out, and write what it is.
",
    mirror: Mirror::None(
        "The other way also loses a step of the history, which `status-history-rewritten` finds.",
    ),
    check: Check::Status(check),
};

fn check(pair: &StatusPair<'_>, _: &Policy<'_>, findings: &mut Findings<'_>) {
    let Some(before) = pair.before else { return };
    if before.status() != Status::Unknown && pair.after.status() == Status::Unknown {
        findings
            .report(&pair.place, format!("the status of {} is no longer known", pair.what))
            .values(Some(before), Some(pair.after));
    }
}
