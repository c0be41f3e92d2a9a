//! `missing-key`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "missing-key",
    severity: Severity::Error,
    summary: "A required key is missing",
    docs: r"
## What it does
Reports a schema without `type`, a property without `type`, a translation rule without `rule` or `translation_path`, and
the like.

## Why
Without it, the rest has no meaning. For example, properties have no default type.

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

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    #[test]
    fn required_keys_are_present() {
        check(
            &RULE,
            "properties: {a: {description: A.}, b: {type: map, schema: {c: {}}}}
translation_rules: [{rule: delete}, {translation_path: [a]}]
examples: [{title: t}]
accepted_findings: [{rule: missing-description}]
properties_groups: [{api_versions: {client_plugin: nova}}]",
            &[
                "{description: A.} => a property must have a type",
                "{} => a property must have a type",
                "{rule: delete} => a translation rule needs `translation_path`",
                "{translation_path: [a]} => a translation rule needs `rule`",
                "{title: t} => an example needs `template`",
                "{rule: missing-description} => an accepted finding needs `reason`",
                "{client_plugin: nova} => `api_versions` needs `versions`",
                "{client_plugin: nova} => `api_versions` needs `properties`",
            ],
        );
        check(&RULE, "attributes: {a: {}}\nsupport_status: [{}]", &[]);
    }

    #[test]
    fn a_misspelt_key_is_not_missing() {
        check(&RULE, "properties: {a: {tpye: string}}", &[]);
    }
}
