//! `property-with-default-removed`.

use crate::{Check, Findings, MembersPair, Mirror, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-with-default-removed",
    severity: Severity::Breaking,
    summary: "A property with a default was removed",
    docs: r"
## What it means for running stacks
Stacks whose template gives it cannot be updated: the template is refused.

## What it means for templates
Templates that give it are refused.

## Why
Heat refuses a property that it does not know. What the default did is done no longer.

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
    default: any
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
Deprecate it, then hide it; when nothing reads it any more, it can go.
",
    mirror: Mirror::Rule("property-added-with-default"),
    check: Check::Members(check),
};

fn check(members: &MembersPair<'_>, findings: &mut Findings<'_>) {
    for (name, schema) in members.gone() {
        if schema.implemented
            && !members.is_closed
            && schema.default.is_some()
            && !schema.support_status.is_hidden()
        {
            findings
                .report(
                    &members.member(name),
                    format!("property `{}` was removed, along with its default", members.name_of(name)),
                )
                .values(Some(&schema.default), None::<&()>);
        }
    }
}
