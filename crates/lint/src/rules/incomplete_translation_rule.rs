//! Rule `incomplete-translation-rule`: a translation rule is incomplete.

use heat_model::{RuleKind, SchemaPath, TranslationRule};
use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "incomplete-translation-rule",
    severity: Severity::Warning,
    summary: "A translation rule is incomplete",
    docs: r"
## What it does
Reports a `replace` or `add` rule without a value, and a `resolve` rule with only one of `client_plugin` and `finder`.

## Why
Heat accepts such a rule. Without a value, it does nothing; without a complete finder, it fails on the first value
that it has to resolve. Only a finder that a plug-in in Rust exports needs no client plug-in. Heat treats an empty
`value`, `false` and `0` as no value.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  once: {type: boolean, description: Whether it can be used only once.}
translation_rules:
  - {rule: replace, translation_path: [once], value: false}
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  once: {type: boolean, description: Whether it can be used only once.}
translation_rules:
  - {rule: delete, translation_path: [once]}
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let rules = SchemaPath::root().join("translation_rules");
    for (index, rule) in context.schema.translation_rules.iter().enumerate() {
        match rule.rule {
            RuleKind::Add | RuleKind::Replace => check_value(rule, &rules.join(index), findings),
            RuleKind::Resolve => check_finder(rule, &rules.join(index), findings),
            RuleKind::Delete => {}
        }
    }
}

fn check_value(rule: &TranslationRule, path: &SchemaPath, findings: &mut Findings<'_>) {
    if rule.value_name.is_some() || rule.value_path.is_some() {
        return;
    }
    let kind = rule.rule;
    match &rule.value {
        None => {
            findings
                .report(path, Part::Value, format!("this `{kind}` rule has no value and does nothing"))
                .help("give it a `value`, a `value_name` or a `value_path`");
        }
        Some(value) if !value.is_truthy() => {
            findings
                .report(
                    &path.join("value"),
                    Part::Value,
                    format!("this `{kind}` rule does nothing: Heat treats `{value}` as no value"),
                )
                .help("to remove the value, use a `delete` rule");
        }
        Some(_) => {}
    }
}

fn check_finder(rule: &TranslationRule, path: &SchemaPath, findings: &mut Findings<'_>) {
    let (missing, help) = match (&rule.client_plugin, &rule.finder) {
        (None, Some(_)) => (
            "client_plugin",
            "add the `client_plugin`; if the finder is in Rust and its plug-in exports it, accept this finding",
        ),
        (Some(_), None) => ("finder", "add the `finder`"),
        _ => return,
    };
    findings
        .report(path, Part::Value, format!("this `resolve` rule has no `{missing}` and cannot find anything"))
        .help(help);
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    fn check_rule(rule: &str, expect: &[&str]) {
        check(&RULE, &format!("properties: {{a: {{type: list}}}}\ntranslation_rules: [{{{rule}}}]"), expect);
    }

    #[test]
    fn a_value_is_required() {
        check_rule(
            "rule: add, translation_path: [a]",
            &["{rule: add, translation_path: [a]} => this `add` rule has no value and does nothing"],
        );
        check_rule(
            "rule: replace, translation_path: [a], value: ''",
            &["'' => this `replace` rule does nothing: Heat treats `\"\"` as no value"],
        );
        check_rule("rule: replace, translation_path: [a], value: '', value_name: b", &[]);
        check_rule("rule: replace, translation_path: [a], value: x", &[]);
        check_rule("rule: delete, translation_path: [a]", &[]);
    }

    #[test]
    fn a_finder_is_a_method_of_a_plug_in() {
        check_rule(
            "rule: resolve, translation_path: [a], finder: b",
            &[
                "{rule: resolve, translation_path: [a], finder: b} => this `resolve` rule has no `client_plugin` and cannot find anything",
            ],
        );
        check_rule("rule: resolve, translation_path: [a], finder: b, client_plugin: c", &[]);
        check_rule("rule: resolve, translation_path: [a]", &[]);
    }
}
