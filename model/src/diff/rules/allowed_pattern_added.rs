//! `allowed-pattern-added`.

use crate::diff::constraint_change::{ConstraintChange, Kind, Relation};
use crate::diff::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(in crate::diff) static RULE: Rule = Rule {
    id: "allowed-pattern-added",
    severity: Severity::Breaking,
    summary: "A property has a pattern, where it had none",
    docs: r"
## What it means for running stacks
The next update is refused if its template gives a value that is not admitted. Stored values are not looked at.

## What it means for templates
Texts that do not match are refused, and were accepted.

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
      - allowed_pattern: '[a-z]+'
```

## How to do it instead
Admit all that the service admits, and refuse only what it refuses anyway.
",
    mirror: Mirror::Rule("allowed-pattern-removed"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    if let Some(change) = ConstraintChange::of(Kind::AllowedPattern, pair)
        && change.is(Relation::Added)
    {
        change.report(pair, findings, "accepts less: it has a pattern now");
    }
}
