//! `invalid-value`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::INVALID_VALUE,
    severity: Severity::Error,
    summary: "A value is not one of the allowed ones",
    docs: r"
## What it does
Reports a value that is not one of those that a key allows (a status, a cache mode, a kind of translation rule), and a
value that does not match its YAML tag.

## Why
Such a value has no meaning. Heat treats an unknown support status as `UNKNOWN`, and also drops its version and history.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
support_status:
  - {status: DEPRICATED, version: 5.0.0, message: Use a secret.}
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
support_status:
  - {status: DEPRECATED, version: 5.0.0, message: Use a secret.}
```
",
    check: Check::Reading,
};

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    #[test]
    fn values_are_from_the_known_list() {
        check(
            &RULE,
            "support_status: [{status: hidden}]
properties: {a: {type: string, support_status: [{status: GONE}]}}
attributes: {b: {cache_mode: cache_all}, c: {cache_mode: cache_local}}
translation_rules: [{rule: Replace, translation_path: [a], value: b}]",
            &[
                "hidden => `hidden` is not a support status",
                "GONE => `GONE` is not a support status",
                "cache_all => `cache_all` is not a cache mode",
                "Replace => `Replace` is not a translation rule",
            ],
        );
    }
}
