//! Rules that are written as data: security rules, and those of a project.
//!
//! Such a rule is a [validation rule](heat_model::validation_rule) about the properties of resources, or about the whole stack, with what
//! people need to know about it. [`DeclaredRule::read`] reads it from YAML; `declared_rules` runs rules on a template.

mod paths;
mod reading;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};

use heat_model::custom_constraint::WithoutCloud;
use heat_model::evaluate::{Context, Evaluator};
use heat_model::{ResourceType, ValidationRule, Value};
use heat_yaml::{Severity, Source};

pub use self::paths::unknown_names;
pub(crate) use self::reading::STACK;
use crate::document;

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
    /// Help of a finding: the text to write instead.
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
    /// Effects of an update on each resource, as `plan --format json` prints them.
    Updates,
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
            let _ = write!(page, "\n[CWE-{cwe}](https://cwe.mitre.org/data/definitions/{cwe}.html)\n");
        }
        for (title, template) in [("Example", &self.example), ("Use instead", &self.use_instead)] {
            if let Some(template) = template {
                let _ = write!(page, "\n## {title}\n```yaml\n{}\n```\n", template.trim_end());
            }
        }
        page
    }

    /// Returns whether the rule is about updates.
    #[must_use]
    pub fn is_about_updates(&self) -> bool {
        self.cases.iter().any(|case| case.subject == Subject::Updates)
    }

    /// Returns the messages of the rule about data, such as what an update does to a resource. `name` is that of the subject.
    #[must_use]
    pub fn messages(&self, data: &Value, name: &str) -> Vec<String> {
        let schema = ResourceType::new("update");
        let constraints = WithoutCloud::timeless();
        let reading = Context::new(&constraints)
            .with_deferred(&document::is_unknown)
            .with_opaque(&document::is_id)
            .with_resource_name(name);
        let evaluator = Evaluator::new(&schema);
        let about_updates = self.cases.iter().filter(|case| case.subject == Subject::Updates);
        let judged = evaluator.judge_rules(about_updates.map(|case| &case.rule), data, &reading);
        let violations = judged.into_iter().flat_map(|(_, violations)| violations);
        let own = || format!("`{name}`: {}", lowercase(&self.summary));
        violations.map(|one| one.plugin_error.map_or_else(own, |error| error.message)).collect()
    }

    fn own_description(&self) -> String {
        let sentence = |case: &Case| {
            let subject = match &case.subject {
                Subject::Stack => "stacks".to_owned(),
                Subject::Updates => "updates".to_owned(),
                Subject::ResourceTypes(types) => {
                    let names: Vec<String> = types.iter().map(|name| format!("`{name}`")).collect();
                    format!("resources of type {}", names.join(", "))
                }
            };
            format!("Reports {subject}, unless this is so: {}.", case.rule.words())
        };
        self.cases.iter().map(sentence).collect::<Vec<_>>().join("\n\n")
    }
}

/// Label of the text that contains a reported line. A comment there can allow the finding: there are no comments in the text.
pub(crate) const TEXT: &str = "in this text";

/// A declared rule, as a list of rules has it.
#[derive(Debug, Clone, Copy)]
pub enum Declared {
    /// A rule of this crate: its severity, and its text.
    BuiltIn(Severity, &'static str),
    /// A rule of a project.
    Own(&'static DeclaredRule),
}

impl Declared {
    /// Severity of the rule's findings.
    pub(crate) const fn severity(self) -> Severity {
        match self {
            Self::BuiltIn(severity, _) => severity,
            Self::Own(rule) => rule.severity,
        }
    }

    /// The rule; `None` if the text of a built-in one has a mistake, which a test finds.
    pub(crate) fn rule(self) -> Option<&'static DeclaredRule> {
        static READ: Mutex<Option<HashMap<usize, Option<&'static DeclaredRule>>>> = Mutex::new(None);
        let text = match self {
            Self::Own(rule) => return Some(rule),
            Self::BuiltIn(_, text) => text,
        };
        let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        // The texts of this crate are each at one address.
        *read.get_or_insert_default().entry(text.as_ptr() as usize).or_insert_with(|| {
            let (rule, _) = DeclaredRule::read(&Source::new("built-in", text));
            rule.map(|rule| -> &'static DeclaredRule { Box::leak(Box::new(rule)) })
        })
    }
}

/// A summary within a sentence: its first word begins with a small letter, unless it is an abbreviation.
pub(crate) fn lowercase(summary: &str) -> String {
    let mut characters = summary.chars();
    match (characters.next(), characters.clone().next()) {
        (Some(first), Some(second)) if !second.is_uppercase() => {
            first.to_lowercase().chain(characters).collect()
        }
        _ => summary.to_owned(),
    }
}
