//! Combines the facts of an import with the prose of the existing schema.
//!
//! Prose is text by people: descriptions, keywords, the messages of support statuses, the cost of updates, examples and accepted
//! findings. Everything else in a schema is a fact about Heat. `heat_history::prose` removes prose.

use std::mem::take;

use heat_history::prose::Reduction;
use heat_model::{
    AttributeSchema, Constraint, NestedSchema, PropertySchema, ResourceType, StatusEntry, SupportStatus,
};
use indexmap::IndexMap;

use super::type_facts::TypeFacts;

/// A schema with the facts of an import and the prose of the existing schema. For items without prose in the existing schema, that
/// of the import is used, if there is any.
#[must_use]
pub fn with_prose_of(old: &ResourceType, facts: &TypeFacts) -> ResourceType {
    let mut new = facts.schema.clone();
    keep(&mut new.description, old.description.as_ref());
    keep_messages(&mut new.support_status, &old.support_status);
    new.keywords.clone_from(&old.keywords);
    new.properties = in_old_order(&old.properties, take(&mut new.properties), keep_property_prose);
    new.attributes = in_old_order(&old.attributes, take(&mut new.attributes), keep_attribute_prose);
    new.update_policy = in_old_order(&old.update_policy, take(&mut new.update_policy), keep_property_prose);
    // A part that the facts do not cover was not removed.
    for part in &facts.unknown {
        part.copy(old, &mut new);
    }
    new.copy_keys_beside_heat(old);
    new.examples.clone_from(&old.examples);
    new.accepted_findings.clone_from(&old.accepted_findings);
    new
}

fn keep(new: &mut Option<String>, old: Option<&String>) {
    if let Some(old) = old {
        *new = Some(old.clone());
    }
}

/// The new entries in the old order, as far as possible: Heat's order has no meaning, and not all formats of the facts preserve
/// it. An entry that is new follows its predecessor in the facts.
fn in_old_order<T>(
    old: &IndexMap<String, T>,
    mut new: IndexMap<String, T>,
    keep_prose: impl Fn(&mut T, &T),
) -> IndexMap<String, T> {
    let mut order: Vec<String> = old.keys().filter(|name| new.contains_key(*name)).cloned().collect();
    let mut previous: Option<&String> = None;
    for name in new.keys() {
        if !old.contains_key(name) {
            let behind = previous.and_then(|previous| order.iter().position(|known| known == previous));
            order.insert(behind.map_or(0, |place| place + 1), name.clone());
        }
        previous = Some(name);
    }
    let mut ordered = IndexMap::with_capacity(order.len());
    for name in order {
        if let Some(mut value) = new.swap_remove(&name) {
            if let Some(old) = old.get(&name) {
                keep_prose(&mut value, old);
            }
            ordered.insert(name, value);
        }
    }
    ordered
}

fn keep_property_prose(new: &mut PropertySchema, old: &PropertySchema) {
    keep(&mut new.description, old.description.as_ref());
    new.update_effect.clone_from(&old.update_effect);
    keep_messages(&mut new.support_status, &old.support_status);
    keep_constraint_prose(&mut new.constraints, &old.constraints);
    match (&mut new.schema, &old.schema) {
        (Some(NestedSchema::Item(new)), Some(NestedSchema::Item(old))) => keep_property_prose(new, old),
        (Some(NestedSchema::Members(new)), Some(NestedSchema::Members(old))) => {
            *new = in_old_order(old, take(new), keep_property_prose);
        }
        _ => {}
    }
}

fn keep_attribute_prose(new: &mut AttributeSchema, old: &AttributeSchema) {
    keep(&mut new.description, old.description.as_ref());
    new.example.clone_from(&old.example);
    keep_messages(&mut new.support_status, &old.support_status);
}

/// Keeps the description of the same constraint, or otherwise of one of the same kind.
fn keep_constraint_prose(new: &mut [Constraint], old: &[Constraint]) {
    let mut left: Vec<&Constraint> = old.iter().collect();
    let mut waiting: Vec<&mut Constraint> = new.iter_mut().collect();
    for is_like in [
        |new: &Constraint, old: &Constraint| new.kind == old.kind,
        |new: &Constraint, old: &Constraint| new.kind.key() == old.kind.key(),
    ] {
        waiting.retain_mut(|constraint| {
            let like = left.iter().position(|old| is_like(constraint, old)).map(|place| left.remove(place));
            keep(&mut constraint.description, like.and_then(|like| like.description.as_ref()));
            like.is_none()
        });
    }
}

/// Keeps the messages of the entries that a status still has.
fn keep_messages(new: &mut SupportStatus, old: &SupportStatus) {
    let mut facts_of_old = old.clone();
    Reduction::ShortestFacts.of_status(&mut facts_of_old);
    let mut facts_of_new = new.clone();
    Reduction::ShortestFacts.of_status(&mut facts_of_new);
    if facts_of_old == facts_of_new && new.history.len() != old.history.len() {
        new.clone_from(old);
        return;
    }
    let mut left: Vec<&StatusEntry> = old.history.iter().collect();
    for entry in &mut new.history {
        let is_same = |other: &&StatusEntry| other.status == entry.status && other.version == entry.version;
        if let Some(same) = left.iter().position(is_same).map(|place| left.remove(place)) {
            keep(&mut entry.message, same.message.as_ref());
        }
    }
}

#[cfg(test)]
mod tests {
    use heat_model::load::load_schema;
    use heat_yaml::Source;

    use super::*;
    use heat_schema_text::schema_file;

    fn schema(text: &str) -> ResourceType {
        load_schema(&Source::new("", text)).file.unwrap().schema
    }

    fn body(schema: &ResourceType) -> String {
        let text = schema_file(schema);
        text.split_inclusive('\n').skip(1).collect()
    }

    fn check(old: &str, import: &str, expect: &str) {
        let facts = TypeFacts::from(schema(import));
        assert_eq!(body(&with_prose_of(&schema(old), &facts)), expect);
    }

    #[test]
    fn facts_remain_when_prose_is_removed() {
        let mut schema = schema(
            "type: T\ndescription: A.\nsupport_status: [{version: 5.0.0, message: B.}]\nkeywords: [L]\nproperties:\n  p: {type: list, \
             description: C., update_effect: none, constraints: [{length: {max: 1}, description: D.}], schema: {'*': {type: map, schema: \
             {m: {type: any, description: E.}}}}}\nattributes: {a: {description: F., support_status: [{message: G.}]}}\n\
             examples: [{title: H, template: I}]\naccepted_findings: [{rule: J, reason: K}]\n",
        );
        Reduction::ShortestFacts.of_type(&mut schema);
        assert_eq!(
            body(&schema),
            "type: T\nsupport_status:\n  - version: 5.0.0\nproperties:\n  p:\n    type: list\n    constraints:\n      \
             - length: {max: 1}\n    schema:\n      \"*\":\n        type: map\n        schema:\n          m:\n            \
             type: any\nattributes:\n  a: {}\n",
        );
    }

    #[test]
    fn existing_texts_take_precedence_over_those_of_heat() {
        check(
            "type: T\ndescription: Mine.",
            "type: T\ndescription: Theirs.\n",
            "type: T\ndescription: Mine.\n",
        );
        check("type: T", "type: T\ndescription: Theirs.\n", "type: T\ndescription: Theirs.\n");
        check("type: T\nkeywords: [mine]", "type: T\n", "type: T\nkeywords: [mine]\n");
        check(
            "type: T\nsupport_status: [{status: HIDDEN, version: 6.0.0, message: Mine.}]",
            "type: T\nsupport_status: [{status: HIDDEN, version: 7.0.0}, {status: HIDDEN, version: 6.0.0}]",
            "type: T\nsupport_status:\n  - {status: HIDDEN, version: 7.0.0}\n  - {status: HIDDEN, version: 6.0.0, \
             message: Mine.}\n",
        );
        // The type is SUPPORTED, with a message.
        check(
            "type: T\nsupport_status: [{message: Mine.}]",
            "type: T",
            "type: T\nsupport_status:\n  - message: Mine.\n",
        );
    }

    #[test]
    fn what_updates_cost_stays() {
        let property =
            |more: &str| format!("type: T\nproperties: {{p: {{type: any, update_allowed: true{more}}}}}");
        check(
            &property(", update_effect: {level: interrupts, reason: Mine.}"),
            &property(""),
            "type: T\nproperties:\n  p:\n    type: any\n    update_allowed: true\n    update_effect:\n      level: interrupts\n      \
             reason: Mine.\n",
        );
    }

    #[test]
    fn constraints_keep_the_description_of_their_kind() {
        let property = |constraints: &str| {
            format!("type: T\nproperties: {{p: {{type: any, constraints: [{constraints}]}}}}")
        };
        check(
            &property(
                "{range: {min: 1}, description: A.}, {range: {max: 9}, description: B.}, {custom_constraint: x, description: C.}",
            ),
            &property("{range: {max: 9}}, {range: {min: 2}}, {length: {max: 1}}"),
            "type: T\nproperties:\n  p:\n    type: any\n    constraints:\n      - range: {max: 9}\n        description: B.\n      \
             - range: {min: 2}\n        description: A.\n      - length: {max: 1}\n",
        );
    }

    #[test]
    fn the_order_of_the_file_stays() {
        let properties = |names: &[&str]| {
            let entries: Vec<String> = names.iter().map(|name| format!("{name}: {{type: any}}")).collect();
            schema(&format!("type: T\nproperties: {{{}}}", entries.join(", ")))
        };
        let order = |old: &[&str], new: &[&str]| {
            let facts = TypeFacts::from(properties(new));
            let merged = with_prose_of(&properties(old), &facts);
            merged.properties.keys().cloned().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(order(&["c", "a", "b"], &["a", "b", "c"]), "c a b");
        assert_eq!(order(&["c", "a"], &["new", "a", "more", "most", "c", "last"]), "new c last a more most");
        assert_eq!(order(&["c", "a"], &["b"]), "b");
    }
}
