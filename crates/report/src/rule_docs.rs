//! The rules of `check`, `validate` and `diff` in one form, for everything that lists, explains or describes rules.

use std::borrow::Cow;

use heat_diff::Mirror;
use heat_hot::fault::Stage;

use super::finding::Rank;

/// What people and programs read about a rule.
#[derive(Debug, Clone)]
pub struct RuleDocs {
    /// The set that the rule is in.
    pub set: RuleSet,
    /// Id of the rule, in kebab case.
    pub id: &'static str,
    /// Severity of the rule's findings, in its command's own terms: `error`, `breaking`.
    pub severity: &'static str,
    /// Severity of the rule's findings on a scale that all commands share.
    pub rank: Rank,
    /// Title of the rule's family, for a rule of `validate`.
    pub family: Option<&'static str>,
    /// When Heat notices what the rule of `validate` reports; `None` if Heat accepts it.
    pub stage: Option<&'static str>,
    /// Whether the rule only runs where a project asks for it.
    pub is_off_by_default: bool,
    /// Summary of the rule in one line, with no full stop.
    pub summary: &'static str,
    /// Page about the rule, in CommonMark, without its id and its summary.
    pub page: Cow<'static, str>,
    /// The rule for the opposite change, for a rule of `diff`.
    pub mirror: Option<Mirror>,
}

impl RuleDocs {
    /// The address of the rule's page on the published docs, from their root.
    #[must_use]
    pub fn page_url(&self) -> String {
        self.set.page_url(self.id)
    }
}

impl From<&heat_lint::Rule> for RuleDocs {
    fn from(rule: &heat_lint::Rule) -> Self {
        Self {
            set: RuleSet::Schemas,
            id: rule.id,
            severity: rule.severity.as_str(),
            rank: rule.severity.into(),
            family: None,
            stage: None,
            is_off_by_default: false,
            summary: rule.summary,
            page: rule.docs.into(),
            mirror: None,
        }
    }
}

impl From<&heat_template_check::Rule> for RuleDocs {
    fn from(rule: &heat_template_check::Rule) -> Self {
        Self {
            set: RuleSet::Templates,
            id: rule.id,
            severity: rule.severity().as_str(),
            rank: rule.severity().into(),
            family: Some(rule.family.title()),
            stage: rule.stage().map(Stage::as_str),
            is_off_by_default: rule.is_off_by_default(),
            summary: rule.summary,
            page: rule.page().into(),
            mirror: None,
        }
    }
}

impl From<&heat_diff::Rule> for RuleDocs {
    fn from(rule: &heat_diff::Rule) -> Self {
        Self {
            set: RuleSet::Changes,
            id: rule.id,
            severity: rule.severity.as_str(),
            rank: rule.severity.into(),
            family: None,
            stage: None,
            is_off_by_default: false,
            summary: rule.summary,
            page: rule.page().into(),
            mirror: Some(rule.mirror),
        }
    }
}

/// The rules of one command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RuleSet {
    /// The rules of `check`, about schemas.
    Schemas,
    /// The rules of `validate`, about templates.
    #[default]
    Templates,
    /// The rules of `diff`, about changes of schemas.
    Changes,
}

impl RuleSet {
    /// All sets of rules, in the order in which pages of the same id are shown.
    pub const ALL: [Self; 3] = [Self::Schemas, Self::Templates, Self::Changes];

    /// What the rules look at, in one word.
    #[must_use]
    pub const fn subject(self) -> &'static str {
        match self {
            Self::Schemas => "schemas",
            Self::Templates => "templates",
            Self::Changes => "changes",
        }
    }

    /// The command that runs the rules.
    #[must_use]
    pub const fn command(self) -> &'static str {
        match self {
            Self::Schemas => "check",
            Self::Templates => "validate",
            Self::Changes => "diff",
        }
    }

    /// The address of the page of a rule on the published docs, from their root. `{code}` and its like stand for any id.
    #[must_use]
    pub fn page_url(self, id: &str) -> String {
        let folder = match self {
            Self::Schemas => "lint",
            Self::Templates => "template",
            Self::Changes => "diff",
        };
        format!("rules/{folder}/{id}.html")
    }

    /// The rules of the set, in the order of the docs.
    #[must_use]
    pub fn rules(self) -> Vec<RuleDocs> {
        match self {
            Self::Schemas => heat_lint::RULES.iter().map(|rule| RuleDocs::from(*rule)).collect(),
            Self::Templates => heat_template_check::RULES.iter().map(|rule| RuleDocs::from(*rule)).collect(),
            Self::Changes => heat_diff::RULES.iter().map(|rule| RuleDocs::from(*rule)).collect(),
        }
    }

    /// The rule of the set with this id.
    #[must_use]
    pub fn rule(self, id: &str) -> Option<RuleDocs> {
        match self {
            Self::Schemas => heat_lint::rule(id).map(RuleDocs::from),
            Self::Templates => heat_template_check::rule(id).map(RuleDocs::from),
            Self::Changes => heat_diff::rule(id).map(RuleDocs::from),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_rule_of_a_set_is_found_by_its_id() {
        for set in RuleSet::ALL {
            for rule in set.rules() {
                let found = set.rule(rule.id).unwrap();
                assert_eq!((found.set, found.id, found.page), (set, rule.id, rule.page));
            }
            assert!(set.rule("no-such-rule").is_none());
        }
    }

    #[test]
    fn every_rule_has_a_page_of_its_own() {
        let rules = || RuleSet::ALL.into_iter().flat_map(RuleSet::rules);
        let pages: HashSet<String> = rules().map(|rule| rule.page_url()).collect();
        assert_eq!(pages.len(), rules().count());
        // Both sets have the rules about YAML.
        assert_eq!(RuleSet::Schemas.page_url("syntax"), "rules/lint/syntax.html");
        assert_eq!(RuleSet::Templates.page_url("syntax"), "rules/template/syntax.html");
        assert_eq!(RuleSet::Changes.page_url("{code}"), "rules/diff/{code}.html");
    }

    #[test]
    fn a_set_has_what_its_command_says_of_rules() {
        for set in RuleSet::ALL {
            for rule in set.rules() {
                assert_eq!(rule.family.is_some(), set == RuleSet::Templates, "{}", rule.id);
                assert_eq!(rule.mirror.is_some(), set == RuleSet::Changes, "{}", rule.id);
            }
        }
    }
}
