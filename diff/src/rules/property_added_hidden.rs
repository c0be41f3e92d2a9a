//! `property-added-hidden`.

use crate::{Check, Findings, MembersPair, Mirror, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-added-hidden",
    severity: Severity::Safe,
    summary: "A HIDDEN property was added",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Templates written for another Heat can give it.

## Why
It comes back, or was missed before.

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
    type: integer
    description: How it is called.
    support_status:
      - {status: HIDDEN, version: 7.0.0, message: Nothing reads it.}
      - {status: DEPRECATED, version: 5.0.0}
```

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::Rule("property-removed-after-hidden"),
    check: Check::Members(check),
};

fn check(members: &MembersPair<'_>, findings: &mut Findings<'_>) {
    for (name, schema) in members.new_members() {
        if schema.support_status.is_hidden() {
            findings
                .report(
                    &members.member(name),
                    format!("HIDDEN property `{}` was added", members.name_of(name)),
                )
                .values(None::<&()>, Some(&schema.property_type));
        }
    }
}
