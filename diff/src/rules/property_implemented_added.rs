//! `property-implemented-added`.

use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-implemented-added",
    severity: Severity::Safe,
    summary: "A property is now implemented",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Templates can give it, and were refused.

## Why
Nothing used it, as Heat refused it.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
    implemented: false
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
    mirror: Mirror::Rule("property-implemented-removed"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    if pair.around_is_closed || pair.before.implemented || !pair.after.implemented {
        return;
    }
    findings
        .report(&pair.place.join("implemented"), format!("Heat now implements {}", pair.name()))
        .values(Some(&false), Some(&true));
}
