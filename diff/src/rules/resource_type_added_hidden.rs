//! `resource-type-added-hidden`.

use crate::pairs::{Place, TypesPair};
use crate::{Check, Findings, Mirror, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "resource-type-added-hidden",
    severity: Severity::Safe,
    summary: "A HIDDEN resource type was added",
    docs: r"
## What it means for running stacks
Stacks that had such a resource of another Heat can be looked after.

## What it means for templates
Nobody is shown it.

## Why
It comes back, or was missed before.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
```
After:
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

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::Rule("resource-type-removed-after-hidden"),
    check: Check::Types(check),
};

fn check(types: &TypesPair<'_>, findings: &mut Findings<'_>) {
    for new in types.new.iter().filter(|each| each.is_hidden()) {
        findings.report(&Place::of_new_type(new), format!("`{}` was added as HIDDEN", new.name));
    }
}
