//! `status-supported-again`.

use heat_model::Status;

use crate::{Check, Findings, Mirror, Policy, Rule, Severity, StatusPair};

pub(crate) static RULE: Rule = Rule {
    id: "status-supported-again",
    severity: Severity::Safe,
    summary: "Something became SUPPORTED again",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
The same templates are valid.

## Why
What was to go away stays.

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
      - {status: DEPRECATED, version: 6.0.0, message: Use name.}
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
      - {version: 7.0.0}
      - {status: DEPRECATED, version: 6.0.0, message: Use name.}
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

fn check(pair: &StatusPair<'_>, _: &Policy<'_>, findings: &mut Findings<'_>) {
    let Some(before) = pair.before else { return };
    let after = pair.after;
    if before.status() != after.status() && after.status() == Status::Supported {
        findings
            .report(&pair.place, format!("{} became SUPPORTED again", pair.what))
            .values(Some(before), Some(after));
    }
}
