//! `resource-type-removed-after-hidden`.

use crate::pairs::{Place, TypesPair};
use crate::{Check, Findings, Mirror, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "resource-type-removed-after-hidden",
    severity: Severity::Breaking,
    summary: "A HIDDEN resource type was removed",
    docs: r"
## What it means for running stacks
Stacks that still have such a resource can be neither updated nor deleted any more.

## What it means for templates
Templates that use it are refused. It was shown to nobody.

## Why
This is how the life of a type ends. Whoever operates a cloud has to see to it that no stack has one.

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
support_status:
  - {status: HIDDEN, version: 7.0.0, message: Use My::Custom::Token.}
  - {status: DEPRECATED, version: 5.0.0}
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
Wait until no supported upgrade leads from a release that showed it; then allow it in `schema-diff.yaml`, with that reason.
",
    mirror: Mirror::Rule("resource-type-added-hidden"),
    check: Check::Types(check),
};

fn check(types: &TypesPair<'_>, findings: &mut Findings<'_>) {
    for gone in types.gone.iter().filter(|each| each.is_hidden()) {
        findings
            .report(&Place::of_gone_type(gone), format!("`{}`, which was HIDDEN, was removed", gone.name));
    }
}
