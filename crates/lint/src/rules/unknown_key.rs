//! `unknown-key`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "unknown-key",
    severity: Severity::Error,
    summary: "A map has an unknown key",
    docs: r"
## What it does
Reports a key that the schema language does not define at that place, and suggests a similar one.

## Why
It would be ignored silently: with a misspelt `required`, the property would be optional.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    requierd: true
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    required: true
```
",
    check: Check::Reading,
};

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    #[test]
    fn keys_are_known_everywhere() {
        check(
            &RULE,
            "descriptoin: x
properties:
  a:
    type: list
    schema: {'*': {type: map, schema: {b: {type: string, requierd: true}}}}
    constraints: [{lenght: {min: 1}}, {range: {minimum: 1}}]
attributes: {c: {type: string, cachemode: cache_none}}
update_policy: {d: {type: string, defalt: x}}
support_status: [{since: 5.0.0}]
translation_rules: [{rule: delete, translation_path: [a], when: {prop: a}}]
properties_groups: [{nor: [[a]]}]
examples: [{title: t, template: x, text: y}]",
            &[
                "descriptoin => a schema has no key `descriptoin`",
                "requierd => a property has no key `requierd`",
                "lenght => a constraint has no key `lenght`",
                "minimum => a range has no key `minimum`",
                "cachemode => an attribute has no key `cachemode`",
                "defalt => a property has no key `defalt`",
                "since => a support status has no key `since`",
                "prop => `when` has no key `prop`",
                "nor => a properties group has no key `nor`",
                "text => an example has no key `text`",
            ],
        );
    }

    #[test]
    fn names_are_not_keys() {
        check(
            &RULE,
            "properties: {anything: {type: map, default: {any: thing}, schema: {x: {type: string}}}}",
            &[],
        );
    }
}
