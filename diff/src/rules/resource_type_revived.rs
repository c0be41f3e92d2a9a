//! `resource-type-revived`.

use crate::retired::Entries;
use crate::{Check, Findings, Mirror, Rule, Severity, TypesPair};

pub(crate) static RULE: Rule = Rule {
    id: "resource-type-revived",
    severity: Severity::Safe,
    summary: "A placeholder became a working resource type again",
    docs: r"
## What it means for running stacks
Updates reach the resource again.

## What it means for templates
Templates are held against the schema again, which is what they are for.

## Why
A placeholder accepts any properties, and does nothing.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
support_status:
  - {status: HIDDEN, version: 6.0.0, message: The service is gone.}
  - {status: DEPRECATED, version: 5.0.0, message: The service goes away.}
```
After:
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
    support_status: [{version: 7.0.0}]
```

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::Rule("resource-type-retired"),
    check: Check::Types(check),
};

fn check(types: &TypesPair<'_>, findings: &mut Findings<'_>) {
    for pair in &types.revived {
        let new = Entries::of(pair.after);
        findings
            .report(&pair.place(), format!("is no longer a placeholder: it has {new}"))
            .values(None::<&()>, Some(&new));
    }
}
