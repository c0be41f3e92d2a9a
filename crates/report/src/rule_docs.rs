//! The rules of `check`, `validate` and `diff` in one form, for everything that lists, explains or describes rules.

use std::borrow::Cow;

use heat_history::Mirror;

use super::finding::Rank;

/// Docs of a rule, for people and programs.
#[derive(Debug, Clone)]
pub struct RuleDocs {
    /// The set that contains the rule.
    pub set: RuleSet,
    /// Id of the rule, in kebab case.
    pub id: &'static str,
    /// Severity of the rule's findings, in its command's own terms: `error`, `breaking`.
    pub severity: &'static str,
    /// Severity of the rule's findings on a scale that all commands share.
    pub rank: Rank,
    /// Heading of the rule's group in the list of its set.
    pub group: &'static str,
    /// Title of the rule's family, for a rule of `validate`.
    pub family: Option<&'static str>,
    /// Stage at which Heat notices the problem that a rule of `validate` reports; `None` if Heat accepts it.
    pub stage: Option<&'static str>,
    /// `true` if the rule only runs in projects that enable it.
    pub is_off_by_default: bool,
    /// Summary of the rule in one line, with no full stop.
    pub summary: &'static str,
    /// Page about the rule, in CommonMark, without its id and its summary.
    pub page: Cow<'static, str>,
    /// Number of the weakness in the Common Weakness Enumeration that a rule about security is about.
    pub cwe: Option<i64>,
    /// `true` if a schema can accept the problem that a rule of `check` reports.
    pub is_acceptable: bool,
    /// The rule for the opposite change, for a rule of `diff`.
    pub mirror: Option<Mirror>,
    /// Consequences of the change for running stacks, for a rule of `diff`.
    pub stacks: &'static str,
}

impl RuleDocs {
    /// The address of the rule's page on the published docs, from their root.
    #[must_use]
    pub fn page_url(&self) -> String {
        self.set.page_url(self.id)
    }

    /// Tags of the rule in SARIF, as GitHub reads them: `security`, and the weakness as `external/cwe/cwe-284`.
    #[must_use]
    pub fn tags(&self) -> Vec<String> {
        let tags = |cwe| vec!["security".to_owned(), format!("external/cwe/cwe-{cwe:03}")];
        self.cwe.map(tags).unwrap_or_default()
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
    /// All sets of rules, in the order in which pages with the same id are shown.
    pub const ALL: [Self; 3] = [Self::Schemas, Self::Templates, Self::Changes];

    /// The subject of the rules, in one word.
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

    /// The address of the page of a rule on the published docs, from their root. A placeholder such as `{code}` can be passed as
    /// the id.
    #[must_use]
    pub fn page_url(self, id: &str) -> String {
        let folder = match self {
            Self::Schemas => "lint",
            Self::Templates => "template",
            Self::Changes => "diff",
        };
        format!("rules/{folder}/{id}.html")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_different_sets_are_in_different_folders() {
        assert_eq!(RuleSet::Schemas.page_url("syntax"), "rules/lint/syntax.html");
        assert_eq!(RuleSet::Templates.page_url("syntax"), "rules/template/syntax.html");
        assert_eq!(RuleSet::Changes.page_url("{code}"), "rules/diff/{code}.html");
    }
}
