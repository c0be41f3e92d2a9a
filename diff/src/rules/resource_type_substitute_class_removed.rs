//! `resource-type-substitute-class-removed`.

use crate::{Check, Findings, Mirror, Rule, Severity, TypePair};

pub(crate) static RULE: Rule = Rule {
    id: "resource-type-substitute-class-removed",
    severity: Severity::Breaking,
    summary: "A resource can no longer be converted to another type",
    docs: r"
## What it means for running stacks
An update that changes the type to the one that was named replaces the resource.

## What it means for templates
The same templates are valid.

## Why
Heat takes the two types for different things now.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
support_status:
  - {version: 2.0.0, substitute_class: My::Custom::Key}
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
support_status:
  - {version: 2.0.0}
```

## How to do it instead
Keep the substitute class for as long as stacks may be updated from the old type.
",
    mirror: Mirror::Rule("resource-type-substitute-class-added"),
    check: Check::Type(check),
};

fn check(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (types.before, types.after);
    if before.support_status.current().and_then(|entry| entry.substitute_class.as_ref()).is_some()
        && after.support_status.current().and_then(|entry| entry.substitute_class.as_ref()).is_none()
    {
        findings
            .report(&types.place().join("support_status"), "it can no longer be converted to another type")
            .values(
                before.support_status.current().and_then(|entry| entry.substitute_class.as_ref()),
                after.support_status.current().and_then(|entry| entry.substitute_class.as_ref()),
            );
    }
}
