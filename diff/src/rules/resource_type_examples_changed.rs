//! `resource-type-examples-changed`.

use crate::{Check, Findings, Mirror, Rule, Severity, TypePair};

pub(crate) static RULE: Rule = Rule {
    id: "resource-type-examples-changed",
    severity: Severity::Docs,
    summary: "The examples of a resource type changed",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Nothing changes.

## Why
Examples are documentation.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
examples:
  - title: A token
    template: |
      heat_template_version: 2021-04-16
      resources:
        token:
          type: My::Custom::Token
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
examples:
  - title: Just a token
    template: |
      heat_template_version: 2021-04-16
      resources:
        token:
          type: My::Custom::Token
```

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::Rule("resource-type-examples-changed"),
    check: Check::Type(check),
};

fn check(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (&types.before.examples, &types.after.examples);
    if before != after {
        findings
            .report(&types.place().join("examples"), "the examples changed")
            .values(Some(before), Some(after));
    }
}
