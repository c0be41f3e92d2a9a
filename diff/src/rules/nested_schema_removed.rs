//! `nested-schema-removed`.

use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "nested-schema-removed",
    severity: Severity::Dangerous,
    summary: "The schema of the contents of a map or list was removed",
    docs: r"
## What it means for running stacks
Values reach the plug-in as the template writes them, without the defaults of members, which may count as a change.

## What it means for templates
Templates are accepted that were refused, mistakes in names included.

## Why
Without a schema, Heat takes every member and item as it is: nothing is converted, and no default is put in.

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
```

## How to do it instead
Keep the schema, and add what is missing in it.
",
    mirror: Mirror::Rule("nested-schema-added"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let is_same_type = pair.before.property_type == pair.after.property_type;
    if is_same_type && !pair.is_closed && pair.before.schema.is_some() && pair.after.schema.is_none() {
        findings
            .report(
                &pair.place.join("schema"),
                format!("the contents of {} no longer have a schema", pair.name()),
            )
            .values(Some(&pair.before.schema), None::<&()>);
    }
}
