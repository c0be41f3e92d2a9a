//! `property-type-changed-compatibly`.

use crate::type_change::{self, TypeChange};
use crate::{Check, Mirror, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-type-changed-compatibly",
    severity: Severity::Dangerous,
    summary: "A property is read as another type, and still accepts all that it did",
    docs: r"
## What it means for running stacks
An update may change the property: `'05'` and `'5'` are two texts, but one number.

## What it means for templates
The same templates are valid.

## Why
The old constraints admit nothing that the new type does not, but the plug-in gets values of another type.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  size:
    description: How large it is.
    type: string
    constraints:
      - allowed_pattern: '[0-9]+'

```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  size:
    description: How large it is.
    type: integer

```

## How to do it instead
Nothing has to be done for templates. Check that the plug-in works with values of the new type.
",
    mirror: Mirror::None("With the sides exchanged, `property-type-changed` finds it: some values are lost."),
    check: Check::Property(|pair, findings| {
        type_change::report(pair, TypeChange::Compatible, findings);
    }),
};
