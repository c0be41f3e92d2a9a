//! `property-immutable-added`.

use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-immutable-added",
    severity: Severity::Breaking,
    summary: "A change that replaced the resource is now refused",
    docs: r"
## What it means for running stacks
An update that changes the property fails, and with it the whole update of the stack.

## What it means for templates
The same templates are valid for new stacks; a changed value is refused in running ones.

## Why
Heat refuses to change an immutable property before it looks at anything else.

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
    immutable: true
```

## How to do it instead
Leave the property as it is, so that a change replaces the resource, or deprecate it in favour of a new, immutable one.
",
    mirror: Mirror::Rule("property-immutable-removed"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    // What was done in place is another rule's.
    if !pair.decides_on_updates()
        || pair.before.immutable
        || !pair.after.immutable
        || pair.before.update_allowed
    {
        return;
    }
    findings
        .report(
            &pair.place.join("immutable"),
            format!("changing {} is now refused; it used to replace the resource", pair.name()),
        )
        .values(Some(&false), Some(&true));
}
