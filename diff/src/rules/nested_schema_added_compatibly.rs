//! `nested-schema-added-compatibly`.

use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "nested-schema-added-compatibly",
    severity: Severity::Safe,
    summary: "The items of a list got a schema that refuses none of them",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Nothing changes: every item is accepted, as before.

## Why
An item of type `any` is taken as it is written, as without a schema. Where the list names its items, the schema accepts
these.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  size:
    description: How large it is.
    type: list

```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  size:
    description: How large it is.
    type: list
    schema:
      '*':
        type: any
        description: Anything.

```

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::None("With the sides exchanged, `nested-schema-removed` finds it."),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    if pair.nested_schema_was_added() && pair.new_item_schema_refuses_nothing() {
        findings
            .report(
                &pair.place.join("schema"),
                format!("the items of {} got a schema that refuses none of them", pair.name()),
            )
            .values(None::<&()>, Some(&pair.after.schema));
    }
}
