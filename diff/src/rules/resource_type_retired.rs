//! `resource-type-retired`.

use crate::retired::Entries;
use crate::{Check, Findings, Mirror, Rule, Severity, TypesPair};

pub(crate) static RULE: Rule = Rule {
    id: "resource-type-retired",
    severity: Severity::Dangerous,
    summary: "A HIDDEN resource type became a placeholder",
    docs: r"
## What it means for running stacks
Updates do nothing, whatever they change. Deleting the stack leaves what the resource made to whoever ran its service.

## What it means for templates
Templates that name the type are accepted with any properties, and its attributes are null.

## Why
Heat keeps the types of services that are gone as placeholders (`NoneResource`), so that stacks which have one can be
updated and deleted. That its properties and attributes are gone is no finding of its own.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
support_status:
  - {status: HIDDEN, version: 6.0.0, message: The service is gone.}
  - {status: DEPRECATED, version: 5.0.0, message: The service goes away.}
properties:
  name:
    type: string
    description: How it is called.
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
support_status:
  - {status: HIDDEN, version: 6.0.0, message: The service is gone.}
  - {status: DEPRECATED, version: 5.0.0, message: The service goes away.}
```

## How to do it instead
Nothing has to be done once the service is gone. Before that, keep the type as it is.
",
    mirror: Mirror::Rule("resource-type-revived"),
    check: Check::Types(check),
};

fn check(types: &TypesPair<'_>, findings: &mut Findings<'_>) {
    for pair in &types.retired {
        let gone = Entries::of(pair.before);
        findings
            .report(&pair.place(), format!("became a placeholder: Heat ignores it and its {gone}"))
            .values(Some(&gone), None::<&()>);
    }
}
