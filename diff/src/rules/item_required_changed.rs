//! `item-required-changed`.

use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "item-required-changed",
    severity: Severity::Safe,
    summary: "`required` changed on the items of a list, with no effect",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Nothing changes.

## Why
An item is always given: a list without it is shorter.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  size:
    description: How large it is.
    type: list
    schema:
      '*':
        type: string
        description: One of them.

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
        type: string
        description: One of them.
        required: true

```

## How to do it instead
To ask for at least one item, write `length: {min: 1}` on the list.
",
    mirror: Mirror::Rule("item-required-changed"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (pair.before.required, pair.after.required);
    if pair.is_item && !pair.around_is_closed && before != after {
        findings
            .report(
                &pair.place.join("required"),
                format!("`required` of {} is now {after}, with no effect", pair.name()),
            )
            .values(Some(&before), Some(&after));
    }
}
