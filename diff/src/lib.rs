//! What changed between two catalogues, by meaning.
//!
//! [`compare`] matches the types of both sides, their properties, fields and attributes, and runs every [`Rule`] on the
//! pairs. One root cause is one [`Finding`]: nothing inside an unmatched item is compared, so the removal of a type is
//! not also reported for each of its properties, and a renamed property is one rename.
//!
//! How severe a change is depends on what Heat does with stacks and templates: see [`Severity`]. Where the sides come
//! from (folders, revisions, releases) and how findings are shown is up to the caller.

mod constraint_change;
mod finding;
mod groups;
pub mod history;
mod life_cycle;
mod loadable;
mod pairs;
mod retired;
mod rule;
mod rules;
mod severities;
mod severity;
mod status;
mod tables;
mod translation;
mod trial;
mod type_change;
mod walk;
mod words;

pub use finding::{Evidence, Finding, Findings, Side, fingerprint};
pub use groups::GroupKind;
pub use history::{Change, History, RecordedRelease, load_history};
pub use pairs::{MembersPair, Place, PropertyPair, Renamed, TypePair, TypesPair};
pub use rule::{Check, Docs, Example, Mirror, Object, Rule, Verb};
pub use rules::{RULES, rule};
pub use severities::{Level, Severities};
pub use severity::Severity;
pub use status::StatusPair;
pub use tables::{ConstraintPair, ReleasePair, Table, Tables, TablesPair, compare_tables};
pub use trial::Trial;
pub use words::without_words;

pub use heat_model::admit::{Kind, Relation};

use constraint_change::ConstraintChange;
use groups::GroupChange;
use heat_model::{ReleaseTable, ResourceType};

/// The settings that life cycle rules check changes against.
#[derive(Debug, Clone, Copy)]
pub struct Policy<'a> {
    /// The releases of Heat, which define the order of versions. If empty, rules about versions report nothing.
    pub releases: &'a ReleaseTable,
    /// The release that will contain the new side: the version that new statuses should have.
    pub current_version: Option<&'a str>,
    /// For how many releases something has to be DEPRECATED before it can become HIDDEN.
    pub min_deprecated_releases: usize,
    /// Whether an old catalogue exists, even if none of the compared types is in it: additions to a catalogue are
    /// checked, the contents of a first catalogue are not.
    pub has_baseline: bool,
    /// The severities that the project overrides.
    pub severities: Option<&'a Severities>,
}

impl<'a> Policy<'a> {
    /// The default policy: one release as DEPRECATED is enough, the upcoming release is unknown, and no severity is
    /// overridden.
    #[must_use]
    pub fn new(releases: &'a ReleaseTable) -> Self {
        Self {
            releases,
            current_version: None,
            min_deprecated_releases: 1,
            has_baseline: false,
            severities: None,
        }
    }
}

/// Compares two catalogues. Findings are sorted by severity, most severe first, then by type, then in schema order.
#[must_use]
pub fn compare(before: &[&ResourceType], after: &[&ResourceType], policy: &Policy<'_>) -> Vec<Finding> {
    let mut types = TypesPair::new(before, after);
    types.is_first &= !policy.has_baseline;
    let statuses = types.statuses();
    let (members, properties) = walked(&types.common);
    let changes = ConstraintChange::all(&properties);
    let mut found = Vec::new();
    for rule in RULES {
        let mut findings = Findings::new(rule, &mut found);
        match rule.check {
            // Trials come last: they report what no other rule explains. `compare_tables` checks tables.
            Check::Trial(_) | Check::Table(..) => {}
            Check::Types(check) => check(&types, &mut findings),
            Check::Type(check) => types.common.iter().for_each(|pair| check(pair, &mut findings)),
            Check::Members(check) => members.iter().for_each(|pair| check(pair, &mut findings)),
            Check::Property(check) => properties.iter().for_each(|pair| check(pair, &mut findings)),
            Check::Status(check) => statuses.iter().for_each(|pair| check(pair, policy, &mut findings)),
            Check::Constraint { kind, relation, what } => {
                let right =
                    |change: &&ConstraintChange<'_>| change.kind == kind && change.relation() == relation;
                changes.iter().filter(right).for_each(|change| change.report(&mut findings, what));
            }
            Check::Groups { kind, relation, what } => {
                for pair in &types.common {
                    if let Some(change) = GroupChange::of(kind, pair)
                        && change.relation == relation
                    {
                        change.report(pair, &mut findings, what);
                    }
                }
            }
        }
    }
    for pair in &types.common {
        let trial = Trial::of(pair, &found);
        for rule in RULES {
            if let Check::Trial(check) = rule.check {
                check(pair, &trial, &mut Findings::new(rule, &mut found));
            }
        }
    }
    if let Some(severities) = policy.severities {
        found.retain_mut(|finding| severities.apply(finding));
    }
    found.sort_by(|left, right| left.order().cmp(&right.order()));
    found
}

/// All properties, fields and items of the given types, from the top down.
fn walked<'a>(types: &[TypePair<'a>]) -> (Vec<MembersPair<'a>>, Vec<PropertyPair<'a>>) {
    let (mut members, mut properties) = (Vec::new(), Vec::new());
    for pair in types {
        let walk = walk::walk(*pair);
        members.extend(walk.0);
        properties.extend(walk.1);
    }
    (members, properties)
}

#[cfg(test)]
mod constraint_proptests;
#[cfg(test)]
mod constraint_tests;
#[cfg(test)]
mod growth_tests;
#[cfg(test)]
mod tests;
