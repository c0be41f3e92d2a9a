//! `property-update-allowed-added`.

use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-update-allowed-added",
    severity: Severity::Safe,
    summary: "A change that replaced the resource is now made in place",
    docs: r"
## What it means for running stacks
The next update that changes the property keeps the resource.

## What it means for templates
The same templates are valid.

## Why
Less is destroyed than before. That the plug-in can do it is for its tests to show.

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
    update_allowed: true
```

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::Rule("property-update-allowed-removed"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    if !pair.decides_on_updates()
        || pair.before.update_allowed
        || pair.before.immutable
        || !pair.after.update_allowed
    {
        return;
    }
    findings
        .report(
            &pair.place.join("update_allowed"),
            format!(
                "changing {} now updates the resource in place; it used to replace the resource",
                pair.name()
            ),
        )
        .values(Some(&false), Some(&true));
}
