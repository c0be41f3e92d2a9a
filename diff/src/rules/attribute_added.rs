//! `attribute-added`.

use crate::{Check, Findings, Mirror, Rule, Severity, TypePair};

pub(crate) static RULE: Rule = Rule {
    id: "attribute-added",
    severity: Severity::Safe,
    summary: "An attribute was added",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Templates can ask for it.

## Why
Nothing that was written before knows it.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
attributes:
  value:
    description: The token.
    support_status: [{version: 7.0.0}]
```

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::Rule("attribute-removed"),
    check: Check::Type(check),
};

fn check(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    for (name, schema) in types.new_attributes() {
        if !schema.support_status.is_hidden() {
            findings
                .report(&types.attribute(name), format!("attribute `{name}` was added"))
                .values(None::<&()>, Some(&schema.attribute_type));
        }
    }
}
