//! Rule `translation-path-unknown`: a translation rule refers to a property that does not exist.

use heat_model::{ResourceType, SchemaPath, TranslationRule};
use heat_yaml::Severity;

use crate::references::{Target, check_path, follow, get_property_names};
use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "translation-path-unknown",
    severity: Severity::Error,
    summary: "A translation rule refers to a property that does not exist",
    docs: r"
## What it does
Reports names in translation rules that are not properties of the type: in `translation_path` and `value_path`, as
`value_name` (a sibling of the translated property), in a value's `get_property` and as the `property` of a `when`.
Paths start at a top-level property, and the items of a list have no step of their own.

## Why
Heat looks up rules by the path of the property: a rule for a property that does not exist never applies. Reading the
value of a property that does not exist fails.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  network: {type: string, description: Where it is valid.}
translation_rules:
  - {rule: replace, translation_path: [network], value_path: [netwrok_id]}
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  network: {type: string, description: Where it is valid.}
  network_id: {type: string, description: The ID of the network.}
translation_rules:
  - {rule: replace, translation_path: [network], value_path: [network_id]}
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let rules = SchemaPath::root().join("translation_rules");
    for (index, rule) in context.schema.translation_rules.iter().enumerate() {
        check_rule(context.schema, rule, &rules.join(index), findings);
    }
}

fn check_rule(schema: &ResourceType, rule: &TranslationRule, path: &SchemaPath, findings: &mut Findings<'_>) {
    let target = path.join("translation_path");
    // Only properties with a schema are translated: a path into one without a schema has no effect.
    if let Target::Within(step) = follow(schema, &rule.translation_path) {
        let around = &rule.translation_path[..step];
        findings
            .report(
                &target.join(step),
                Part::Value,
                format!("`{}` has no fields in this schema that a rule could translate", around.join(".")),
            )
            .label("not a field");
    } else {
        check_path(schema, &rule.translation_path, |step| target.join(step), findings);
    }
    if let Some(value_path) = &rule.value_path {
        let path = path.join("value_path");
        check_path(schema, value_path, |step| path.join(step), findings);
    }
    if let (Some(_), Some(source)) = (&rule.value_name, rule.source_path()) {
        // Errors in its container are reported for the translated property.
        let (_, around) = source.split_last().unzip();
        let around = around.unwrap_or_default();
        if around.is_empty() || matches!(follow(schema, around), Target::Property(_)) {
            check_path(schema, &source, |_| path.join("value_name"), findings);
        }
    }
    if let Some(value) = &rule.value {
        for (path, name) in get_property_names(value, &path.join("value")) {
            check_path(schema, &[name], |_| path.clone(), findings);
        }
    }
    if let Some(when) = &rule.when {
        check_path(schema, &[&when.property], |_| path.join("when").join("property"), findings);
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::{check, diagnostics};

    fn with_rule(rule: &str) -> String {
        format!(
            "type: My::Custom::Token
properties:
  a: {{type: string}}
  free: {{type: map}}
  nets: {{type: list, schema: {{'*': {{type: map, schema: {{id: {{type: string}}, uuid: {{type: string}}}}}}}}}}
translation_rules: [{{{rule}}}]"
        )
    }

    fn check_rule(rule: &str, expect: &[&str]) {
        check(&RULE, &with_rule(rule), expect);
    }

    #[test]
    fn paths_lead_to_properties() {
        check_rule("rule: replace, translation_path: [nets, id], value_path: [a]", &[]);
        check_rule(
            "rule: delete, translation_path: [nets, ip]",
            &["ip => property `nets` has no field `ip`"],
        );
        check_rule(
            "rule: replace, translation_path: [b], value_path: [nets, c]",
            &["b => `My::Custom::Token` has no property `b`", "c => property `nets` has no field `c`"],
        );
        check_rule("rule: delete, translation_path: []", &[]);
    }

    #[test]
    fn a_value_name_is_a_sibling() {
        check_rule("rule: replace, translation_path: [nets, id], value_name: uuid", &[]);
        check_rule("rule: replace, translation_path: [a], value_name: free, custom_value_path: [x]", &[]);
        check_rule(
            "rule: replace, translation_path: [nets, id], value_name: a",
            &["a => property `nets` has no field `a`"],
        );
        check_rule(
            "rule: replace, translation_path: [net, id], value_name: a",
            &["net => `My::Custom::Token` has no property `net`"],
        );
    }

    #[test]
    fn values_without_a_schema_have_no_properties() {
        check_rule("rule: replace, translation_path: [a], value_path: [free, x]", &[]);
        check_rule(
            "rule: delete, translation_path: [free, x]",
            &["x => `free` has no fields in this schema that a rule could translate"],
        );
    }

    #[test]
    fn values_and_conditions_too() {
        check_rule(
            "rule: add, translation_path: [nets], value: [{id: {get_property: b}}], when: {property: c, in: [d]}",
            &["b => `My::Custom::Token` has no property `b`", "c => `My::Custom::Token` has no property `c`"],
        );
        check_rule(
            "rule: replace, translation_path: [a], value: {get_property: free}, when: {property: a}",
            &[],
        );
    }

    #[test]
    fn items_have_no_step() {
        let found = diagnostics(&with_rule("rule: delete, translation_path: [nets, '*', id]"));
        let found = found.iter().find(|found| found.code == RULE.id).unwrap();
        assert_eq!(found.message, "property `nets` has no field `*`");
        assert_eq!(found.help.as_deref(), Some("remove it: the items of a list have no step of their own"));
    }
}
