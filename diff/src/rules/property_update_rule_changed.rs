//! `property-update-rule-changed`.

use heat_model::PropertySchema;

use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-update-rule-changed",
    severity: Severity::Safe,
    summary: "The declared update rule changed, with no effect",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Nothing changes.

## Why
Only the property at the top decides whether an update is done in place, replaces the resource or is refused: what its members
say of that is documentation. And where it is immutable, whether it is `update_allowed` is not asked.

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
    mirror: Mirror::Rule("property-update-rule-changed"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let rule = |schema: &PropertySchema| (schema.update_allowed, schema.immutable);
    let (before, after) = (rule(pair.before), rule(pair.after));
    let stays_immutable = before.1 && after.1;
    if before == after || pair.is_closed || (pair.decides_on_updates() && !stays_immutable) {
        return;
    }
    let key = if before.0 == after.0 { "immutable" } else { "update_allowed" };
    let (old, new) = if before.0 == after.0 { (before.1, after.1) } else { (before.0, after.0) };
    let why = if !pair.is_top() {
        "counts only for top-level properties"
    } else if pair.is_moved() || pair.is_fixed() {
        "has no effect: a translation rule takes its value away"
    } else {
        "has no effect: the property is immutable"
    };
    findings
        .report(&pair.place.join(key), format!("`{key}` of {} is now {new}, which {why}", pair.name()))
        .values(Some(&old), Some(&new));
}
