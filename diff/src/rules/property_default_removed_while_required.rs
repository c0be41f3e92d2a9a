//! `property-default-removed-while-required`.

use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-default-removed-while-required",
    severity: Severity::Breaking,
    summary: "The default of a required property was removed",
    docs: r"
## What it means for running stacks
The next update is refused unless its template gives the property.

## What it means for templates
Templates that do not give it are refused.

## Why
The default satisfied `required`; without it, Heat asks for the property.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
    default: any
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
    required: true
```

## How to do it instead
Keep the default, or make the property optional.
",
    mirror: Mirror::Rule("property-default-added-while-required"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (pair.before, pair.after);
    if pair.asks_for_presence() && after.required && before.default.is_some() && after.default.is_none() {
        findings
            .report(
                &pair.place.join("default"),
                format!("the default of {} was removed, which is required", pair.name()),
            )
            .values(before.default.as_ref(), after.default.as_ref());
    }
}
