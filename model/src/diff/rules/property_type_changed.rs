//! `property-type-changed`.

use crate::diff::type_change::TypeChange;
use crate::diff::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(in crate::diff) static RULE: Rule = Rule {
    id: "property-type-changed",
    severity: Severity::Breaking,
    summary: "A property is of another type",
    docs: r"
## What it means for running stacks
A value that cannot be converted counts as changed, and cannot be read: the update is refused. Any other may replace the
resource.

## What it means for templates
Templates that give a value which cannot be converted are refused.

## Why
Heat converts every value to the type of its property.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: list
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
Give the new type a property of its own, deprecate this one, and move its value with a translation rule.
",
    mirror: Mirror::Rule("property-type-changed"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (pair.before, pair.after);
    if TypeChange::between(before.property_type, after.property_type) == Some(TypeChange::Other) {
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
