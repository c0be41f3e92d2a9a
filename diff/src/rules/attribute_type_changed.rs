//! `attribute-type-changed`.

use crate::{Check, Findings, Mirror, Rule, Severity, TypePair};

pub(crate) static RULE: Rule = Rule {
    id: "attribute-type-changed",
    severity: Severity::Dangerous,
    summary: "The type of an attribute changed",
    docs: r"
## What it means for running stacks
What is made of its value may fail or differ.

## What it means for templates
The same templates are valid; what they make of the value may fail.

## Why
Functions and properties take a value of another type differently, or not at all.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
attributes:
  value:
    description: The token.
    type: string
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
attributes:
  value:
    description: The token.
    type: map
```

## How to do it instead
Give the new type an attribute of its own, and deprecate this one.
",
    mirror: Mirror::Rule("attribute-type-changed"),
    check: Check::Type(check),
};

fn check(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    for (name, before) in &types.before.attributes {
        let Some(after) = types.after.attributes.get(name) else { continue };
        if before.attribute_type.zip(after.attribute_type).is_some_and(|(old, new)| old != new) {
            findings
                .report(
                    &types.attribute(name).join("type"),
                    format!("the type of attribute `{name}` changed"),
                )
                .values(before.attribute_type.as_ref(), after.attribute_type.as_ref());
        }
    }
}
