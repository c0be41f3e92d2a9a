//! `length-removed`.

use crate::diff::constraint_change::{ConstraintChange, Kind, Relation};
use crate::diff::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(in crate::diff) static RULE: Rule = Rule {
    id: "length-removed",
    severity: Severity::Safe,
    summary: "A property has no length any more",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Values that are longer or shorter are accepted, and were refused.

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
      - length: {max: 9}
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
    mirror: Mirror::Rule("length-added"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    if let Some(change) = ConstraintChange::of(Kind::Length, pair)
        && change.is(Relation::Removed)
    {
        change.report(pair, findings, "accepts more: it has no length any more");
    }
}
