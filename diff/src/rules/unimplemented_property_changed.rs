//! `unimplemented-property-changed`.

use heat_model::PropertySchema;

use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "unimplemented-property-changed",
    severity: Severity::Safe,
    summary: "A property changed that Heat did not implement",
    docs: r"
## What it means for running stacks
Nothing changes: no resource has a value for it.

## What it means for templates
Nothing that was accepted is refused: templates that gave it were refused.

## Why
Heat refuses every value of a property with `implemented: false`, and of what is in it.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  size:
    description: How large it is.
    type: string
    implemented: false

```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  size:
    description: How large it is.
    type: integer
    implemented: false

```

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::Rule("unimplemented-property-changed"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (pair.before, pair.after);
    // What is said of the property itself; what is in it has findings of its own.
    let form = |schema: &PropertySchema| schema.schema.as_ref().map(std::mem::discriminant);
    let of_values = before.property_type != after.property_type
        || before.constraints != after.constraints
        || before.allow_conversion != after.allow_conversion
        || before.update_allowed != after.update_allowed
        || before.immutable != after.immutable
        || form(before) != form(after);
    let of_absence = before.required != after.required
        || before.default != after.default
        || before.implemented != after.implemented;
    if pair.is_closed && (of_values || (pair.around_is_closed && of_absence)) {
        findings.report(&pair.place, format!("{} changed; Heat did not implement it", pair.name()));
    }
}
