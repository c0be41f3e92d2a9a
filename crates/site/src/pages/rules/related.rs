//! Which rules belong to a rule: those that its docs name or that name it, those that report the same error of Heat, and those about the
//! same key of a schema.

use std::collections::HashSet;

use heat_diff::Mirror;
use heat_errors::{ErrorPage, ErrorPages};
use heat_report::{RuleDocs, RuleSet};
use memchr::memmem;

/// The most rules that a page names.
const MAX: usize = 8;

/// The errors of Heat that a rule reports as well.
pub(super) fn errors_of<'e>(rule: &RuleDocs, errors: &'e ErrorPages) -> Vec<&'e ErrorPage> {
    if rule.set == RuleSet::Templates { errors.of_rule(rule.id).collect() } else { Vec::new() }
}

/// The rules that belong to a rule, the closest first. The one for the opposite change has a section of its own.
pub(super) fn related<'r>(rule: &RuleDocs, rules: &'r [RuleDocs], errors: &ErrorPages) -> Vec<&'r RuleDocs> {
    let mirror = match rule.mirror {
        Some(Mirror::Rule(id)) => id,
        _ => "",
    };
    let shared: HashSet<&str> =
        errors_of(rule, errors).into_iter().flat_map(|page| page.rules.iter().map(String::as_str)).collect();
    let of_key = about_the_same_key(rule);
    // Every page is searched for every rule.
    let name = format!("`{}`", rule.id);
    let naming = memmem::Finder::new(&name);
    let named: HashSet<&str> = rule.page.split('`').skip(1).step_by(2).collect();
    let tests: [&dyn Fn(&RuleDocs) -> bool; 4] = [
        &|other| named.contains(other.id),
        &|other| naming.find(other.page.as_bytes()).is_some(),
        &|other| shared.contains(other.id),
        &|other| of_key.contains(other.id),
    ];
    let mut found: Vec<&RuleDocs> = Vec::new();
    for is_related in tests {
        for other in
            rules.iter().filter(|other| other.id != rule.id && other.id != mirror && is_related(other))
        {
            if found.len() < MAX && !found.iter().any(|known| known.id == other.id) {
                found.push(other);
            }
        }
    }
    found
}

/// The rules of `diff` about the same key of the same object; none for other rules, and for those about an object as a whole.
fn about_the_same_key(rule: &RuleDocs) -> HashSet<&'static str> {
    let rule =
        heat_diff::rule(rule.id).filter(|found| rule.set == RuleSet::Changes && found.aspect.is_some());
    let Some(rule) = rule else { return HashSet::new() };
    let is_same = |other: &&&heat_diff::Rule| (other.object, other.aspect) == (rule.object, rule.aspect);
    heat_diff::RULES.iter().filter(is_same).map(|other| other.id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(set: RuleSet, id: &str, expect: &[&str]) {
        let (rules, errors) = (set.rules(), ErrorPages::built_in());
        let rule = set.rule(id).unwrap();
        let found: Vec<&str> = related(&rule, &rules, &errors).iter().map(|rule| rule.id).collect();
        assert_eq!(found, expect, "{id}");
    }

    #[test]
    fn rules_about_the_same_belong_together() {
        // They report the same errors of Heat.
        check(RuleSet::Templates, "conflicting-properties", &["validation-rule"]);
        // The docs of one name the other.
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
