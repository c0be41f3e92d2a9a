//! `resource-type-unloadable`.

use crate::{Check, Findings, Mirror, Place, Rule, Severity, TypesPair};

pub(crate) static RULE: Rule = Rule {
    id: "resource-type-unloadable",
    severity: Severity::Breaking,
    summary: "Heat can no longer load a resource type",
    docs: r"
## What it means for running stacks
Stacks with a resource of the type can neither be updated nor deleted.

## What it means for templates
Templates that use the type are refused.

## Why
Heat checks a schema as it loads the plug-in: the types of constraints, the defaults, and update rules that exclude each
other. How else the type changed is not reported: fix this first.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  size:
    description: How large it is.
    type: integer
    default: 5
    constraints:
      - range: {max: 9}

```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  size:
    description: How large it is.
    type: integer
    default: 12
    constraints:
      - range: {max: 9}

```

## How to do it instead
Run `heat-codegen check`, which finds such mistakes and shows where they are.
",
    mirror: Mirror::Rule("resource-type-loadable"),
    check: Check::Types(check),
};

fn check(types: &TypesPair<'_>, findings: &mut Findings<'_>) {
    for (pair, fault) in &types.unloadable {
        let place = Place { after: Some(fault.path.clone()), ..pair.place() };
        findings.report(&place, format!("Heat cannot load the type: {}", fault.why));
    }
}
