//! The rules related to a rule: those that its docs name or that name it, those that report the same error of Heat, and those
//! about the same key of a schema.

use std::collections::{HashMap, HashSet};

use heat_errors::{ErrorPage, ErrorPages};
use heat_history::{Mirror, RULE_FACTS, rule_facts};
use heat_report::{RuleDocs, RuleSet};

/// The maximum number of related rules on a page.
const MAX: usize = 8;

/// The errors of Heat that a rule reports too.
pub(super) fn errors_of<'e>(rule: &RuleDocs, errors: &'e ErrorPages) -> Vec<&'e ErrorPage> {
    if rule.set == RuleSet::Templates { errors.of_rule(rule.id).collect() } else { Vec::new() }
}

/// The rules that each rule's docs name, and the rules whose docs name it, by their positions in the set.
#[derive(Debug)]
pub(super) struct Mentions {
    named: Vec<Vec<usize>>,
    naming: Vec<Vec<usize>>,
}

impl Mentions {
    pub(super) fn new(rules: &[&RuleDocs]) -> Self {
        let positions: HashMap<&str, usize> =
            rules.iter().enumerate().map(|(position, rule)| (rule.id, position)).collect();
        let named = |rule: &RuleDocs| -> Vec<usize> {
            let code = rule.page.split('`').skip(1).step_by(2);
            code.filter_map(|word| positions.get(word).copied()).collect()
        };
        let named: Vec<Vec<usize>> = rules.iter().map(|rule| named(rule)).collect();
        let mut naming = vec![Vec::new(); rules.len()];
        for (position, others) in named.iter().enumerate() {
            for other in others {
                naming[*other].push(position);
            }
        }
        Self { named, naming }
    }
}

/// The rules related to the rule at a position, the closest first. The rule for the opposite change is left out, because it has
/// its own section.
pub(super) fn related<'r>(
    position: usize,
    rules: &[&'r RuleDocs],
    mentions: &Mentions,
    errors: &ErrorPages,
) -> Vec<&'r RuleDocs> {
    let rule = rules[position];
    let mirror = match rule.mirror {
        Some(Mirror::Rule(id)) => id,
        _ => "",
    };
    let shared: HashSet<&str> =
        errors_of(rule, errors).into_iter().flat_map(|page| page.rules.iter().map(String::as_str)).collect();
    let of_key = about_the_same_key(rule);
    let positions_of = |ids: &HashSet<&str>| -> Vec<usize> {
        if ids.is_empty() {
            return Vec::new();
        }
        (0..rules.len()).filter(|other| ids.contains(rules[*other].id)).collect()
    };
    let groups = [
        mentions.named[position].clone(),
        mentions.naming[position].clone(),
        positions_of(&shared),
        positions_of(&of_key),
    ];
    let mut found: Vec<&RuleDocs> = Vec::new();
    for mut group in groups {
        group.sort_unstable();
        for other in group.into_iter().map(|other| rules[other]) {
            let is_known = other.id == rule.id || found.iter().any(|known| known.id == other.id);
            if found.len() < MAX && other.id != mirror && !is_known {
                found.push(other);
            }
        }
    }
    found
}

/// The rules of `diff` about the same key of the same object; empty for other rules, and for those about an object as a whole.
fn about_the_same_key(rule: &RuleDocs) -> HashSet<&'static str> {
    let facts = rule_facts(rule.id).filter(|found| rule.set == RuleSet::Changes && found.aspect.is_some());
    let Some(facts) = facts else { return HashSet::new() };
    let same = RULE_FACTS.iter().filter(|other| (other.object, other.aspect) == (facts.object, facts.aspect));
    same.map(|other| other.id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(set: RuleSet, id: &str, expect: &[&str]) {
        let (rules, errors) = (heat_rules::rules(set), ErrorPages::built_in());
        let rules: Vec<&RuleDocs> = rules.iter().collect();
        let position = rules.iter().position(|rule| rule.id == id).unwrap();
        let found = related(position, &rules, &Mentions::new(&rules), &errors);
        let found: Vec<&str> = found.iter().map(|rule| rule.id).collect();
        assert_eq!(found, expect, "{id}");
    }

    #[test]
    fn rules_about_the_same_belong_together() {
        // They report the same errors of Heat.
        check(RuleSet::Templates, "conflicting-properties", &["validation-rule"]);
        // The docs of one rule name the other.
        check(RuleSet::Schemas, "default-violates-constraint", &["pattern-never-matches-default"]);
        check(RuleSet::Schemas, "pattern-never-matches-default", &["default-violates-constraint"]);
        // They are about the same key; the opposite change is not among them.
        check(
            RuleSet::Changes,
            "property-update-allowed-removed",
            &["property-update-allowed-changed-to-immutable", "property-update-rule-changed"],
        );
        check(RuleSet::Templates, "circular-dependency", &[]);
    }
}
