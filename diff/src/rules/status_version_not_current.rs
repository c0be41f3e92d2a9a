//! `status-version-not-current`.

use crate::life_cycle::{is_backwards, same_release};
use crate::{Check, Findings, Mirror, Policy, Rule, Severity, StatusPair};

pub(crate) static RULE: Rule = Rule {
    id: "status-version-not-current",
    severity: Severity::Policy,
    summary: "A new status does not name the upcoming release",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Nothing changes.

## Why
What is new now will be part of the next release. Whoever reads an earlier version looks for it in vain.

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
  label:
    type: string
    description: How it is called.
    support_status: [{version: 6.0.0}]
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
    let (Some(current), Some(version)) = (policy.current_version, pair.after.version()) else { return };
    let is_new = pair.before.is_none_or(|before| before.status() != pair.after.status());
    if is_new && !same_release(version, current, policy) && !is_backwards(pair.after, policy) {
        findings
            .report(&pair.place, format!("the new status of {} names {version}", pair.what))
            .values(pair.before, Some(pair.after))
            .note(format!("the upcoming release is {current}"));
    }
}
