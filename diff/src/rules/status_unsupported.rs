//! `status-unsupported`.

use heat_model::Status;

use crate::{Check, Findings, Mirror, Policy, Rule, Severity, StatusPair};

pub(crate) static RULE: Rule = Rule {
    id: "status-unsupported",
    severity: Severity::Dangerous,
    summary: "Something became UNSUPPORTED",
    docs: r"
## What it means for running stacks
It works, with no promise of any kind.

## What it means for templates
The same templates are valid.

## Why
Nobody looks after it any more.

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
      - {status: UNSUPPORTED, version: 7.0.0, message: Nobody looks after it.}
      - {version: 2.0.0}
```

## How to do it instead
Deprecate it, with a message that says what to use instead.
",
    mirror: Mirror::None(
        "The other way also loses a step of the history, which `status-history-rewritten` finds.",
    ),
    check: Check::Status(check),
};

fn check(pair: &StatusPair<'_>, _: &Policy<'_>, findings: &mut Findings<'_>) {
    let Some(before) = pair.before else { return };
    let after = pair.after;
    if before.status() != after.status() && after.status() == Status::Unsupported {
        findings
            .report(&pair.place, format!("{} became UNSUPPORTED", pair.what))
            .values(Some(before), Some(after));
    }
}
