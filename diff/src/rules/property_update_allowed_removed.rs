//! `property-update-allowed-removed`.

use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-update-allowed-removed",
    severity: Severity::Breaking,
    summary: "A change that was made in place now replaces the resource",
    docs: r"
## What it means for running stacks
The next update that changes the property destroys the resource and makes a new one. Whatever refers to the old one sees
its ID change.

## What it means for templates
The same templates are valid.

## Why
Without `update_allowed`, Heat answers a change of a property with a new resource. Nothing in the template says so.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
    update_allowed: true
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
```

## How to do it instead
Keep `update_allowed` and let the plug-in do in place what it did. Where the service can do it no longer, deprecate the
property, and give what replaces resources a name of its own.
",
    mirror: Mirror::Rule("property-update-allowed-added"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    // Only the property at the top decides. One that became immutable is another rule's.
    if !pair.decides_on_updates()
        || !pair.before.update_allowed
        || pair.after.update_allowed
        || pair.after.immutable
    {
        return;
    }
    findings
        .report(
            &pair.place.join("update_allowed"),
            format!("changing {} now replaces the resource; it used to be updated in place", pair.name()),
        )
        .values(Some(&true), Some(&false))
        .note("updates of stacks that change it destroy the existing resource");
}
