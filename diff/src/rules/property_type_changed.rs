//! `property-type-changed`.

use crate::type_change::{self, TypeChange};
use crate::{Check, Mirror, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-type-changed",
    severity: Severity::Breaking,
    summary: "The type of a property changed",
    docs: r"
## What it means for running stacks
The next update is refused if its template gives a value that is no longer accepted. Others may replace the resource: they
are read differently.

## What it means for templates
Templates with a value that the new type and its constraints refuse are refused.

## Why
Heat converts every value to the type of its property, and then checks the constraints.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: list
    description: How it is called.
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: map
    description: How it is called.
```

## How to do it instead
Add a property with the new type, deprecate this one, and move its value with a translation rule.
",
    mirror: Mirror::Rule("property-type-changed"),
    check: Check::Property(|pair, findings| {
        type_change::report(pair, TypeChange::Other, findings);
    }),
};
