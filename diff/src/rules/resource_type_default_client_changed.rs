//! `resource-type-default-client-changed`.

use crate::{Check, Findings, Mirror, Rule, Severity, TypePair};

pub(crate) static RULE: Rule = Rule {
    id: "resource-type-default-client-changed",
    severity: Severity::Dangerous,
    summary: "The service of a resource type changed",
    docs: r"
## What it means for running stacks
What was made by the one service is looked for in the other.

## What it means for templates
The same templates are valid, and ask another service.

## Why
The client plug-in decides where the resource lives.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
default_client_name: nova
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
default_client_name: neutron
```

## How to do it instead
Give the other service a type of its own.
",
    mirror: Mirror::Rule("resource-type-default-client-changed"),
    check: Check::Type(check),
};

fn check(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (types.before, types.after);
    if before.default_client_name != after.default_client_name {
        findings
            .report(&types.place().join("default_client_name"), "the client plug-in changed")
            .values(before.default_client_name.as_ref(), after.default_client_name.as_ref());
    }
}
