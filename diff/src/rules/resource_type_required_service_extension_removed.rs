//! `resource-type-required-service-extension-removed`.

use crate::{Check, Findings, Mirror, Rule, Severity, TypePair};

pub(crate) static RULE: Rule = Rule {
    id: "resource-type-required-service-extension-removed",
    severity: Severity::Safe,
    summary: "A resource type no longer requires an extension of its service",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
It works on more clouds.

## Why
Heat does not ask any more.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
required_service_extension: router
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
```

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::Rule("resource-type-required-service-extension-added"),
    check: Check::Type(check),
};

fn check(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (types.before, types.after);
    if before.required_service_extension.is_some() && after.required_service_extension.is_none() {
        findings
            .report(
                &types.place().join("required_service_extension"),
                "no extension of the service is required any longer",
            )
            .values(before.required_service_extension.as_ref(), after.required_service_extension.as_ref());
    }
}
