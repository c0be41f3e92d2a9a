//! `property-allow-conversion-added`.

use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-allow-conversion-added",
    severity: Severity::Safe,
    summary: "A map or list now also accepts other types",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Templates can also give text, or another collection than the type says.

## Why
With `allow_conversion`, a list takes text, split at its commas, and a map takes text, or a list written as JSON.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: list
    description: How it is called.
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: list
    description: How it is called.
    allow_conversion: true
```

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::Rule("property-allow-conversion-removed"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    if pair.is_closed || pair.before.allow_conversion || !pair.after.allow_conversion {
        return;
    }
    findings
        .report(&pair.place.join("allow_conversion"), format!("conversion was allowed for {}", pair.name()))
        .values(Some(&pair.before.allow_conversion), Some(&pair.after.allow_conversion));
}
