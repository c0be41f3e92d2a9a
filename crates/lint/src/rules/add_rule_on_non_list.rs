//! Rule `add-rule-on-non-list`: a translation rule adds items to a property that is not a list.

use heat_model::{PropertyType, RuleKind, SchemaPath};
use heat_yaml::Severity;

use crate::references::{Target, follow, shown};
use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "add-rule-on-non-list",
    severity: Severity::Error,
    summary: "A translation rule adds items to a property that is not a list",
    docs: r"
## What it does
Reports an `add` rule for a property that is not a `list` (or `any`).

## Why
Items can only be added to a list. Heat fails on every template that sets the property to a value of another type.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  host: {type: string, description: Where it is valid.}
translation_rules:
  - {rule: add, translation_path: [host], value: [localhost]}
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  host: {type: string, description: Where it is valid.}
translation_rules:
  - {rule: replace, translation_path: [host], value: localhost}
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let rules = SchemaPath::root().join("translation_rules");
    for (index, rule) in context.schema.translation_rules.iter().enumerate() {
        let Target::Property(property) = follow(context.schema, &rule.translation_path) else { continue };
        let property_type = property.property_type;
        if rule.rule == RuleKind::Add && !matches!(property_type, PropertyType::List | PropertyType::Any) {
            findings
                .report(
                    &rules.join(index).join("translation_path"),
                    Part::Value,
                    format!(
                        "an `add` rule requires a list, but {} is of type `{property_type}`",
                        shown(&rule.translation_path)
                    ),
                )
                .related(place_of(&rule.translation_path, context), Part::Value, "not a list")
                .help("use a `replace` rule, or make the property a `list`");
        }
    }
}

/// Returns the path of a property's type.
fn place_of(names: &[String], context: &Context<'_>) -> SchemaPath {
    let site = context
        .properties
        .iter()
        .find(|site| site.section == crate::Section::Properties && !site.is_item() && site.steps() == names);
    site.map_or_else(SchemaPath::root, |site| site.path.join("type"))
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    fn check_rule(rule: &str, expect: &[&str]) {
        let properties = "properties:
  a: {type: map, schema: {b: {type: list}, c: {type: integer}}}
  d: {type: list, schema: {'*': {type: map, schema: {e: {type: string}}}}}
  f: {type: any}";
        check(&RULE, &format!("{properties}\ntranslation_rules: [{{{rule}}}]"), expect);
    }

    #[test]
    fn items_are_added_to_lists() {
        check_rule("rule: add, translation_path: [d], value: [1]", &[]);
        check_rule("rule: add, translation_path: [a, b], value: [1]", &[]);
        check_rule("rule: add, translation_path: [f], value: [1]", &[]);
        check_rule(
            "rule: add, translation_path: [a], value: [1]",
            &["[a] => an `add` rule requires a list, but `a` is of type `map`"],
        );
        check_rule(
            "rule: add, translation_path: [d, e], value: [1]",
            &["[d, e] => an `add` rule requires a list, but `d.e` is of type `string`"],
        );
        check_rule("rule: replace, translation_path: [a, c], value: 1", &[]);
        check_rule("rule: add, translation_path: [x], value: [1]", &[]);
    }
}
