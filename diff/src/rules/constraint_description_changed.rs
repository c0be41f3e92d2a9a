//! `constraint-description-changed`.

use heat_model::Constraint;

use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "constraint-description-changed",
    severity: Severity::Docs,
    summary: "The description of a constraint changed",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Nothing changes.

## Why
Only the words are others: what is accepted is the same.

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
      - {length: {max: 8}, description: Short.}
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
      - {length: {max: 8}, description: Quite short.}
```

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::Rule("constraint-description-changed"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (&pair.before.constraints, &pair.after.constraints);
    let kinds = |constraints: &[Constraint]| -> Vec<_> {
        constraints.iter().map(|constraint| constraint.kind.clone()).collect()
    };
    if before != after && kinds(before) == kinds(after) {
        findings
            .report(
                &pair.place.join("constraints"),
                format!("the description of a constraint of {} changed", pair.name()),
            )
            .values(Some(before), Some(after));
    }
}
