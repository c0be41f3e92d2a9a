//! Compares the validation rules of both sides by the data that they accept.
//!
//! A rule can be written in many ways, split in two, or repeat a constraint. So rules are not compared as texts: [`matched`] pairs
//! those of both sides, and for each pair, [`search`] looks for property data that one side accepts and the rule of the other
//! refuses. Data that violate a new rule are lost, and prove it; data that violate an old one are gained. If rules refuse nothing
//! that the other side accepts, only their form changed.

mod matched;
mod search;

use self::matched::MatchedRule;
use self::search::{Found, Searched};
use crate::pairs::TypePair;
use crate::rule::ValidationChangeKind;
use crate::rule::finding::Findings;

/// A change of the validation rules of a type.
pub(crate) struct ValidationChange<'a> {
    pub(crate) kind: ValidationChangeKind,
    types: TypePair<'a>,
    /// The rule; `None` if only the form of the rules changed.
    rule: Option<MatchedRule<'a>>,
    /// Data that were accepted and are now refused.
    lost: Found,
}

/// Note on a change for which the search was not complete.
const UNDECIDED: &str =
    "no data were found that are now refused, but not all combinations of properties were tried";

impl<'a> ValidationChange<'a> {
    /// All changes of the rules of some types.
    pub(crate) fn all(types: &[TypePair<'a>]) -> Vec<Self> {
        types.iter().flat_map(|types| Self::of_type(*types)).collect()
    }

    fn of_type(types: TypePair<'a>) -> Vec<Self> {
        use ValidationChangeKind::{Added, Changed, Documented, Narrowed, Removed, Reworded, Widened};
        let matched = matched::all(types);
        let searched = search::all(types, matched).into_iter();
        let changes = searched.filter_map(|Searched { rule, mut lost, is_gained }| {
            let kind = match (rule, lost != Found::Nothing, is_gained) {
                // That a kept rule refuses more is only certain if data show it.
                (MatchedRule::Kept(..), ..) => matches!(lost, Found::Data(_)).then_some(Narrowed)?,
                (MatchedRule::New((_, new)) | MatchedRule::Changed(_, (_, new)), true, _)
                    if new.already_enforced =>
                {
                    // Data that were refused before prove nothing.
                    if let Found::Data(_) = lost {
                        lost = Found::Nothing;
                    }
                    Documented
                }
                (MatchedRule::New(_), true, _) => Added,
                (MatchedRule::Changed(..), true, true) => Changed,
                (MatchedRule::Changed(..), true, false) => Narrowed,
                (MatchedRule::Changed(..), false, true) => Widened,
                (MatchedRule::Gone(_), _, true) => Removed,
                _ => return None,
            };
            Some(Self { kind, types, rule: Some(rule), lost })
        });
        let mut changes: Vec<Self> = changes.collect();
        if changes.is_empty() && types.before.validation_rules != types.after.validation_rules {
            changes.push(Self { kind: Reworded, types, rule: None, lost: Found::Nothing });
        }
        changes
    }

    /// Reports the change.
    pub(crate) fn report(&self, findings: &mut Findings<'_>, what: &str) {
        let place = self.types.place().join("validation_rules");
        let Some(rule) = self.rule else {
            let [before, after] = self.types.sides().map(|side| &side.validation_rules);
            findings.report(&place, what).values(Some(before), Some(after));
            return;
        };
        // The position is that of the new rule: a finding has one path for both sides, and rules move.
        let (at, shown, sides) = match rule {
            MatchedRule::Kept((_, old), (index, new)) | MatchedRule::Changed((_, old), (index, new)) => {
                (place.after_item(index), new, [Some(old), Some(new)])
            }
            MatchedRule::New((index, new)) => (place.after_item(index), new, [None, Some(new)]),
            MatchedRule::Gone((index, old)) => (place.before_item(index), old, [Some(old), None]),
        };
        let finding = findings.report(&at, format!("{what}: {}", shown.words()));
        finding.values(sides[0], sides[1]);
        if let Some(old) = sides[0].filter(|old| old.words() != shown.words()) {
            finding.note(format!("it used to be: {}", old.words()));
        } else if matches!(rule, MatchedRule::Kept(..)) {
            finding.note("the rule is the same; a property that it compares has another default or type");
        }
        match &self.lost {
            Found::Data(lost) => finding.refuses(lost),
            Found::Undecided => _ = finding.note(UNDECIDED),
            Found::Nothing => {}
        }
    }
}

#[cfg(test)]
mod tests;
