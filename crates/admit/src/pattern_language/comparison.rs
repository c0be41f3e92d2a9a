//! Compares the sets of texts that patterns accept.

use std::collections::BTreeSet;

use super::search::{Languages, Lengths};
use super::undecided::Undecided;

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

/// Compares the texts that all of `before` accept with those that all of `after` accept.
pub(crate) fn compare(before: &[&str], after: &[&str]) -> PatternComparison {
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
