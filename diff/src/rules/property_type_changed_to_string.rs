//! `property-type-changed-to-string`.

use crate::type_change::{self, TypeChange};
use crate::{Check, Mirror, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-type-changed-to-string",
    severity: Severity::Dangerous,
    summary: "A property is read as text, and still accepts all that it did",
    docs: r"
## What it means for running stacks
An update may change the property: `true` and `'true'` are two texts, but were one value.

## What it means for templates
The same templates are valid, and can give any text.

## Why
The plug-in gets `true` as the text `True`, with a capital.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: boolean
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
```

## How to do it instead
Add a constraint with the values that were accepted, and check that the plug-in reads text.
",
    mirror: Mirror::None("The other way, `property-type-changed` finds it: a text need not be a boolean."),
    check: Check::Property(|pair, findings| {
        type_change::report(pair, TypeChange::ToString, findings);
    }),
};
