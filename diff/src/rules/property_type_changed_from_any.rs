//! `property-type-changed-from-any`.

use crate::type_change::{self, TypeChange};
use crate::{Check, Mirror, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-type-changed-from-any",
    severity: Severity::Breaking,
    summary: "A property no longer accepts every type of value",
    docs: r"
## What it means for running stacks
The next update is refused if its template gives a value of another type.

## What it means for templates
Values of other types are refused, and were accepted. A default, which Heat ignored, now takes effect.

## Why
A property of type `any` accepts whatever is given.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  size:
    description: How large it is.
    type: any

```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  size:
    description: How large it is.
    type: boolean

```

## How to do it instead
Keep the type and refuse values in the plug-in, or add a property with the new type and deprecate the old one.
",
    mirror: Mirror::Rule("property-type-changed-to-any"),
    check: Check::Property(|pair, findings| {
        type_change::report(pair, TypeChange::FromAny, findings);
    }),
};
