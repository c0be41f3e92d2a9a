//! The rules of `check`, `validate` and `diff` in one form, for everything that lists, explains or describes rules.

use std::borrow::Cow;

use heat_diff::Mirror;
use heat_hot::fault::Stage;

use super::finding::Rank;

/// What people and programs read about a rule.
#[derive(Debug, Clone)]
pub struct RuleDocs {
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

impl From<&heat_lint::Rule> for RuleDocs {
    fn from(rule: &heat_lint::Rule) -> Self {
        Self {
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleSet {
    /// The rules of `check`, about schemas.
    Schemas,
    /// The rules of `validate`, about templates.
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
    use super::*;

    #[test]
    fn every_rule_of_a_set_is_found_by_its_id() {
        for set in RuleSet::ALL {
            for rule in set.rules() {
                let found = set.rule(rule.id).unwrap();
                assert_eq!((found.id, found.page), (rule.id, rule.page));
            }
            assert!(set.rule("no-such-rule").is_none());
        }
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
