//! `status-message-changed`.

use heat_model::SupportStatus;

use crate::{Check, Findings, Mirror, Policy, Rule, Severity, StatusPair};

pub(crate) static RULE: Rule = Rule {
    id: "status-message-changed",
    severity: Severity::Docs,
    summary: "The message of a status changed",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Nothing changes.

## Why
Only the words are others.

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
      - {status: DEPRECATED, version: 6.0.0, message: Give name instead.}
      - {version: 2.0.0}
```

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::Rule("status-message-changed"),
    check: Check::Status(check),
};

fn check(pair: &StatusPair<'_>, _: &Policy<'_>, findings: &mut Findings<'_>) {
    let Some(before) = pair.before else { return };
    let after = pair.after;
    let messages = |status: &SupportStatus| -> Vec<Option<String>> {
        status.history.iter().map(|entry| entry.message.clone()).collect()
    };
    if pair.facts(before) == pair.facts(after) && messages(before) != messages(after) {
        findings
            .report(&pair.place, format!("the status message of {} changed", pair.what))
            .values(Some(before), Some(after));
    }
}
