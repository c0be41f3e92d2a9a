//! `invalid-type`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "invalid-type",
    severity: Severity::Error,
    summary: "A value has the wrong type, or names a type that does not exist",
    docs: r"
## What it does
Reports a `type` other than `string`, `integer`, `number`, `boolean`, `map`, `list` and `any` (attributes cannot be
`number` or `any`), and values of the wrong kind: a string where a list is expected, or a number where a string is
expected.

## Why
Heat refuses such a schema. Quote versions: without quotes, YAML reads `2014.2` as a number, and `2014.10` as the same
number as `2014.1`.

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

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    #[test]
    fn types_are_those_of_heat() {
        check(
            &RULE,
            "properties: {a: {type: String}, b: {type: list, schema: {'*': {type: int}}}}
attributes: {c: {type: number}, d: {type: list}, e: {type: any}}",
            &[
                "String => `String` is not a type",
                "int => `int` is not a type",
                "number => `number` is not an attribute's type",
                "any => `any` is not an attribute's type",
            ],
        );
    }

    #[test]
    fn values_are_of_the_kind_of_their_key() {
        check(
            &RULE,
            "properties: {a: {type: string, required: 'yes', description: [x]}, 5: {type: string}}
support_status: {version: 5.0.0}
keywords: [vm, no, [disk]]
attributes: []
physical_resource_name_limit: 0
translation_rules: [{rule: delete, translation_path: a}]",
            &[
                "'yes' => `required` is true or false, not a string",
                "[x] => a description is a string, not a list",
                "5 => a key must be a string, not an integer",
                "{version: 5.0.0} => `support_status` is a list, not a map",
                "no => an item of `keywords` is a string, not a boolean",
                "[disk] => an item of `keywords` is a string, not a list",
                "[] => `attributes` is a map, not a list",
                "0 => `physical_resource_name_limit` must be a positive integer, not 0",
                "a => `translation_path` is a list, not a string",
            ],
        );
    }

    #[test]
    fn a_version_is_a_string() {
        check(
            &RULE,
            "support_status: [{version: 2014.2}]",
            &["2014.2 => `version` is a string, not a number"],
        );
        check(&RULE, "support_status: [{version: 5.0.0}, {version: '2014.2'}]", &[]);
    }
}
