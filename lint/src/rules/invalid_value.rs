//! `invalid-value`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::INVALID_VALUE,
    severity: Severity::Error,
    summary: "A value is none of those that are possible here",
    docs: r"
## What it does
Reports a word that is not one of the few that a key takes (a status, a cache mode, a kind of translation rule), and a
value that cannot be what its YAML tag says.

## Why
There is nothing that it could mean. Heat takes a support status that it does not know for `UNKNOWN`, and drops the
version and the history with it.

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
    fn words_are_those_that_mean_something() {
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
