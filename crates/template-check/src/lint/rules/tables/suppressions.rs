//! Rules about the comments and settings that switch rules off. The code that reads them reports the findings.

use crate::{Check, Family, Rule};

/// Id of the rule about a suppression that has no effect.
pub(crate) const UNUSED: &str = "unused-suppression";
/// Id of the rule about a suppression of a rule that does not exist.
pub(crate) const UNKNOWN_RULE: &str = "unknown-suppressed-rule";
/// Id of the rule about a suppression without a reason.
pub(crate) const WITHOUT_REASON: &str = "suppression-without-reason";

pub(in super::super) static RULES: &[Rule] = &[
    Rule {
        id: UNUSED,
        family: Family::Suppressions,
        summary: "An `allow` comment has no effect",
        docs: r"
## What it does
Reports an `allow` comment for a rule that reports nothing there, or for an error: errors cannot be switched off.

## Why
The comment is no longer needed, or is on the wrong line. It would hide the next finding of that rule.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has.}  # heat-codegen: allow(unused-parameter) a later version uses it
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has.}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```
",
        check: Check::Suppressions,
    },
    Rule {
        id: UNKNOWN_RULE,
        family: Family::Suppressions,
        summary: "An `allow` comment names a rule that does not exist",
        docs: r"
## What it does
Reports an `allow` comment that does not name an existing rule, or that cannot be read.

## Why
The comment has no effect.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has.}  # heat-codegen: allow(unused-paramter) a later version uses it
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has.}  # heat-codegen: allow(unused-parameter) a later version uses it
resources:
  token: {type: OS::Heat::RandomString}
```
",
        check: Check::Suppressions,
    },
    Rule {
        id: WITHOUT_REASON,
        family: Family::Suppressions,
        summary: "An `allow` comment gives no reason",
        docs: r"
## What it does
Reports a comment that switches off a rule and does not say why.

## Why
Later readers of the template cannot tell whether the reason still applies.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has.}  # heat-codegen: allow(unused-parameter)
resources:
  token: {type: OS::Heat::RandomString}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has.}  # heat-codegen: allow(unused-parameter) a later version uses it
resources:
  token: {type: OS::Heat::RandomString}
```
",
        check: Check::Suppressions,
    },
];
