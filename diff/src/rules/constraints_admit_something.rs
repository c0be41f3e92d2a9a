//! `constraints-admit-something`.

use crate::constraint_change::came_to_something;
use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "constraints-admit-something",
    severity: Severity::Safe,
    summary: "The constraints of a property no longer contradict each other",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Some values are accepted, where none was.

## Why
Nothing was accepted, so nothing can be lost. How each constraint changed is not said in addition.

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
      - length: {max: 4}
      - allowed_pattern: '[a-z]{5,}'
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
      - length: {max: 9}
      - allowed_pattern: '[a-z]{5,}'
```

## How to do it instead
See that the plug-in copes with values, of which it may never have had any.
",
    mirror: Mirror::Rule("constraints-admit-nothing"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    if came_to_something(pair) {
        findings
            .report(
                &pair.place.join("constraints"),
                format!(
                    "values are accepted for {}: its constraints contradicted each other before",
                    pair.name()
                ),
            )
            .values(Some(&pair.before.constraints), Some(&pair.after.constraints));
    }
}
