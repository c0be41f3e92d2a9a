//! Effect of a changed constraint on the values that a property accepts.
//!
//! Constraints of one kind are compared together: if there are two ranges, a value has to satisfy both. If possible,
//! the finding names a value that was accepted and is now refused.

use heat_admit::{
    Comparison, Kind, PropertyJudge, Relation, admits_nothing, compare, counterexample, entails,
};
use heat_model::custom_constraint::BuiltIn;
use heat_model::{Constraint, ConstraintKind, PropertySchema, Value};

use crate::pairs::PropertyPair;
use crate::rule::finding::Findings;

/// The constraints of one kind on both sides, if they differ.
pub(crate) struct ConstraintChange<'a> {
    pair: PropertyPair<'a>,
    pub(crate) kind: Kind,
    before: Vec<&'a Constraint>,
    after: Vec<&'a Constraint>,
    comparison: Comparison,
}

impl<'a> ConstraintChange<'a> {
    /// The constraint changes of all properties, by kind.
    pub(crate) fn all(properties: &[PropertyPair<'a>]) -> Vec<Self> {
        let changed = properties
            .iter()
            .filter(|pair| !pair.is_closed && can_be_compared(pair) && !is_about_contradiction(pair));
        changed.flat_map(|pair| Kind::ALL.map(|kind| Self::of(kind, pair))).flatten().collect()
    }

    /// The change in the constraints of one kind; `None` if they accept the same values.
    fn of(kind: Kind, pair: &PropertyPair<'a>) -> Option<Self> {
        let of_kind = |schema: &'a PropertySchema| -> Vec<&'a Constraint> {
            schema.constraints.iter().filter(|constraint| kind.is(&constraint.kind)).collect()
        };
        let (before, after) = (of_kind(pair.before), of_kind(pair.after));
        // For a map with named fields, Heat counts all fields, set or not: both sides accept that number.
        if kind == Kind::Length && pair.before.members().is_some() && pair.after.members().is_some() {
            return None;
        }
        let mut comparison = compare(kind, pair.after.property_type, &before, &after)?;
        comparison.relation = Self::with_the_others(comparison.relation, kind, pair, &before, &after)?;
        Some(Self { pair: pair.clone(), kind, before, after, comparison })
    }

    /// The relation, taking into account the type and all other constraints; `None` if these make the difference
    /// irrelevant.
    fn with_the_others(
        relation: Relation,
        kind: Kind,
        pair: &PropertyPair<'_>,
        before: &[&Constraint],
        after: &[&Constraint],
    ) -> Option<Relation> {
        let refuses = relation != Relation::Removed && relation != Relation::Widened;
        let admits = relation != Relation::Added && relation != Relation::Narrowed;
        let refuses = refuses && !entails(pair.before, kind, after);
        let admits = admits && !entails(pair.after, kind, before);
        match (relation, refuses, admits) {
            (_, false, false) => None,
            (Relation::Added | Relation::Removed, ..) => Some(relation),
            (_, true, false) => Some(Relation::Narrowed),
            (_, false, true) => Some(Relation::Widened),
            (_, true, true) => Some(Relation::Incomparable),
        }
    }

    pub(crate) fn relation(&self) -> Relation {
        self.comparison.relation
    }

    /// A value that was accepted and is now refused.
    fn counterexample(&self) -> Option<Value> {
        let schema = self.pair.before;
        let known = || {
            let text = Value::from(self.comparison.lost.as_deref()?);
            PropertyJudge::new(schema, self.pair.after).loses(&text).then_some(text)
        };
        counterexample(self.kind, schema, self.pair.after).or_else(known)
    }

    /// Reports the change, with a value that is no longer accepted, if one is known.
    pub(crate) fn report(&self, findings: &mut Findings<'_>, what: &str) {
        let pair = &self.pair;
        let refuses = !matches!(self.relation(), Relation::Removed | Relation::Widened);
        let lost = refuses.then(|| self.counterexample()).flatten();
        let only_matched = self.comparison.lost.as_ref().filter(|_| lost.is_none());
        let finding = findings
            .report(&pair.place.join("constraints"), {
                // Plural for items, singular for a property.
                let what = what
                    .strip_prefix("accepts")
                    .filter(|_| pair.is_item)
                    .map_or_else(|| what.to_owned(), |rest| format!("accept{rest}"));
                format!("{} {what}", pair.name())
            })
            .values(Some(&self.before), Some(&self.after));
        if let Some(value) = lost {
            let unknown = pair.before.constraints.iter().find_map(|each| match &each.kind {
                ConstraintKind::Custom(name) if !BuiltIn::is_timeless(name) => Some(name),
                _ => None,
            });
            finding.note(match unknown {
                Some(name) => {
                    format!("{value} was accepted, unless `{name}` refused it, and is now refused")
                }
                None => format!("{value} was accepted and is now refused"),
            });
            finding.counterexample = Some(value);
        }
        if let Some(text) = only_matched {
            finding.note(format!("{text:?} matched and no longer does; other constraints refuse it as well"));
        }
        if let Some(why) = self.comparison.undecided {
            finding.note(match self.relation() {
                Relation::Widened => format!("whether more values are accepted cannot be decided: {why}"),
                Relation::Narrowed => format!("whether fewer values are accepted cannot be decided: {why}"),
                _ => format!("the patterns cannot be compared: {why}"),
            });
        } else if self.kind == Kind::AllowedPattern && self.relation() == Relation::Incomparable {
            finding.note("neither pattern accepts everything that the other does");
        }
    }
}

/// Returns whether a property's constraints admitted some values, and now admit none.
pub(crate) fn came_to_nothing(pair: &PropertyPair<'_>) -> bool {
    !pair.is_closed && can_be_compared(pair) && admits_nothing(pair.after) && !admits_nothing(pair.before)
}

/// Returns whether a property's constraints admitted no values, and now admit some.
pub(crate) fn came_to_something(pair: &PropertyPair<'_>) -> bool {
    !pair.is_closed && can_be_compared(pair) && admits_nothing(pair.before) && !admits_nothing(pair.after)
}

/// Returns whether constraints differ on a property whose type did not change: otherwise the type change is reported.
pub(crate) fn can_be_compared(pair: &PropertyPair<'_>) -> bool {
    pair.before.property_type == pair.after.property_type && pair.before.constraints != pair.after.constraints
}

/// Returns whether no value satisfies the constraints on one of the sides: in that case, the contradiction is reported.
fn is_about_contradiction(pair: &PropertyPair<'_>) -> bool {
    admits_nothing(pair.before) || admits_nothing(pair.after)
}
