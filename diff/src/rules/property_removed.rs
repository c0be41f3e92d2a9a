//! `property-removed`.

use crate::{Check, Findings, MembersPair, Mirror, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-removed",
    severity: Severity::Breaking,
    summary: "A property was removed",
    docs: r"
## What it means for running stacks
Stacks whose template gives it cannot be updated: the template is refused.

## What it means for templates
Templates that give it are refused.

## Why
Heat refuses a property that it does not know.

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
Deprecate it with a message, and hide it a release later: a HIDDEN property still works, and is shown to nobody.
",
    mirror: Mirror::Rule("property-added"),
    check: Check::Members(check),
};

fn check(members: &MembersPair<'_>, findings: &mut Findings<'_>) {
    for (name, schema) in members.gone() {
        if schema.implemented
            && !members.is_closed
            && !schema.required
            && schema.default.is_none()
            && !schema.support_status.is_hidden()
        {
            findings
                .report(&members.member(name), format!("property `{}` was removed", members.name_of(name)))
                .values(Some(&schema.property_type), None::<&()>);
        }
    }
}
