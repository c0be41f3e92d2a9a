//! `property-required-lifted`.

use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-required-lifted",
    severity: Severity::Safe,
    summary: "A required property became optional",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Templates need not give it any more.

## Why
Who gives it sees no difference.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
    required: true
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
```

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::Rule("property-required-added"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (pair.before, pair.after);
    if pair.asks_for_presence()
        && before.required
        && !after.required
        && before.default.is_none()
        && after.default.is_none()
    {
        findings
            .report(&pair.place.join("required"), format!("{} became optional", pair.name()))
            .values(Some(&true), Some(&false));
    }
}
