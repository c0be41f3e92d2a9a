//! `resource-type-name-limit-lowered`.

use crate::{Check, Findings, Mirror, Rule, Severity, TypePair};

pub(crate) static RULE: Rule = Rule {
    id: "resource-type-name-limit-lowered",
    severity: Severity::Dangerous,
    summary: "The maximum length of generated names decreased",
    docs: r"
## What it means for running stacks
Resources made from now on are named otherwise where the name is long. Those that exist keep their names.

## What it means for templates
Names that Heat makes up are cut earlier.

## Why
Heat cuts the names that it makes up to `physical_resource_name_limit`.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
physical_resource_name_limit: 64
properties:
  name:
    type: string
    description: How it is called.
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
physical_resource_name_limit: 32
properties:
  name:
    type: string
    description: How it is called.
```

## How to do it instead
Lower the limit only where the service refuses longer names.
",
    mirror: Mirror::Rule("resource-type-name-limit-raised"),
    check: Check::Type(check),
};

fn check(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    let (before, after) =
        (types.before.physical_resource_name_limit, types.after.physical_resource_name_limit);
    if before > after {
        findings
            .report(
                &types.place().join("physical_resource_name_limit"),
                format!("the maximum length of generated names changed from {before} to {after} characters"),
            )
            .values(Some(&before), Some(&after));
    }
}
