//! Matches the validation rules of both sides by their contents.

use std::cmp::Reverse;

use heat_model::validation_rule::Requirement;
use heat_model::{ResourceType, TranslationRule, ValidationRule};
use indexmap::IndexSet;

use crate::accepted::Interest;
use crate::pairs::TypePair;
use crate::schema::identity::same_property;
use crate::schema::named::{connect, is_end};

/// A rule with its index.
type IndexedRule<'a> = (usize, &'a ValidationRule);

/// A rule on one side, or on both: first the old one, then the new one.
#[derive(Clone, Copy)]
pub(super) enum MatchedRule<'a> {
    /// A rule that is written in the same way on both sides.
    Kept(IndexedRule<'a>, IndexedRule<'a>),
    /// A rule that another one most likely replaces.
    Changed(IndexedRule<'a>, IndexedRule<'a>),
    /// A rule that only the new side has.
    New(IndexedRule<'a>),
    /// A rule that only the old side has.
    Gone(IndexedRule<'a>),
}

/// A rule to search data for.
pub(super) struct Matched<'a> {
    pub(super) rule: MatchedRule<'a>,
    /// `true` if the new rule certainly refuses nothing more, because it follows from an old one.
    pub(super) is_weaker: bool,
}

/// The rules of a type that may refuse or accept other data than before: those that are kept, those of the new side, and those that
/// are gone. None if both sides have the same rules, and read the compared properties alike.
pub(super) fn all(types: TypePair<'_>) -> Vec<Matched<'_>> {
    let (before, after) = (&types.before.validation_rules, &types.after.validation_rules);
    if before.is_empty() && after.is_empty() {
        return Vec::new();
    }
    let reads_alike = !compares_changed_properties(types);
    if before == after && reads_alike {
        return Vec::new();
    }
    let mut gone: Vec<IndexedRule<'_>> =
        before.iter().enumerate().filter(|(_, rule)| same(rule, after).is_none()).collect();
    let (kept, new): (Vec<_>, Vec<_>) =
        after.iter().enumerate().partition(|(_, rule)| same(rule, before).is_some());
    let mut matched = Vec::new();
    if !reads_alike {
        let kept = kept.into_iter().filter_map(|new| Some(MatchedRule::Kept(same(new.1, before)?, new)));
        matched.extend(kept.map(|rule| Matched { rule, is_weaker: false }));
    }
    for new in new {
        let old = partner(types, new.1, &gone);
        gone.retain(|rule| old.is_none_or(|old| old.0 != rule.0));
        let is_weaker = reads_alike && before.iter().any(|old| follows(new.1, old));
        let rule = old.map_or(MatchedRule::New(new), |old| MatchedRule::Changed(old, new));
        matched.push(Matched { rule, is_weaker });
    }
    matched.extend(gone.into_iter().map(|old| Matched { rule: MatchedRule::Gone(old), is_weaker: false }));
    matched
}

/// Returns whether a property that rules compare is read differently now: it changed itself, or a translation rule that leads to
/// it did.
fn compares_changed_properties(types: TypePair<'_>) -> bool {
    let sides = types.sides();
    let interest = Interest::of(sides);
    let mut compared = interest.members.keys().map(String::as_str).collect();
    connect(sides, &mut compared, is_end);
    let differs = |name: &&str| match sides.map(|side| side.properties.get(*name)) {
        [Some(old), Some(new)] => !same_property(old, new),
        [None, None] => false,
        _ => true,
    };
    let is_compared = |rule: &&TranslationRule| {
        rule.translation_path.first().is_some_and(|name| compared.contains(name.as_str()))
    };
    let [old, new] = sides.map(|side| side.translation_rules.iter().filter(is_compared));
    compared.iter().any(differs) || !old.eq(new)
}

/// The first rule of a side that is written like this one.
fn same<'a>(rule: &ValidationRule, side: &'a [ValidationRule]) -> Option<IndexedRule<'a>> {
    side.iter().enumerate().find(|(_, other)| is_same(rule, other))
}

/// Returns whether two rules are written in the same way. Messages to users are ignored, and so is the order of conditions and of
/// compared properties.
fn is_same(one: &ValidationRule, other: &ValidationRule) -> bool {
    one.for_each == other.for_each
        && have_same(&one.when, &other.when)
        && is_same_requirement(&one.requirement, &other.requirement)
}

fn is_same_requirement(one: &Requirement, other: &Requirement) -> bool {
    use Requirement::{All, AtLeastOne, AtMostOne, Equal, ExactlyOne, None};
    match (one, other) {
        (AtMostOne(one), AtMostOne(other))
        | (AtLeastOne(one), AtLeastOne(other))
        | (ExactlyOne(one), ExactlyOne(other))
        | (All(one), All(other))
        | (None(one), None(other)) => have_same(one, other),
        (Equal(one), Equal(other)) => have_same(one, other),
        _ => one == other,
    }
}

/// Returns whether two lists have the same items, each as often, in any order.
fn have_same<T: PartialEq>(one: &[T], other: &[T]) -> bool {
    let count = |list: &[T], item: &T| list.iter().filter(|each| *each == item).count();
    one.len() == other.len() && one.iter().all(|item| count(one, item) == count(other, item))
}

/// Returns whether all data that satisfy one rule satisfy the other, which applies in fewer cases.
fn follows(rule: &ValidationRule, from: &ValidationRule) -> bool {
    rule.for_each == from.for_each
        && is_same_requirement(&rule.requirement, &from.requirement)
        && from.when.iter().all(|condition| rule.when.contains(condition))
}

/// The old rule that a new one most likely replaces: the one with which it has the most properties in common.
fn partner<'a>(
    types: TypePair<'_>,
    rule: &ValidationRule,
    gone: &[IndexedRule<'a>],
) -> Option<IndexedRule<'a>> {
    let here = paths(types.after, rule);
    let common = gone.iter().filter_map(|(index, old)| {
        let common = here.intersection(&paths(types.before, old)).count();
        let is_same_kind = old.requirement.key() == rule.requirement.key();
        (common > 0).then_some(((common, is_same_kind, Reverse(*index)), (*index, *old)))
    });
    common.max_by_key(|(rank, _)| *rank).map(|(_, old)| old)
}

/// The paths that a rule looks at, and those from which translation rules take the values there.
fn paths(schema: &ResourceType, rule: &ValidationRule) -> IndexSet<Vec<String>> {
    let mut paths = IndexSet::new();
    rule.visit_paths(&mut |path, _| _ = paths.insert(path.to_vec()));
    let sources = schema.translation_rules.iter().filter_map(|rule| {
        let source = rule.source_path()?;
        paths.contains(&rule.translation_path).then_some(source)
    });
    let sources: Vec<_> = sources.collect();
    paths.extend(sources);
    paths
}
