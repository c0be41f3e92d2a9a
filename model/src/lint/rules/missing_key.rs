//! `missing-key`.

use heat_yaml::Severity;

use crate::lint::{Check, Rule};

pub(in crate::lint) static RULE: Rule = Rule {
    id: "missing-key",
    severity: Severity::Error,
    summary: "Something that a schema cannot do without is missing",
    docs: r"
## What it does
Reports a schema without `type`, a property without `type`, a translation rule without `rule` or `translation_path`, and
the like.

## Why
Without it, the rest means nothing. Heat has no type that a property would be of by itself.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
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
