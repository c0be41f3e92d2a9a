//! `resource-type-description-changed`.

use crate::{Check, Findings, Mirror, Rule, Severity, TypePair};

pub(crate) static RULE: Rule = Rule {
    id: "resource-type-description-changed",
    severity: Severity::Docs,
    summary: "The description of a resource type changed",
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
```
After:
```yaml
type: My::Custom::Token
description: Makes a short token.
properties:
  name:
    type: string
    description: How it is called.
```

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::Rule("resource-type-description-changed"),
    check: Check::Type(check),
};

fn check(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (&types.before.description, &types.after.description);
    if before != after {
        findings
            .report(&types.place().join("description"), "the description changed")
            .values(Some(before), Some(after));
    }
}
