//! `status-hidden-without-deprecation`.

use heat_model::Status;

use crate::life_cycle::hidden_without_deprecation;
use crate::{Check, Findings, Mirror, Policy, Rule, Severity, StatusPair};

pub(crate) static RULE: Rule = Rule {
    id: "status-hidden-without-deprecation",
    severity: Severity::Policy,
    summary: "Something became HIDDEN without having been DEPRECATED",
    docs: r"
## What it means for running stacks
Nothing changes: what uses it goes on working.

## What it means for templates
The same templates are valid. Nobody was told to change them.

## Why
Between SUPPORTED and HIDDEN comes DEPRECATED, so that people have a release to change their templates in.

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
      - {status: HIDDEN, version: 7.0.0, message: Nothing reads it.}
      - {version: 2.0.0}
```

## How to do it instead
Deprecate it with a message now, and hide it a release later.
",
    mirror: Mirror::None(
        "The other way also loses a step of the history, which `status-history-rewritten` finds.",
    ),
    check: Check::Status(check),
};

fn check(pair: &StatusPair<'_>, _: &Policy<'_>, findings: &mut Findings<'_>) {
    let Some(before) = pair.before else { return };
    let after = pair.after;
    if before.status() != after.status()
        && after.status() == Status::Hidden
        && hidden_without_deprecation(before, after)
    {
        findings
            .report(&pair.place, format!("{} became HIDDEN without having been DEPRECATED", pair.what))
            .values(Some(before), Some(after));
    }
}
