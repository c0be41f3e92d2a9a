//! Declared rules among the others: registers those of projects, and runs all on a template.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use heat_hot::snippet::{Content, Snippet};
use heat_model::custom_constraint::WithoutCloud;
use heat_model::evaluate::{Context as Reading, Evaluator, RuleVerdict};
use heat_model::validate::{Step, ValueError, ValuePath};
use heat_model::{ResourceType, ValidationRule, Value};
use heat_yaml::{Diagnostic, Source, Span};
use indexmap::IndexMap;

use crate::document;
use crate::lint::context::{Context, CreatedResource};
use crate::lint::declared::{Declared, DeclaredRule, STACK, Subject, lowercase};
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
    let (stack, resources): (Vec<_>, Vec<_>) = declared
        .filter(|(_, declared)| declared.subject != Subject::Updates)
        .partition(|(_, declared)| declared.subject == Subject::Stack);
    let mut checker = Checker { context, tells_open, found };
    checker.check_resources(&resources);
    checker.check_stack(&stack);
}

/// A rule with its contents.
type KnownRule = (&'static Rule, &'static DeclaredRule);

struct Checker<'c, 'a> {
    context: &'c Context<'a>,
    tells_open: bool,
    found: &'c mut Vec<Diagnostic>,
}

impl Checker<'_, '_> {
    fn check_resources(&mut self, rules: &[KnownRule]) {
        if rules.is_empty() {
            return;
        }
        let is_asked =
            |schema: &ResourceType| rules.iter().any(|(_, declared)| declared.subject.has_type(&schema.name));
        let parameters = self.context.shown_parameters();
        // Values have already been read by the schemas of their types.
        let schema = ResourceType::new("resource");
        let (evaluator, constraints) = (Evaluator::new(&schema), WithoutCloud::timeless());
        let mut reported: Vec<(&str, Span, &str, ValuePath)> = Vec::new();
        for created in self.context.created(&is_asked) {
            let Some(read) = created.read() else { continue };
            let values = read.for_rules(additions(self.context, &created, &parameters));
            let path = created.path();
            let own: Vec<&KnownRule> =
                rules.iter().filter(|(_, one)| one.subject.has_type(&created.schema.name)).collect();
            let context = read.reading(&constraints).with_resource_name(&path);
            let judged = evaluator.judge_rules(own.iter().map(|(_, one)| &one.rule), &values, &context);
            for ((rule, declared), (verdict, violations)) in own.into_iter().zip(judged) {
                for violation in violations {
                    let Some(span) =
                        span_of_resource(self.context, &created, &declared.rule, &violation.path)
                    else {
                        continue;
                    };
                    // The members of a group have the same properties.
                    let key = (created.outermost(), created.resource.span, rule.id, violation.path.clone());
                    if created.is_nested() && reported.contains(&key) {
                        continue;
                    }
                    reported.push(key);
                    self.report(rule, declared, &format!("`{path}`"), span, violation);
                }
                let key = (created.outermost(), created.resource.span, rule.id, ValuePath::default());
                if verdict == RuleVerdict::Open && self.tells_open && !reported.contains(&key) {
                    reported.push(key);
                    let span = created.span(self.context, &[]);
                    self.report_open(rule, declared, &format!("`{path}`"), span);
                }
            }
        }
    }

    fn check_stack(&mut self, rules: &[KnownRule]) {
        let Some(resolved) = self.context.resolved().filter(|_| !rules.is_empty()) else { return };
        let whole = document::of_stack(self.context.template, self.context.parameter_set(), resolved);
        let whole = Value::from(whole);
        let schema = ResourceType::new(STACK);
        let constraints = WithoutCloud::timeless();
        let reading =
            Reading::new(&constraints).with_deferred(&document::is_unknown).with_opaque(&document::is_id);
        let judged =
            Evaluator::new(&schema).judge_rules(rules.iter().map(|(_, one)| &one.rule), &whole, &reading);
        for ((rule, declared), (verdict, violations)) in rules.iter().zip(judged) {
            for violation in violations {
                let span = self.span_in_template(&declared.rule, &violation.path);
                self.report(rule, declared, &subject_of(&violation.path), span, violation);
            }
            if verdict == RuleVerdict::Open && self.tells_open {
                self.report_open(rule, declared, "the stack", None);
            }
        }
    }

    fn report(
        &mut self,
        rule: &Rule,
        declared: &DeclaredRule,
        subject: &str,
        span: Span,
        violation: ValueError,
    ) {
        let message = match violation.plugin_error {
            Some(error) => error.message,
            None => format!("{subject}: {}", lowercase(&declared.summary)),
        };
        let mut finding = Diagnostic::new(declared.severity, rule.id, message)
            .with_label(self.context.template.source(), span, "")
            .with_help(declared.help.as_str());
        if matches!(rule.check, Check::Declared(Declared::Own(_))) {
            finding.notes.extend(declared.why.lines().next().map(str::to_owned));
        }
        self.found.push(finding);
    }

    /// Reports that the verdict on a rule is open.
    fn report_open(&mut self, rule: &Rule, declared: &DeclaredRule, subject: &str, span: Option<Span>) {
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

/// Data for conditions about a resource besides its properties: the parameters of the stack, and the resource itself.
fn additions(
    context: &Context<'_>,
    created: &CreatedResource<'_>,
    parameters: &Value,
) -> IndexMap<String, Value> {
    let metadata = created.resource.metadata.as_ref().map_or(Value::Null, document::marked);
    let properties = created.written_properties(context);
    let written = properties.and_then(written).unwrap_or(Value::Null);
    let about = [("name", created.name()), ("type", created.schema.name.as_str())];
    let about: Value = about.map(|(key, text)| (key.to_owned(), Value::from(text))).into_iter().collect();
    let all = [
        ("$parameters", parameters.clone()),
        ("$metadata", metadata),
        ("$resource", about),
        ("$written", written),
    ];
    all.map(|(key, value)| (key.to_owned(), value)).into_iter().collect()
}

/// Values as the template contains them, without results of functions; `None` if there are none.
fn written(snippet: &Snippet) -> Option<Value> {
    match &snippet.content {
        Content::Scalar(value) => Some(value.clone()),
        Content::List(items) => {
            Some(Value::List(items.iter().map(|item| written(item).unwrap_or(Value::Null)).collect()))
        }
        Content::Map(entries) => {
            let entries =
                entries.iter().filter_map(|entry| Some((entry.key.clone(), written(&entry.value)?)));
            Some(entries.collect())
        }
        Content::Call(_) | Content::Invalid(_) | Content::Omitted => None,
    }
}

/// Span of the item that violates a rule, or of the first value that the rule compares, or of the resource.
pub(crate) fn span_of_resource(
    context: &Context<'_>,
    created: &CreatedResource<'_>,
    rule: &ValidationRule,
    path: &ValuePath,
) -> Option<Span> {
    let around = created.span(context, &path.0)?;
    if !path.0.is_empty() {
        return Some(around);
    }
    let mut first = None;
    rule.visit_paths(&mut |path, _| {
        let path = path.strip_prefix(&["$written".to_owned()]).unwrap_or(path);
        let steps: Vec<Step> = path.iter().cloned().map(Step::Name).collect();
        first = first.or_else(|| created.span(context, &steps).filter(|span| *span != around));
    });
    Some(first.unwrap_or(around))
}

fn subject_of(path: &ValuePath) -> String {
    if path.0.is_empty() { "the stack".to_owned() } else { format!("`{path}`") }
}
