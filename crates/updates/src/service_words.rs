//! Facts about a service as sentences, for the page of a type, for `show` and for documents. Names are code in CommonMark.

use heat_model::ResourceType;
use heat_model::service_rule::ServiceRule;
use heat_model::unique::{Collision, ExclusiveHold, Scope, UniqueKey, UnsetValue, Within};
use heat_model::validation_rule::Condition;

/// Sentences about what the service of a type takes only once, refuses and needs, and what is lost with a resource. Each of them
/// stands alone.
#[must_use]
pub fn sentences(schema: &ResourceType) -> Vec<String> {
    let has = |path: &[String]| schema.property_at(path).is_some();
    // A field of a map may have no schema.
    let facts = schema.service_facts_where(&|path| has(path) || path.len() > 1);
    let keys = facts.unique.iter().map(unique);
    let holds = facts.exclusive.iter().map(exclusive);
    let rules = facts.service_rules.iter().filter(|rule| rule.until.is_none()).map(service_rule);
    let needs = facts.needs_first.iter().map(|need| {
        let (name, when) = (&need.resource_type, if_all(&need.when));
        format!("Needs a related `{name}` first{when}: add `depends_on`. {}", need.reason)
    });
    let contents = facts.holds.iter().map(|holding| {
        format!("Deleting or replacing the resource loses {}{}.", holding.what, if_all(&holding.when))
    });
    keys.chain(holds).chain(rules).chain(needs).chain(contents).collect()
}

/// Formats conditions that must all be true, as words that follow a clause.
#[must_use]
pub fn if_all(conditions: &[Condition]) -> String {
    let conditions: Vec<String> = conditions.iter().map(Condition::words).collect();
    if conditions.is_empty() { String::new() } else { format!(" if {}", conditions.join(" and ")) }
}

fn unique(key: &UniqueKey) -> String {
    let names = list(&key.properties);
    let when = if_all(&key.when);
    let is_single = key.properties.len() == 1;
    let same = || match &key.within {
        Within::Scope(Scope::Cloud) => String::new(),
        Within::Scope(scope) => format!(" in the same {scope}"),
        Within::Same(paths) => format!(" for the same {}", list(paths)),
    };
    let mut text = match key.second {
        _ if key.overlapping => format!("The networks in {names} must not overlap{}{when}.", same()),
        Collision::Shared => format!(
            "Two resources with the same {names}{}{when} are the same object in the service: deleting or replacing one deletes the other.",
            same()
        ),
        Collision::Refused | Collision::Waits => {
            let part = match &key.within {
                Within::Scope(Scope::Cloud) => "in the cloud".to_owned(),
                Within::Scope(scope) => format!("per {scope}"),
                Within::Same(paths) => format!("per {}", list(paths)),
            };
            let what = if is_single { names } else { format!("The combination of {names}") };
            format!("{what} must be unique {part}{when}.")
        }
    };
    text += match key.unset {
        UnsetValue::Several => "",
        UnsetValue::Generated => " If omitted, an unused one is generated.",
        UnsetValue::Once => " Omitted values are compared, too.",
    };
    match key.second {
        Collision::Shared => return text,
        Collision::Waits => text += " With a second one, Heat waits until the stack times out.",
        Collision::Refused => {}
    }
    let changed = if is_single { "it" } else { "one of them" };
    text + &on_replacement(key.freed_first, changed)
}

fn exclusive(hold: &ExclusiveHold) -> String {
    let (condition, changed) = match &hold.if_cloud {
        Some(question) => (format!(" if {question}"), "it then"),
        None => (String::new(), "it"),
    };
    let replaced = on_replacement(hold.freed_first, changed);
    format!("Only one resource can use the same `{}`{condition}.{replaced}", hold.property.join("."))
}

/// Sentence about values in a replacement, for which Heat creates the new resource before it deletes the old one.
fn on_replacement(is_freed_first: bool, changed: &str) -> String {
    if is_freed_first {
        " A replacement may keep the value.".to_owned()
    } else {
        format!(" A replacement must change {changed}.")
    }
}

fn service_rule(rule: &ServiceRule) -> String {
    let since = rule.since.as_ref().map(|release| format!(" since release {release}")).unwrap_or_default();
    format!("Checked by `{}`{since}, not by Heat: {}.", rule.by, rule.words())
}

fn list(paths: &[Vec<String>]) -> String {
    let names: Vec<String> = paths.iter().map(|path| format!("`{}`", path.join("."))).collect();
    match names.split_last() {
        Some((last, first)) if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use heat_model::load::load_schema;
    use heat_yaml::Source;

    use super::*;

    #[track_caller]
    fn check(facts: &str, expect: &[&str]) {
        let text = format!("type: T\nproperties: {{a: {{type: string}}, b: {{type: string}}}}\n{facts}");
        let schema = load_schema(&Source::new("", text)).file.unwrap().schema;
        assert_eq!(sentences(&schema), expect);
    }

    #[test]
    fn what_exists_once_is_said() {
        check(
            "unique: [{properties: [[a]], within: project, unset: generated}]",
            &[
                "`a` must be unique per project. If omitted, an unused one is generated. A replacement must change it.",
            ],
        );
        check(
            "unique: [{properties: [[a], [b]], freed_first: true, unset: once}, {properties: [[c]]}]",
            &[
                "The combination of `a` and `b` must be unique in the cloud. Omitted values are compared, too. A replacement may keep the value.",
            ],
        );
        check(
            "unique: [{properties: [[a]], within: [[b]], when: [[b]], overlapping: true}]",
            &[
                "The networks in `a` must not overlap for the same `b` if `b` is set. A replacement must change it.",
            ],
        );
        check(
            "unique: [{properties: [[a]], second: shared}]",
            &[
                "Two resources with the same `a` are the same object in the service: deleting or replacing one deletes the other.",
            ],
        );
        check(
            "unique: [{properties: [[a], [b]], within: [[a]], second: waits}]",
            &[
                "The combination of `a` and `b` must be unique per `a`. With a second one, Heat waits until the stack times out. A replacement must change one of them.",
            ],
        );
        check(
            "exclusive: [{property: [a], as: device, if_cloud: it is full}, {property: [b], as: x, freed_first: true}]",
            &[
                "Only one resource can use the same `a` if it is full. A replacement must change it then.",
                "Only one resource can use the same `b`. A replacement may keep the value.",
            ],
        );
    }

    #[test]
    fn rules_have_the_service_and_the_first_release() {
        check(
            "service_rules: [{by: nova, none: [[a]], when: [[b]]}, {by: nova, none: [[c]]}, {by: nova, address: [a], within: [b]}]",
            &[
                "Checked by `nova`, not by Heat: `a` is not allowed if `b` is set.",
                "Checked by `nova`, not by Heat: `a` must be in `b`.",
            ],
        );
        check(
            "service_rules: [{by: nova, since: '2025.1', none: [[a]]}, {by: nova, until: '2025.1', none: [[b]]}]",
            &["Checked by `nova` since release 2025.1, not by Heat: `a` is not allowed."],
        );
    }

    #[test]
    fn what_comes_first_and_what_is_lost_are_said() {
        check(
            "needs_first: [{type: A::B, when: [[a]], reason: It leads there.}]\nholds: [{what: the data, when: [[b]]}]",
            &[
                "Needs a related `A::B` first if `a` is set: add `depends_on`. It leads there.",
                "Deleting or replacing the resource loses the data if `b` is set.",
            ],
        );
    }
}
