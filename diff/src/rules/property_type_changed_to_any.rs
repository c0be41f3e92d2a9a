//! `property-type-changed-to-any`.

use crate::type_change::{self, TypeChange};
use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-type-changed-to-any",
    severity: Severity::Dangerous,
    summary: "A property now accepts any value",
    docs: r"
## What it means for running stacks
An update may change the property: values are compared as they are written.

## What it means for templates
All values are accepted. What was converted before, such as `'false'` for a boolean, reaches the plug-in as it is written, and
Heat ignores the default.

## Why
Heat neither converts a value of type `any` nor replaces a missing one by the default.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  size:
    description: How large it is.
    type: boolean
    default: true

```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  size:
    description: How large it is.
    type: any
    default: true

```

## How to do it instead
Keep the type, or convert the values in the plug-in, default included.
",
    mirror: Mirror::Rule("property-type-changed-from-any"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let Some(finding) = type_change::report(pair, TypeChange::ToAny, findings) else { return };
    finding.note("values reach the plug-in as they are written, without conversion");
    if pair.before.default.is_some() && pair.after.default.is_some() {
        finding.note("Heat ignores the default of a property of type `any`");
    }
}
