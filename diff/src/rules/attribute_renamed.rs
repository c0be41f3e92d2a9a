//! `attribute-renamed`.

use crate::Place;
use crate::{Check, Findings, Mirror, Rule, Severity, TypePair};

pub(crate) static RULE: Rule = Rule {
    id: "attribute-renamed",
    severity: Severity::Breaking,
    summary: "An attribute was renamed",
    docs: r"
## What it means for running stacks
Stacks whose template asks for it cannot be updated: the template is refused.

## What it means for templates
Templates that ask for the old name are refused.

## Why
An attribute that went and one that came are the same. Heat knows the new name only.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
attributes:
  secret:
    type: string
    description: What was made.
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
attributes:
  value:
    type: string
    description: What was made.
```

## How to do it instead
Keep the old name, DEPRECATED, and answer it with the same value.
",
    mirror: Mirror::Rule("attribute-renamed"),
    check: Check::Type(check),
};

fn check(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    for renamed in types.renamed_attributes() {
        let place = Place { after: types.attribute(renamed.to).after, ..types.attribute(renamed.from) };
        findings
            .report(&place, format!("attribute `{}` was renamed to `{}`", renamed.from, renamed.to))
            .values(Some(&renamed.from), Some(&renamed.to));
    }
}
