//! `property-update-allowed-changed-to-immutable`.

use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-update-allowed-changed-to-immutable",
    severity: Severity::Breaking,
    summary: "A change that was made in place is now refused",
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
    immutable: true
```

## How to do it instead
Leave the property as it is, or deprecate it in favour of a new, immutable one.
",
    mirror: Mirror::Rule("property-immutable-changed-to-update-allowed"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (pair.before, pair.after);
    if pair.decides_on_updates() && before.update_allowed && !before.immutable && after.immutable {
        findings
            .report(
                &pair.place,
                format!("changing {} is now refused; it used to be updated in place", pair.name()),
            )
            .values(
                Some(&before.update_behaviour().to_string()),
                Some(&after.update_behaviour().to_string()),
            );
    }
}
