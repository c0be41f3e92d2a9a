//! `resource-type-required-service-extension-changed`.

use crate::{Check, Findings, Mirror, Rule, Severity, TypePair};

pub(crate) static RULE: Rule = Rule {
    id: "resource-type-required-service-extension-changed",
    severity: Severity::Breaking,
    summary: "The service extension that a resource type requires changed",
    docs: r"
## What it means for running stacks
Updates are refused where the service does not offer the new extension.

## What it means for templates
Templates are refused where the service does not offer the new extension.

## Why
Heat asks the service before it accepts a resource of the type.

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
required_service_extension: qos
```

## How to do it instead
Offer both, or ask in the plug-in.
",
    mirror: Mirror::Rule("resource-type-required-service-extension-changed"),
    check: Check::Type(check),
};

fn check(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (types.before, types.after);
    if before
        .required_service_extension
        .as_ref()
        .zip(after.required_service_extension.as_ref())
        .is_some_and(|(old, new)| old != new)
    {
        findings
            .report(
                &types.place().join("required_service_extension"),
                "the required extension of the service changed",
            )
            .values(before.required_service_extension.as_ref(), after.required_service_extension.as_ref());
    }
}
