//! `attribute-type-undeclared`.

use crate::{Check, Findings, Mirror, Rule, Severity, TypePair};

pub(crate) static RULE: Rule = Rule {
    id: "attribute-type-undeclared",
    severity: Severity::Safe,
    summary: "An attribute no longer declares its type",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Nothing changes; tools know less.

## Why
The value is what it was.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
attributes:
  value:
    description: The token.
    type: map
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
attributes:
  value:
    description: The token.
```

## How to do it instead
Leave the type where it is known.
",
    mirror: Mirror::Rule("attribute-type-declared"),
    check: Check::Type(check),
};

fn check(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    for (name, before) in &types.before.attributes {
        let Some(after) = types.after.attributes.get(name) else { continue };
        if before.attribute_type.is_some() && after.attribute_type.is_none() {
            findings
                .report(
                    &types.attribute(name).join("type"),
                    format!("attribute `{name}` no longer declares its type"),
                )
                .values(before.attribute_type.as_ref(), after.attribute_type.as_ref());
        }
    }
}
