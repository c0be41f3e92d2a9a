//! `status-new-without-version`.

use crate::{Check, Findings, Mirror, Policy, Rule, Severity, StatusPair};

pub(crate) static RULE: Rule = Rule {
    id: "status-new-without-version",
    severity: Severity::Policy,
    summary: "Something was added without a version",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Nothing changes.

## Why
Templates have to know which release they need. The docs show it, and later statuses are ordered by it.

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
```

## How to do it instead
Write the release that it will be part of: `support_status: [{version: …}]`.
",
    mirror: Mirror::None("What is gone has no version to write."),
    check: Check::Status(check),
};

fn check(pair: &StatusPair<'_>, policy: &Policy<'_>, findings: &mut Findings<'_>) {
    let has_releases = !policy.releases.releases.is_empty();
    if has_releases && pair.before.is_none() && pair.after.version().is_none() {
        findings
            .report(&pair.place, format!("{} was added without a version", pair.what))
            .values(None::<&()>, Some(pair.after));
    }
}
