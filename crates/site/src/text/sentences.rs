//! Converts properties groups, validation rules, translation rules and dependencies by value to sentences.

use heat_html::{Html, html};
use heat_model::group::{GroupExpression, Member, Operator};
use heat_model::{PropertiesGroup, RuleKind, TranslationRule, ValidationRule, Value, ValueDependency};
use heat_schema_text::flow;

use super::markdown;
use crate::links::targets::Links;

fn path(path: &[String]) -> Html {
    Html::code(&path.join("."))
}

/// A properties group as an HTML sentence: "Specify at least one: `subnet` or `port`." The names of properties are links.
#[must_use]
pub(crate) fn group_words(group: &PropertiesGroup, links: &Links<'_>) -> Html {
    match group {
        PropertiesGroup::Expression(group) => {
            let start = match group.operator {
                Operator::And => "Specify all of these or none: ",
                Operator::Or => "Specify at least one: ",
                Operator::Xor => "Specify exactly one: ",
            };
            html!("{}{}.", start, members(group, links))
        }
        PropertiesGroup::ApiVersions(versions) => {
            let properties: Vec<_> =
                versions.properties.iter().map(|each| links.property_path(each)).collect();
            let known: Vec<_> = versions.versions.iter().map(|version| Html::code(version)).collect();
            let verb = if properties.len() == 1 { "needs" } else { "need" };
            html!(
                "{} {} version {} of the {} API.",
                Html::listed(&properties, "and"),
                verb,
                Html::listed(&known, "or"),
                Html::code(&versions.client_plugin)
            )
        }
    }
}

fn members(group: &GroupExpression, links: &Links<'_>) -> Html {
    let words: Vec<Html> = group
        .members
        .iter()
        .map(|member| match member {
            Member::Property(each) => links.property_path(each),
            Member::Group(inner) => {
                let quantity = match inner.operator {
                    Operator::And => "all of",
                    Operator::Or => "at least one of",
                    Operator::Xor => "exactly one of",
                };
                html!("({} {})", quantity, members(inner, links))
            }
        })
        .collect();
    Html::listed(&words, if group.operator == Operator::And { "and" } else { "or" })
}

/// A validation rule as an HTML sentence: "At most one of `subnetpool` and `cidr` is allowed." The names of properties are links.
#[must_use]
pub(crate) fn validation_words(rule: &ValidationRule, links: &Links<'_>) -> Html {
    let words = rule.words();
    let mut characters = words.chars();
    let first = characters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    markdown::inline(&format!("{first}{}.", characters.as_str()), links)
}

/// A translation rule as an HTML sentence: "`subnet_id` is used as `subnet`." The names of properties are links.
#[must_use]
pub(crate) fn rule_words(rule: &TranslationRule, links: &Links<'_>) -> Html {
    let target = links.property_path(&rule.translation_path);
    let source = source(rule).map(|path| links.property_path(&path));
    let sentence = match rule.rule {
        RuleKind::Replace => match (source, &rule.value) {
            (Some(source), _) => html!("{} is used as {}", source, target),
            (None, Some(value)) => html!("{} becomes {}", target, value_words(value)),
            (None, None) => html!("{} stays unchanged", target),
        },
        RuleKind::Add => match (source, &rule.value) {
            (Some(source), _) => html!("{} is added to {}", source, target),
            (None, Some(value)) => html!("{} is added to {}", value_words(value), target),
            (None, None) => html!("nothing is added to {}", target),
        },
        RuleKind::Delete => html!("{} is then removed", target),
        RuleKind::Resolve => {
            let entity = rule.entity.as_deref().map(|entity| html!(" of the {}", entity.replace('_', " ")));
            let client = rule.client_plugin.as_deref().map(Html::code);
            html!(
                "{} can be a name: Heat asks {} for the ID{}",
                target,
                client.unwrap_or(Html::literal("the service")),
                entity.unwrap_or_default()
            )
        }
    };
    let property = |name: &String| links.property_path(std::slice::from_ref(name));
    match &rule.when {
        None => html!("{}.", sentence),
        Some(when) if when.values.is_empty() => {
            html!("If {} is set, {}.", property(&when.property), sentence)
        }
        Some(when) => {
            let values: Vec<_> = when.values.iter().map(value_words).collect();
            html!("If {} is {}, {}.", property(&when.property), Html::listed(&values, "or"), sentence)
        }
    }
}

fn source(rule: &TranslationRule) -> Option<Vec<String>> {
    let mut source = rule.source_path()?;
    source.extend(rule.custom_value_path.iter().flatten().cloned());
    Some(source)
}

/// A value as code, in YAML's flow style.
fn value_words(value: &Value) -> Html {
    Html::code(&flow(value))
}

/// A dependency by value as a part of a sentence: "`OS::Neutron::Subnet` with a `network` equal to `network`", where `link`
/// converts the names of types.
#[must_use]
pub(crate) fn dependency_words(dependency: &ValueDependency, link: impl Fn(&str) -> Html) -> Html {
    let either = |names: &[String], other: Option<&String>| {
        let beside = names.iter().take(names.len().saturating_sub(1)).chain(other);
        let other = other.map(|_| path(&beside.cloned().collect::<Vec<_>>()));
        Html::listed(&std::iter::once(path(names)).chain(other).collect::<Vec<_>>(), "or")
    };
    let theirs = either(&dependency.property, dependency.or_property.as_ref());
    let ours = either(&dependency.equals, dependency.or_equals.as_ref());
    let owner = dependency.of.as_deref().map(|of| html!(" of the {} that it depends on", link(of)));
    html!("{} whose {} equals {}{}", link(&dependency.resource_type), theirs, ours, owner.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_rule(json: &str, expect: &str) {
        let rule: TranslationRule = serde_json::from_str(json).unwrap();
        assert_eq!(
            rule_words(&rule, &Links::none()).as_str().replace("<code>", "`").replace("</code>", "`"),
            expect
        );
    }

    #[test]
    fn rules_read_as_sentences() {
        check_rule(
            r#"{"rule":"replace","translation_path":["subnet"],"value_path":["subnet_id"]}"#,
            "`subnet_id` is used as `subnet`.",
        );
        check_rule(
            r#"{"rule":"replace","translation_path":["networks","port"],"value_name":"port_id"}"#,
            "`networks.port_id` is used as `networks.port`.",
        );
        check_rule(
            r#"{"rule":"resolve","translation_path":["flavor"],"client_plugin":"nova","finder":"find_flavor"}"#,
            "`flavor` can be a name: Heat asks `nova` for the ID.",
        );
        check_rule(
            r#"{"rule":"delete","translation_path":["old"],"when":{"property":"kind","in":["a","b"]}}"#,
            "If `kind` is `a` or `b`, `old` is then removed.",
        );
    }

    #[test]
    fn dependencies_read_as_parts_of_sentences() {
        let check = |json: &str, expect: &str| {
            let dependency: ValueDependency = serde_json::from_str(json).unwrap();
            let words = dependency_words(&dependency, Html::text);
            assert_eq!(words.as_str().replace("<code>", "`").replace("</code>", "`"), expect);
        };
        check(
            r#"{"type":"A::Subnet","property":["network"],"equals":["networks","network"]}"#,
            "A::Subnet whose `network` equals `networks.network`",
        );
        check(
            r#"{"type":"A::Interface","property":["subnet"],"or_property":"subnet_id","equals":["ips","subnet"],
                "or_equals":"subnet_id","of":"A::Port"}"#,
            "A::Interface whose `subnet` or `subnet_id` equals `ips.subnet` or `ips.subnet_id` of the A::Port that it depends on",
        );
    }

    #[test]
    fn names_in_rules_are_text() {
        check_rule(
            r#"{"rule":"resolve","translation_path":["<a>"],"client_plugin":"<b>","finder":"<c>","entity":"<meta x>"}"#,
            "`&lt;a&gt;` can be a name: Heat asks `&lt;b&gt;` for the ID of the &lt;meta x&gt;.",
        );
    }

    #[test]
    fn groups_read_as_sentences() {
        let group: PropertiesGroup =
            serde_json::from_str(r#"{"xor":[["a"],{"and":[["b"],["c","d"]]}]}"#).unwrap();
        let words =
            group_words(&group, &Links::none()).as_str().replace("<code>", "`").replace("</code>", "`");
        assert_eq!(words, "Specify exactly one: `a` or (all of `b` and `c.d`).");
    }
}
