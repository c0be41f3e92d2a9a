//! `duplicate-key`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::DUPLICATE_KEY,
    severity: Severity::Error,
    summary: "A map has the same key twice",
    docs: r"
## What it does
Reports a key that stands twice in one map, with both places.

## Why
YAML readers keep one of the two, most often the last, and say nothing: the other is lost.

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
