//! `property-required-removed`.

use crate::{Check, Findings, MembersPair, Mirror, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-required-removed",
    severity: Severity::Breaking,
    summary: "A required property was removed",
    docs: r"
## What it means for running stacks
No stack can be updated with its template: all of them give the property.

## What it means for templates
Every template that worked is refused.

## Why
Heat refuses a property that it does not know, and everybody had to give this one.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
  label:
    type: string
    description: How it is called.
    support_status: [{version: 7.0.0}]
    required: true
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
Make it optional first, deprecate it, then hide it.
",
    mirror: Mirror::Rule("property-added-required"),
    check: Check::Members(check),
};

fn check(members: &MembersPair<'_>, findings: &mut Findings<'_>) {
    for (name, schema) in members.gone() {
        if schema.implemented
            && !members.is_closed
            && schema.required
            && schema.default.is_none()
            && !schema.support_status.is_hidden()
        {
            findings
                .report(
                    &members.member(name),
                    format!("property `{}`, which every template gives, was removed", members.name_of(name)),
                )
                .values(Some(&schema.property_type), None::<&()>);
        }
    }
}
