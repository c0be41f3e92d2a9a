//! Runs the rules on two catalogues.
//!
//! The findings that no template can notice are lowered here, and the effect of a trial on one resource is determined. The rules
//! are in `rules`.

mod never;
pub(crate) mod trial_effect;
mod unaffected;

use std::collections::HashSet;

use heat_model::path::Segment;
use heat_model::{ResourceType, SchemaPath};

use super::pairs::{MembersPair, PropertyPair, TypePair, TypesPair};
use super::rule::Verb;
use super::rules::RULES;
use super::trial::Outcomes;
use crate::meaning::constraint_change::ConstraintChange;
use crate::meaning::groups::GroupChange;
use crate::meaning::validation::ValidationChange;
use crate::pairs::tables::{Tables, TablesPair};
use crate::pairs::walk;
use crate::rule::Severity;
use crate::rule::check::Check;
use crate::rule::finding::{Finding, Findings};
use crate::rule::policy::Policy;

/// Compares two catalogues. Findings are sorted by severity (most severe first), then by type, then in schema order.
#[must_use]
pub fn compare(before: &[&ResourceType], after: &[&ResourceType], policy: &Policy<'_>) -> Vec<Finding> {
    let mut types = TypesPair::new(before, after);
    types.is_first &= !policy.has_baseline;
    let statuses = types.statuses();
    let (members, properties) = walked(&types.common);
    let changes = ConstraintChange::all(&properties);
    let validation = ValidationChange::all(&types.common);
    let mut found = Vec::new();
    for rule in RULES {
        let mut findings = Findings::new(rule, &mut found);
        match rule.check {
            // Trials come last: they report what no other rule explains. `compare_tables` checks tables.
            Check::Trial(_) | Check::Table(..) | Check::TableFile { .. } => {}
            Check::Types(_) | Check::AddedType { .. } | Check::RemovedType { .. } => {
                rule.check.of_types(&types, &mut findings);
            }
            Check::Type(_)
            | Check::TypeKey { .. }
            | Check::AttributeKey { .. }
            | Check::AddedAttribute { .. }
            | Check::RemovedAttribute { .. } => {
                for pair in &types.common {
                    rule.check.of_type(pair, &mut findings);
                }
            }
            Check::Members(_) | Check::AddedMember { .. } | Check::RemovedMember { .. } => {
                for pair in &members {
                    rule.check.of_members(pair, &mut findings);
                }
            }
            Check::Property(_) | Check::PropertyType(_) | Check::PropertyKey { .. } => {
                for pair in &properties {
                    rule.check.of_property(pair, &mut findings);
                }
            }
            Check::StatusWith(_) | Check::Status { .. } => {
                for pair in &statuses {
                    rule.check.of_status(pair, policy, &mut findings);
                }
            }
            Check::Constraint { kind, relation, what } => {
                let right =
                    |change: &&ConstraintChange<'_>| change.kind == kind && change.relation() == relation;
                changes.iter().filter(right).for_each(|change| change.report(&mut findings, what));
            }
            Check::ValidationRules { kind, what } => {
                let right = validation.iter().filter(|change| change.kind == kind);
                right.for_each(|change| change.report(&mut findings, what));
            }
            Check::Groups { kind, relation, what } => {
                for pair in types.common.iter().filter(|pair| !pair.after.any_property) {
                    if let Some(change) = GroupChange::of(kind, pair)
                        && change.relation == relation
                    {
                        change.report(pair, &mut findings, what);
                    }
                }
            }
        }
    }
    note_other_changes(&types.renamed, &mut found, policy);
    for pair in types.common.iter().filter(|pair| !pair.after.any_property) {
        let outcomes = Outcomes::of(pair);
        unaffected::lower(pair, &outcomes, &mut found);
        let trial = outcomes.unexplained(&explained(pair, &found), explains_rules(pair, &found));
        for rule in RULES {
            if let Check::Trial(check) = rule.check {
                check(pair, &trial, &mut Findings::new(rule, &mut found));
            }
        }
    }
    judged(found, policy)
}

/// Adds the other changes of each renamed type to its finding.
fn note_other_changes(renamed: &[TypePair<'_>], found: &mut [Finding], policy: &Policy<'_>) {
    for pair in renamed {
        let old_name = ResourceType { name: pair.after.name.clone(), ..pair.before.clone() };
        let others = compare(&[&old_name], &[pair.after], policy);
        let finding = found.iter_mut().find(|each| {
            each.rule.verb == Verb::Renamed && each.resource_type == pair.before.name && is_whole(each)
        });
        let Some(finding) = finding else { continue };
        for other in others.iter().filter(|other| other.severity < Severity::Docs) {
            finding.note(format!("{}: {}", other.severity, other.message));
        }
    }
}

/// Whether a finding is about a type as a whole.
fn is_whole(finding: &Finding) -> bool {
    finding.before.as_ref().is_some_and(|path| path.0.is_empty())
}

/// All properties, fields and items of the types, from the top down.
fn walked<'a>(types: &[TypePair<'a>]) -> (Vec<MembersPair<'a>>, Vec<PropertyPair<'a>>) {
    let (mut members, mut properties) = (Vec::new(), Vec::new());
    for pair in types {
        let walk = walk::walk(*pair);
        members.extend(walk.0);
        properties.extend(walk.1);
    }
    (members, properties)
}

/// Compares the tables of two catalogues; the most severe findings come first. A table that does not exist on the old
/// side is new, and is not compared. Findings name the table's file instead of a resource type.
#[must_use]
pub fn compare_tables(before: Tables<'_>, after: Tables<'_>, policy: &Policy<'_>) -> Vec<Finding> {
    let pair = TablesPair { before, after };
    let mut found = Vec::new();
    for rule in RULES {
        rule.check.of_tables(&pair, &mut Findings::new(rule, &mut found));
    }
    judged(found, policy)
}

/// The findings with the severities of the project, most severe first.
fn judged(mut found: Vec<Finding>, policy: &Policy<'_>) -> Vec<Finding> {
    if let Some(severities) = policy.severities {
        found.retain_mut(|finding| severities.apply(finding));
    }
    found.sort_by(|left, right| left.order().cmp(&right.order()));
    found
}

/// The top-level properties that breaking findings are about.
pub(super) fn explained<'f>(
    types: &TypePair<'_>,
    found: impl IntoIterator<Item = &'f Finding>,
) -> HashSet<String> {
    let of_type = found
        .into_iter()
        .filter(|each| each.severity == Severity::Breaking && each.resource_type == types.before.name);
    of_type.flat_map(|each| [&each.before, &each.after]).flatten().filter_map(top_property).collect()
}

/// Whether any finding is about the validation rules or the groups of a type.
fn explains_rules(types: &TypePair<'_>, found: &[Finding]) -> bool {
    let is_about_rules = |path: &SchemaPath| matches!(path.0.first(), Some(Segment::Key(section)) if section == "validation_rules" || section == "properties_groups");
    let of_type = found.iter().filter(|each| each.resource_type == types.before.name);
    of_type.flat_map(|each| [&each.before, &each.after]).flatten().any(is_about_rules)
}

/// The top-level property that a path leads to or through.
pub(super) fn top_property(path: &SchemaPath) -> Option<String> {
    match path.0.as_slice() {
        [Segment::Key(section), Segment::Key(name), ..] if section == "properties" => Some(name.clone()),
        _ => None,
    }
}
