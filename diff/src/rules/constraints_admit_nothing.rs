//! `constraints-admit-nothing`.

use heat_model::admit::{contradicting, sample};

use crate::constraint_change::came_to_nothing;
use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "constraints-admit-nothing",
    severity: Severity::Breaking,
    summary: "The constraints of a property contradict each other: no value is accepted",
    docs: r"
## What it means for running stacks
The next update is refused if its template gives the property a value, whichever. Stored values are not looked at.

## What it means for templates
Every value is refused, and some were accepted. Where the property is required, resources of the type cannot be made at all.

## Why
A value has to meet all constraints at once. How each of them changed is not said in addition: alone, each may be fine.

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
      - length: {max: 4}
      - allowed_pattern: '[a-z]{5,}'
```

## How to do it instead
Hold the constraints against each other, and keep what was admitted.
",
    mirror: Mirror::Rule("constraints-admit-something"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    if !came_to_nothing(pair) {
        return;
    }
    let finding = findings
        .report(
            &pair.place.join("constraints"),
            format!("no value is accepted for {}: its constraints contradict each other", pair.name()),
        )
        .values(Some(&pair.before.constraints), Some(&pair.after.constraints));
    let words: Vec<_> =
        contradicting(pair.after).iter().map(|constraint| format!("`{}`", constraint.kind)).collect();
    finding.note(match words.as_slice() {
        [one] => format!("no value meets {one}"),
        several => format!("no value meets all of these: {}", several.join("; ")),
    });
    if let Some(value) = sample(pair.before) {
        finding.note(format!("{value} was accepted and is now refused"));
        finding.counterexample = Some(value);
    }
}
