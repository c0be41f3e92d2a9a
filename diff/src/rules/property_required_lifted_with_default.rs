//! `property-required-lifted-with-default`.

use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-required-lifted-with-default",
    severity: Severity::Safe,
    summary: "A property with a default is no longer required",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Nothing changes: the default satisfied `required`.

## Why
Heat asks for a required property only where it has no default.

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
    default: any
```

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::Rule("property-required-added-with-default"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (pair.before, pair.after);
    if pair.asks_for_presence()
        && before.required
        && !after.required
        && before.default.is_some()
        && after.default.is_some()
    {
        findings
            .report(
                &pair.place.join("required"),
                format!("{}, which has a default, is no longer required", pair.name()),
            )
            .values(Some(&true), Some(&false));
    }
}
