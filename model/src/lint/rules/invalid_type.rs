//! `invalid-type`.

use heat_yaml::Severity;

use crate::lint::{Check, Rule};

pub(in crate::lint) static RULE: Rule = Rule {
    id: "invalid-type",
    severity: Severity::Error,
    summary: "A value is of another type than its key takes, or names a type that does not exist",
    docs: r"
## What it does
Reports a `type` that is none of `string`, `integer`, `number`, `boolean`, `map`, `list` and `any` (attributes know no
`number` and no `any`), and values of the wrong kind: text where a list is expected, a number where text is.

## Why
Heat refuses such a schema. With versions, beware of YAML: unquoted `2014.2` is a number, and `2014.10` would be the
same as `2014.1`.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: int
    description: How many characters it has.
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
```
",
    check: Check::Reading,
};
