//! Rules that are written as data: security rules, and those of a project.
//!
//! Such a rule is a [validation rule](heat_model::validation_rule) about the properties of resources, or about the whole stack, with what
//! people need to know about it. [`DeclaredRule::read`] reads it from YAML; `check` runs rules on a template.

mod additions;
mod check;
mod reading;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use heat_model::ValidationRule;
use heat_yaml::{Severity, Source};

pub use self::check::Declared;
pub(crate) use self::check::{TEXT, check_all};
use super::rule::{Check, Family, Rule};

/// A rule that is written as data.
#[derive(Debug, Clone, PartialEq)]
pub struct DeclaredRule {
    /// Id of the rule in kebab case.
    pub id: String,
    /// Severity of the rule's findings.
    pub severity: Severity,
    /// Summary of the rule in one line.
    pub summary: String,
    /// Description of what the rule reports, in CommonMark.
    pub description: Option<String>,
    /// Reason for the rule, in CommonMark.
    pub why: String,
    /// What to write instead, for the help of a finding.
    pub help: String,
    /// Number of the weakness in the Common Weakness Enumeration.
    pub cwe: Option<i64>,
    /// The conditions, each with the parts of a stack that it is about.
    pub cases: Vec<Case>,
    /// A template in which the rule finds something.
    pub example: Option<String>,
    /// A template in which it finds nothing.
    pub use_instead: Option<String>,
}

/// A condition of a rule, with what it is about.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// The parts of a stack that the condition is about.
    pub subject: Subject,
    /// The condition. Its message is that of the finding.
    pub rule: ValidationRule,
}

/// Parts of a stack that a rule is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// The properties of resources of these types. A name can end with a `*`.
    ResourceTypes(Vec<String>),
    /// The stack, as `resolve` prints it.
    Stack,
}

impl Subject {
    /// Returns whether the rule is about resources of a type.
    #[must_use]
    pub fn has_type(&self, name: &str) -> bool {
        let is_match = |pattern: &String| {
            pattern.strip_suffix('*').map_or(pattern == name, |start| name.starts_with(start))
        };
        matches!(self, Self::ResourceTypes(patterns) if patterns.iter().any(is_match))
    }
}

impl DeclaredRule {
    /// Returns the page about the rule, in CommonMark: *What it does*, *Why*, *Example*, *Use instead*.
    #[must_use]
    pub fn page(&self) -> String {
        let what = self.description.clone().unwrap_or_else(|| self.own_description());
        let mut page = format!("\n## What it does\n{}\n\n## Why\n{}\n", what.trim(), self.why.trim());
        if let Some(cwe) = self.cwe {
            page += &format!("\n[CWE-{cwe}](https://cwe.mitre.org/data/definitions/{cwe}.html)\n");
        }
        for (title, template) in [("Example", &self.example), ("Use instead", &self.use_instead)] {
            if let Some(template) = template {
                page += &format!("\n## {title}\n```yaml\n{}\n```\n", template.trim_end());
            }
        }
        page
    }

    fn own_description(&self) -> String {
        let sentence = |case: &Case| {
            let subject = match &case.subject {
                Subject::Stack => "stacks".to_owned(),
                Subject::ResourceTypes(types) => {
                    let names: Vec<String> = types.iter().map(|name| format!("`{name}`")).collect();
                    format!("resources of type {}", names.join(", "))
                }
            };
            format!("Reports {subject}, unless this is so: {}.", case.rule.words())
        };
        self.cases.iter().map(sentence).collect::<Vec<_>>().join("\n\n")
    }

    /// Returns the rule for lists of rules. It is kept until the program ends, once for each text: there are as many as files with rules
    /// that were read.
    #[must_use]
    pub fn registered(self, source: &Arc<Source>) -> &'static Rule {
        static KNOWN: Mutex<Option<HashMap<String, &'static Rule>>> = Mutex::new(None);
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.get_or_insert_default();
        if let Some(rule) = known.get(source.text()) {
            return rule;
        }
        let declared: &'static Self = Box::leak(Box::new(self));
        let rule: &'static Rule = Box::leak(Box::new(Rule {
            id: &declared.id,
            family: Family::Project,
            summary: &declared.summary,
            docs: "",
            check: Check::Declared(Declared::Own(declared)),
        }));
        known.insert(source.text().to_owned(), rule);
        rule
    }
}
