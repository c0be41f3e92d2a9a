//! Short descriptions of the validation rules that apply to a property.

use heat_html::{Html, html};
use heat_model::validation_rule::{Condition, PropertyState, Requirement};
use heat_model::{ResourceType, ValidationRule};
use heat_schema_text::flow;
use serde::Serialize;

/// The maximum number of other properties that are named.
const NAMED: usize = 2;

/// A rule about several properties, from the point of view of one of them.
#[derive(Debug, Serialize)]
pub(super) struct Check {
    /// The number of the rule in the page's list of rules.
    number: usize,
    /// The rule in a few words: "not with `fixed_ip`".
    html: Html,
}

/// The rules about several properties that compare the property with this anchor, with their numbers in the page's list. Of rules
/// with the same words, only the first is linked.
pub(super) fn checks(schema: &ResourceType, id: &str) -> Vec<Check> {
    let Some(path) = id.strip_prefix("prop-") else { return Vec::new() };
    let path: Vec<&str> = path.split('.').collect();
    let mut checks: Vec<Check> = Vec::new();
    for (rule, number) in schema.validation_rules.iter().zip(1..) {
        let Some(html) = words(rule, &path) else { continue };
        if !checks.iter().any(|check| check.html.as_str() == html.as_str()) {
            checks.push(Check { number, html });
        }
    }
    checks
}

/// A rule in the words for the property at a path; `None` if the rule does not compare it, or compares nothing outside of it: such a
/// rule is described beside its fields.
fn words(rule: &ValidationRule, path: &[&str]) -> Option<Html> {
    let mut compared: Vec<Vec<String>> = Vec::new();
    rule.visit_paths(&mut |each, _| {
        if !compared.iter().any(|known| known == each) {
            compared.push(each.to_vec());
        }
    });
    let is_about_fields = compared.len() > 1 && compared.iter().all(|each| strings(each).starts_with(path));
    if is_about_fields || !compared.iter().any(|each| each == path) {
        return None;
    }
    let within = rule.for_each.as_deref().unwrap_or_default();
    let own = path.get(within.len()..).unwrap_or_default();
    Some(relation(rule, own).unwrap_or_else(|| {
        let lists = |each: &&Vec<String>| each.as_slice() != path && !path.starts_with(&strings(each));
        let others: Vec<_> = compared.iter().filter(lists).map(|each| name(each, path)).collect();
        if others.is_empty() {
            Html::literal("for each item")
        } else {
            html!("with {}", listed(others, "and"))
        }
    }))
}

fn strings(path: &[String]) -> Vec<&str> {
    path.iter().map(String::as_str).collect()
}

/// A rule of a common form in the words for a property; `None` for other forms.
fn relation(rule: &ValidationRule, own: &[&str]) -> Option<Html> {
    let (lead, others, word) = match (&rule.requirement, rule.when.as_slice()) {
        (Requirement::AtMostOne(all), []) => ("not with", others(all, own)?, "or"),
        (Requirement::ExactlyOne(all), []) => ("either this or", others(all, own)?, "or"),
        (Requirement::AtLeastOne(all), []) => ("this or", others(all, own)?, "or"),
        (Requirement::None(all), when) if is_in(all, own) => ("not with", subjects(when, own)?, "and"),
        (Requirement::None(all), [when]) if is_only(when, own) => ("not with", subjects(all, own)?, "or"),
        (Requirement::All(all), when) if is_in(all, own) => ("required with", subjects(when, own)?, "and"),
        (Requirement::All(all), [when]) if is_only(when, own) => ("needs", subjects(all, own)?, "and"),
        (Requirement::AtLeastOne(all), [when]) if is_only(when, own) => ("needs", subjects(all, own)?, "or"),
        (Requirement::Equal(paths), []) => {
            let others = paths.iter().filter(|each| each.as_slice() != own).map(|each| name(each, own));
            ("the same as", others.collect(), "and")
        }
        _ => return None,
    };
    (!others.is_empty()).then(|| html!("{} {}", lead, listed(others, word)))
}

/// The properties in a list of conditions other than this one; `None` if it is not in the list.
fn others(all: &[Condition], own: &[&str]) -> Option<Vec<Html>> {
    let rest: Vec<Condition> = all.iter().filter(|each| !is_only(each, own)).cloned().collect();
    if rest.len() == all.len() { None } else { subjects(&rest, own) }
}

/// Returns whether a condition only requires that a property is set.
fn is_only(condition: &Condition, own: &[&str]) -> bool {
    present(condition).is_some_and(|path| path == own)
}

fn is_in(all: &[Condition], own: &[&str]) -> bool {
    all.iter().any(|each| is_only(each, own))
}

fn present(condition: &Condition) -> Option<&[String]> {
    match condition {
        Condition::Filled(path)
        | Condition::Is { property: path, is: PropertyState::Filled | PropertyState::Given } => Some(path),
        _ => None,
    }
}

/// The conditions as names of properties, some with a value; `None` if one of them is more complex.
fn subjects(conditions: &[Condition], own: &[&str]) -> Option<Vec<Html>> {
    let subject = |condition: &Condition| match condition {
        Condition::In { property, values } => match values.as_slice() {
            [value] => Some(Html::code(&format!("{}: {}", short(property, own), flow(value)))),
            _ => None,
        },
        _ => present(condition).map(|path| name(path, own)),
    };
    conditions.iter().map(subject).collect()
}

fn name(path: &[String], own: &[&str]) -> Html {
    Html::code(&short(path, own))
}

/// A path as written in the row of another property: the name is enough if both are in the same map.
fn short(path: &[String], own: &[&str]) -> String {
    let shared = path.iter().zip(own).take_while(|(one, other)| one == other).count();
    let shared = shared.min(path.len().saturating_sub(1));
    if shared + 1 == own.len() { path[shared..].join(".") } else { path.join(".") }
}

/// Joins names; if there are many, only the first ones are listed.
fn listed(mut names: Vec<Html>, word: &'static str) -> Html {
    if names.len() > NAMED + 1 {
        let more = names.len() - NAMED;
        names.truncate(NAMED);
        names.push(html!("{} more", more.to_string()));
    }
    Html::listed(&names, word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(json: &str, expect: &[(&str, &str)]) {
        let rule: ValidationRule = serde_json::from_str(json).unwrap();
        for (path, expect) in expect {
            let path: Vec<&str> = path.split('.').collect();
            let words = words(&rule, &path).unwrap();
            assert_eq!(words.as_str().replace("<code>", "`").replace("</code>", "`"), *expect, "{path:?}");
        }
    }

    #[test]
    fn a_rule_is_told_from_the_side_of_each_property() {
        check(r#"{"at_most_one": [["a"], ["b"]]}"#, &[("a", "not with `b`"), ("b", "not with `a`")]);
        check(r#"{"exactly_one": [["a"], ["b"], ["c"]]}"#, &[("b", "either this or `a` or `c`")]);
        check(
            r#"{"at_least_one": [["a"], ["b"], ["c"], ["d"], ["e"], ["f"]]}"#,
            &[("a", "this or `b`, `c` or 3 more")],
        );
        check(
            r#"{"when": [["a"]], "none": [["b"], ["c"]]}"#,
            &[("a", "not with `b` or `c`"), ("b", "not with `a`")],
        );
        check(
            r#"{"when": [{"property": ["kind"], "in": ["x"]}], "all": [["b"]]}"#,
            &[("b", "required with `kind: x`"), ("kind", "with `b`")],
        );
        check(r#"{"when": [["a"]], "all": [["b"]]}"#, &[("a", "needs `b`"), ("b", "required with `a`")]);
        check(r#"{"equal": [["a"], ["b"]]}"#, &[("a", "the same as `b`")]);
    }

    #[test]
    fn a_rule_about_the_fields_of_a_property_is_described_beside_them() {
        let rule: ValidationRule =
            serde_json::from_str(r#"{"for_each": ["nets"], "at_most_one": [["port"], ["fixed_ip"]]}"#)
                .unwrap();
        assert!(words(&rule, &["nets"]).is_none());
        assert!(words(&rule, &["nets", "port"]).is_some());
    }

    #[test]
    fn a_rule_about_items_names_what_is_beside_the_property() {
        check(
            r#"{"for_each": ["nets"], "when": [["fixed_ip"]], "none": [["port"]]}"#,
            &[("nets.port", "not with `fixed_ip`"), ("nets.fixed_ip", "not with `port`")],
        );
        check(
            r#"{"when": [["groups"]], "none": [{"items": ["nets"], "where": [["port"]]}]}"#,
            &[("groups", "with `nets` and `nets.port`"), ("nets.port", "with `groups`")],
        );
    }
}
