//! `property-added-required`.

use crate::{Check, Findings, MembersPair, Mirror, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-added-required",
    severity: Severity::Breaking,
    summary: "A required property was added",
    docs: r"
## What it means for running stacks
The next update is refused unless its template gives the property.

## What it means for templates
Templates that worked are refused: they do not give it.

## Why
Heat refuses a resource whose required property is missing.

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
  label:
    type: string
    description: How it is called.
    support_status: [{version: 7.0.0}]
    required: true
```

## How to do it instead
Make it optional, or give it a default that does what was done before.
",
    mirror: Mirror::Rule("property-required-removed"),
    check: Check::Members(check),
};

fn check(members: &MembersPair<'_>, findings: &mut Findings<'_>) {
    for (name, schema) in members.new_members() {
        let is_hidden = schema.support_status.is_hidden();
        if !is_hidden
            && !members.is_closed
            && schema.required
            && schema.default.is_none()
            && !members.takes_over_from_required(name)
        {
            findings
                .report(
                    &members.member(name),
                    format!("required property `{}` was added", members.name_of(name)),
                )
                .values(None::<&()>, Some(&schema.property_type));
        }
    }
}
