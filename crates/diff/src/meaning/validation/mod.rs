//! Compares the validation rules of both sides by the data that they accept.
//!
//! A rule can be written in many ways, split in two, or repeat a constraint. So rules are not compared as texts: for each rule that
//! only one side has, [`search`] looks for property data that the other side accepts and this rule refuses. Data that violate a new
//! rule are lost, and prove it; data that violate an old one are gained. If rules refuse nothing that the other side accepts, only
//! their form changed.

mod search;

use heat_model::validation_rule::Requirement;
use heat_model::{ResourceType, ValidationRule, Value};
use indexmap::{IndexMap, IndexSet};

use self::search::{Found, Search};
use crate::pairs::TypePair;
use crate::rule::ValidationChangeKind;
use crate::rule::finding::Findings;
use crate::trial::evidence::Evidence;

/// A change of the validation rules of a type.
pub(crate) struct ValidationChange<'a> {
    pub(crate) kind: ValidationChangeKind,
    types: TypePair<'a>,
    /// The rule on each side, by index; neither, if the form of the rules changed.
    rules: (Option<usize>, Option<usize>),
    /// Data that were accepted and are now refused.
    lost: Option<IndexMap<String, Value>>,
    /// Whether no such data were found, and the search was not complete.
    is_undecided: bool,
}

/// Note on a change for which the search was not complete.
const UNDECIDED: &str =
    "no data were found that are now refused, but not all combinations of properties were tried";

impl<'a> ValidationChange<'a> {
    /// All changes of the rules of some types.
    pub(crate) fn all(types: &[TypePair<'a>]) -> Vec<Self> {
        types.iter().flat_map(|types| of_type(*types)).collect()
    }

    /// Reports the change.
    pub(crate) fn report(&self, findings: &mut Findings<'_>, what: &str) {
        let place = self.types.place().join("validation_rules");
        let (before, after) = (&self.types.before.validation_rules, &self.types.after.validation_rules);
        let rules = (
            self.rules.0.and_then(|index| before.get(index)),
            self.rules.1.and_then(|index| after.get(index)),
        );
        let Some(rule) = rules.1.or(rules.0) else {
            findings.report(&place, what).values(Some(before), Some(after));
            return;
        };
        // The position is that of the new rule: a finding has one path for both sides, and rules move.
        let at = match self.rules {
            (_, Some(index)) => place.after_item(index),
            (Some(index), None) => place.before_item(index),
            (None, None) => place,
        };
        let finding = findings.report(&at, format!("{what}: {}", rule.words()));
        finding.values(rules.0, rules.1);
        match rules {
            (Some(old), Some(_)) if old.words() != rule.words() => {
                finding.note(format!("it used to be: {}", old.words()));
            }
            (Some(old), Some(new)) if is_same(old, new) => {
                finding.note("the rule is the same; a property that it compares has another default or type");
            }
            _ => {}
        }
        if let Some(lost) = &self.lost {
            finding.note(format!(
                "the properties {} were accepted and are now refused",
                Value::from(lost.clone())
            ));
            finding.evidence = Some(Evidence { data: lost.clone(), update: None });
        }
        if self.is_undecided {
            finding.note(UNDECIDED);
        }
    }
}

fn of_type(types: TypePair<'_>) -> Vec<ValidationChange<'_>> {
    let (before, after) = (&types.before.validation_rules, &types.after.validation_rules);
    if before == after && (after.is_empty() || !search::compares_changed_properties(types)) {
        return Vec::new();
    }
    let (gone, new) = (others(before, after), others(after, before));
    let lost = Search::new(types.before, types.after);
    let gained = Search::new(types.after, types.before);
    let mut changes = Vec::new();
    let mut partners: IndexSet<usize> = IndexSet::new();
    let reads_alike = !search::compares_changed_properties(types);
    if !reads_alike {
        changes.extend(unchanged(types, &new).filter_map(|(was, is)| {
            let Found::Data(data) = lost.violating(is) else { return None };
            let kind = ValidationChangeKind::Narrowed;
            Some(ValidationChange {
                kind,
                types,
                rules: (Some(was), Some(is)),
                lost: Some(data),
                is_undecided: false,
            })
        }));
    }
    for index in new {
        let Some(rule) = after.get(index) else { continue };
        let partner = partner(types, rule, gone.iter().copied().filter(|index| !partners.contains(index)));
        partners.extend(partner);
        let is_weaker = reads_alike && before.iter().any(|old| follows(rule, old));
        let found = if is_weaker { Found::Nothing } else { lost.violating(index) };
        let is_lost = found != Found::Nothing;
        let is_gained = partner.is_some_and(|index| gained.violating(index) != Found::Nothing);
        let kind = match (is_lost, is_gained) {
            (true, _) if rule.already_enforced => ValidationChangeKind::Documented,
            (true, true) => ValidationChangeKind::Changed,
            (true, false) if partner.is_some() => ValidationChangeKind::Narrowed,
            (true, false) => ValidationChangeKind::Added,
            (false, true) => ValidationChangeKind::Widened,
            (false, false) => continue,
        };
        changes.push(ValidationChange {
            kind,
            types,
            rules: (partner, Some(index)),
            is_undecided: found == Found::Undecided,
            lost: match found {
                // Data that were refused before prove nothing.
                Found::Data(data) if kind != ValidationChangeKind::Documented => Some(data),
                _ => None,
            },
        });
    }
    let unmatched = gone.into_iter().filter(|index| !partners.contains(index));
    let removed = unmatched.filter(|index| gained.violating(*index) != Found::Nothing);
    changes.extend(removed.map(|index| ValidationChange {
        kind: ValidationChangeKind::Removed,
        types,
        rules: (Some(index), None),
        lost: None,
        is_undecided: false,
    }));
    if changes.is_empty() && before != after {
        changes.push(ValidationChange {
            kind: ValidationChangeKind::Reworded,
            types,
            rules: (None, None),
            lost: None,
            is_undecided: false,
        });
    }
    changes
}

/// Whether two rules are written in the same way. Messages to users are ignored, and so is the order of conditions and of compared
/// properties.
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

/// Whether two lists have the same items, each as often, in any order.
fn have_same<T: PartialEq>(one: &[T], other: &[T]) -> bool {
    let count = |list: &[T], item: &T| list.iter().filter(|each| *each == item).count();
    one.len() == other.len() && one.iter().all(|item| count(one, item) == count(other, item))
}

/// Whether all data that satisfy one rule satisfy the other, which applies in fewer cases.
fn follows(rule: &ValidationRule, from: &ValidationRule) -> bool {
    rule.for_each == from.for_each
        && is_same_requirement(&rule.requirement, &from.requirement)
        && from.when.iter().all(|condition| rule.when.contains(condition))
}

/// The rules that both sides have: their indexes on the old side and on the new one.
fn unchanged<'a>(types: TypePair<'a>, new: &'a [usize]) -> impl Iterator<Item = (usize, usize)> + 'a {
    let (before, after) = (&types.before.validation_rules, &types.after.validation_rules);
    let kept = after.iter().enumerate().filter(|(index, _)| !new.contains(index));
    kept.filter_map(|(index, rule)| Some((before.iter().position(|old| is_same(old, rule))?, index)))
}

/// The indexes of the rules that only one side has.
fn others(side: &[ValidationRule], opposite: &[ValidationRule]) -> Vec<usize> {
    let differ = |rule: &ValidationRule| !opposite.iter().any(|other| is_same(rule, other));
    side.iter().enumerate().filter(|(_, rule)| differ(rule)).map(|(index, _)| index).collect()
}

/// The old rule that a new one most likely replaces: the one with which it has the most properties in common.
fn partner(types: TypePair<'_>, rule: &ValidationRule, gone: impl Iterator<Item = usize>) -> Option<usize> {
    let here = paths(types.after, rule);
    let common = gone.filter_map(|index| {
        let there = paths(types.before, types.before.validation_rules.get(index)?);
        let common = here.intersection(&there).count();
        let is_same_kind =
            types.before.validation_rules.get(index)?.requirement.key() == rule.requirement.key();
        (common > 0).then_some((common, is_same_kind, std::cmp::Reverse(index)))
    });
    common.max().map(|(_, _, std::cmp::Reverse(index))| index)
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

#[cfg(test)]
mod tests;
