//! `property-default-changed`.

use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-default-changed",
    severity: Severity::Dangerous,
    summary: "A default changed",
    docs: r"
## What it means for running stacks
Nothing changes until another property does: both sides of an update read the new default.

## What it means for templates
Templates that do not give the property get the new default.

## Why
New resources are made differently from the same template.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
    default: any
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
    default: other
```

## How to do it instead
Leave the default and describe the better value, or give the new behaviour a property of its own.
",
    mirror: Mirror::Rule("property-default-changed"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (pair.before, pair.after);
    if !pair.around_is_closed
        && before.default.as_ref().zip(after.default.as_ref()).is_some_and(|(old, new)| !old.python_eq(new))
    {
        findings
            .report(&pair.place.join("default"), format!("the default of {} changed", pair.name()))
            .values(before.default.as_ref(), after.default.as_ref());
    }
}
