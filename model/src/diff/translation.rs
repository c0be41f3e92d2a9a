//! The translation rules of both sides.
//!
//! A rule has no name: two are the same rule if they do the same kind of thing to the same property, and one side has no
//! other of that kind there.

use super::pairs::TypePair;
use crate::TranslationRule;

/// The rules that only the side before has, with their place in the list.
pub(super) fn rules_gone<'a>(types: &TypePair<'a>) -> Vec<(usize, &'a TranslationRule)> {
    without_partner(&types.before.translation_rules, &types.after.translation_rules)
}

/// The rules that only the side after has; those that come with a new name of a property are told of there.
pub(super) fn rules_new<'a>(types: &TypePair<'a>) -> Vec<(usize, &'a TranslationRule)> {
    let comes_with_property = |rule: &TranslationRule| {
        types.before.property_at(&rule.translation_path).is_none()
            && types.after.property_at(&rule.translation_path).is_some()
    };
    let new = without_partner(&types.after.translation_rules, &types.before.translation_rules);
    new.into_iter().filter(|(_, rule)| !comes_with_property(rule)).collect()
}

/// The rules that both sides have, and that differ, with the place in the list after.
pub(super) fn rules_changed<'a>(
    types: &TypePair<'a>,
) -> Vec<(usize, &'a TranslationRule, &'a TranslationRule)> {
    let (before, after) = (&types.before.translation_rules, &types.after.translation_rules);
    let partner = |rule: &TranslationRule| before.iter().find(|other| is_same(rule, other));
    after
        .iter()
        .enumerate()
        .filter(|(_, rule)| !before.contains(rule) && is_only(rule, after) && is_only(rule, before))
        .filter_map(|(index, rule)| Some((index, partner(rule)?, rule)))
        .collect()
}

fn is_same(one: &TranslationRule, other: &TranslationRule) -> bool {
    one.rule == other.rule && one.translation_path == other.translation_path
}

fn is_only(rule: &TranslationRule, rules: &[TranslationRule]) -> bool {
    rules.iter().filter(|other| is_same(rule, other)).count() == 1
}

fn without_partner<'a>(
    rules: &'a [TranslationRule],
    others: &[TranslationRule],
) -> Vec<(usize, &'a TranslationRule)> {
    let has_partner =
        |rule: &TranslationRule| others.contains(rule) || (is_only(rule, rules) && is_only(rule, others));
    rules.iter().enumerate().filter(|(_, rule)| !has_partner(rule)).collect()
}
