//! `resource-type-removed`.

use crate::pairs::{Place, TypesPair};
use crate::{Check, Findings, Mirror, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "resource-type-removed",
    severity: Severity::Breaking,
    summary: "A resource type was removed",
    docs: r"
## What it means for running stacks
Stacks with such a resource can be neither updated nor deleted any more: Heat does not know what the resource is.

## What it means for templates
Templates that use it are refused.

## Why
A type is to be deprecated, then HIDDEN, and goes when no stack can have it any more.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
---
type: My::Custom::Key
description: Makes a key.
support_status: [{version: 7.0.0}]
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
Deprecate it with a message that names its replacement, and hide it a release later. A type whose service is gone stays
as a HIDDEN one that does nothing, so that stacks can be deleted.
",
    mirror: Mirror::Rule("resource-type-added"),
    check: Check::Types(check),
};

fn check(types: &TypesPair<'_>, findings: &mut Findings<'_>) {
    for gone in types.gone.iter().filter(|each| !each.is_hidden()) {
        findings.report(&Place::of_gone_type(gone), format!("`{}` was removed", gone.name));
    }
}
