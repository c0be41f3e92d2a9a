//! `custom-constraint-removed`.

use crate::{Check, Kind, Mirror, Relation, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "custom-constraint-removed",
    severity: Severity::Safe,
    summary: "The custom constraint of a property was removed",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
What the constraint does not accept are accepted, and were refused.

## Why
All that was accepted still is.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
    constraints:
      - custom_constraint: nova.flavor
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
See that the plug-in, or the service, refuses what it cannot do.
",
    mirror: Mirror::Rule("custom-constraint-added"),
    check: Check::Constraint {
        kind: Kind::Custom,
        relation: Relation::Removed,
        what: "accepts more values: its custom constraint was removed",
    },
};
