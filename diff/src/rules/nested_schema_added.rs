//! `nested-schema-added`.

use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "nested-schema-added",
    severity: Severity::Breaking,
    summary: "The contents of a map or list got a schema",
    docs: r"
## What it means for running stacks
Stacks whose template gives what the schema does not have cannot be updated: the template is refused.

## What it means for templates
Templates that give other members, or values that do not fit, are refused.

## Why
Without a schema, Heat takes every member and item as it is.

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
    type: map
    description: How it is called.
    schema:
      size:
        type: integer
        description: How large it is.
```

## How to do it instead
Add a property with the schema, and deprecate the old one.
",
    mirror: Mirror::Rule("nested-schema-removed"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    if pair.nested_schema_was_added() && !pair.new_item_schema_refuses_nothing() {
        findings
            .report(&pair.place.join("schema"), format!("the contents of {} got a schema", pair.name()))
            .values(None::<&()>, Some(&pair.after.schema));
    }
}
