//! `range-added`.

use crate::diff::constraint_change::{ConstraintChange, Kind, Relation};
use crate::diff::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(in crate::diff) static RULE: Rule = Rule {
    id: "range-added",
    severity: Severity::Breaking,
    summary: "A property has a range, where it had none",
    docs: r"
## What it means for running stacks
The next update is refused if its template gives a value that is not admitted. Stored values are not looked at.

## What it means for templates
Numbers outside are refused, and were accepted.

## Why
Constraints are held against what templates say, each time.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: integer
    description: How it is called.
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: integer
    description: How it is called.
    constraints:
      - range: {min: 1, max: 9}
```

## How to do it instead
Admit all that the service admits, and refuse only what it refuses anyway.
",
    mirror: Mirror::Rule("range-removed"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    if let Some(change) = ConstraintChange::of(Kind::Range, pair)
        && change.is(Relation::Added)
    {
        change.report(pair, findings, "accepts less: it has a range now");
    }
}
