//! Facts about the properties that rules and groups name.

use heat_model::group::GroupExpression;
use heat_model::{PropertiesGroup, ResourceType, RuleKind, TranslationRule, ValidationRule};
use indexmap::IndexSet;

/// The groups of a type that state which properties can or must be set together.
pub(crate) fn expressions(schema: &ResourceType) -> impl Iterator<Item = &GroupExpression> + Clone {
    schema.properties_groups.iter().filter_map(|group| match group {
        PropertiesGroup::Expression(group) => Some(group),
        PropertiesGroup::ApiVersions(_) => None,
    })
}

/// The top-level properties that these groups name.
pub(crate) fn grouped(schema: &ResourceType) -> IndexSet<String> {
    let mut names = IndexSet::new();
    expressions(schema)
        .for_each(|group| group.for_each_path(&mut |path| names.extend(path.first().cloned())));
    names
}

/// The top-level properties that a validation rule names.
pub(crate) fn named(rule: &ValidationRule) -> IndexSet<String> {
    let mut names = IndexSet::new();
    rule.visit_paths(&mut |path, _| names.extend(path.first().cloned()));
    names
}

/// Returns whether a rule changes a top-level property, or something inside it.
pub(crate) fn changes(rule: &TranslationRule, name: &str) -> bool {
    rule.translation_path.first().is_some_and(|first| first == name)
}

/// Returns whether a rule takes its value from a top-level property, or from something inside it.
pub(crate) fn takes_from(rule: &TranslationRule, name: &str) -> bool {
    rule.source_path().is_some_and(|path| path.first().is_some_and(|first| first == name))
}

/// The top-level properties that a rule changes and reads.
pub(crate) fn ends(rule: &TranslationRule) -> impl Iterator<Item = &str> {
    rule.translation_path.first().map(String::as_str).into_iter().chain(rule.properties_read())
}

/// Returns true if a translation rule sets a property that has no value, or something inside it.
pub(crate) fn is_set_by_rule(schema: &ResourceType, name: &str) -> bool {
    schema
        .translation_rules
        .iter()
        .any(|rule| matches!(rule.rule, RuleKind::Add | RuleKind::Replace) && changes(rule, name))
}

/// Returns true if a translation rule moves the value of a property away, deletes it, or resolves it to another one. Resolving
/// keeps a map.
pub(crate) fn loses_value(schema: &ResourceType, name: &str) -> bool {
    let is_map = schema.properties.get(name).is_some_and(|property| property.members().is_some());
    is_taken_away(schema, name)
        || schema
            .translation_rules
            .iter()
            .any(|rule| rule.rule == RuleKind::Resolve && !is_map && changes(rule, name))
}

/// Returns true if a translation rule moves the value of a property away, or deletes it.
pub(crate) fn is_taken_away(schema: &ResourceType, name: &str) -> bool {
    schema.translation_rules.iter().any(|rule| match rule.rule {
        RuleKind::Delete => changes(rule, name),
        RuleKind::Replace => takes_from(rule, name),
        RuleKind::Resolve | RuleKind::Add => false,
    })
}

/// Returns whether a top-level property is an end of a rule whose values are compared: the rule changes it, moves its value, or
/// applies by it. Not every value of a property that the rule's `value` refers to reaches the target.
pub(crate) fn is_end(rule: &TranslationRule, name: &str) -> bool {
    let applies_by = rule.when.as_ref().is_some_and(|when| when.property == name);
    applies_by || changes(rule, name) || takes_from(rule, name)
}

/// Adds the properties that the rules of two sides connect to the named ones, transitively, by those of their ends that count.
pub(crate) fn connect<'a>(
    sides: [&'a ResourceType; 2],
    names: &mut IndexSet<&'a str>,
    counts: impl Fn(&TranslationRule, &str) -> bool,
) {
    loop {
        let known = names.len();
        for rule in sides.into_iter().flat_map(|side| &side.translation_rules) {
            let ends: Vec<&str> = ends(rule).filter(|end| counts(rule, end)).collect();
            if ends.iter().any(|end| names.contains(end)) {
                names.extend(ends);
            }
        }
        if names.len() == known {
            return;
        }
    }
}
