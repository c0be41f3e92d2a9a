//! Definition of a rule: its docs and its check.

use std::borrow::Cow;

use heat_hot::fault::{Problem, Stage};
use heat_yaml::Severity;
use heat_yaml::docs::{CodeDocs, Docs};

use super::declared::{Declared, DeclaredRule};
use crate::{Context, Document, Findings};

/// Rule for templates.
#[derive(Debug)]
pub struct Rule {
    /// Id of the rule in kebab case, which names the problem.
    pub id: &'static str,
    /// Family that the rule is listed in.
    pub family: Family,
    /// Summary of the rule in one line.
    pub summary: &'static str,
    /// Page about the rule, in CommonMark: *What it does*, *Why*, *Example*, *Use instead*. The few rules whose
    /// example would be too long have the first two only.
    pub docs: &'static str,
    /// Check that finds the problem.
    pub check: Check,
}

/// Source of a rule's findings.
#[derive(Debug, Clone, Copy)]
pub enum Check {
    /// Finding of the YAML parser, with this severity.
    Reading(Severity),
    /// Error of Heat, found by `heat-hot`.
    Error(Problem),
    /// Finding of the code that reads the files, with this severity.
    Files(Severity),
    /// Finding of the code that reads comments and settings about rules.
    Suppressions,
    /// Finding of this function: the plug-in of a type refuses the problem when the stack is created.
    Creation(fn(&Context<'_>, &mut Findings<'_>)),
    /// Finding of this function: Heat accepts the problem, and the service refuses it when the stack is created.
    Service(fn(&Context<'_>, &mut Findings<'_>)),
    /// Finding of this function: Heat accepts the problem, but it was probably not intended.
    Template(fn(&Context<'_>, &mut Findings<'_>)),
    /// Finding of this function, in projects that [enable the rule](crate::EnabledRules): Heat accepts the problem, and whether
    /// it is a mistake depends on the project.
    Optional(fn(&Context<'_>, &mut Findings<'_>)),
    /// Finding of a rule that is written as data.
    Declared(Declared),
}

impl Rule {
    /// Creates a rule about an error of Heat.
    pub(super) const fn error(
        family: Family,
        problem: Problem,
        summary: &'static str,
        docs: &'static str,
    ) -> Self {
        Self { id: problem.id(), family, summary, docs, check: Check::Error(problem) }
    }

    /// Creates a rule about a code of the YAML parser.
    pub(super) const fn yaml(docs: &CodeDocs) -> Self {
        let Docs { severity, summary, page } = docs.templates;
        Self { id: docs.code, family: Family::Yaml, summary, docs: page, check: Check::Reading(severity) }
    }

    /// Returns whether the rule is about updates, which `validate` knows nothing of.
    pub(crate) fn is_about_updates(&self) -> bool {
        let about = [Document::Updates, Document::Plan];
        self.declared().is_some_and(|rule| about.into_iter().any(|document| rule.is_about(document)))
    }

    /// Severity of the rule's findings. Only problems that Heat refuses are errors.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        match self.check {
            Check::Declared(declared) => declared.severity(),
            Check::Reading(severity) | Check::Files(severity) => severity,
            Check::Error(problem) => problem.stage().severity(),
            Check::Creation(_) => Severity::Error,
            Check::Suppressions | Check::Service(_) | Check::Template(_) | Check::Optional(_) => {
                Severity::Warning
            }
        }
    }

    /// Severity that a selection of rules goes by: Heat does not refuse what a rule of a project reports, so it can be ignored.
    #[must_use]
    pub const fn least_severity(&self) -> Severity {
        match self.check {
            Check::Declared(Declared::Own(_)) => Severity::Warning,
            _ => self.severity(),
        }
    }

    /// Stage at which Heat reports the problem; `None` for a problem that Heat accepts.
    #[must_use]
    pub const fn stage(&self) -> Option<Stage> {
        match self.check {
            Check::Reading(Severity::Error) | Check::Files(Severity::Error) => Some(Stage::Validation),
            Check::Error(problem) => Some(problem.stage()),
            Check::Creation(_) => Some(Stage::Creation),
            _ => None,
        }
    }

    /// Returns whether the rule only runs in projects that [enable it](crate::EnabledRules).
    #[must_use]
    pub const fn is_off_by_default(&self) -> bool {
        matches!(
            self.check,
            Check::Optional(_) | Check::Declared(Declared::BuiltIn { is_optional: true, .. })
        )
    }

    /// Returns whether the rule is written as data.
    #[must_use]
    pub const fn is_declared(&self) -> bool {
        matches!(self.check, Check::Declared(_))
    }

    /// The rule, if it is written as data.
    #[must_use]
    pub fn declared(&self) -> Option<&'static DeclaredRule> {
        match self.check {
            Check::Declared(declared) => declared.rule(),
            _ => None,
        }
    }

    /// Number of the weakness in the Common Weakness Enumeration that a rule about security is about.
    #[must_use]
    pub fn cwe(&self) -> Option<i64> {
        if let Check::Declared(declared) = self.check {
            return declared.rule()?.cwe;
        }
        let (_, rest) = self.docs.split_once("[CWE-")?;
        rest.split_once(']')?.0.parse().ok()
    }

    /// The docs of the rule, in CommonMark.
    fn text(&self) -> Cow<'static, str> {
        match self.check {
            Check::Declared(declared) => declared.rule().map(DeclaredRule::page).unwrap_or_default().into(),
            _ => self.docs.into(),
        }
    }

    /// Returns the page about the rule, with sentences about when Heat reports the problem, and about how to enable the rule.
    #[must_use]
    pub fn page(&self) -> String {
        let when = match self.check {
            Check::Service(_) => "Heat accepts it, and the service refuses it when the stack is created.",
            _ => self.stage().map_or("Heat accepts it.", Stage::sentence),
        };
        let text = self.text();
        let (what, rest) = text.split_once("\n## Why\n").unwrap_or((&text, ""));
        let id = self.id;
        let how = if self.is_off_by_default() {
            format!(
                "\n\nThe rule is off by default. Switch it on with `--enable {id}`, or under `enable` in `heat-codegen.yaml`."
            )
        } else {
            String::new()
        };
        format!("{what}\n{when}{how}\n\n## Why\n{rest}")
    }

    /// Returns the files of the example in a section of the rule's docs, with their names; the first is the template.
    #[must_use]
    pub fn files(&self, section: &str) -> Vec<(&'static str, &'static str)> {
        let start = format!("## {section}\n");
        if let Check::Declared(declared) = self.check {
            let rule = declared.rule();
            let template = rule.and_then(|rule| match section {
                "Example" => rule.example.as_deref(),
                "Use instead" => rule.use_instead.as_deref(),
                _ => None,
            });
            return template.map(|template| (TEMPLATE, template)).into_iter().collect();
        }
        let Some((_, rest)) = self.docs.split_once(start.as_str()) else { return Vec::new() };
        let text = rest.split("\n## ").next().unwrap_or(rest);
        let mut files = Vec::new();
        let mut name = TEMPLATE;
        let mut parts = text.split("```");
        while let (Some(before), Some(code)) = (parts.next(), parts.next()) {
            if let Some(named) = before.trim().strip_prefix('`').and_then(|named| named.strip_suffix("`:")) {
                name = named;
            }
            files.push((name, code.split_once('\n').map_or(code, |(_, code)| code)));
        }
        files
    }
}

/// Name of the template among the files of an example.
pub const TEMPLATE: &str = "template.yaml";

/// Subject of a rule, by which lists of rules are grouped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Family {
    /// Values and keys as YAML reads them.
    Yaml,
    /// Versions and sections.
    Structure,
    /// Parameters and their values.
    Parameters,
    /// Conditions and their definitions.
    Conditions,
    /// Resources and their properties.
    Resources,
    /// Functions and their arguments.
    Functions,
    /// Outputs of the template.
    Outputs,
    /// Environments and nested templates.
    Environment,
    /// Software components.
    Software,
    /// Values and resources that services refuse when a stack is created.
    Services,
    /// Weaknesses that attackers can use.
    Security,
    /// Rules of a project.
    Project,
    /// Limits of what a template can contain.
    Limits,
    /// Comments and settings that switch rules off.
    Suppressions,
}

impl Family {
    /// Title of the family, for lists of rules.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Yaml => "YAML",
            Self::Structure => "Structure",
            Self::Parameters => "Parameters",
            Self::Conditions => "Conditions",
            Self::Resources => "Resources and properties",
            Self::Functions => "Functions",
            Self::Outputs => "Outputs",
            Self::Environment => "Environments and nested templates",
            Self::Software => "Software components",
            Self::Services => "Refused by services",
            Self::Security => "Security",
            Self::Project => "Rules of the project",
            Self::Limits => "Limits",
            Self::Suppressions => "Suppressions",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RULES, rule};

    #[test]
    fn rules_say_how_serious_they_are() {
        fn check(id: &str, severity: Severity, stage: Option<Stage>, is_off_by_default: bool) {
            let rule = rule(id).unwrap();
            let found = (rule.severity(), rule.stage(), rule.is_off_by_default());
            assert_eq!(found, (severity, stage, is_off_by_default), "{id}");
            let when = stage.map_or("Heat accepts it.", Stage::sentence);
            let page = rule.page();
            assert!(page.contains(&format!("\n{when}")), "{page}");
            assert_eq!(page.contains("off by default"), is_off_by_default, "{page}");
        }
        let (error, warning) = (Severity::Error, Severity::Warning);
        check("syntax", error, Some(Stage::Validation), false);
        check("missing-registry-file", error, Some(Stage::Validation), false);
        check("unknown-file", warning, None, false);
        check("unknown-property", error, Some(Stage::Validation), false);
        check("misspelt-function", warning, None, false);
        check("unused-suppression", warning, None, false);
        check("unused-parameter", warning, None, true);
    }

    #[test]
    fn families_have_titles() {
        let mut titles: Vec<&str> = RULES.iter().map(|rule| rule.family.title()).collect();
        titles.dedup();
        let expect = [
            "YAML",
            "Structure",
            "Parameters",
            "Conditions",
            "Resources and properties",
            "Functions",
            "Outputs",
            "Environments and nested templates",
            "Software components",
            "Refused by services",
            "Security",
            "Limits",
            "Suppressions",
        ];
        assert_eq!(titles, expect);
    }

    #[test]
    fn a_section_has_files() {
        fn check(docs: &'static str, section: &str, expect: &[(&str, &str)]) {
            let rule = Rule { id: "x", family: Family::Yaml, summary: "", docs, check: Check::Suppressions };
            assert_eq!(rule.files(section), expect, "{docs}");
        }
        let docs = "A rule.\n\n## Example\n\n```yaml\na: b\n```\n\n`other.yaml`:\n\n```yaml\nc: d\n```\n\n## Use instead\n\nThis:\n\n```yaml\ne: f\n```\n";
        check(docs, "Example", &[(TEMPLATE, "a: b\n"), ("other.yaml", "c: d\n")]);
        check(docs, "Use instead", &[(TEMPLATE, "e: f\n")]);
        check(docs, "Why", &[]);
    }
}
