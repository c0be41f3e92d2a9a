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
mod pairs;
mod rule;
mod rules;
mod type_change;

pub use finding::{Finding, Findings, Side};
pub use pairs::{MembersPair, PropertyPair, Renamed, TypePair};
pub use rule::{Check, Mirror, Rule, Severity};
pub use rules::RULES;

use crate::ResourceType;

/// All that changed, worst first; of the same severity, in the order of types and then of the schema.
#[must_use]
pub fn compare(before: &[&ResourceType], after: &[&ResourceType]) -> Vec<Finding> {
    let types = pairs::TypesPair::new(before, after);
    let mut found = Vec::new();
    for rule in RULES {
        let mut findings = Findings::new(rule, &mut found);
        match rule.check {
            Check::Types(check) => check(&types, &mut findings),
            Check::Type(check) => types.common.iter().for_each(|pair| check(pair, &mut findings)),
            Check::Members(check) => {
                types.common.iter().flat_map(TypePair::members).for_each(|pair| check(&pair, &mut findings));
            }
            Check::Property(check) => {
                types
                    .common
                    .iter()
                    .flat_map(TypePair::properties)
                    .for_each(|pair| check(&pair, &mut findings));
            }
        }
    }
    found.sort_by(|left, right| left.order().cmp(&right.order()));
    found
}

/// The rule of this id.
#[must_use]
pub fn rule(id: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.id == id).copied()
}

#[cfg(test)]
mod tests;
