//! `status-deprecated-without-message`.

use heat_model::Status;

use crate::{Check, Findings, Mirror, Policy, Rule, Severity, StatusPair};

pub(crate) static RULE: Rule = Rule {
    id: "status-deprecated-without-message",
    severity: Severity::Policy,
    summary: "Something became DEPRECATED without saying what to use instead",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Whoever uses it learns that it will go away, and not what to do about it.

## Why
The message is what the docs and the validation of templates show.

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
      - {status: DEPRECATED, version: 7.0.0}
      - {version: 2.0.0}
```

## How to do it instead
Write a `message` that names what to use instead, or says that nothing takes its place.
",
    mirror: Mirror::None(
        "The other way also loses a step of the history, which `status-history-rewritten` finds.",
    ),
    check: Check::Status(check),
};

fn check(pair: &StatusPair<'_>, _: &Policy<'_>, findings: &mut Findings<'_>) {
    let is_new = pair.before.is_none_or(|before| before.status() != Status::Deprecated);
    if is_new && pair.after.status() == Status::Deprecated && pair.after.message().is_none() {
        findings
            .report(
                &pair.place,
                format!("{} became DEPRECATED without saying what to use instead", pair.what),
            )
            .values(pair.before, Some(pair.after));
    }
}
