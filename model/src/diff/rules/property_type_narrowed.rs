//! `property-type-narrowed`.

use crate::diff::type_change::TypeChange;
use crate::diff::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(in crate::diff) static RULE: Rule = Rule {
    id: "property-type-narrowed",
    severity: Severity::Breaking,
    summary: "A property takes less than it did, by its type",
    docs: r"
## What it means for running stacks
A value that is not of the new type counts as changed, and cannot be read: the update is refused.

## What it means for templates
Templates that give such a value are refused.

## Why
Where anything went, or any number, it now has to be of one type.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: any
    description: How it is called.
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: map
    description: How it is called.
```

## How to do it instead
Give the narrower type a property of its own, and deprecate this one.
",
    mirror: Mirror::Rule("property-type-generalised"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (pair.before, pair.after);
    if TypeChange::between(before.property_type, after.property_type) == Some(TypeChange::Narrowed) {
        findings
            .report(
                &pair.place.join("type"),
                format!(
                    "{} is of type `{}`, and was of type `{}`",
                    pair.name(),
                    after.property_type,
                    before.property_type
                ),
            )
            .values(Some(&before.property_type), Some(&after.property_type));
    }
}
