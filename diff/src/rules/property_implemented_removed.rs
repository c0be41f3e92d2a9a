//! `property-implemented-removed`.

use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-implemented-removed",
    severity: Severity::Breaking,
    summary: "A property is no longer implemented",
    docs: r"
## What it means for running stacks
Stacks whose template gives it cannot be updated: the template is refused.

## What it means for templates
Templates that give it are refused.

## Why
Heat refuses a property that its schema calls not implemented.

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
    implemented: false
```

## How to do it instead
Deprecate the property, and let the plug-in take no notice of it.
",
    mirror: Mirror::Rule("property-implemented-added"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    if pair.around_is_closed || !pair.before.implemented || pair.after.implemented {
        return;
    }
    findings
        .report(&pair.place.join("implemented"), format!("Heat no longer implements {}", pair.name()))
        .values(Some(&true), Some(&false));
}
