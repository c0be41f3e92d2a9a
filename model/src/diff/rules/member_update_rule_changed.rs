//! `member-update-rule-changed`.

use crate::PropertySchema;
use crate::diff::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(in crate::diff) static RULE: Rule = Rule {
    id: "member-update-rule-changed",
    severity: Severity::Safe,
    summary: "A member of a map says another thing of updates, which Heat does not ask it",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Nothing changes.

## Why
Only the property at the top decides whether an update is done in place, replaces the resource or is refused. What its members
say of that is documentation.

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
        update_allowed: true
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
Write it at the top, where it counts.
",
    mirror: Mirror::Rule("member-update-rule-changed"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let rule = |schema: &PropertySchema| (schema.update_allowed, schema.immutable);
    let (before, after) = (rule(pair.before), rule(pair.after));
    if pair.is_top() || before == after {
        return;
    }
    let key = if before.0 == after.0 { "immutable" } else { "update_allowed" };
    let (old, new) = if before.0 == after.0 { (before.1, after.1) } else { (before.0, after.0) };
    findings
        .report(
            &pair.place.join(key),
            format!("{} is `{key}: {new}`, which counts at the top alone", pair.name()),
        )
        .values(Some(&old), Some(&new));
}
