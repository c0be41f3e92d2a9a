//! `resource-type-loadable`.

use crate::{Check, Findings, Mirror, Place, Rule, Severity, TypesPair};

pub(crate) static RULE: Rule = Rule {
    id: "resource-type-loadable",
    severity: Severity::Safe,
    summary: "Heat can load a resource type that it could not load before",
    docs: r"
## What it means for running stacks
Nothing changes: there were none that worked.

## What it means for templates
Templates can use the type.

## Why
No resource of the type could be created, so that no other change of it can break anything.

## Example
Before:
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
After:
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

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::Rule("resource-type-unloadable"),
    check: Check::Types(check),
};

fn check(types: &TypesPair<'_>, findings: &mut Findings<'_>) {
    for (pair, fault) in &types.loadable {
        let place = Place { before: Some(fault.path.clone()), ..pair.place() };
        findings.report(&place, format!("Heat can load the type; before, {}", fault.why));
    }
}
