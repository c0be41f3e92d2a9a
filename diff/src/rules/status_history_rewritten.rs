//! `status-history-rewritten`.

use crate::life_cycle::is_rewritten;
use crate::{Check, Findings, Mirror, Policy, Rule, Severity, StatusPair};

pub(crate) static RULE: Rule = Rule {
    id: "status-history-rewritten",
    severity: Severity::Policy,
    summary: "The history of a support status was rewritten",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Nothing changes.

## Why
A history grows at its beginning. Who looks up since when something exists gets another answer now.

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
      - {status: DEPRECATED, version: 6.0.0, message: Use name.}
      - {version: 3.0.0}
```

## How to do it instead
Leave what was written, and add a step before it.
",
    mirror: Mirror::Rule("status-history-rewritten"),
    check: Check::Status(check),
};

fn check(pair: &StatusPair<'_>, _: &Policy<'_>, findings: &mut Findings<'_>) {
    let Some(before) = pair.before else { return };
    let after = pair.after;
    if is_rewritten(before, after) {
        findings
            .report(&pair.place, format!("the status history of {} was rewritten", pair.what))
            .values(Some(before), Some(after));
    }
}
