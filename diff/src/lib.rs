//! What changed between two catalogues, by meaning.
//!
//! [`compare`] lines up the types of both sides, their properties, members and attributes, and lets every [`Rule`] look at
//! the pairs. One root cause is one [`Finding`]: what has no partner on the other side is not looked into, so that a type's
//! removal is not also that of each of its properties, and a property that went by another name is one rename.
//!
//! How bad a change is follows what Heat does with stacks and templates: see [`Severity`]. Where the sides come from
//! (folders, revisions, releases) and how findings are shown is the business of the tool.

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

/// What rules about the life cycle hold changes against.
#[derive(Debug, Clone, Copy)]
pub struct Policy<'a> {
    /// The releases of Heat, which order versions. Without any, rules about versions keep quiet.
    pub releases: &'a ReleaseTable,
    /// The release that the side after will be part of: the version that its new statuses should have.
    pub current_version: Option<&'a str>,
    /// How many releases something has to be DEPRECATED in before it is HIDDEN.
    pub min_deprecated_releases: usize,
    /// Whether there was a catalogue before, even where none of the types compared is in it: what a catalogue gains is
    /// judged, what a first catalogue has is not.
    pub has_baseline: bool,
    /// The severities that the project gives to rules.
    pub severities: Option<&'a Severities>,
}

impl<'a> Policy<'a> {
    /// One release as deprecated is enough, and it is not known which release comes next. Every rule has its own severity.
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

/// All that changed, worst first; of the same severity, in the order of types and then of the schema.
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
            // Trials come last: they report what the others do not explain. `compare_tables` looks at tables.
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

/// All properties, members and items of some types, from the top down.
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
