//! `property-required-added-with-default`.

use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-required-added-with-default",
    severity: Severity::Safe,
    summary: "A property with a default became required",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Nothing changes: the default satisfies `required`.

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
    required: true
```

## How to do it instead
Leave `required` away: beside a default it says nothing.
",
    mirror: Mirror::Rule("property-required-lifted-with-default"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (pair.before, pair.after);
    if pair.asks_for_presence()
        && !before.required
        && after.required
        && before.default.is_some()
        && after.default.is_some()
    {
        findings
            .report(
                &pair.place.join("required"),
                format!("{}, which has a default, became required", pair.name()),
            )
            .values(Some(&false), Some(&true));
    }
}
