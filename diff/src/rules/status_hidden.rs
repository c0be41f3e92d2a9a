//! `status-hidden`.

use heat_model::Status;

use crate::life_cycle::{hidden_too_early, hidden_without_deprecation};
use crate::{Check, Findings, Mirror, Policy, Rule, Severity, StatusPair};

pub(crate) static RULE: Rule = Rule {
    id: "status-hidden",
    severity: Severity::Safe,
    summary: "Something DEPRECATED became HIDDEN",
    docs: r"
## What it means for running stacks
Nothing changes: what uses it goes on working.

## What it means for templates
The same templates are valid. The docs do not show it any more.

## Why
It was deprecated for long enough.

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
    support_status:
      - {status: DEPRECATED, version: 6.0.0, message: Nothing reads it.}
      - {version: 2.0.0}
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
      - {status: HIDDEN, version: 7.0.0, message: Nothing reads it.}
      - {status: DEPRECATED, version: 6.0.0, message: Nothing reads it.}
      - {version: 2.0.0}
```

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::None(
        "The other way also loses a step of the history, which `status-history-rewritten` finds.",
    ),
    check: Check::Status(check),
};

fn check(pair: &StatusPair<'_>, policy: &Policy<'_>, findings: &mut Findings<'_>) {
    let Some(before) = pair.before else { return };
    let after = pair.after;
    if before.status() != after.status()
        && after.status() == Status::Hidden
        && !hidden_without_deprecation(before, after)
        && !hidden_too_early(after, policy)
    {
        findings
            .report(&pair.place, format!("{} became HIDDEN", pair.what))
            .values(Some(before), Some(after));
    }
}
