//! `circular-dependency`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::CircularDependency.id(),
    family: Family::Resources,
    summary: "Resources form a cycle",
    docs: r"
## What it does
Reports resources that depend on each other, each with the place where it refers to the next.

## Why
None of them can be created first.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  first:
    type: OS::Heat::RandomString
    properties: {salt: {get_resource: second}}
  second:
    type: OS::Heat::RandomString
    properties: {salt: {get_resource: first}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  first:
    type: OS::Heat::RandomString
  second:
    type: OS::Heat::RandomString
    properties: {salt: {get_resource: first}}
```
",
    check: Check::Error(Problem::CircularDependency),
};
