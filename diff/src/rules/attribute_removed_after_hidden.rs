//! `attribute-removed-after-hidden`.

use crate::{Check, Findings, Mirror, Rule, Severity, TypePair};

pub(crate) static RULE: Rule = Rule {
    id: "attribute-removed-after-hidden",
    severity: Severity::Breaking,
    summary: "A HIDDEN attribute was removed",
    docs: r"
## What it means for running stacks
Stacks whose template still asks for it cannot be updated.

## What it means for templates
Templates that ask for it are refused. It was shown to nobody.

## Why
This is how the life of an attribute ends.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
attributes:
  value:
    description: The token.
    support_status:
      - {status: HIDDEN, version: 7.0.0, message: Use show.}
      - {status: DEPRECATED, version: 5.0.0}
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
```

## How to do it instead
Wait until no supported upgrade leads from a release that showed it; then allow it in `schema-diff.yaml`, with that reason.
",
    mirror: Mirror::Rule("attribute-added-hidden"),
    check: Check::Type(check),
};

fn check(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    for (name, schema) in types.gone_attributes() {
        if schema.support_status.is_hidden() {
            findings
                .report(&types.attribute(name), format!("HIDDEN attribute `{name}` was removed"))
                .values(Some(&schema.attribute_type), None::<&()>);
        }
    }
}
