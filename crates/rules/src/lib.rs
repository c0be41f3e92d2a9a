//! Rules of `check`, `validate` and `diff` in one form, for code that lists, explains or describes rules.

use heat_hot::fault::Stage;
use heat_lint::Check;
use heat_report::{AppliedRule, RuleDocs, RuleSet};
use heat_template_check::{EnabledRules, Family};

/// Returns the rules of a set, in the order of the docs.
///
/// ```
/// use heat_report::RuleSet;
/// let first = &heat_rules::rules(RuleSet::Templates)[0];
/// assert_eq!((first.id, first.summary), ("syntax", "The text is not YAML"));
/// ```
#[must_use]
pub fn rules(set: RuleSet) -> Vec<RuleDocs> {
    match set {
        RuleSet::Schemas => heat_lint::RULES.iter().map(|rule| of_schemas(rule)).collect(),
        RuleSet::Templates => heat_template_check::RULES.iter().map(|rule| of_templates(rule)).collect(),
        RuleSet::Changes => heat_diff::RULES.iter().map(|rule| of_changes(rule)).collect(),
    }
}

/// Ids of the rules of a set. Their docs are not read, which takes a while.
#[must_use]
pub fn ids(set: RuleSet) -> Vec<&'static str> {
    match set {
        RuleSet::Schemas => heat_lint::RULES.iter().map(|rule| rule.id).collect(),
        RuleSet::Templates => heat_template_check::RULES.iter().map(|rule| rule.id).collect(),
        RuleSet::Changes => heat_diff::RULES.iter().map(|rule| rule.id).collect(),
    }
}

/// Returns the rules of all sets.
#[must_use]
pub fn all() -> Vec<RuleDocs> {
    RuleSet::ALL.into_iter().flat_map(rules).collect()
}

/// Finds the rule of a set with this id.
#[must_use]
pub fn rule(set: RuleSet, id: &str) -> Option<RuleDocs> {
    match set {
        RuleSet::Schemas => heat_lint::rule(id).map(of_schemas),
        RuleSet::Templates => heat_template_check::rule(id).map(of_templates),
        RuleSet::Changes => heat_diff::rule(id).map(of_changes),
    }
}

/// Returns the rules of a set, and those that a project has added, for a report.
#[must_use]
pub fn applied(set: RuleSet, enabled: &EnabledRules) -> Vec<AppliedRule> {
    let own = enabled.rules().filter(|rule| rule.family == Family::Project);
    // The site has no page about them.
    let own = own.map(|rule| AppliedRule { page_url: None, ..of_templates(rule).into() });
    rules(set).into_iter().map(Into::into).chain(own).collect()
}

fn of_schemas(rule: &heat_lint::Rule) -> RuleDocs {
    RuleDocs {
        set: RuleSet::Schemas,
        id: rule.id,
        severity: rule.severity.as_str(),
        rank: rule.severity.into(),
        group: match rule.check {
            Check::Reading => "Reading the file",
            Check::Schema(_) | Check::Acceptance => "Contents of the schema",
        },
        family: None,
        stage: None,
        is_off_by_default: false,
        summary: rule.summary,
        page: rule.docs.into(),
        cwe: None,
        is_acceptable: matches!(rule.check, Check::Schema(_)),
        mirror: None,
        stacks: "",
    }
}

fn of_templates(rule: &heat_template_check::Rule) -> RuleDocs {
    RuleDocs {
        set: RuleSet::Templates,
        id: rule.id,
        severity: rule.severity().as_str(),
        rank: rule.severity().into(),
        group: rule.family.title(),
        family: Some(rule.family.title()),
        stage: rule.stage().map(Stage::as_str),
        is_off_by_default: rule.is_off_by_default(),
        summary: rule.summary,
        page: rule.page().into(),
        cwe: rule.cwe(),
        is_acceptable: false,
        mirror: None,
        stacks: "",
    }
}

fn of_changes(rule: &heat_diff::Rule) -> RuleDocs {
    use heat_diff::Object;
    RuleDocs {
        set: RuleSet::Changes,
        id: rule.id,
        severity: rule.severity.as_str(),
        rank: rule.severity.into(),
        group: match rule.object {
            Object::ResourceType => "Resource types",
            Object::Property | Object::Item => "Properties",
            Object::Attribute => "Attributes",
            Object::Thing => "Support status",
            Object::ConstraintDefinition => "Custom constraints",
            Object::Release | Object::Records => "Releases and records",
        },
        family: None,
        stage: None,
        is_off_by_default: false,
        summary: rule.summary,
        page: rule.page().into(),
        cwe: None,
        is_acceptable: false,
        mirror: Some(rule.mirror),
        stacks: rule.docs.stacks,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_rule_of_a_set_is_found_by_its_id() {
        for set in RuleSet::ALL {
            for known in rules(set) {
                let found = rule(set, known.id).unwrap();
                assert_eq!((found.set, found.id, found.page), (set, known.id, known.page));
            }
            assert!(rule(set, "no-such-rule").is_none());
        }
    }

    #[test]
    fn every_rule_has_a_page_of_its_own() {
        let pages: HashSet<String> = all().iter().map(RuleDocs::page_url).collect();
        assert_eq!(pages.len(), all().len());
    }

    #[test]
    fn rules_about_security_have_tags_for_github() {
        let tags = |id| rule(RuleSet::Templates, id).unwrap().tags();
        assert_eq!(tags("security-literal-secret"), ["security", "external/cwe/cwe-798"]);
        assert_eq!(tags("security-secret-attribute-in-output"), ["security", "external/cwe/cwe-200"]);
        assert!(tags("unused-condition").is_empty());
        for rule in rules(RuleSet::Templates) {
            assert_eq!(rule.cwe.is_some(), rule.family == Some("Security"), "{}", rule.id);
        }
    }

    #[test]
    fn a_set_has_what_its_command_says_of_rules() {
        for set in RuleSet::ALL {
            for rule in rules(set) {
                assert_eq!(rule.family.is_some(), set == RuleSet::Templates, "{}", rule.id);
                assert_eq!(rule.mirror.is_some(), set == RuleSet::Changes, "{}", rule.id);
            }
        }
    }
}
