//! `property-allow-conversion-removed`.

use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-allow-conversion-removed",
    severity: Severity::Breaking,
    summary: "A map or list no longer accepts other types",
    docs: r"
## What it means for running stacks
Stacks whose template relies on it cannot be updated: the template is refused.

## What it means for templates
Templates that give text or another collection than the type says are refused.

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
    allow_conversion: true
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: list
    description: How it is called.
```

## How to do it instead
Keep the conversion: it costs nothing.
",
    mirror: Mirror::Rule("property-allow-conversion-added"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    if pair.is_closed || !pair.before.allow_conversion || pair.after.allow_conversion {
        return;
    }
    findings
        .report(
            &pair.place.join("allow_conversion"),
            format!("conversion is no longer allowed for {}", pair.name()),
        )
        .values(Some(&pair.before.allow_conversion), Some(&pair.after.allow_conversion));
}
