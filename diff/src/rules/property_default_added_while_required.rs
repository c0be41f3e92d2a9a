//! `property-default-added-while-required`.

use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-default-added-while-required",
    severity: Severity::Safe,
    summary: "A default was added to a required property",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Templates need not give it any more.

## Why
The default satisfies `required`. Every template that worked gave a value.

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
    default: any
    required: true
```

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::Rule("property-default-removed-while-required"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (pair.before, pair.after);
    if pair.asks_for_presence() && before.required && before.default.is_none() && after.default.is_some() {
        findings
            .report(
                &pair.place.join("default"),
                format!("a default was added to {}, which is required", pair.name()),
            )
            .values(before.default.as_ref(), after.default.as_ref());
    }
}
