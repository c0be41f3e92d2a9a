//! `property-added-with-default`.

use crate::{Check, Findings, MembersPair, Mirror, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-added-with-default",
    severity: Severity::Safe,
    summary: "A property with a default was added",
    docs: r"
## What it means for running stacks
The resource is not changed by an update: both sides of it read the same default.

## What it means for templates
Templates can give it. Those that do not get the default.

## Why
New resources are made with the default: see that it is what the service did before.

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
    default: any
```

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::Rule("property-with-default-removed"),
    check: Check::Members(check),
};

fn check(members: &MembersPair<'_>, findings: &mut Findings<'_>) {
    for (name, schema) in members.new_members() {
        let is_hidden = schema.support_status.is_hidden();
        if !is_hidden && schema.default.is_some() && members.takes_over_from(name).is_none() {
            findings
                .report(
                    &members.member(name),
                    format!("property `{}` with a default was added", members.name_of(name)),
                )
                .values(None::<&()>, Some(&schema.default));
        }
    }
}
