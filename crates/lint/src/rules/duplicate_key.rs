//! `duplicate-key`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::DUPLICATE_KEY,
    severity: Severity::Error,
    summary: "A map contains the same key twice",
    docs: r"
## What it does
Reports a key that occurs twice in the same map, and shows both places.

## Why
Most YAML parsers silently keep only one of the two, usually the last.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    type: string
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

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    #[test]
    fn every_map_has_each_key_once() {
        check(
            &RULE,
            "properties: {a: {type: string}, a: {type: integer}}
attributes: {b: {type: string, type: map}}",
            &["a => the key \"a\" is defined twice", "type => the key \"type\" is defined twice"],
        );
        check(&RULE, "properties: {a: {type: string}, A: {type: string}}", &[]);
    }
}
