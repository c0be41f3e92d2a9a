//! `property-description-changed`.

use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-description-changed",
    severity: Severity::Docs,
    summary: "The description of a property changed",
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
description: Makes a token.
properties:
  name:
    type: string
    description: What it is called.
```

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::Rule("property-description-changed"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (&pair.before.description, &pair.after.description);
    if before != after {
        findings
            .report(&pair.place.join("description"), format!("the description of {} changed", pair.name()))
            .values(Some(before), Some(after));
    }
}
