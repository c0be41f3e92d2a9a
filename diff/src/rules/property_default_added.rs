//! `property-default-added`.

use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-default-added",
    severity: Severity::Dangerous,
    summary: "A default was added to a property",
    docs: r"
## What it means for running stacks
Nothing changes until another property does: both sides of an update read the new default.

## What it means for templates
Templates that do not give the property get the default, where the plug-in saw nothing.

## Why
The plug-in now passes on what nobody wrote.

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
    default: any
```

## How to do it instead
See that the default is what the service did without it.
",
    mirror: Mirror::Rule("property-default-removed"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (pair.before, pair.after);
    if !pair.around_is_closed
        && (!before.required || pair.is_item)
        && before.default.is_none()
        && after.default.is_some()
    {
        findings
            .report(&pair.place.join("default"), format!("a default was added to {}", pair.name()))
            .values(before.default.as_ref(), after.default.as_ref());
    }
}
