//! Which rules belong to a rule: those that its docs name or that name it, those that report the same error of Heat, and those about the
//! same key of a schema.

use std::collections::HashSet;

use heat_diff::Mirror;
use heat_errors::{ErrorPage, ErrorPages};
use heat_report::{RuleDocs, RuleSet};

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
    let shared: HashSet<&str> = errors_of(rule, errors)
        .into_iter()
        .flat_map(|page| page.rules.iter().map(String::as_str))
        .collect();
    let aspect = aspect(rule);
    let tests: [&dyn Fn(&RuleDocs) -> bool; 4] = [
        &|other| names(rule, other.id),
        &|other| names(other, rule.id),
        &|other| shared.contains(other.id),
        &|other| aspect.is_some() && self::aspect(other) == aspect,
    ];
    let mut found: Vec<&RuleDocs> = Vec::new();
    for is_related in tests {
        for other in rules.iter().filter(|other| other.id != rule.id && other.id != mirror && is_related(other)) {
            if found.len() < MAX && !found.iter().any(|known| known.id == other.id) {
                found.push(other);
            }
        }
    }
    found
}

/// Whether the docs of a rule name another one.
fn names(rule: &RuleDocs, id: &str) -> bool {
    rule.page.contains(&format!("`{id}`"))
}

/// What a rule of `diff` is about: an object, and a key of it.
fn aspect(rule: &RuleDocs) -> Option<(heat_diff::Object, &'static str)> {
    let rule = heat_diff::rule(rule.id).filter(|_| rule.set == RuleSet::Changes)?;
    Some((rule.object, rule.aspect?))
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
