//! Rule `invalid-translation-rule`: a translation rule is invalid.

use heat_model::{RuleKind, SchemaPath, TranslationRule, Value};
use heat_yaml::Severity;

use crate::references::is_get_property;
use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "invalid-translation-rule",
    severity: Severity::Error,
    summary: "A translation rule is invalid",
    docs: r"
## What it does
Reports a translation rule with more than one of `value`, `value_name` and
`value_path`; an `add` rule whose `value` is not a list; and a `resolve` rule with neither a `client_plugin` nor a
`finder`.

## Why
Heat builds the rules of a type whenever it processes a resource, and fails on an invalid rule.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  hosts: {type: list, description: Where it is valid.}
translation_rules:
  - {rule: add, translation_path: [hosts], value: localhost}
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  hosts: {type: list, description: Where it is valid.}
translation_rules:
  - {rule: add, translation_path: [hosts], value: [localhost]}
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let rules = SchemaPath::root().join("translation_rules");
    for (index, rule) in context.schema.translation_rules.iter().enumerate() {
        check_rule(rule, &rules.join(index), findings);
    }
}

fn check_rule(rule: &TranslationRule, path: &SchemaPath, findings: &mut Findings<'_>) {
    // Heat treats an empty value, `false` and 0 as no value.
    let value = rule.value.as_ref().filter(|value| value.is_truthy());
    let sources = [
        ("value", value.is_some()),
        ("value_name", rule.value_name.is_some()),
        ("value_path", rule.value_path.is_some()),
    ];
    let given: Vec<&str> = sources.into_iter().filter(|(_, given)| *given).map(|(key, _)| key).collect();
    if let [first, others @ ..] = &given[..]
        && let Some(second) = others.first()
    {
        let finding = findings.report(
            &path.join(*second),
            Part::Key,
            format!("a translation rule has only one source for its value, not `{}`", given.join("` and `")),
        );
        finding.label("another source").related(path.join(*first), Part::Key, "one source");
        finding.help("keep one of them");
    }
    if let (RuleKind::Add, Some(value)) = (rule.rule, value)
        && !matches!(value, Value::List(_))
        && !is_get_property(value)
    {
        findings
            .report(
                &path.join("value"),
                Part::Value,
                format!("an `add` rule adds items to a list, but its `value` is {}", value.kind()),
            )
            .label("expected a list")
            .help("write it as a list with one item: `[…]`");
    }
    if rule.rule == RuleKind::Resolve && rule.client_plugin.is_none() && rule.finder.is_none() {
        findings
            .report(path, Part::Value, "a `resolve` rule requires a `client_plugin` and a `finder`")
            .label("both are missing");
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    fn check_rule(rule: &str, expect: &[&str]) {
        check(&RULE, &format!("properties: {{a: {{type: list}}}}\ntranslation_rules: [{{{rule}}}]"), expect);
    }

    #[test]
    fn the_value_comes_from_one_place() {
        check_rule(
            "rule: replace, translation_path: [a], value: x, value_name: b",
            &[
                "value_name => a translation rule has only one source for its value, not `value` and `value_name`",
            ],
        );
        check_rule(
            "rule: replace, translation_path: [a], value_path: [b], value_name: b",
            &[
                "value_path => a translation rule has only one source for its value, not `value_name` and `value_path`",
            ],
        );
        check_rule("rule: replace, translation_path: [a], value: '', value_name: b", &[]);
        check_rule("rule: replace, translation_path: [a], value: [], value_path: [b]", &[]);
    }

    #[test]
    fn items_are_added_from_a_list() {
        check_rule(
            "rule: add, translation_path: [a], value: {b: c}",
            &["{b: c} => an `add` rule adds items to a list, but its `value` is a map"],
        );
        check_rule("rule: add, translation_path: [a], value: {get_property: a}", &[]);
        check_rule("rule: add, translation_path: [a]", &[]);
        check_rule("rule: replace, translation_path: [a], value: x", &[]);
    }

    #[test]
    fn a_resolver_is_required() {
        check_rule(
            "rule: resolve, translation_path: [a], entity: b",
            &[
                "{rule: resolve, translation_path: [a], entity: b} => a `resolve` rule requires a `client_plugin` and a `finder`",
            ],
        );
        check_rule("rule: resolve, translation_path: [a], finder: b", &[]);
    }
}
