//! `property-removed-after-hidden`.

use crate::{Check, Findings, MembersPair, Mirror, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-removed-after-hidden",
    severity: Severity::Breaking,
    summary: "A HIDDEN property was removed",
    docs: r"
## What it means for running stacks
Stacks whose template still gives it cannot be updated: the template is refused.

## What it means for templates
Templates that give it are refused. It was shown to nobody.

## Why
This is how the life of a property ends.

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
    type: integer
    description: How it is called.
    support_status:
      - {status: HIDDEN, version: 7.0.0, message: Nothing reads it.}
      - {status: DEPRECATED, version: 5.0.0}
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
Wait until no supported upgrade leads from a release that showed it; then allow it in `schema-diff.yaml`, with that reason.
",
    mirror: Mirror::Rule("property-added-hidden"),
    check: Check::Members(check),
};

fn check(members: &MembersPair<'_>, findings: &mut Findings<'_>) {
    for (name, schema) in members.gone() {
        if schema.implemented && !members.is_closed && schema.support_status.is_hidden() {
            findings
                .report(
                    &members.member(name),
                    format!("HIDDEN property `{}` was removed", members.name_of(name)),
                )
                .values(Some(&schema.property_type), None::<&()>);
        }
    }
}
