//! `resource-type-substitute-class-added`.

use crate::{Check, Findings, Mirror, Rule, Severity, TypePair};

pub(crate) static RULE: Rule = Rule {
    id: "resource-type-substitute-class-added",
    severity: Severity::Safe,
    summary: "A resource can now be converted to another type",
    docs: r"
## What it means for running stacks
An update that changes the type to the named one keeps the resource.

## What it means for templates
Templates can change the type without replacing the resource.

## Why
Heat takes the named type for the same thing.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
support_status:
  - {version: 2.0.0}
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
support_status:
  - {version: 2.0.0, substitute_class: My::Custom::Key}
```

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::Rule("resource-type-substitute-class-removed"),
    check: Check::Type(check),
};

fn check(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (types.before, types.after);
    if before.support_status.current().and_then(|entry| entry.substitute_class.as_ref()).is_none()
        && after.support_status.current().and_then(|entry| entry.substitute_class.as_ref()).is_some()
    {
        findings
            .report(&types.place().join("support_status"), "it can now be converted to another type")
            .values(
                before.support_status.current().and_then(|entry| entry.substitute_class.as_ref()),
                after.support_status.current().and_then(|entry| entry.substitute_class.as_ref()),
            );
    }
}
