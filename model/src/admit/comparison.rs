//! How what the constraints of a kind admit together stands to what others of that kind did.

use std::cmp::Ordering;

use super::kind::Kind;
use super::pattern_language::{self, PatternComparison, Undecided};
use super::relation::Relation;
use super::values::{ValueSet, listed, patterns};
use super::whole_numbers::{Between, Progression};
use crate::{Constraint, ConstraintKind, PropertyType, Value};

/// How constraints stand to what they were.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// What was found.
    pub relation: Relation,
    /// Why the patterns could not be compared to the end, where they could not.
    pub undecided: Option<Undecided>,
    /// A text that the patterns no longer accept. Other constraints may refuse it, and may have refused it before.
    pub lost: Option<String>,
}

/// The relation of constraints of one kind; nothing where they admit the same.
#[must_use]
pub fn compare(
    kind: Kind,
    property_type: PropertyType,
    before: &[&Constraint],
    after: &[&Constraint],
) -> Option<Comparison> {
    let relation = match (before.is_empty(), after.is_empty()) {
        (true, true) => None,
        (true, false) => Some(Relation::Added),
        (false, true) => Some(Relation::Removed),
        (false, false) => match kind {
            Kind::Range if property_type == PropertyType::Integer => {
                of_whole_numbers(Between::ranges, before, after)
            }
            Kind::Length => of_whole_numbers(Between::lengths, before, after),
            Kind::Range => of_ends(before, after),
            Kind::AllowedValues => of_lists(property_type, before, after),
            Kind::Modulo => of_steps(before, after),
            Kind::AllowedPattern => return of_patterns(before, after),
            Kind::Custom => of_words(before, after),
        },
    };
    Some(Comparison { relation: relation?, undecided: None, lost: None })
}

/// By what they say alone: each further constraint narrows what the others admit.
fn of_words(before: &[&Constraint], after: &[&Constraint]) -> Option<Relation> {
    let within = |some: &[&Constraint], others: &[&Constraint]| {
        others
            .iter()
            .all(|other| some.iter().any(|one| one.kind == other.kind || implies(&one.kind, &other.kind)))
    };
    Relation::of_inclusion(within(before, after), within(after, before))
}

/// Built-in constraints of which one accepts all that the other does: Heat's classes are made of each other.
const IMPLIED: [(&str, &str); 3] =
    [("ip_addr", "ip_or_cidr"), ("net_cidr", "ip_or_cidr"), ("dns_domain", "dns_name")];

fn implies(one: &ConstraintKind, other: &ConstraintKind) -> bool {
    match (one, other) {
        (ConstraintKind::Custom(one), ConstraintKind::Custom(other)) => {
            IMPLIED.contains(&(one.as_str(), other.as_str()))
        }
        _ => false,
    }
}

fn of_patterns(before: &[&Constraint], after: &[&Constraint]) -> Option<Comparison> {
    let told = |relation, lost| Some(Comparison { relation, undecided: None, lost });
    match pattern_language::compare(&patterns(before), &patterns(after)) {
        PatternComparison::Same => None,
        PatternComparison::Narrowed(lost) => told(Relation::Narrowed, Some(lost)),
        PatternComparison::Widened => told(Relation::Widened, None),
        PatternComparison::Incomparable(lost) => told(Relation::Incomparable, Some(lost)),
        PatternComparison::NoLess(why) => {
            Some(Comparison { relation: Relation::Widened, undecided: Some(why), lost: None })
        }
        PatternComparison::NoMore(why) => {
            Some(Comparison { relation: Relation::Narrowed, undecided: Some(why), lost: None })
        }
        PatternComparison::Unknown(why, lost) => match of_words(before, after)? {
            // That a pattern was added or removed needs no comparison of what the patterns accept.
            relation @ (Relation::Narrowed | Relation::Widened) => told(relation, lost),
            relation => Some(Comparison { relation, undecided: Some(why), lost }),
        },
    }
}

/// By the whole numbers between the ends: no length is less than 0, and nothing is between 2 and 2.5.
fn of_whole_numbers<'a>(
    between: fn(Vec<&'a Constraint>) -> Between,
    before: &[&'a Constraint],
    after: &[&'a Constraint],
) -> Option<Relation> {
    let [old, new] = [before, after].map(|some| between(some.to_vec()));
    if !old.is_exact() || !new.is_exact() {
        return of_ends(before, after);
    }
    let both = old.and(new);
    Relation::of_inclusion(both == old, both == new)
}

fn of_ends(before: &[&Constraint], after: &[&Constraint]) -> Option<Relation> {
    of_order(Ends::of(before).compare(&Ends::of(after)))
}

fn of_steps(before: &[&Constraint], after: &[&Constraint]) -> Option<Relation> {
    let [old, new] = [before, after].map(|some| Progression::of(some.iter().copied()));
    let (Ok(Some(old)), Ok(Some(new))) = (old, new) else { return of_words(before, after) };
    Relation::of_inclusion(old.is_within(new), new.is_within(old))
}

fn of_lists(property_type: PropertyType, before: &[&Constraint], after: &[&Constraint]) -> Option<Relation> {
    let [old, new] = [before, after].map(|some| ValueSet::of(&listed(property_type, some)));
    Relation::of_inclusion(old.is_subset(&new), new.is_subset(&old))
}

fn of_order(order: Option<Ordering>) -> Option<Relation> {
    match order {
        Some(Ordering::Equal) => None,
        Some(Ordering::Less) => Some(Relation::Widened),
        Some(Ordering::Greater) => Some(Relation::Narrowed),
        None => Some(Relation::Incomparable),
    }
}

/// The tightest ends of some ranges.
struct Ends<'a> {
    min: Option<&'a Value>,
    max: Option<&'a Value>,
}

impl<'a> Ends<'a> {
    fn of(constraints: &[&'a Constraint]) -> Self {
        let mut ends = Self { min: None, max: None };
        for constraint in constraints {
            if let ConstraintKind::Range { min, max } | ConstraintKind::Length { min, max } = &constraint.kind
            {
                ends.min = tighter(ends.min, min.as_ref(), Ordering::Greater);
                ends.max = tighter(ends.max, max.as_ref(), Ordering::Less);
            }
        }
        ends
    }

    /// Less, where it is within the other; none, where each admits what the other does not.
    fn compare(&self, other: &Self) -> Option<Ordering> {
        // An end that is missing is further out than any.
        let order = |one: Option<&Value>, other: Option<&Value>, inner: Ordering| match (one, other) {
            (None, None) => Some(Ordering::Equal),
            (Some(_), None) => Some(Ordering::Less),
            (None, Some(_)) => Some(Ordering::Greater),
            (Some(one), Some(other)) => one.compare_numbers(other).map(|order| match order {
                Ordering::Equal => Ordering::Equal,
                order if order == inner => Ordering::Less,
                _ => Ordering::Greater,
            }),
        };
        let min = order(self.min, other.min, Ordering::Greater)?;
        let max = order(self.max, other.max, Ordering::Less)?;
        match (min, max) {
            (Ordering::Equal, order) | (order, Ordering::Equal) => Some(order),
            (min, max) if min == max => Some(min),
            _ => None,
        }
    }
}

fn tighter<'a>(one: Option<&'a Value>, other: Option<&'a Value>, order: Ordering) -> Option<&'a Value> {
    match (one, other) {
        (Some(one), Some(other)) if one.compare_numbers(other) == Some(order) => Some(one),
        (one, None) => one,
        (_, other) => other,
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use proptest::prelude::*;

    use super::*;
    use crate::custom_constraint::{BuiltIn, CustomConstraints};

    proptest! {
        #[test]
        fn what_is_implied_accepts_no_less(text in "[0-9a-f.:/]{0,20}|([0-9]{1,3}[.]){3}[0-9]{1,3}(/[0-9]{1,2})?|[a-z0-9-]{1,8}([.][a-z0-9-]{1,8}){0,4}[.]?") {
            let built_in = BuiltIn::at(SystemTime::UNIX_EPOCH);
            let value = Value::String(text);
            for (one, other) in IMPLIED {
                prop_assert!(built_in.check(one, &value).is_err() || built_in.check(other, &value).is_ok(), "{one} {value}");
            }
        }
    }
}
