//! `nested-schema-changed`.

use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "nested-schema-changed",
    severity: Severity::Breaking,
    summary: "The schema of the contents of a map or list took another form",
    docs: r"
## What it means for running stacks
Stacks whose template gives what the schema does not have cannot be updated: the template is refused.

## What it means for templates
Templates that give members by name, where items are wanted, are refused; and the other way round.

## Why
A schema either names members or is one for all items.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: map
    description: How it is called.
    schema:
      size:
        type: integer
        description: How large it is.
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: map
    description: How it is called.
    schema:
      '*':
        type: integer
        description: How large it is.
```

## How to do it instead
Add a property with the new schema, and deprecate the old one.
",
    mirror: Mirror::Rule("nested-schema-changed"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    if pair.is_closed || pair.before.property_type != pair.after.property_type {
        return;
    }
    let (Some(before), Some(after)) = (&pair.before.schema, &pair.after.schema) else { return };
    if std::mem::discriminant(before) != std::mem::discriminant(after) {
        findings
            .report(
                &pair.place.join("schema"),
                format!("the schema of the contents of {} took another form", pair.name()),
            )
            .values(Some(before), Some(after));
    }
}
