//! `property-renamed`.

use crate::{Check, Findings, MembersPair, Mirror, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-renamed",
    severity: Severity::Breaking,
    summary: "A property was renamed",
    docs: r"
## What it means for running stacks
Stacks whose template gives it cannot be updated: the template is refused.

## What it means for templates
Templates that give the old name are refused.

## Why
A property that went and one that came have the same schema. Heat knows the new name only.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How it is called.
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  size:
    type: integer
    description: How it is called.
```

## How to do it instead
Keep the old name, HIDDEN or DEPRECATED, and move its value to the new one with a `replace` rule.
",
    mirror: Mirror::Rule("property-renamed"),
    check: Check::Members(check),
};

fn check(members: &MembersPair<'_>, findings: &mut Findings<'_>) {
    for renamed in members.renamed() {
        let mut place = members.member(renamed.from);
        place.after = members.member(renamed.to).after;
        findings
            .report(&place, format!("`{}` was renamed to `{}`", members.name_of(renamed.from), renamed.to))
            .values(Some(&renamed.from), Some(&renamed.to));
    }
}
