//! Runs the rules on two catalogues, and judges what they find.

use heat_model::ResourceType;

use crate::meaning::constraint_change::ConstraintChange;
use crate::meaning::groups::GroupChange;
use crate::meaning::validation::ValidationChange;
use crate::pairs::tables::{Tables, TablesPair};
use crate::pairs::{MembersPair, PropertyPair, TypePair, TypesPair, walk};
use crate::rule::check::Check;
use crate::rule::finding::{Finding, Findings};
use crate::rule::policy::Policy;
use crate::rule::{Severity, Verb};
use crate::rules::RULES;
use crate::verdict;

/// Compares two catalogues. Findings are sorted by severity (most severe first), then by type, then in schema order.
#[must_use]
pub fn compare(before: &[&ResourceType], after: &[&ResourceType], policy: &Policy<'_>) -> Vec<Finding> {
    let mut types = TypesPair::new(before, after);
    types.is_first &= !policy.has_baseline;
    let mut found = found_by_rules(&types, policy);
    note_other_changes(&types.renamed, &mut found, policy);
    for pair in types.common.iter().filter(|pair| !pair.after.any_property) {
        let trial = verdict::judge(pair, &mut found);
        for rule in RULES {
            if let Check::Trial(check) = rule.check {
                check(pair, &trial, &mut Findings::new(rule, &mut found));
            }
        }
    }
    finished(found, policy)
}

/// The findings of all rules but those about trials, which come last: they report what no other rule explains.
fn found_by_rules(types: &TypesPair<'_>, policy: &Policy<'_>) -> Vec<Finding> {
    let statuses = types.statuses();
    let (members, properties) = walked(&types.common);
    let changes = ConstraintChange::all(&properties);
    let validation = ValidationChange::all(&types.common);
    let mut found = Vec::new();
    for rule in RULES {
        let mut findings = Findings::new(rule, &mut found);
        match rule.check {
            // `compare_tables` checks tables.
            Check::Trial(_) | Check::Table(..) | Check::TableFile { .. } => {}
            Check::Types(_) | Check::AddedType { .. } | Check::RemovedType { .. } => {
                rule.check.of_types(types, &mut findings);
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
    found
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

/// Returns whether a finding is about a type as a whole.
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
    finished(found, policy)
}

/// The findings with the severities of the project, most severe first.
fn finished(mut found: Vec<Finding>, policy: &Policy<'_>) -> Vec<Finding> {
    if let Some(severities) = policy.severities {
        found.retain_mut(|finding| severities.apply(finding));
    }
    found.sort_by(|left, right| left.order().cmp(&right.order()));
    found
}
