//! The properties that translation rules connect.

use heat_model::{ResourceType, TranslationRule, When};

use crate::pairs::TypePair;

/// Two properties, by their paths from the top: one of them affects the other.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Connection<'a> {
    /// The property that a rule changes.
    pub(super) target: Vec<String>,
    /// The property that it reads.
    pub(super) source: Vec<String>,
    /// Condition under which the rule applies.
    pub(super) when: Option<&'a When>,
}

/// The top-level properties that a rule changes and reads.
pub(super) fn ends(rule: &TranslationRule) -> impl Iterator<Item = &str> {
    rule.translation_path.first().map(String::as_str).into_iter().chain(rule.properties_read())
}

/// The connections that the rules of both sides create, those of changed rules first. If one rule reads what another changes, or if
/// two change the same property, the ends of both are connected.
pub(super) fn connections<'a>(types: &TypePair<'a>) -> Vec<Connection<'a>> {
    let [old, new] = [types.before, types.after].map(|side: &'a ResourceType| &side.translation_rules);
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
