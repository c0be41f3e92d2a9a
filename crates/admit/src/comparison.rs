//! Compares the values that the constraints of one kind admit before and after a change.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use heat_model::{Constraint, ConstraintKind, PropertyType, Value};

use super::kind::Kind;
use super::pattern_language::{Languages, Lengths, Undecided};
use super::values::{ValueSet, listed, patterns};
use super::whole_numbers::{Between, Progression};

/// Relation of the values that are accepted now to those that were accepted before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// The constraint was added.
    Added,
    /// The constraint was removed.
    Removed,
    /// Fewer values are accepted.
    Narrowed,
    /// More values are accepted.
    Widened,
    /// Some values that were accepted are rejected and, unless this cannot be decided, the reverse.
    Incomparable,
}

impl Relation {
    /// Returns the relation for two facts: whether all values before are in the set after, and the reverse; `None` if both are
    /// true.
    #[must_use]
    pub fn of_inclusion(before_in_after: bool, after_in_before: bool) -> Option<Self> {
        match (before_in_after, after_in_before) {
            (true, true) => None,
            (true, false) => Some(Self::Widened),
            (false, true) => Some(Self::Narrowed),
            (false, false) => Some(Self::Incomparable),
        }
    }
}

/// The result of comparing constraints before and after a change.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The relation that was found.
    pub relation: Relation,
    /// Reason why the patterns could not be compared completely, if they could not.
    pub undecided: Option<Undecided>,
    /// A text that the patterns no longer accept. Other constraints may reject it, and may have rejected it
    /// before.
    pub lost: Option<String>,
}

/// Returns the relation of the constraints of one kind before and after; `None` if they admit the same values.
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
                compare_whole_numbers(Between::ranges, before, after)
            }
            Kind::Length => compare_whole_numbers(Between::lengths, before, after),
            Kind::Range => compare_ends(before, after),
            Kind::AllowedValues => compare_lists(property_type, before, after),
            Kind::Modulo => compare_steps(before, after),
            Kind::AllowedPattern => return compare_patterns(before, after),
            Kind::Custom => compare_as_written(before, after),
        },
    };
    Some(Comparison { relation: relation?, undecided: None, lost: None })
}

/// Compares the constraints without evaluating them: each additional constraint narrows the set that the others admit.
fn compare_as_written(before: &[&Constraint], after: &[&Constraint]) -> Option<Relation> {
    let within = |some: &[&Constraint], others: &[&Constraint]| {
        others
            .iter()
            .all(|other| some.iter().any(|one| one.kind == other.kind || implies(&one.kind, &other.kind)))
    };
    Relation::of_inclusion(within(before, after), within(after, before))
}

/// Pairs of built-in constraints where the second accepts everything that the first accepts: Heat implements some in terms of
/// others.
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

/// Relation between the texts that all patterns of one side accept and those that all patterns of the other side accept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PatternComparison {
    /// The patterns accept the same.
    Same,
    /// Fewer texts are accepted: this one is no longer accepted.
    Narrowed(String),
    /// More texts are accepted.
    Widened,
    /// A text, such as this one, is no longer accepted, but others now are.
    Incomparable(String),
    /// Nothing is lost; whether something is gained is undecided.
    NoLess(Undecided),
    /// Nothing is gained; whether something is lost is undecided.
    NoMore(Undecided),
    /// Undecided; if a text is present, it is known to be no longer accepted.
    Unknown(Undecided, Option<String>),
}

fn compare_patterns(before: &[&Constraint], after: &[&Constraint]) -> Option<Comparison> {
    let decided = |relation, lost| Some(Comparison { relation, undecided: None, lost });
    match compare_texts(&patterns(before), &patterns(after)) {
        PatternComparison::Same => None,
        PatternComparison::Narrowed(lost) => decided(Relation::Narrowed, Some(lost)),
        PatternComparison::Widened => decided(Relation::Widened, None),
        PatternComparison::Incomparable(lost) => decided(Relation::Incomparable, Some(lost)),
        PatternComparison::NoLess(why) => {
            Some(Comparison { relation: Relation::Widened, undecided: Some(why), lost: None })
        }
        PatternComparison::NoMore(why) => {
            Some(Comparison { relation: Relation::Narrowed, undecided: Some(why), lost: None })
        }
        PatternComparison::Unknown(why, lost) => match compare_as_written(before, after)? {
            // If a pattern was only added or removed, the sets of texts need not be compared.
            relation @ (Relation::Narrowed | Relation::Widened) => decided(relation, lost),
            relation => Some(Comparison { relation, undecided: Some(why), lost }),
        },
    }
}

/// Compares the texts that all of `before` accept with those that all of `after` accept.
pub(crate) fn compare_texts(before: &[&str], after: &[&str]) -> PatternComparison {
    let [old, new]: [BTreeSet<&str>; 2] = [before, after].map(|some| some.iter().copied().collect());
    if old == new {
        return PatternComparison::Same;
    }
    let distinct: Vec<&str> = old.union(&new).copied().collect();
    let mut languages = match Languages::new(&distinct) {
        Ok(languages) => languages,
        Err(why) => return PatternComparison::Unknown(why, None),
    };
    let mut first = |all: &[&str], other: &[&str]| {
        // A text cannot satisfy a pattern on both sides and violate it at the same time.
        let not_all: Vec<&str> = other.iter().filter(|pattern| !all.contains(pattern)).copied().collect();
        languages.first(all, Some(&not_all), Lengths::ANY, &mut |_| true)
    };
    match (first(before, after), first(after, before)) {
        (Ok(None), Ok(None)) => PatternComparison::Same,
        (Ok(Some(lost)), Ok(None)) => PatternComparison::Narrowed(lost),
        (Ok(None), Ok(Some(_))) => PatternComparison::Widened,
        (Ok(Some(lost)), Ok(Some(_))) => PatternComparison::Incomparable(lost),
        (Ok(None), Err(why)) => PatternComparison::NoLess(why),
        (Err(why), Ok(None)) => PatternComparison::NoMore(why),
        (Ok(lost), Err(why)) => PatternComparison::Unknown(why, lost),
        (Err(why), _) => PatternComparison::Unknown(why, None),
    }
}

/// Compares the whole numbers between the ends: no length is less than 0, and there is no integer between 2
/// and 2.5.
fn compare_whole_numbers<'a>(
    between: fn(Vec<&'a Constraint>) -> Between,
    before: &[&'a Constraint],
    after: &[&'a Constraint],
) -> Option<Relation> {
    let [old, new] = [before, after].map(|some| between(some.to_vec()));
    if !old.is_exact() || !new.is_exact() {
        return compare_ends(before, after);
    }
    let both = old.and(new);
    Relation::of_inclusion(both == old, both == new)
}

fn compare_ends(before: &[&Constraint], after: &[&Constraint]) -> Option<Relation> {
    relation_of(Ends::of(before).compare(&Ends::of(after)))
}

fn compare_steps(before: &[&Constraint], after: &[&Constraint]) -> Option<Relation> {
    let [old, new] = [before, after].map(|some| Progression::of(some.iter().copied()));
    let (Ok(Some(old)), Ok(Some(new))) = (old, new) else { return compare_as_written(before, after) };
    Relation::of_inclusion(old.is_within(new), new.is_within(old))
}

fn compare_lists(
    property_type: PropertyType,
    before: &[&Constraint],
    after: &[&Constraint],
) -> Option<Relation> {
    let [old, new] = [before, after].map(|some| ValueSet::of(&listed(property_type, some)));
    Relation::of_inclusion(old.is_subset(&new), new.is_subset(&old))
}

fn relation_of(order: Option<Ordering>) -> Option<Relation> {
    match order {
        Some(Ordering::Equal) => None,
        Some(Ordering::Less) => Some(Relation::Widened),
        Some(Ordering::Greater) => Some(Relation::Narrowed),
        None => Some(Relation::Incomparable),
    }
}

/// The tightest ends of the ranges.
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

    /// Compares two ranges: `Less` if this one lies within the other; `None` if each admits values that the other does not.
    fn compare(&self, other: &Self) -> Option<Ordering> {
        // A missing end is further out than any other.
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
    use heat_model::custom_constraint::{BuiltIn, CustomConstraints};

    proptest! {
        #[test]
        fn implied_constraints_accept_at_least_as_much(text in "[0-9a-f.:/]{0,20}|([0-9]{1,3}[.]){3}[0-9]{1,3}(/[0-9]{1,2})?|[a-z0-9-]{1,8}([.][a-z0-9-]{1,8}){0,4}[.]?") {
            let built_in = BuiltIn::at(SystemTime::UNIX_EPOCH);
            let value = Value::String(text);
            for (one, other) in IMPLIED {
                prop_assert!(built_in.check(one, &value).is_err() || built_in.check(other, &value).is_ok(), "{one} {value}");
            }
        }
    }
}
