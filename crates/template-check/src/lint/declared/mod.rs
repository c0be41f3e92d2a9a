//! Rules that are written as data: security rules, and those of a project.
//!
//! Such a rule is a [validation rule](heat_model::validation_rule) about the properties of resources, or about a [document](Document), with what
//! people need to know about it. [`DeclaredRule::read`] reads it from YAML; `declared_rules` runs rules on a template.

mod paths;
mod reading;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use heat_model::custom_constraint::WithoutCloud;
use heat_model::evaluate::{Context, Evaluator, RuleVerdict};
use heat_model::validate::{Step, ValueError, ValuePath};
use heat_model::validation_rule::{Condition, PropertyState};
use heat_model::{ResourceType, ValidationRule, Value};
use heat_yaml::{Node, Severity, Source, Span};

pub use self::paths::unknown_names;
use crate::document;

/// A rule that is written as data.
#[derive(Debug, Clone)]
pub struct DeclaredRule {
    /// Text of the rule.
    pub source: Arc<Source>,
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
    pub help: Option<String>,
    /// Number of the weakness in the Common Weakness Enumeration.
    pub cwe: Option<i64>,
    /// The conditions, each with the parts of a stack that it is about.
    pub cases: Vec<Case>,
    /// The template of the stack that the examples update, if the rule is about updates.
    pub before: Option<String>,
    /// A template in which the rule finds something; a schema, if the rule is about schemas.
    pub example: Option<String>,
    /// A template or a schema in which it finds nothing.
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

/// Subject of a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// The properties of resources of these types. A name can end with a `*`.
    ResourceTypes(Vec<String>),
    /// A document, or each item of one.
    Document(Document),
}

/// Evaluator of conditions about values that have already been read: its schema has no properties.
pub(crate) static EVALUATOR: LazyLock<Evaluator<'static>> = LazyLock::new(|| Evaluator::new(&NO_PROPERTIES));

static NO_PROPERTIES: LazyLock<ResourceType> = LazyLock::new(|| ResourceType::new("document"));

/// Documents that rules are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Document {
    /// The stack, as `resolve` prints it.
    Stack,
    /// The template as it is written: functions are maps.
    Template,
    /// Each parameter of the template: its definition, in the terms of HOT, with its `name`.
    Parameters,
    /// Each environment as it is written.
    Environments,
    /// Effects of an update on each resource, as `plan --format json` prints them.
    Updates,
    /// An update as a whole, as `plan --format json` prints it.
    Plan,
    /// The schema of each resource type, in the form of its file.
    Schemas,
}

impl Document {
    /// The documents, in the order in which they are listed.
    pub const ALL: [Self; 7] = [
        Self::Stack,
        Self::Template,
        Self::Parameters,
        Self::Environments,
        Self::Updates,
        Self::Plan,
        Self::Schemas,
    ];

    /// Word for the document in `applies_to`, a plural if rules are about each item.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Stack => "stack",
            Self::Template => "template",
            Self::Parameters => "parameters",
            Self::Environments => "environments",
            Self::Updates => "updates",
            Self::Plan => "plan",
            Self::Schemas => "schemas",
        }
    }

    fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|document| document.as_str() == word)
    }
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

    /// Returns whether a condition of the rule is about a document.
    #[must_use]
    pub fn is_about(&self, document: Document) -> bool {
        self.cases.iter().any(|case| case.subject == Subject::Document(document))
    }

    /// Returns whether the rule can apply to a document with this text: a key that has to be there is written in it. Keys in quotes can be
    /// written with escapes.
    pub(crate) fn can_apply(&self, text: &str) -> bool {
        let is_written = |condition: &Condition| match condition {
            Condition::Filled(path) | Condition::Is { property: path, is: PropertyState::Given } => {
                path.last().is_none_or(|key| text.contains(key.as_str()))
            }
            _ => true,
        };
        text.contains('\\') || self.cases.iter().any(|case| case.rule.when.iter().all(is_written))
    }

    /// Returns the verdicts of the rule's conditions about a document, or an item of one. The name of the item begins messages that the
    /// rule does not have itself.
    #[must_use]
    pub fn judge(&self, document: Document, data: &Value, item: Option<&str>) -> Vec<Judged<'_>> {
        let constraints = WithoutCloud::timeless();
        let reading = Context::new(&constraints)
            .with_deferred(&document::is_unknown)
            .with_opaque(&document::is_id)
            .with_resource_name(item.unwrap_or(document.as_str()));
        let about = self.cases.iter().filter(|case| case.subject == Subject::Document(document));
        let about: Vec<&ValidationRule> = about.map(|case| &case.rule).collect();
        let judged = EVALUATOR.judge_rules(about.iter().copied(), data, &reading);
        let summary = || lowercase(&self.summary);
        let message = |one: &ValueError| match (&one.plugin_error, item) {
            (Some(error), _) => error.message.clone(),
            (None, Some(item)) => format!("`{item}`: {}", summary()),
            (None, None) if one.path.0.is_empty() => summary(),
            (None, None) => format!("`{}`: {}", one.path, summary()),
        };
        let judged = about.into_iter().zip(judged).map(|(rule, (verdict, violations))| Judged {
            verdict,
            violations: violations
                .into_iter()
                .map(|one| Violation { rule, message: message(&one), path: one.path })
                .collect(),
        });
        judged.collect()
    }

    fn own_description(&self) -> String {
        let sentence = |case: &Case| {
            let subject = match &case.subject {
                Subject::Document(document) => match document {
                    Document::Stack => "stacks",
                    Document::Template => "templates",
                    Document::Plan => "plans of updates",
                    each => each.as_str(),
                }
                .to_owned(),
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

/// Verdict of a condition of a rule about a document.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged<'r> {
    /// The verdict; open if it depends on a value that is not known.
    pub verdict: RuleVerdict,
    /// The items that violate the condition, or the document itself.
    pub violations: Vec<Violation<'r>>,
}

/// Violation of a rule in a document.
#[derive(Debug, Clone, PartialEq)]
pub struct Violation<'r> {
    /// The condition that is not met.
    pub rule: &'r ValidationRule,
    /// Path of the item that violates it; empty if it is not about items.
    pub path: ValuePath,
    /// Message of the finding.
    pub message: String,
}

impl Violation<'_> {
    /// Span of the violation in the text of the document: of the value that the rule requires something of, or of the longest part of
    /// its path that is written.
    #[must_use]
    pub fn span(&self, root: &Node) -> Option<Span> {
        let around = self.rule.for_each.as_ref().map_or(0, Vec::len);
        let (depth, mut best) = document::written_at(root, &self.path.0);
        let mut deepest = depth;
        // What the rule requires says more than what it depends on.
        let requirement =
            ValidationRule { when: Vec::new(), message: None, for_each: None, ..self.rule.clone() };
        let whole = ValidationRule { message: None, ..self.rule.clone() };
        for (rule, skipped) in [(&requirement, 0), (&whole, around)] {
            rule.visit_paths(&mut |path, _| {
                let Some(path) = path.get(skipped..) else { return };
                let steps = self.path.0.iter().cloned().chain(path.iter().cloned().map(Step::Name));
                let (depth, span) = document::written_at(root, &steps.collect::<Vec<_>>());
                if depth > deepest {
                    (deepest, best) = (depth, span);
                }
            });
            if deepest > depth {
                break;
            }
        }
        best
    }
}

/// Label of the text that contains a reported line. A comment there can allow the finding: there are no comments in the text.
pub(crate) const TEXT: &str = "in this text";

/// A declared rule, as a list of rules has it.
#[derive(Debug, Clone, Copy)]
pub enum Declared {
    /// A rule of this crate.
    BuiltIn {
        /// Severity of the rule's findings.
        severity: Severity,
        /// Text of the rule.
        text: &'static str,
        /// `true` if the rule only runs in projects that enable it.
        is_optional: bool,
    },
    /// A rule of a project.
    Own(&'static DeclaredRule),
}

impl Declared {
    /// Severity of the rule's findings.
    pub(crate) const fn severity(self) -> Severity {
        match self {
            Self::BuiltIn { severity, .. } => severity,
            Self::Own(rule) => rule.severity,
        }
    }

    /// The rule; `None` if the text of a built-in one has a mistake, which a test finds.
    pub(crate) fn rule(self) -> Option<&'static DeclaredRule> {
        static READ: Mutex<Option<HashMap<usize, Option<&'static DeclaredRule>>>> = Mutex::new(None);
        let text = match self {
            Self::Own(rule) => return Some(rule),
            Self::BuiltIn { text, .. } => text,
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
