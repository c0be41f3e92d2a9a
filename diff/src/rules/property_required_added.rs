//! `property-required-added`.

use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-required-added",
    severity: Severity::Breaking,
    summary: "An optional property became required",
    docs: r"
## What it means for running stacks
The next update is refused unless its template gives the property.

## What it means for templates
Templates that do not give it are refused.

## Why
Heat refuses a resource whose required property is missing.

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
    required: true
```

## How to do it instead
Give it a default that does what was done without it: a default satisfies `required`.
",
    mirror: Mirror::Rule("property-required-lifted"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (pair.before, pair.after);
    if pair.asks_for_presence()
        && !before.required
        && after.required
        && after.default.is_none()
        && before.default.is_none()
    {
        findings
            .report(&pair.place.join("required"), format!("{} became required", pair.name()))
            .values(Some(&false), Some(&true));
    }
}
