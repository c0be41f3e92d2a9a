//! `resource-type-required-service-extension-added`.

use crate::{Check, Findings, Mirror, Rule, Severity, TypePair};

pub(crate) static RULE: Rule = Rule {
    id: "resource-type-required-service-extension-added",
    severity: Severity::Breaking,
    summary: "A resource type now requires an extension of its service",
    docs: r"
## What it means for running stacks
Updates are refused where the service does not offer the extension.

## What it means for templates
Templates are refused where the service does not offer the extension.

## Why
Heat asks the service before it accepts a resource of the type.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
required_service_extension: router
```

## How to do it instead
Ask for the extension only for the properties that need it, in the plug-in.
",
    mirror: Mirror::Rule("resource-type-required-service-extension-removed"),
    check: Check::Type(check),
};

fn check(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (types.before, types.after);
    if before.required_service_extension.is_none() && after.required_service_extension.is_some() {
        findings
            .report(
                &types.place().join("required_service_extension"),
                "an extension of the service is now required",
            )
            .values(before.required_service_extension.as_ref(), after.required_service_extension.as_ref());
    }
}
