//! Translation rules of both sides.
//!
//! Rules have no names, so they are matched by content: first those with the same kind and the same property, then
//! those with the same property, then those that are identical except for the property. Ambiguous matches are ignored.
//! A rule that only follows the rename of a property did not change.

use heat_model::TranslationRule;

use super::{MembersPair, TypePair};

/// The rules of both sides, matched.
pub(crate) struct RulesPair<'a> {
    /// Rules that only exist on the old side, with their index.
    pub(crate) gone: Vec<(usize, &'a TranslationRule)>,
    /// Rules that only exist on the new side, except for those of new properties, which are reported with the property.
    pub(crate) new: Vec<(usize, &'a TranslationRule)>,
    /// Rules that exist on both sides and differ, with both indexes.
    pub(crate) changed: Vec<ChangedRule<'a>>,
    /// Rules that only changed their position among those of the same kind for the same property, with both indexes.
    pub(crate) moved: Vec<ChangedRule<'a>>,
}

/// A rule that changed.
pub(crate) struct ChangedRule<'a> {
    pub(crate) before: (usize, &'a TranslationRule),
    pub(crate) after: (usize, &'a TranslationRule),
}

impl<'a> RulesPair<'a> {
    pub(crate) fn of(types: &TypePair<'a>) -> Self {
        let new_names = NewNames::of(types);
        // The old rules with the current names of properties.
        let renamed: Vec<TranslationRule> =
            types.before.translation_rules.iter().map(|rule| new_names.in_rule(rule)).collect();
        let mut old: Vec<(usize, &TranslationRule)> = renamed.iter().enumerate().collect();
        let mut new: Vec<(usize, &'a TranslationRule)> =
            types.after.translation_rules.iter().enumerate().collect();
        let moved = moved(&old, &new);
        remove_same(&mut old, &mut new);
        let mut changed = take_partners(&mut old, &mut new, |one, other| {
            one.rule == other.rule && one.translation_path == other.translation_path
        });
        changed.extend(take_partners(&mut old, &mut new, |one, other| {
            one.translation_path == other.translation_path
        }));
        changed.extend(take_partners(&mut old, &mut new, |one, other| {
            TranslationRule { translation_path: other.translation_path.clone(), ..one.clone() } == *other
        }));
        let at = |index: usize| types.before.translation_rules.get(index).map(|rule| (index, rule));
        let comes_with_property = |rule: &TranslationRule| {
            types.before.property_at(&rule.translation_path).is_none()
                && types.after.property_at(&rule.translation_path).is_some()
        };
        new.retain(|(_, rule)| !comes_with_property(rule));
        Self {
            gone: old.iter().filter_map(|(index, _)| at(*index)).collect(),
            new,
            changed: changed
                .into_iter()
                .filter_map(|(index, after)| Some(ChangedRule { before: at(index)?, after }))
                .collect(),
            moved: moved
                .into_iter()
                .filter_map(|(index, after)| Some(ChangedRule { before: at(index)?, after }))
                .collect(),
        }
    }
}

/// The first rule of each kind and property that now comes after another such rule, which it used to precede.
fn moved<'a>(
    old: &[(usize, &TranslationRule)],
    new: &[(usize, &'a TranslationRule)],
) -> Vec<(usize, (usize, &'a TranslationRule))> {
    let is_rival = |one: &TranslationRule, other: &TranslationRule| {
        one.rule == other.rule && one.translation_path == other.translation_path
    };
    let mut found: Vec<(usize, (usize, &'a TranslationRule))> = Vec::new();
    for (position, (_, first)) in new.iter().enumerate() {
        for (index, second) in new.iter().skip(position + 1).filter(|(_, second)| is_rival(first, second)) {
            let before = |rule: &TranslationRule| old.iter().find(|(_, known)| *known == rule);
            let (Some((one, _)), Some((other, _))) = (before(first), before(second)) else { continue };
            let is_known = found.iter().any(|(_, (_, known))| is_rival(known, first));
            if other < one && !is_known {
                found.push((*other, (*index, *second)));
            }
        }
    }
    found
}

/// Removes the items that both lists contain.
pub(crate) fn remove_same<T: PartialEq>(old: &mut Vec<(usize, &T)>, new: &mut Vec<(usize, &T)>) {
    old.retain(|(_, one)| match new.iter().position(|(_, other)| one == other) {
        Some(same) => {
            new.remove(same);
            false
        }
        None => true,
    });
}

/// Removes the unambiguous matches from both lists, and returns them with the index of the old rule.
pub(crate) fn take_partners<'a, T>(
    old: &mut Vec<(usize, &T)>,
    new: &mut Vec<(usize, &'a T)>,
    belong: impl Fn(&T, &T) -> bool,
) -> Vec<(usize, (usize, &'a T))> {
    let only = |one: &T| {
        let mut partners = new.iter().filter(|(_, other)| belong(one, other));
        let partner = partners.next().copied().filter(|_| partners.next().is_none())?;
        let rivals = old.iter().filter(|(_, rival)| belong(rival, partner.1)).count();
        (rivals == 1).then_some(partner)
    };
    let pairs: Vec<_> = old.iter().filter_map(|(index, one)| Some((*index, only(one)?))).collect();
    old.retain(|(index, _)| pairs.iter().all(|(taken, _)| taken != index));
    new.retain(|(index, _)| pairs.iter().all(|(_, (taken, _))| taken != index));
    pairs
}

/// The properties that were renamed.
pub(crate) struct NewNames<'a>(Vec<(Vec<&'a str>, &'a str)>);

impl<'a> NewNames<'a> {
    pub(crate) fn of(types: &TypePair<'a>) -> Self {
        let of_members = |members: &MembersPair<'a>| {
            let path = members.path.clone();
            let renamed = members.renamed().iter();
            renamed
                .map(move |each| (path.iter().copied().chain([each.from]).collect(), each.to))
                .collect::<Vec<_>>()
        };
        Self(super::walk::walk(*types).0.iter().flat_map(of_members).collect())
    }

    fn in_rule(&self, rule: &TranslationRule) -> TranslationRule {
        let mut rule = rule.clone();
        if let (Some(path), Some(name)) = (rule.source_path(), &mut rule.value_name)
            && let Some((_, new)) = self.0.iter().find(|(old, _)| path.iter().eq(old))
        {
            (*new).clone_into(name);
        }
        for path in [Some(&mut rule.translation_path), rule.value_path.as_mut()].into_iter().flatten() {
            self.replace_in(path);
        }
        rule
    }

    /// Replaces the old names in a path with the current ones.
    pub(crate) fn replace_in(&self, path: &mut [String]) {
        for (old, new) in &self.0 {
            let leads = path.len() >= old.len() && path.iter().zip(old).all(|(step, name)| step == name);
            if let Some(step) = path.get_mut(old.len() - 1).filter(|_| leads) {
                (*new).clone_into(step);
            }
        }
    }
}
