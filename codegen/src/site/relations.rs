//! Properties groups and translation rules in words.

use heat_model::group::{GroupExpression, Member, Operator};
use heat_model::{PropertiesGroup, RuleKind, TranslationRule, Value};

use super::links::escape;
use crate::yaml_text::flow;

fn code(text: &str) -> String {
    format!("<code>{}</code>", escape(text))
}

fn path(path: &[String]) -> String {
    code(&path.join("."))
}

/// A properties group as a sentence of HTML: "Give `subnet` or `port`."
#[must_use]
pub(super) fn group_words(group: &PropertiesGroup) -> String {
    match group {
        PropertiesGroup::Expression(group) => {
            let start = match group.operator {
                Operator::And => "Give all of these or none: ",
                Operator::Or => "Give at least one: ",
                Operator::Xor => "Give exactly one: ",
            };
            format!("{start}{}.", members(group))
        }
        PropertiesGroup::ApiVersions(versions) => {
            let properties: Vec<_> = versions.properties.iter().map(|each| path(each)).collect();
            let known: Vec<_> = versions.versions.iter().map(|version| code(version)).collect();
            let verb = if properties.len() == 1 { "needs" } else { "need" };
            format!(
                "{} {verb} version {} of the {} API.",
                listed(&properties, "and"),
                listed(&known, "or"),
                code(&versions.client_plugin)
            )
        }
    }
}

fn members(group: &GroupExpression) -> String {
    let words: Vec<String> = group
        .members
        .iter()
        .map(|member| match member {
            Member::Property(each) => path(each),
            Member::Group(inner) => {
                let quantity = match inner.operator {
                    Operator::And => "all of",
                    Operator::Or => "at least one of",
                    Operator::Xor => "exactly one of",
                };
                format!("({quantity} {})", members(inner))
            }
        })
        .collect();
    listed(&words, if group.operator == Operator::And { "and" } else { "or" })
}

/// `a, b or c`.
fn listed(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// A translation rule as a sentence of HTML: "`subnet_id` is read as `subnet`."
#[must_use]
pub(super) fn rule_words(rule: &TranslationRule) -> String {
    let target = path(&rule.translation_path);
    let sentence = match rule.rule {
        RuleKind::Replace => match (source(rule), &rule.value) {
            (Some(source), _) => format!("{source} is read as {target}"),
            (None, Some(value)) => format!("{target} becomes {}", value_words(value)),
            (None, None) => format!("{target} stays as it is"),
        },
        RuleKind::Add => match (source(rule), &rule.value) {
            (Some(source), _) => format!("{source} is added to {target}"),
            (None, Some(value)) => format!("{} is added to {target}", value_words(value)),
            (None, None) => format!("nothing is added to {target}"),
        },
        RuleKind::Delete => format!("{target} is then dropped"),
        RuleKind::Resolve => {
            let entity = rule.entity.as_deref().map(|entity| format!(" of the {}", entity.replace('_', " ")));
            let client = rule.client_plugin.as_deref().map(|client| format!(" {}", code(client)));
            format!(
                "{target} may be a name: Heat asks{} for the ID{}",
                client.unwrap_or_else(|| " the service".to_owned()),
                entity.unwrap_or_default()
            )
        }
    };
    match &rule.when {
        None => format!("{sentence}."),
        Some(when) if when.values.is_empty() => format!("Where {} is set, {sentence}.", code(&when.property)),
        Some(when) => {
            let values: Vec<_> = when.values.iter().map(|value| code(&flow(value))).collect();
            format!("Where {} is {}, {sentence}.", code(&when.property), listed(&values, "or"))
        }
    }
}

fn source(rule: &TranslationRule) -> Option<String> {
    let mut source = rule.source_path()?;
    source.extend(rule.custom_value_path.iter().flatten().cloned());
    Some(path(&source))
}

/// A value, where `{get_property: x}` reads as the property's own value.
fn value_words(value: &Value) -> String {
    code(&flow(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_rule(json: &str, expect: &str) {
        let rule: TranslationRule = serde_json::from_str(json).unwrap();
        assert_eq!(rule_words(&rule).replace("<code>", "`").replace("</code>", "`"), expect);
    }

    #[test]
    fn rules_read_as_sentences() {
        check_rule(
            r#"{"rule":"replace","translation_path":["subnet"],"value_path":["subnet_id"]}"#,
            "`subnet_id` is read as `subnet`.",
        );
        check_rule(
            r#"{"rule":"replace","translation_path":["networks","port"],"value_name":"port_id"}"#,
            "`networks.port_id` is read as `networks.port`.",
        );
        check_rule(
            r#"{"rule":"resolve","translation_path":["flavor"],"client_plugin":"nova","finder":"find_flavor"}"#,
            "`flavor` may be a name: Heat asks `nova` for the ID.",
        );
        check_rule(
            r#"{"rule":"delete","translation_path":["old"],"when":{"property":"kind","in":["a","b"]}}"#,
            "Where `kind` is `a` or `b`, `old` is then dropped.",
        );
    }

    #[test]
    fn groups_read_as_sentences() {
        let group: PropertiesGroup =
            serde_json::from_str(r#"{"xor":[["a"],{"and":[["b"],["c","d"]]}]}"#).unwrap();
        let words = group_words(&group).replace("<code>", "`").replace("</code>", "`");
        assert_eq!(words, "Give exactly one: `a` or (all of `b` and `c.d`).");
    }
}
