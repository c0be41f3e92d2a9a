//! Declared rules among the others: registers those of projects, and runs all on a template.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use heat_hot::plain::{key_of, plain_value};
use heat_model::custom_constraint::WithoutCloud;
use heat_model::evaluate::RuleVerdict;
use heat_model::load::SchemaFile;
use heat_model::validate::{Step, ValueError, ValuePath};
use heat_model::validation_rule::EACH;
use heat_model::{ResourceType, ValidationRule, Value};
use heat_yaml::{Diagnostic, Entry, Mapping, Node, ParseOptions, Source, Span, parse};

use crate::document;
use crate::lint::context::{Context, CreatedResource};
use crate::lint::declared::{Case, Declared, DeclaredRule, Document, EVALUATOR, Subject, TEXT, lowercase};
use crate::lint::declared_facts::{Additions, Found, WRITTEN, Wanted, of_definition};
use crate::lint::enabled_rules::EnabledRules;
use crate::lint::read_properties::{ReadProperties, Validity, with_ids};
use crate::lint::rule::{Check, Family, Rule};

/// Rules of projects, by the names and texts of their files.
static KNOWN: Mutex<Option<HashMap<[String; 2], &'static Rule>>> = Mutex::new(None);

/// Returns a rule for lists of rules. It is kept until the program ends, once for each name and text of a file: there are as many as files
/// with rules that were read.
#[must_use]
pub fn registered_rule(rule: DeclaredRule) -> &'static Rule {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    let file = [rule.source.name(), rule.source.text()].map(str::to_owned);
    if let Some(rule) = known.get(&file) {
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
    known.insert(file, rule);
    rule
}

/// Returns whether a rule with this id was registered.
pub(crate) fn is_own_rule(id: &str) -> bool {
    let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.iter().flat_map(HashMap::values).any(|rule| rule.id == id)
}

/// Adds the findings of declared rules. `tells_open` also reports rules whose verdict depends on values that are not known.
pub(crate) fn check_all(
    rules: &[&'static Rule],
    context: &Context<'_>,
    tells_open: bool,
    found: &mut Vec<Diagnostic>,
) {
    let declared = || rules.iter().filter_map(|rule| Some((*rule, rule.declared()?)));
    let cases = declared().flat_map(|(rule, declared)| {
        declared.cases.iter().map(move |case| KnownCase { rule, declared, case })
    });
    let resources: Vec<_> =
        cases.filter(|one| matches!(one.case.subject, Subject::ResourceTypes(_))).collect();
    let mut checker = Checker { context, tells_open, found };
    checker.check_resources(&resources);
    for document in [Document::Stack, Document::Template, Document::Parameters] {
        let about = declared().filter(|(_, declared)| declared.is_about(document));
        let text = (document == Document::Template).then_some(context.template.source().text());
        let about: Vec<_> =
            about.filter(|(_, declared)| text.is_none_or(|text| declared.can_apply(text))).collect();
        checker.check_document(document, &about);
    }
}

/// Adds the findings of declared rules about environments.
pub(crate) fn check_environments(
    rules: &EnabledRules,
    environments: &[Arc<Source>],
    found: &mut Vec<Diagnostic>,
) {
    let rules = rules_about(rules, Document::Environments);
    if rules.is_empty() {
        return;
    }
    for source in environments {
        if let Some(root) = parse(source, &ParseOptions::template()).root {
            let written = Written { document: Document::Environments, source, root: &root };
            written.check(&rules, &plain_value(&root), None, found);
        }
    }
}

/// Returns the findings of declared rules about a schema.
#[must_use]
pub fn check_schema(rules: &EnabledRules, file: &SchemaFile) -> Vec<Diagnostic> {
    let rules = rules_about(rules, Document::Schemas);
    let mut found = Vec::new();
    if rules.is_empty() {
        return found;
    }
    // Both forms have the same keys.
    let data = serde_json::to_value(&file.schema).and_then(serde_json::from_value::<Value>);
    if let Ok(data) = data {
        let written = Written { document: Document::Schemas, source: &file.source, root: &file.root };
        written.check(&rules, &data, Some(&file.schema.name), &mut found);
    }
    found
}

fn rules_about(rules: &EnabledRules, document: Document) -> Vec<(&'static Rule, &'static DeclaredRule)> {
    let declared = rules.rules().filter_map(|rule| Some((rule, rule.declared()?)));
    declared.filter(|(_, declared)| declared.is_about(document)).collect()
}

/// Document in a file of its own.
struct Written<'w> {
    document: Document,
    source: &'w Arc<Source>,
    root: &'w Node,
}

impl Written<'_> {
    fn check(
        &self,
        rules: &[(&'static Rule, &'static DeclaredRule)],
        data: &Value,
        name: Option<&str>,
        found: &mut Vec<Diagnostic>,
    ) {
        for (rule, declared) in rules {
            let judged = declared.judge(self.document, data, name);
            found.extend(judged.into_iter().flat_map(|judged| judged.violations).map(|violation| {
                let at = violation.span(self.root).unwrap_or(first_character(self.root.span));
                finding(rule, self.source, Found::new(at), violation.message)
            }));
        }
    }
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
        let constraints = WithoutCloud::timeless();
        let mut read: HashSet<String> = HashSet::new();
        for one in cases {
            one.case.rule.visit_paths(&mut |path, _| read.extend(path.first().cloned()));
        }
        let wanted = Wanted::new(&|name| read.contains(name));
        let mut reported: HashSet<(&str, Span, &str, String)> = HashSet::new();
        let mut parts: HashSet<(&str, Span, Option<usize>)> = HashSet::new();
        for created in self.context.created().filter(|created| is_asked(created.schema)) {
            let additions = Additions::new(self.context, created, &parameters, wanted);
            let properties = created.read(self.context);
            let values = properties.for_rules(&additions.values);
            // Heat reports what is not valid.
            let tells_open = self.tells_open && properties.validity == Validity::Valid;
            let path = created.path();
            let context = ReadProperties::reading(&constraints).with_resource_name(&path);
            let own: Vec<&KnownCase> =
                cases.iter().filter(|one| one.case.subject.has_type(&created.schema.name)).collect();
            let judged = EVALUATOR.judge_rules(own.iter().map(|one| &one.case.rule), &values, &context);
            for (one, (verdict, violations)) in own.into_iter().zip(judged) {
                let rule = &one.case.rule;
                for violation in violations {
                    let part = additions.found(&violation.path);
                    // A group contains the properties of its members.
                    if part.is_some_and(|part| !parts.insert((one.rule.id, part.span, part.line))) {
                        continue;
                    }
                    let found = part.or_else(|| {
                        let span = span_of_resource(self.context, created, rule, &violation.path)?;
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
                if verdict == RuleVerdict::Open && tells_open && reported.insert(key) {
                    let span = created.span(self.context, &[]);
                    self.report_open(one.rule, &format!("`{path}`"), span);
                }
            }
        }
        if self.tells_open {
            self.report_unknown_groups(cases);
        }
    }

    /// Reports the rules about members of groups that are not known.
    fn report_unknown_groups(&mut self, cases: &[KnownCase]) {
        for group in self.context.unknown_groups() {
            let outermost = group.path.first().copied().unwrap_or_default();
            let span = self.context.resources.named(outermost).map(|group| group.span);
            let has_type = |case: &Case| {
                group.types.as_ref().is_none_or(|types| types.iter().any(|name| case.subject.has_type(name)))
            };
            let mut about: Vec<&KnownCase> = cases.iter().filter(|one| has_type(one.case)).collect();
            about.dedup_by_key(|one| one.rule.id);
            for one in about {
                self.report_open(one.rule, &format!("members of `{}`", group.path.join("/")), span);
            }
        }
    }

    /// Runs the rules about a document.
    fn check_document(&mut self, document: Document, rules: &[(&'static Rule, &'static DeclaredRule)]) {
        if rules.is_empty() {
            return;
        }
        let template = self.context.template;
        let root = template.root();
        if document == Document::Parameters {
            for (entry, parameter) in self.context.parameters() {
                let definition = &parameter.definition;
                let data = of_definition(definition);
                let item = Some((entry.key.span, definition.name.as_str()));
                self.judge(document, rules, Part { data: &data, root: &entry.value, item });
            }
            return;
        }
        let data = if document == Document::Template {
            written_sections(root, rules)
        } else {
            let Some(resolved) = self.context.resolved() else { return };
            document::of_stack_as_hot(template, self.context.parameter_set(), resolved)
        };
        self.judge(document, rules, Part { data: &data, root, item: None });
    }

    /// Judges rules about a part of the template.
    fn judge(
        &mut self,
        document: Document,
        rules: &[(&'static Rule, &'static DeclaredRule)],
        part: Part<'_>,
    ) {
        let (span, name) = part.item.unzip();
        for (rule, declared) in rules {
            for judged in declared.judge(document, part.data, name) {
                for violation in &judged.violations {
                    let span = violation.span(part.root).or(span);
                    let found = Found::new(span.unwrap_or(first_character(part.root.span)));
                    let source = self.context.template.source();
                    self.found.push(finding(rule, source, found, violation.message.clone()));
                }
                if judged.verdict == RuleVerdict::Open && self.tells_open {
                    let whole = || format!("the {}", document.as_str());
                    let subject = name.map_or_else(whole, |name| format!("`{name}`"));
                    self.report_open(rule, &subject, span);
                }
            }
        }
    }

    fn report(&mut self, one: KnownCase, subject: &str, found: Found, violation: ValueError) {
        let KnownCase { rule, declared, .. } = one;
        let message = match violation.plugin_error {
            Some(error) => with_ids(&error.message),
            None => format!("{subject}: {}", lowercase(&declared.summary)),
        };
        self.found.push(finding(rule, self.context.template.source(), found, message));
    }

    fn report_open(&mut self, rule: &'static Rule, subject: &str, span: Option<Span>) {
        self.found.push(open_finding(rule, self.context.template.source(), span, subject));
    }
}

/// The sections of a template that rules read. Most rules read few of them.
fn written_sections(root: &Node, rules: &[(&'static Rule, &'static DeclaredRule)]) -> Value {
    let mut read: HashSet<String> = HashSet::new();
    let mut reads_all = false;
    for case in rules.iter().flat_map(|(_, declared)| &declared.cases) {
        case.rule.visit_paths(&mut |path, _| match path.first() {
            Some(step) if step != EACH => _ = read.insert(step.clone()),
            _ => reads_all = true,
        });
    }
    let entries = root.as_mapping().into_iter().flat_map(Mapping::iter);
    let is_read = |entry: &&Entry| reads_all || entry.key.as_str().is_some_and(|key| read.contains(key));
    entries.filter(is_read).map(|entry| (key_of(&entry.key), plain_value(&entry.value))).collect()
}

/// Part of a template that rules are about.
#[derive(Clone, Copy)]
struct Part<'p> {
    data: &'p Value,
    /// Text of the part.
    root: &'p Node,
    /// Name of the part, if it is an item, and its span.
    item: Option<(Span, &'p str)>,
}

/// Returns a finding of a rule that is written as data, at a span or in the file as a whole.
pub fn declared_finding(
    rule: &'static Rule,
    source: &Arc<Source>,
    span: Option<Span>,
    message: String,
) -> Diagnostic {
    let mut finding = Diagnostic::new(rule.severity(), rule.id, message).at(source, span, "");
    if let Some(declared) = rule.declared() {
        finding.help.clone_from(&declared.help);
        let is_own = rule.family == Family::Project;
        finding.notes.extend(declared.why.lines().next().filter(|_| is_own).map(str::to_owned));
    }
    finding
}

/// Returns the finding that a rule which is written as data has no verdict on a subject.
pub fn open_finding(
    rule: &'static Rule,
    source: &Arc<Source>,
    span: Option<Span>,
    subject: &str,
) -> Diagnostic {
    let message =
        format!("{subject}: a value is not known, so this rule has no verdict: {}", lowercase(rule.summary));
    let help = "set the parameters that the values come from, with --parameter or an environment";
    Diagnostic::new(rule.severity(), rule.id, message).with_help(help).at(source, span, "")
}

/// A finding about a part of a template.
fn finding(rule: &'static Rule, source: &Arc<Source>, found: Found, message: String) -> Diagnostic {
    let mut finding = declared_finding(rule, source, Some(found.span), message);
    if let Some(line) = found.line {
        finding.notes.insert(0, format!("in line {line} of the file"));
    }
    match found.text {
        Some(text) => finding.with_label(source, first_character(text), TEXT),
        None => finding,
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
    let mut first = None;
    // What the rule requires says more than what it depends on.
    let requirement = ValidationRule { when: Vec::new(), message: None, for_each: None, ..rule.clone() };
    let whole = path.is_empty().then_some(rule);
    for part in std::iter::once(&requirement).chain(whole) {
        part.visit_paths(&mut |inner, _| {
            let inner = inner.strip_prefix(&[WRITTEN.to_owned()]).unwrap_or(inner);
            let steps = path.iter().cloned().chain(inner.iter().cloned().map(Step::Name));
            let span = created.span(context, &steps.collect::<Vec<_>>());
            first = first.or_else(|| span.filter(|span| *span != around));
        });
    }
    Some(first.unwrap_or(around))
}

/// First character of a text.
fn first_character(text: Span) -> Span {
    Span::new(text.start, text.start + 1)
}
