//! `attribute-removed`.

use crate::{Check, Findings, Mirror, Rule, Severity, TypePair};

pub(crate) static RULE: Rule = Rule {
    id: "attribute-removed",
    severity: Severity::Breaking,
    summary: "An attribute was removed",
    docs: r"
## What it means for running stacks
Stacks whose template asks for it cannot be updated.

## What it means for templates
Templates that ask for it are refused.

## Why
Heat refuses `get_attr` of an attribute that it does not know.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
attributes:
  value:
    description: The token.
    support_status: [{version: 7.0.0}]
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
```

## How to do it instead
Deprecate it with a message, and hide it a release later.
",
    mirror: Mirror::Rule("attribute-added"),
    check: Check::Type(check),
};

fn check(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    for (name, schema) in types.gone_attributes() {
        if !schema.support_status.is_hidden() {
            findings
                .report(&types.attribute(name), format!("attribute `{name}` was removed"))
                .values(Some(&schema.attribute_type), None::<&()>);
        }
    }
}
