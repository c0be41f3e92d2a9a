//! `resource-type-added`.

use crate::pairs::{Place, TypesPair};
use crate::{Check, Findings, Mirror, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "resource-type-added",
    severity: Severity::Safe,
    summary: "A resource type was added",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Templates can use it.

## Why
Nothing that was written before knows it.

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
support_status: [{version: 7.0.0}]
```

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::Rule("resource-type-removed"),
    check: Check::Types(check),
};

fn check(types: &TypesPair<'_>, findings: &mut Findings<'_>) {
    for new in types.new.iter().filter(|each| !each.is_hidden()) {
        findings.report(&Place::of_new_type(new), format!("`{}` was added", new.name));
    }
}
