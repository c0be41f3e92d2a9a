//! `property-immutable-changed-to-update-allowed`.

use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-immutable-changed-to-update-allowed",
    severity: Severity::Safe,
    summary: "A change that was refused is now made in place",
    docs: r"
## What it means for running stacks
An update can change the property now, and keeps the resource.

## What it means for templates
The same templates are valid.

## Why
Heat refused to change an immutable property; with `update_allowed` it lets the plug-in do it.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
    immutable: true
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
    update_allowed: true
```

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::Rule("property-update-allowed-changed-to-immutable"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (pair.before, pair.after);
    if pair.decides_on_updates() && before.immutable && !after.immutable && after.update_allowed {
        findings
            .report(
                &pair.place,
                format!("changing {} now updates the resource in place; it used to be refused", pair.name()),
            )
            .values(
                Some(&before.update_behaviour().to_string()),
                Some(&after.update_behaviour().to_string()),
            );
    }
}
