//! `property-type-generalised`.

use crate::diff::type_change::TypeChange;
use crate::diff::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(in crate::diff) static RULE: Rule = Rule {
    id: "property-type-generalised",
    severity: Severity::Safe,
    summary: "A property takes more than it did, by its type",
    docs: r"
## What it means for running stacks
Values read as they did.

## What it means for templates
Templates can give more.

## Why
Every value of the old type is one of the new.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: map
    description: How it is called.
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: any
    description: How it is called.
```

## How to do it instead
See that the plug-in copes with all that the new type takes.
",
    mirror: Mirror::Rule("property-type-narrowed"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (pair.before, pair.after);
    if TypeChange::between(before.property_type, after.property_type) == Some(TypeChange::Generalised) {
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
