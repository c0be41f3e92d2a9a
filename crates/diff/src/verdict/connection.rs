//! Properties that a change affects, and connections between properties by translation rules.

use std::collections::HashSet;

use heat_model::{ResourceType, TranslationRule, When};
use indexmap::IndexSet;

use crate::pairs::TypePair;
use crate::schema::identity::same_property;
use crate::schema::named::{connect, ends};

/// Two properties, by their paths from the top: one of them affects the other.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Connection<'a> {
    /// The property that a rule changes.
    pub(super) target: Vec<String>,
    /// The property that the rule reads.
    pub(super) source: Vec<String>,
    /// Condition under which the rule applies.
    pub(super) when: Option<&'a When>,
}

/// The top-level properties that a change affects: those that changed, and those connected to them by translation
/// rules.
pub(super) fn touched<'a>(types: &TypePair<'a>) -> IndexSet<&'a str> {
    let (before, after) = (&types.before.properties, &types.after.properties);
    let is_same = |name: &str| match (before.get(name), after.get(name)) {
        (Some(old), Some(new)) => old == new || same_property(old, new),
        _ => false,
    };
    let names = before.keys().chain(after.keys().filter(|name| !before.contains_key(*name)));
    let mut touched: IndexSet<&str> = names.map(String::as_str).filter(|name| !is_same(name)).collect();
    let (old, new) = (&types.before.translation_rules, &types.after.translation_rules);
    for rule in
        old.iter().filter(|rule| !new.contains(rule)).chain(new.iter().filter(|rule| !old.contains(rule)))
    {
        touched.extend(ends(rule));
    }
    connect(types.sides(), &mut touched, |_, _| true);
    touched
}

/// A property, and the properties that translation rules connect it to.
pub(super) fn connected<'a>(types: &TypePair<'a>, name: &'a str) -> HashSet<&'a str> {
    let mut connected = IndexSet::from([name]);
    connect(types.sides(), &mut connected, |_, _| true);
    connected.into_iter().collect()
}

/// The connections that the rules of both sides create, those of changed rules first. If one rule reads what another changes, or if
/// two change the same property, the ends of both are connected.
pub(super) fn connections<'a>(types: &TypePair<'a>) -> Vec<Connection<'a>> {
    let [old, new] = types.sides().map(|side: &'a ResourceType| &side.translation_rules);
    let is_common = |rule: &&TranslationRule| old.contains(rule) && new.contains(rule);
    let (common, changed): (Vec<_>, Vec<_>) = old.iter().chain(new).partition(is_common);
    let mut found = Vec::new();
    for connection in changed.into_iter().chain(common).flat_map(of_rule) {
        if !found.contains(&connection) {
            found.push(connection);
        }
    }
    let mut chained = Vec::new();
    for outer in &found {
        let inner = found.iter().filter(|inner| inner.target == outer.source && inner.source != outer.target);
        chained.extend(inner.map(|inner| Connection { source: inner.source.clone(), ..outer.clone() }));
        // If two rules set one property, the source of each excludes the other's.
        let rivals =
            found.iter().filter(|rival| rival.target == outer.target && rival.source != outer.source);
        chained.extend(rivals.map(|rival| Connection { target: rival.source.clone(), ..outer.clone() }));
    }
    found.extend(chained);
    found
}

fn of_rule(rule: &TranslationRule) -> Vec<Connection<'_>> {
    let custom = rule.custom_value_path.iter().flatten().cloned();
    let source: Vec<String> = rule.source_path().into_iter().flatten().chain(custom).collect();
    let source = Some(source).filter(|path| !path.is_empty());
    let mut ends: Vec<Vec<String>> = vec![rule.translation_path.clone()];
    ends.extend(source);
    ends.extend(rule.properties_read().into_iter().map(|name| vec![name.to_owned()]));
    let mut found = Vec::new();
    for (position, target) in ends.iter().enumerate() {
        for source in ends.iter().skip(position + 1) {
            // The property that decides whether a rule applies is read as a whole.
            if !source.starts_with(target) && !target.starts_with(source) {
                let when = rule.when.as_ref();
                found.push(Connection { target: target.clone(), source: source.clone(), when });
            }
        }
    }
    found
}
