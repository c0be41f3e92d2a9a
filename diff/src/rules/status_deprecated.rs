//! `status-deprecated`.

use heat_model::Status;

use crate::{Check, Findings, Mirror, Policy, Rule, Severity, StatusPair};

pub(crate) static RULE: Rule = Rule {
    id: "status-deprecated",
    severity: Severity::Safe,
    summary: "Something became DEPRECATED",
    docs: r"
## What it means for running stacks
Nothing changes. It works, and will go away.

## What it means for templates
The same templates are valid; whoever reads the docs sees the message.

## Why
This is how something is taken out of use.

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
      - {status: DEPRECATED, version: 7.0.0, message: Use name.}
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
    if before.status() != after.status() && after.status() == Status::Deprecated {
        findings
            .report(&pair.place, format!("{} became DEPRECATED", pair.what))
            .values(Some(before), Some(after));
    }
}
