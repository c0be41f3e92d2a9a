//! `unused-acceptance`.

use heat_yaml::Severity;

use crate::lint::{Check, Rule};

pub(in crate::lint) static RULE: Rule = Rule {
    id: "unused-acceptance",
    severity: Severity::Warning,
    summary: "An accepted finding is no longer found",
    docs: r"
## What it does
Reports an entry of `accepted_findings` that accepts nothing: its rule finds nothing at that path, there is no such rule,
or its findings cannot be accepted because the file cannot be read with them.

## Why
What was mended needs no acceptance, and one that stays would hide the mistake when it comes back.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
accepted_findings:
  - rule: missing-description
    reason: Nobody knows what it is for.
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
```
",
    check: Check::Acceptance,
};
