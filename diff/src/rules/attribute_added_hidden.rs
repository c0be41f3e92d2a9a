//! `attribute-added-hidden`.

use crate::{Check, Findings, Mirror, Rule, Severity, TypePair};

pub(crate) static RULE: Rule = Rule {
    id: "attribute-added-hidden",
    severity: Severity::Safe,
    summary: "A HIDDEN attribute was added",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Templates written for another Heat can ask for it.

## Why
It comes back, or was missed before.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
```
After:
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

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::Rule("attribute-removed-after-hidden"),
    check: Check::Type(check),
};

fn check(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    for (name, schema) in types.new_attributes() {
        if schema.support_status.is_hidden() {
            findings
                .report(&types.attribute(name), format!("HIDDEN attribute `{name}` was added"))
                .values(None::<&()>, Some(&schema.attribute_type));
        }
    }
}
