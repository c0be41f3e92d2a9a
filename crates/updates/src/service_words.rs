//! Facts about a service as sentences, for the page of a type, for `show` and for documents. Names are code in CommonMark.

use heat_model::ResourceType;
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
    let rules = facts.service_rules.iter().filter(|rule| rule.until.is_none());
    let rules =
        rules.map(|rule| format!("The service (`{}`) refuses other values: {}.", rule.by, rule.words()));
    let needs = facts.needs_first.iter().map(|need| {
        let when = if_all(&need.when);
        format!("`{}` has to come first{when}: write `depends_on`. {}", need.resource_type, need.reason)
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
    let within = match &key.within {
        Within::Scope(Scope::Cloud) => "in a cloud".to_owned(),
        Within::Scope(Scope::Domain) => "in a domain".to_owned(),
        Within::Scope(Scope::Project) => "in a project".to_owned(),
        Within::Scope(Scope::User) => "for a user".to_owned(),
        Within::Same(paths) => format!("for the same {}", list(paths)),
    };
    let when = if_all(&key.when);
    let once = match (key.overlapping, key.second) {
        (true, _) => format!("The networks in {names} must not overlap {within}{when}"),
        (false, Collision::Shared) => {
            format!("Two resources with the same {names} {within}{when} are one thing in the service")
        }
        (false, _) => {
            let exist = if key.properties.len() > 1 { "together exist" } else { "exists" };
            format!("{names} {exist} once {within}{when}")
        }
    };
    let unset = match key.unset {
        UnsetValue::Generated => "; left out, it is free",
        UnsetValue::Several | UnsetValue::Once => "",
    };
    let replaced = match (key.second, key.freed_first) {
        (_, true) => "",
        (Collision::Shared, _) => ": the deletion of one deletes the other",
        _ => "; a replacement has to change it",
    };
    format!("{once}{unset}{replaced}.")
}

fn exclusive(hold: &ExclusiveHold) -> String {
    let condition = hold.if_cloud.as_ref().map(|question| format!(" if {question}")).unwrap_or_default();
    format!("Only one resource can hold `{}`{condition}.", hold.property.join("."))
}

fn list(paths: &[Vec<String>]) -> String {
    let names: Vec<String> = paths.iter().map(|path| format!("`{}`", path.join("."))).collect();
    names.join(" and ")
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
            &["`a` exists once in a project; left out, it is free; a replacement has to change it."],
        );
        check(
            "unique: [{properties: [[a], [b]], freed_first: true}, {properties: [[c]]}]",
            &["`a` and `b` together exist once in a cloud."],
        );
        check(
            "unique: [{properties: [[a]], within: [[b]], when: [[b]], overlapping: true}]",
            &[
                "The networks in `a` must not overlap for the same `b` if `b` is set; a replacement has to change it.",
            ],
        );
        check(
            "unique: [{properties: [[a]], second: shared}]",
            &[
                "Two resources with the same `a` in a cloud are one thing in the service: the deletion of one deletes the other.",
            ],
        );
        check(
            "service_rules: [{by: nova, none: [[a]], when: [[b]]}, {by: nova, none: [[c]]}, {by: nova, address: [a], within: [b]}]",
            &[
                "The service (`nova`) refuses other values: `a` is not allowed if `b` is set.",
                "The service (`nova`) refuses other values: `a` must be in `b`.",
            ],
        );
        check(
            "exclusive: [{property: [a], as: device, if_cloud: it is full}, {property: [b], as: x, freed_first: true}]",
            &["Only one resource can hold `a` if it is full.", "Only one resource can hold `b`."],
        );
    }
}
