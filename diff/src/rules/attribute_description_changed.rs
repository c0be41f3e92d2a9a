//! `attribute-description-changed`.

use crate::{Check, Findings, Mirror, Rule, Severity, TypePair};

pub(crate) static RULE: Rule = Rule {
    id: "attribute-description-changed",
    severity: Severity::Docs,
    summary: "The description of an attribute changed",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Nothing changes.

## Why
Only the words are others.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
attributes:
  secret:
    type: string
    description: What was made.
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
attributes:
  secret:
    type: string
    description: What came of it.
```

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::Rule("attribute-description-changed"),
    check: Check::Type(check),
};

fn check(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    for (name, before) in &types.before.attributes {
        let Some(after) = types.after.attributes.get(name) else { continue };
        if before.description != after.description {
            findings
                .report(
                    &types.attribute(name).join("description"),
                    format!("the description of attribute `{name}` changed"),
                )
                .values(Some(&before.description), Some(&after.description));
        }
    }
}
