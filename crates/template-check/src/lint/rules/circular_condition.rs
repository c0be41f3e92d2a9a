//! `circular-condition`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::CircularCondition.id(),
    family: Family::Conditions,
    summary: "Conditions form a cycle",
    docs: r"
## What it does
Reports a condition that depends on itself, directly or through others.

## Why
Heat cannot evaluate it, and refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
conditions:
  large: {not: small}
  small: {not: large}
resources:
  token: {type: OS::Heat::RandomString, condition: large}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
conditions:
  large: true
  small: {not: large}
resources:
  token: {type: OS::Heat::RandomString, condition: small}
```
",
    check: Check::Error(Problem::CircularCondition),
};
