//! Rule `replaced-by-other-type`: a translation rule moves a value to a property that cannot have it.

use heat_model::{PropertySchema, PropertyType, RuleKind, SchemaPath};
use heat_yaml::Severity;

use crate::references::{Target, follow, shown};
use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "replaced-by-other-type",
    severity: Severity::Warning,
    summary: "A translation rule moves a value to a property that cannot have it",
    docs: r#"
## What it does
Reports a `replace` rule that takes the value of a property, where one of the two properties is a `list` or a `map`, and the other one
is not.

## Why
Heat moves the value as it is: a string does not become a list with one item. Every template that still uses the old property fails,
although the rule was meant to keep it working.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  host:
    type: string
    description: Where it is valid.
    support_status:
      - {status: DEPRECATED, version: 27.0.0, message: Use `hosts`.}
  hosts:
    type: list
    description: Where it is valid.
    schema: {"*": {type: string, description: The name of a host.}}
translation_rules:
  - {rule: replace, translation_path: [hosts], value_path: [host]}
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  host:
    type: string
    description: Where it is valid.
    support_status:
      - {status: DEPRECATED, version: 27.0.0, message: Use `hosts`.}
  hosts:
    type: list
    description: Where it is valid.
    schema: {"*": {type: string, description: The name of a host.}}
translation_rules:
  - {rule: add, translation_path: [hosts], value: [{get_property: host}], when: {property: host}}
  - {rule: delete, translation_path: [host]}
```
"#,
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let rules = SchemaPath::root().join("translation_rules");
    for (index, rule) in context.schema.translation_rules.iter().enumerate() {
        // A custom path continues inside the value, where there is no schema to compare.
        let Some(source) =
            rule.source_path().filter(|_| rule.rule == RuleKind::Replace && rule.custom_value_path.is_none())
        else {
            continue;
        };
        let (Target::Property(from), Target::Property(to)) =
            (follow(context.schema, &source), follow(context.schema, &rule.translation_path))
        else {
            continue;
        };
        if fits(from, to) {
            continue;
        }
        let key = if rule.value_name.is_some() { "value_name" } else { "value_path" };
        findings
            .report(
                &rules.join(index).join(key),
                Part::Value,
                format!(
                    "{} is of type `{}`, and {} of type `{}`: Heat moves the value as it is",
                    shown(&source),
                    from.property_type,
                    shown(&rule.translation_path),
                    to.property_type,
                ),
            )
            .help("give both the same type; a rule like `{rule: add, value: [{get_property: NAME}], when: {property: NAME}}` makes an item of it");
    }
}

/// Returns whether values of a property may be values of the other one. What `allow_conversion` accepts depends on the value.
fn fits(from: &PropertySchema, to: &PropertySchema) -> bool {
    use PropertyType::{Any, List, Map};
    match (from.property_type, to.property_type) {
        (Any, _) | (_, Any) => true,
        _ if to.allow_conversion => true,
        (from, to) => from == to || !(matches!(from, List | Map) || matches!(to, List | Map)),
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    fn check_rule(rule: &str, expect: &[&str]) {
        let properties = "properties:
  list: {type: list, schema: {'*': {type: map, schema: {old: {type: string}, new: {type: list}, other: {type: integer}}}}}
  map: {type: map}
  any: {type: any}
  text: {type: string}
  converted: {type: list, allow_conversion: true}
  number: {type: number}";
        check(&RULE, &format!("{properties}\ntranslation_rules: [{{rule: replace, {rule}}}]"), expect);
    }

    #[test]
    fn values_keep_their_type() {
        check_rule(
            "translation_path: [list], value_path: [text]",
            &[
                "[text] => `text` is of type `string`, and `list` of type `list`: Heat moves the value as it is",
            ],
        );
        check_rule(
            "translation_path: [text], value_name: map",
            &["map => `map` is of type `map`, and `text` of type `string`: Heat moves the value as it is"],
        );
        check_rule(
            "translation_path: [list, new], value_name: old",
            &[
                "old => `list.old` is of type `string`, and `list.new` of type `list`: Heat moves the value as it is",
            ],
        );
        check_rule(
            "translation_path: [map], value_path: [number]",
            &[
                "[number] => `number` is of type `number`, and `map` of type `map`: Heat moves the value as it is",
            ],
        );
    }

    #[test]
    fn heat_converts_some() {
        for fits in [
            "translation_path: [text], value_path: [number]",
            "translation_path: [any], value_path: [list]",
            "translation_path: [list], value_path: [any]",
            "translation_path: [converted], value_path: [text]",
            "translation_path: [list, other], value_name: old",
            "translation_path: [text], value_path: [map], custom_value_path: [inner]",
            "translation_path: [list], value: [x]",
            "translation_path: [list], value_path: [missing]",
        ] {
            check_rule(fits, &[]);
        }
    }
}
