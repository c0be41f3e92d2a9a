//! `property-type-changed-to-string`.

use crate::diff::type_change::TypeChange;
use crate::diff::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(in crate::diff) static RULE: Rule = Rule {
    id: "property-type-changed-to-string",
    severity: Severity::Dangerous,
    summary: "Integers or booleans are read as text",
    docs: r"
## What it means for running stacks
Nothing changes: both sides of an update are read as text.

## What it means for templates
The same templates are valid, and can give any text.

## Why
The plug-in gets `5` as text, and `True` with a capital.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: integer
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
```

## How to do it instead
Add a constraint that admits what was admitted, and see that the plug-in reads text.
",
    mirror: Mirror::None("The other way, `property-type-changed` finds it: a text need not be a number."),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (pair.before, pair.after);
    if TypeChange::between(before.property_type, after.property_type) == Some(TypeChange::ToString) {
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
