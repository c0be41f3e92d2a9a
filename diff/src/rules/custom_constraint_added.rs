//! `custom-constraint-added`.

use crate::{Check, Kind, Mirror, Relation, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "custom-constraint-added",
    severity: Severity::Breaking,
    summary: "A custom constraint was added to a property",
    docs: r"
## What it means for running stacks
The next update is refused if its template gives a value that is not admitted. Stored values are not looked at.

## What it means for templates
Values that the constraint does not accept are refused, and were accepted.

## Why
Constraints are held against what templates say, each time.

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
    constraints:
      - custom_constraint: nova.flavor
```

## How to do it instead
Admit all that the service admits, and refuse only what it refuses anyway.
",
    mirror: Mirror::Rule("custom-constraint-removed"),
    check: Check::Constraint {
        kind: Kind::Custom,
        relation: Relation::Added,
        what: "accepts fewer values: a custom constraint was added",
    },
};
