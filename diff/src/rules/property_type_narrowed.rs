//! `property-type-narrowed`.

use crate::type_change::{self, TypeChange};
use crate::{Check, Mirror, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-type-narrowed",
    severity: Severity::Breaking,
    summary: "A number property became an integer property",
    docs: r"
## What it means for running stacks
The next update is refused if its template gives a value that is no integer. A fraction is cut off, which may change the
property.

## What it means for templates
Text with a fraction, such as `'1.5'`, is refused. The number `1.5` is read as `1`.

## Why
Heat converts every value to the type of its property.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: number
    description: How it is called.
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: integer
    description: How it is called.
```

## How to do it instead
Keep the type and refuse fractions with `modulo: {step: 1, offset: 0}`, or add a property with the new type and deprecate
this one.
",
    mirror: Mirror::Rule("property-type-generalised"),
    check: Check::Property(|pair, findings| {
        type_change::report(pair, TypeChange::Narrowed, findings);
    }),
};
