//! Declared rules among the others: registers those of projects, and runs all on a template.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use heat_model::custom_constraint::WithoutCloud;
use heat_model::evaluate::{Context as Reading, Evaluator, RuleVerdict};
use heat_model::validate::{Step, ValueError, ValuePath};
use heat_model::{ResourceType, ValidationRule, Value};
use heat_yaml::{Diagnostic, Source, Span};

use crate::document;
use crate::lint::context::{Context, CreatedResource};
use crate::lint::declared::{Case, Declared, DeclaredRule, STACK, Subject, TEXT, lowercase};
use crate::lint::declared_facts::{Additions, Found, WRITTEN, Wanted};
use crate::lint::read_properties::ReadProperties;
use crate::lint::rule::{Check, Family, Rule};

/// Returns a rule for lists of rules. It is kept until the program ends, once for each text: there are as many as files with rules that
/// were read.
#[must_use]
pub fn registered_rule(rule: DeclaredRule, source: &Arc<Source>) -> &'static Rule {
    static KNOWN: Mutex<Option<HashMap<String, &'static Rule>>> = Mutex::new(None);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    if let Some(rule) = known.get(source.text()) {
        return rule;
    }
    let declared: &'static DeclaredRule = Box::leak(Box::new(rule));
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

/// Adds the findings of declared rules. `tells_open` also reports rules whose verdict depends on values that are not known.
pub(crate) fn check_all(
    rules: &[&'static Rule],
    context: &Context<'_>,
    tells_open: bool,
    found: &mut Vec<Diagnostic>,
) {
    let declared = rules.iter().filter_map(|rule| match rule.check {
        Check::Declared(declared) => Some((*rule, declared.rule()?)),
        _ => None,
    });
    let cases = declared.flat_map(|(rule, declared)| {
        declared.cases.iter().map(move |case| KnownCase { rule, declared, case })
    });
    let (stack, resources): (Vec<_>, Vec<_>) = cases
        .filter(|one| one.case.subject != Subject::Updates)
        .partition(|one| one.case.subject == Subject::Stack);
    let mut checker = Checker { context, tells_open, found };
    checker.check_resources(&resources);
    checker.check_stack(&stack);
}

/// A condition of a rule, with the rule.
#[derive(Clone, Copy)]
struct KnownCase {
    rule: &'static Rule,
    declared: &'static DeclaredRule,
    case: &'static Case,
}

struct Checker<'c, 'a> {
    context: &'c Context<'a>,
    tells_open: bool,
    found: &'c mut Vec<Diagnostic>,
}

impl Checker<'_, '_> {
    fn check_resources(&mut self, cases: &[KnownCase]) {
        if cases.is_empty() {
            return;
        }
        let is_asked =
            |schema: &ResourceType| cases.iter().any(|one| one.case.subject.has_type(&schema.name));
        let parameters = self.context.shown_parameters();
        // Values have already been read by the schemas of their types.
        let schema = ResourceType::new("resource");
        let (evaluator, constraints) = (Evaluator::new(&schema), WithoutCloud::timeless());
        let mut read: HashSet<String> = HashSet::new();
        for one in cases {
            one.case.rule.visit_paths(&mut |path, _| read.extend(path.first().cloned()));
        }
        let wanted = Wanted::new(&|name| read.contains(name));
        let mut reported: HashSet<(&str, Span, &str, String)> = HashSet::new();
        let mut parts: HashSet<(&str, Span, Option<usize>)> = HashSet::new();
        for created in self.context.created(&is_asked) {
            let Some(properties) = created.read() else { continue };
            let additions = Additions::new(self.context, &created, &parameters, wanted);
            let values = properties.for_rules(&additions.values);
            let path = created.path();
            let context = ReadProperties::reading(&constraints).with_resource_name(&path);
            let own: Vec<&KnownCase> =
                cases.iter().filter(|one| one.case.subject.has_type(&created.schema.name)).collect();
            let judged = evaluator.judge_rules(own.iter().map(|one| &one.case.rule), &values, &context);
            for (one, (verdict, violations)) in own.into_iter().zip(judged) {
                let rule = &one.case.rule;
                for violation in violations {
                    let part = additions.found(&violation.path);
                    // A group contains the properties of its members.
                    if part.is_some_and(|part| !parts.insert((one.rule.id, part.span, part.line))) {
                        continue;
                    }
                    let found = part.or_else(|| {
                        let span = span_of_resource(self.context, &created, rule, &violation.path)?;
                        Some(Found::new(span))
                    });
                    let Some(found) = found else { continue };
                    // The members of a group have the same properties.
                    let key =
                        (created.outermost(), created.resource.span, one.rule.id, violation.path.to_string());
                    if !reported.insert(key) && created.is_nested() {
                        continue;
                    }
                    self.report(*one, &format!("`{path}`"), found, violation);
                }
                let key = (created.outermost(), created.resource.span, one.rule.id, String::new());
                if verdict == RuleVerdict::Open && self.tells_open && reported.insert(key) {
                    let span = created.span(self.context, &[]);
                    self.report_open(*one, &format!("`{path}`"), span);
                }
            }
        }
    }

    fn check_stack(&mut self, cases: &[KnownCase]) {
        let Some(resolved) = self.context.resolved().filter(|_| !cases.is_empty()) else { return };
        let whole = document::of_stack(self.context.template, self.context.parameter_set(), resolved);
        let whole = Value::from(whole);
        let schema = ResourceType::new(STACK);
        let constraints = WithoutCloud::timeless();
        let reading =
            Reading::new(&constraints).with_deferred(&document::is_unknown).with_opaque(&document::is_id);
        let judged =
            Evaluator::new(&schema).judge_rules(cases.iter().map(|one| &one.case.rule), &whole, &reading);
        for (one, (verdict, violations)) in cases.iter().zip(judged) {
            let rule = &one.case.rule;
            for violation in violations {
                let span = self.span_in_template(rule, &violation.path);
                self.report(*one, &subject_of(&violation.path), Found::new(span), violation);
            }
            if verdict == RuleVerdict::Open && self.tells_open {
                self.report_open(*one, "the stack", None);
            }
        }
    }

    fn report(&mut self, one: KnownCase, subject: &str, found: Found, violation: ValueError) {
        let KnownCase { rule, declared, .. } = one;
        let message = match violation.plugin_error {
            Some(error) => error.message,
            None => format!("{subject}: {}", lowercase(&declared.summary)),
        };
        let mut finding = Diagnostic::new(declared.severity, rule.id, message)
            .with_label(self.context.template.source(), found.span, "")
            .with_help(declared.help.as_str());
        if let Some(line) = found.line {
            finding.notes.push(format!("in line {line} of the file"));
        }
        if let Some(text) = found.text {
            finding = finding.with_label(self.context.template.source(), first_line(text), TEXT);
        }
        if matches!(rule.check, Check::Declared(Declared::Own(_))) {
            finding.notes.extend(declared.why.lines().next().map(str::to_owned));
        }
        self.found.push(finding);
    }

    /// Reports that the verdict on a rule is open.
    fn report_open(&mut self, one: KnownCase, subject: &str, span: Option<Span>) {
        let KnownCase { rule, declared, .. } = one;
        let message = format!(
            "{subject}: a value is not known, so this rule has no verdict: {}",
            lowercase(&declared.summary)
        );
        let finding = Diagnostic::new(declared.severity, rule.id, message)
            .with_help("set the parameters that the values come from, with --parameter or an environment");
        let source = self.context.template.source();
        self.found.push(match span {
            Some(span) => finding.with_label(source, span, ""),
            None => finding.in_file(source.name()),
        });
    }

    /// Span of the part of the template that a rule about the stack is about: the longest part of the first path that is written.
    fn span_in_template(&self, rule: &ValidationRule, around: &ValuePath) -> Span {
        let root = self.context.template.root();
        let mut best = (around.0.len(), document::span_at(root, &around.0));
        rule.visit_paths(&mut |path, _| {
            let steps: Vec<Step> = if around.0.is_empty() {
                path.iter().cloned().map(Step::Name).collect()
            } else {
                return;
            };
            let at = document::depth_and_span(root, &steps);
            if at.0 > best.0 || best.1.is_none() {
                best = (at.0, Some(at.1));
            }
        });
        best.1.unwrap_or(root.span)
    }
}

/// Span of the item that violates a rule, or of the first value that the rule compares, or of the resource.
pub(crate) fn span_of_resource(
    context: &Context<'_>,
    created: &CreatedResource<'_>,
    rule: &ValidationRule,
    path: &ValuePath,
) -> Option<Span> {
    let path = match path.0.as_slice() {
        [Step::Name(first), rest @ ..] if first == WRITTEN => rest,
        path => path,
    };
    let around = created.span(context, path)?;
    if !path.is_empty() {
        return Some(around);
    }
    let mut first = None;
    // What the rule requires says more than what it depends on.
    let requirement = ValidationRule { when: Vec::new(), ..rule.clone() };
    for part in [&requirement, rule] {
        part.visit_paths(&mut |path, _| {
            let path = path.strip_prefix(&[WRITTEN.to_owned()]).unwrap_or(path);
            let steps: Vec<Step> = path.iter().cloned().map(Step::Name).collect();
            first = first.or_else(|| created.span(context, &steps).filter(|span| *span != around));
        });
    }
    Some(first.unwrap_or(around))
}

/// Beginning of a text: its first character.
fn first_line(text: Span) -> Span {
    Span::new(text.start, text.start + 1)
}

fn subject_of(path: &ValuePath) -> String {
    if path.0.is_empty() { "the stack".to_owned() } else { format!("`{path}`") }
}
