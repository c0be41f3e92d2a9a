//! `unimplemented-property-removed`.

use crate::{Check, Findings, MembersPair, Mirror, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "unimplemented-property-removed",
    severity: Severity::Safe,
    summary: "A property that Heat did not implement was removed",
    docs: r"
## What it means for running stacks
Nothing changes: no resource has a value for it.

## What it means for templates
Nothing that was accepted is refused: templates that gave it were refused.

## Why
Heat refuses every value of a property with `implemented: false`, and of what is in it.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
  size:
    type: string
    description: How large it is.
    implemented: false
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
Nothing has to be done.
",
    mirror: Mirror::None("With the sides exchanged, it is a new property like any other."),
    check: Check::Members(check),
};

fn check(members: &MembersPair<'_>, findings: &mut Findings<'_>) {
    for (name, schema) in members.gone() {
        if members.is_closed || !schema.implemented {
            let what =
                format!("property `{}`, which Heat did not implement, was removed", members.name_of(name));
            findings.report(&members.member(name), what).values(Some(&schema.property_type), None::<&()>);
        }
    }
}
