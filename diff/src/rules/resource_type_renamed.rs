//! `resource-type-renamed`.

use crate::{Check, Findings, Mirror, Place, Rule, Severity, TypesPair};

pub(crate) static RULE: Rule = Rule {
    id: "resource-type-renamed",
    severity: Severity::Breaking,
    summary: "A resource type was renamed",
    docs: r"
## What it means for running stacks
Stacks that have one cannot be updated or deleted by their template: Heat does not know the type.

## What it means for templates
Templates that name the old type are refused.

## Why
A type that went and one that came have the same schema. Heat knows the new name only.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
```
After:
```yaml
type: My::Custom::Ticket
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
```

## How to do it instead
Keep the old name, HIDDEN or DEPRECATED, and let the new type name it as its `substitute_class`.
",
    mirror: Mirror::Rule("resource-type-renamed"),
    check: Check::Types(check),
};

fn check(types: &TypesPair<'_>, findings: &mut Findings<'_>) {
    for pair in &types.renamed {
        let (from, to) = (&pair.before.name, &pair.after.name);
        findings
            .report(&Place::of_gone_type(pair.before), format!("`{from}` was renamed to `{to}`"))
            .values(Some(from), Some(to));
    }
}
