//! `property-default-removed`.

use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-default-removed",
    severity: Severity::Dangerous,
    summary: "The default of a property was removed",
    docs: r"
## What it means for running stacks
An update of the stack may change the property to nothing, as the service understands it.

## What it means for templates
Templates that do not give the property get nothing, where they got the default.

## Why
Whoever relied on the default has to write it now.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
    default: any
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
Keep the default, or say in the release notes what to write.
",
    mirror: Mirror::Rule("property-default-added"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (pair.before, pair.after);
    if !pair.around_is_closed
        && (!after.required || pair.is_item)
        && before.default.is_some()
        && after.default.is_none()
    {
        findings
            .report(&pair.place.join("default"), format!("the default of {} was removed", pair.name()))
            .values(before.default.as_ref(), after.default.as_ref());
    }
}
