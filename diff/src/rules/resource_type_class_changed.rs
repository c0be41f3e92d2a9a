//! `resource-type-class-changed`.

use crate::{Check, Findings, Mirror, Rule, Severity, TypePair};

pub(crate) static RULE: Rule = Rule {
    id: "resource-type-class-changed",
    severity: Severity::Docs,
    summary: "The Python class of a resource type changed",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Nothing changes.

## Why
Which class Heat takes it from is a matter of its code, and of where the docs lead.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
python_class: heat.engine.resources.token.Token
properties:
  name:
    type: string
    description: How it is called.
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
python_class: heat.engine.resources.tokens.Token
properties:
  name:
    type: string
    description: How it is called.
```

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::Rule("resource-type-class-changed"),
    check: Check::Type(check),
};

fn check(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (&types.before.python_class, &types.after.python_class);
    if before != after {
        findings
            .report(&types.place().join("python_class"), "the Python class changed")
            .values(Some(before), Some(after));
    }
}
