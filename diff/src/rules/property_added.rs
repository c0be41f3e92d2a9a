//! `property-added`.

use crate::{Check, Findings, MembersPair, Mirror, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-added",
    severity: Severity::Safe,
    summary: "An optional property was added",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Templates can give it.

## Why
Whoever does not give it sees no difference.

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
```

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::Rule("property-removed"),
    check: Check::Members(check),
};

fn check(members: &MembersPair<'_>, findings: &mut Findings<'_>) {
    for (name, schema) in members.new_members() {
        let is_hidden = schema.support_status.is_hidden();
        if !is_hidden
            && (!schema.required || members.is_closed)
            && schema.default.is_none()
            && members.takes_over_from(name).is_none()
        {
            findings
                .report(&members.member(name), format!("property `{}` was added", members.name_of(name)))
                .values(None::<&()>, Some(&schema.property_type));
        }
    }
}
