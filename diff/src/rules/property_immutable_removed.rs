//! `property-immutable-removed`.

use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-immutable-removed",
    severity: Severity::Dangerous,
    summary: "A change that was refused now replaces the resource",
    docs: r"
## What it means for running stacks
An update that changes the property goes through: in place with `update_allowed`, else by replacing the resource.

## What it means for templates
The same templates are valid.

## Why
Whoever relied on the refusal has nothing that stops the change any more.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
    immutable: true
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
```

## How to do it instead
Allow updates in place at the same time, if the service can do them.
",
    mirror: Mirror::Rule("property-immutable-added"),
    check: Check::Property(check),
};

fn check(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    // What is done in place now is another rule's.
    if !pair.decides_on_updates()
        || !pair.before.immutable
        || pair.after.immutable
        || pair.after.update_allowed
    {
        return;
    }
    findings
        .report(
            &pair.place.join("immutable"),
            format!("changing {} now replaces the resource; it used to be refused", pair.name()),
        )
        .values(Some(&true), Some(&false));
}
