//! Compares the validation rules of both sides by the data that they accept.
//!
//! A rule can be written in many ways, split in two, or repeat a constraint. So rules are not compared as texts: [`matched`] pairs
//! those of both sides, and for each pair, [`search`] looks for property data that one side accepts and the rule of the other
//! refuses. Data that violate a new rule are lost, and prove it; data that violate an old one are gained. If rules refuse nothing
//! that the other side accepts, only their form changed.

mod matched;
mod search;

use heat_model::{ValidationRule, Value};

use self::matched::MatchedRule;
use self::search::{Found, Searched};
use crate::pairs::TypePair;
use crate::rule::ValidationChangeKind;
use crate::rule::finding::{Evidence, Findings};

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
        let searched = search::all(types, matched::all(types));
        let mut changes: Vec<Self> =
            searched.into_iter().filter_map(|searched| Self::of_rule(types, searched)).collect();
        if changes.is_empty() && types.before.validation_rules != types.after.validation_rules {
            let kind = ValidationChangeKind::Reworded;
            changes.push(Self { kind, types, rule: None, lost: Found::Nothing });
        }
        changes
    }

    /// The change of a rule; `None` if it refuses and accepts the same data.
    fn of_rule(types: TypePair<'a>, searched: Searched<'a>) -> Option<Self> {
        let Searched { rule, mut lost, is_gained } = searched;
        let kind = match (rule, lost != Found::Nothing, is_gained) {
            // That a kept rule refuses more is only certain if data show it.
            (MatchedRule::Kept(..), ..) => match lost {
                Found::Data(_) => ValidationChangeKind::Narrowed,
                Found::Nothing | Found::Undecided => return None,
            },
            (MatchedRule::New((_, rule)) | MatchedRule::Changed(_, (_, rule)), true, _)
                if rule.already_enforced =>
            {
                // Data that were refused before prove nothing.
                if let Found::Data(_) = lost {
                    lost = Found::Nothing;
                }
                ValidationChangeKind::Documented
            }
            (MatchedRule::New(_), true, _) => ValidationChangeKind::Added,
            (MatchedRule::Changed(..), true, true) => ValidationChangeKind::Changed,
            (MatchedRule::Changed(..), true, false) => ValidationChangeKind::Narrowed,
            (MatchedRule::Changed(..), false, true) => ValidationChangeKind::Widened,
            (MatchedRule::Gone(_), _, true) => ValidationChangeKind::Removed,
            _ => return None,
        };
        Some(Self { kind, types, rule: Some(rule), lost })
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
        let (at, words) = match rule {
            MatchedRule::Gone((index, rule)) => (place.before_item(index), rule.words()),
            MatchedRule::New((index, rule))
            | MatchedRule::Kept(_, (index, rule))
            | MatchedRule::Changed(_, (index, rule)) => (place.after_item(index), rule.words()),
        };
        let finding = findings.report(&at, format!("{what}: {words}"));
        let [old, new] = [rule.before(), rule.after()].map(|side| side.map(|(_, rule)| rule));
        finding.values(old, new);
        match old.map(ValidationRule::words).filter(|old| *old != words) {
            Some(old) => _ = finding.note(format!("it used to be: {old}")),
            None if matches!(rule, MatchedRule::Kept(..)) => {
                finding.note("the rule is the same; a property that it compares has another default or type");
            }
            None => {}
        }
        match &self.lost {
            Found::Data(lost) => {
                finding.note(format!(
                    "the properties {} were accepted and are now refused",
                    Value::from(lost.clone())
                ));
                finding.evidence = Some(Evidence { data: lost.clone(), update: None });
            }
            Found::Undecided => _ = finding.note(UNDECIDED),
            Found::Nothing => {}
        }
    }
}

#[cfg(test)]
mod tests;
