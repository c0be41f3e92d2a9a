//! Runs a case.

use std::fmt::Write as _;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use heat_hot::Template;
use heat_hot::environment::EnvironmentFile;
use heat_hot::environment::files::{FileError, FileSource};
use heat_hot::fault::Problem;
use heat_hot::resolve::ResolvedResource;
use heat_hot::template::known::KnownAttributes;
use heat_model::custom_constraint::WithoutCloud;
use heat_model::evaluate::{Context, Evaluator};
use heat_model::suggest::nearest;
use heat_model::validate::{Step, ValuePath, parse_number};
use heat_model::validation_rule::{Bounds, Condition, EACH, PropertyState};
use heat_model::{ResourceType, ResourceTypes, Value};
use heat_plan::{Action, Plan, Types, Unresolved, Version};
use heat_template_check::{
    CloudAnswers, Purpose, ReadStack, ResolvedStack, StackFinding, StackFindings, StackSources, Verdict,
    document,
};
use heat_yaml::{Diagnostic, Severity, Source, Span};
use indexmap::IndexMap;

use crate::expectation::{Expectation, Subject, Test};
use crate::file::{Answers, Refusal, TestCase, TestFile};
use crate::subject::{self, Found, Members};

/// Timeout of an update, in minutes: Heat's default.
const TIMEOUT: u64 = 60;

/// Maximum number of values that a failure shows.
const MAX_VALUES: usize = 6;

/// Maximum length of a value in a message, in characters.
const MAX_SHOWN: usize = 200;

/// A stack of a case: its own, or the one that it updates.
pub struct Side<'a> {
    /// The case.
    pub case: &'a TestCase,
    /// The template.
    pub template: Arc<Source>,
    /// The environments, in the order in which they are merged.
    pub environments: Vec<Arc<Source>>,
}

/// Result of a case.
#[derive(Default)]
pub struct CaseReport {
    /// Expectations that are not met. The case has failed if there are any.
    pub failures: Vec<Diagnostic>,
    /// The stack; `None` if the template cannot be read.
    pub stack: Option<ResolvedStack>,
    /// `true` if Heat refuses the stack.
    pub is_refused: bool,
}

/// Runs a case of a file: `new` is its stack, `old` the one that it updates. `files` reads the files that templates name.
#[must_use]
pub fn run(
    (file, source): (&TestFile, &Arc<Source>),
    new: &Side<'_>,
    old: Option<&Side<'_>>,
    files: &dyn FileSource,
    types: &dyn ResourceTypes,
) -> CaseReport {
    let case = new.case;
    let mut runner = Runner { source, case, template: &new.template, failures: Vec::new() };
    let read = match read(file, new, files) {
        Ok(read) => read,
        Err(found) => {
            runner.judge_refusal(&found);
            return CaseReport { failures: runner.failures, stack: None, is_refused: true };
        }
    };
    let answers = file.answers.with(&case.answers);
    let (resolved, found) = read.resolve(&answers.known(), Purpose::Verdicts, types);
    let plan = old.map(|old| plan(file, (old, case), &read, files, types));
    let is_refused = runner.judge_refusal(&found);
    let refusing_plan = match &plan {
        Some(Ok(plan)) => refused_in(plan, &mut Vec::new()),
        _ => None,
    };
    let is_refused = runner.judge_update(refusing_plan.as_ref(), is_refused);
    let stack = read.into_stack(resolved);
    if let Some(Err(why)) = &plan {
        runner.fail(case.span, "unmet-expectation", format!("`{}`: {why}", case.name));
    }
    if !is_refused && case.refused.is_none() {
        let parts = Parts { stack: &stack, plan: plan.as_ref().and_then(|plan| plan.as_ref().ok()) };
        for expectation in &case.expect {
            runner.judge(expectation, &parts);
        }
    }
    CaseReport { failures: runner.failures, stack: Some(stack), is_refused }
}

/// Reads the template of a side with the parameters and answers of its case.
fn read(file: &TestFile, side: &Side<'_>, files: &dyn FileSource) -> Result<ReadStack, StackFindings> {
    let case = side.case;
    let answers = file.answers.with(&case.answers);
    let mut parameters = file.parameters.clone();
    parameters.extend(case.parameters.clone());
    let mut environments: Vec<EnvironmentFile> =
        side.environments.iter().map(EnvironmentFile::read).collect();
    if !parameters.is_empty() {
        let given: IndexMap<String, Value> =
            [("parameters".to_owned(), Value::from(parameters))].into_iter().collect();
        let text = Value::from(given).to_string();
        environments.push(EnvironmentFile::read(&Source::new(PARAMETERS, text)));
    }
    let folder = Path::new(side.template.name()).parent().map(Path::to_path_buf).unwrap_or_default();
    ReadStack::read(StackSources {
        template: Arc::clone(&side.template),
        environments,
        parameters: &IndexMap::new(),
        files: &WithTexts { texts: &answers.files, folder, files },
        attributes: answers.known(),
        customs: WithoutCloud::timeless(),
        purpose: Purpose::Verdicts,
        cloud: CloudAnswers { identity: answers.stack.clone(), accepted: answers.constraints },
    })
}

/// Plans the update from the stack of another case.
fn plan(
    file: &TestFile,
    (old, new_case): (&Side<'_>, &TestCase),
    new: &ReadStack,
    files: &dyn FileSource,
    types: &dyn ResourceTypes,
) -> Result<Plan, String> {
    let old_read =
        read(file, old, files).map_err(|_| format!("the stack of `{}` cannot be read", old.case.name))?;
    let answers = file.answers.with(&old.case.answers);
    let (_, found) = old_read.resolve(&answers.known(), Purpose::Verdicts, types);
    if let Some(first) = found.findings.iter().find(|finding| fails(finding)) {
        return Err(format!(
            "there is no stack to update: Heat refuses that of `{}`: {}",
            old.case.name,
            words_of(first)
        ));
    }
    let known = |answers: &Answers| answers.known().with_stand_ins();
    let (resolved, _) = old_read.resolve(&known(&answers), Purpose::Stack, types);
    let old_stack = old_read.into_stack(resolved);
    let (template, parameters, registry) = new.parts();
    let answers = file.answers.with(&new_case.answers).known();
    let resolve =
        |known: &KnownAttributes| new.resolve(&known.clone().and(&answers), Purpose::Stack, types).0;
    let old = Version {
        template: &old_stack.template,
        parameters: &old_stack.parameters,
        registry: &old_stack.registry,
        resolved: &old_stack.resolved,
    };
    let new = Unresolved { template, parameters, registry };
    Ok(heat_plan::plan_update(TIMEOUT, old, new, &resolve, Types(types)).1)
}

/// Refusal of an update.
struct Refused {
    /// The place and the reason in one line.
    why: String,
    /// Class of Heat's exception, if it is known.
    exception: Option<&'static str>,
    /// Reasons in words, such as those of a plug-in.
    reasons: Vec<String>,
}

/// The refusal at the first resource at which Heat refuses an update.
fn refused_in(plan: &Plan, path: &mut Vec<String>) -> Option<Refused> {
    if let Some(name) = plan.immutable_parameters.first() {
        return Some(Refused {
            why: format!("the parameter `{name}` is immutable"),
            exception: Some("ImmutableParameterModified"),
            reasons: vec![format!("The following parameters are immutable and may not be updated: {name}")],
        });
    }
    for resource in &plan.resources {
        path.push(resource.name.clone());
        if resource.action == Action::Refused {
            let reasons = resource.reasons.iter().filter_map(|reason| match reason {
                heat_plan::Reason::Handler { why, .. } | heat_plan::Reason::Invalid(why) => Some(why.clone()),
                _ => None,
            });
            return Some(Refused {
                why: format!("`{}` refuses it", path.join("/")),
                exception: None,
                reasons: reasons.collect(),
            });
        }
        if let Some(found) = resource.nested.as_ref().and_then(|nested| refused_in(nested, path)) {
            return Some(found);
        }
        path.pop();
    }
    None
}

/// Files, some of which have made-up texts.
struct WithTexts<'a> {
    texts: &'a IndexMap<String, String>,
    /// Folder of the template, to which the names of the texts are relative.
    folder: PathBuf,
    files: &'a dyn FileSource,
}

impl FileSource for WithTexts<'_> {
    fn read(&self, path: &str) -> Result<String, FileError> {
        let wanted = normalised(Path::new(path));
        let text = self.texts.iter().find(|(name, _)| normalised(&self.folder.join(name)) == wanted);
        text.map_or_else(|| self.files.read(path), |(_, text)| Ok(text.clone()))
    }
}

/// A path without `.`, and with `..` resolved lexically.
fn normalised(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if normal.file_name().is_some() => _ = normal.pop(),
            other => normal.push(other),
        }
    }
    normal
}

/// The stack of a case, and the plan of its update.
struct Parts<'a> {
    stack: &'a ResolvedStack,
    plan: Option<&'a Plan>,
}

struct Runner<'a> {
    source: &'a Arc<Source>,
    case: &'a TestCase,
    template: &'a Arc<Source>,
    failures: Vec<Diagnostic>,
}

impl Runner<'_> {
    fn fail(&mut self, span: Span, code: &'static str, message: String) -> &mut Diagnostic {
        self.failures.push(Diagnostic::error(code, message).with_label(self.source, span, ""));
        let last = self.failures.len() - 1;
        &mut self.failures[last]
    }

    /// Compares Heat's verdict with the one that the case expects. Returns whether Heat refuses the stack.
    fn judge_refusal(&mut self, found: &StackFindings) -> bool {
        let mut refusing: Vec<&StackFinding> =
            found.findings.iter().filter(|finding| fails(finding)).collect();
        // Heat raises the first error.
        let template = (!refusing.is_empty()).then(|| Template::read(self.template).template).flatten();
        let step = |finding: &StackFinding| step_of(finding, self.template.name(), template.as_ref());
        let first = refusing.iter().filter_map(|finding| step(finding)).min();
        refusing.retain(|finding| step(finding).is_none_or(|step| Some(step) == first));
        let case = self.case;
        match (&case.refused, refusing.first()) {
            (Some(expected), Some(_)) => self.judge_words(expected, &refusing),
            (None, Some(first)) => {
                let words = format!("`{}`: Heat refuses the stack: {}", case.name, words_of(first));
                let labels = places_of(first);
                let notes: Vec<String> =
                    class_of(first).map(|class| format!("Heat raises {class}")).into_iter().collect();
                let missing = first.is_missing_parameter();
                let help = if missing {
                    Some("set it under `parameters` of the case or of the file".to_owned())
                } else {
                    first.diagnostic.help.clone()
                };
                let failure = self.fail(case.span, "unexpected-refusal", words);
                failure.labels.extend(labels);
                failure.notes.extend(notes);
                failure.help = help.or_else(|| Some("if that is right, expect it with `refused`".to_owned()));
            }
            (_, None) => {}
        }
        !refusing.is_empty()
    }

    /// Compares the refusal of an update with the one that the case expects.
    fn judge_update(&mut self, refusal: Option<&Refused>, is_refused: bool) -> bool {
        let case = self.case;
        match (&case.refused, refusal) {
            (None, Some(why)) if !self.expects_refusal() => {
                let message = format!("`{}`: the update is refused: {}", case.name, why.why);
                self.fail(case.span, "unexpected-refusal", message).notes.extend(why.reasons.clone());
            }
            (Some(expected), Some(why)) if !is_refused => self.judge_update_words(expected, why),
            (Some(expected), None) if !is_refused => {
                let what = if case.from.is_some() { "update" } else { "stack" };
                let message = format!("`{}`: Heat accepts the {what}", case.name);
                self.fail(expected.span, "unexpected-acceptance", message).help =
                    Some("remove `refused`, or change what the case sets".to_owned());
            }
            _ => {}
        }
        is_refused || (refusal.is_some() && case.refused.is_some())
    }

    /// Compares the words of a refused update. The class of the exception is not known: a plug-in or a service raises it.
    fn judge_update_words(&mut self, expected: &Refusal, found: &Refused) {
        let class = expected.exception.as_deref().zip(found.exception);
        let is_class = class.is_none_or(|(expected, found)| expected == found);
        let is_message =
            expected.message.as_deref().is_none_or(|part| found.reasons.iter().any(|why| why.contains(part)));
        if is_class && is_message {
            return;
        }
        let words = format!("`{}`: the update is refused for another reason: {}", self.case.name, found.why);
        let notes = found.exception.map(|class| format!("Heat raises {class}"));
        let reasons = found.reasons.clone();
        let failure = self.fail(expected.span, "unexpected-refusal", words);
        failure.notes.extend(notes);
        failure.notes.extend(reasons);
    }

    /// Returns whether the case expects that a resource refuses the update.
    fn expects_refusal(&self) -> bool {
        let tests = self.case.expect.iter().flat_map(|expectation| &expectation.tests);
        tests.into_iter().any(|test| *test == Test::Action(Action::Refused))
    }

    /// Compares the words of a refusal with the errors, of which Heat reports the first that it finds.
    fn judge_words(&mut self, expected: &Refusal, found: &[&StackFinding]) {
        let is_meant = |finding: &&StackFinding| {
            let class = class_of(finding);
            expected.exception.as_deref().is_none_or(|name| class.is_none_or(|class| class == name))
                && expected.message.as_deref().is_none_or(|part| words_of(finding).contains(part))
        };
        let Some(first) = found.first().filter(|_| !found.iter().any(is_meant)) else { return };
        let words =
            format!("`{}`: Heat refuses the stack for another reason: {}", self.case.name, words_of(first));
        let (labels, class) = (places_of(first), class_of(first).map(str::to_owned));
        let others: Vec<String> = found.iter().skip(1).take(MAX_VALUES).map(|one| words_of(one)).collect();
        let failure = self.fail(expected.span, "unexpected-refusal", words);
        failure.labels.extend(labels);
        failure.notes.extend(class.map(|class| format!("Heat raises {class}")));
        failure.notes.extend(others.into_iter().map(|words| format!("also: {words}")));
    }

    fn judge(&mut self, expectation: &Expectation, parts: &Parts<'_>) {
        match &expectation.subject {
            Subject::Resource(path) => self.judge_resource(expectation, path, parts),
            Subject::Output(name) => {
                let value = parts.stack.resolved.outputs.get(name).map(document::marked);
                let names = parts.stack.resolved.outputs.keys().map(String::as_str).collect();
                self.judge_value(expectation, value, names, name);
            }
            Subject::Parameter(name) => {
                let values = document::of_parameters(&parts.stack.parameters);
                let names = values.as_map().map(|map| map.keys().map(String::as_str).collect());
                let value = values.get(name).cloned();
                self.judge_value(expectation, value, names.unwrap_or_default(), name);
            }
            Subject::Condition(name) => {
                let conditions = &parts.stack.resolved.conditions;
                let value = conditions.get(name).map(document::marked);
                self.judge_value(expectation, value, conditions.keys().map(String::as_str).collect(), name);
            }
            Subject::Stack => self.judge_stack(expectation, parts),
        }
    }

    fn judge_stack(&mut self, expectation: &Expectation, parts: &Parts<'_>) {
        let ResolvedStack { template, parameters, resolved, .. } = parts.stack;
        let whole = Value::from(document::of_stack(template, parameters, resolved, &document::marked));
        for test in &expectation.tests {
            match test {
                Test::Value(condition) => {
                    self.judge_condition(expectation, &whole, condition, "the stack", None);
                }
                Test::LosesData(expected) => {
                    let losing = parts.plan.map(losing).unwrap_or_default();
                    if losing.is_empty() == *expected {
                        let words = if losing.is_empty() {
                            "the update loses no data".to_owned()
                        } else {
                            format!("the update loses data of `{}`", losing.join("`, `"))
                        };
                        self.fail(
                            expectation.span,
                            "unmet-expectation",
                            format!("`{}`: {words}", self.case.name),
                        );
                    }
                }
                _ => {}
            }
        }
    }

    /// Judges the value of an output, a parameter or a condition.
    fn judge_value(&mut self, expectation: &Expectation, value: Option<Value>, names: Vec<&str>, name: &str) {
        let Some(value) = value else {
            if !expectation.tests.iter().all(is_absence) {
                let message = format!("`{}`: there is no {}", self.case.name, expectation.subject);
                let near = nearest(name, names).map(|near| format!("did you mean `{near}`?"));
                self.fail(expectation.span, "unmet-expectation", message).help = near;
            }
            return;
        };
        for test in &expectation.tests {
            if let Test::Value(condition) = test {
                let subject = expectation.subject.to_string();
                self.judge_condition(expectation, &value, condition, &subject, None);
            }
        }
    }

    fn judge_resource(&mut self, expectation: &Expectation, path: &[String], parts: &Parts<'_>) {
        let found = subject::find(parts.stack, path);
        let subject = format!("`{}`", path.join("/"));
        for test in &expectation.tests {
            match test {
                Test::Action(expected) => self.judge_action(expectation, path, *expected, parts),
                Test::LosesData(expected) => {
                    let Some(one) = parts.plan.and_then(|plan| plan.at(path)) else {
                        self.miss(expectation, &subject);
                        continue;
                    };
                    let loses = one.loses_data()
                        || one.nested.as_ref().is_some_and(|nested| !losing(nested).is_empty());
                    if loses != *expected {
                        let words = if loses { "loses data" } else { "loses no data" };
                        let message = format!("`{}`: {subject} {words}", self.case.name);
                        self.fail(expectation.span, "unmet-expectation", message);
                    }
                }
                test => self.judge_existing(expectation, test, found.as_ref(), parts),
            }
        }
    }

    /// Judges a test of a resource in the stack.
    fn judge_existing(
        &mut self,
        expectation: &Expectation,
        test: &Test,
        found: Option<&Found<'_>>,
        parts: &Parts<'_>,
    ) {
        let Subject::Resource(path) = &expectation.subject else { return };
        let subject = format!("`{}`", path.join("/"));
        let Some(found) = found else {
            if let Some(group) = subject::unknown_group(parts.stack, path) {
                let message = format!(
                    "`{}`: whether {subject} exists is not known: `{group}` has an unknown number of members",
                    self.case.name
                );
                self.fail(expectation.span, "open-expectation", message);
            } else if *test != Test::Exists(false) {
                let message = format!("`{}`: there is no resource {subject}", self.case.name);
                let names = subject::names_beside(parts.stack, path);
                let last = path.last().map(String::as_str).unwrap_or_default();
                let around = &path[..path.len().saturating_sub(1)];
                let near = nearest(last, names.iter().copied()).map(|near| {
                    let whole: Vec<&str> = around.iter().map(String::as_str).chain([near]).collect();
                    format!("did you mean `{}`?", whole.join("/"))
                });
                self.fail(expectation.span, "unmet-expectation", message).help = near;
            }
            return;
        };
        let resource = found.resource;
        match test {
            Test::Exists(exists) => {
                let (place, span) = found.place(&[]);
                if resource.is_conditional {
                    let message = format!("`{}`: whether {subject} exists is not known", self.case.name);
                    let failure = self.fail(expectation.span, "open-expectation", message);
                    failure.labels.push(label(&place, span, "its condition depends on an unknown value"));
                } else if !exists {
                    let message = format!("`{}`: the resource {subject} exists", self.case.name);
                    let failure = self.fail(expectation.span, "unmet-expectation", message);
                    failure.labels.push(label(&place, span, "defined here"));
                }
            }
            Test::Type(name) if resource.resource_type != *name => {
                let message =
                    format!("`{}`: {subject} is of type `{}`", self.case.name, resource.resource_type);
                let (place, span) = found.place(&[]);
                let failure = self.fail(expectation.span, "unmet-expectation", message);
                failure.labels.push(label(&place, span, "defined here"));
            }
            Test::Value(condition) => {
                let values = subject::properties(resource);
                self.judge_condition(expectation, &values, condition, &subject, Some(found));
            }
            Test::Metadata(condition) => {
                let changes = parts.plan.and_then(|plan| plan.at(path)).filter(|one| {
                    one.action == Action::Updated
                        && one.changes.iter().any(|change| change.part == heat_plan::Part::Metadata)
                });
                if changes.is_some() {
                    let message = format!(
                        "`{}`: it is not known whether the update of {subject} changes its metadata",
                        self.case.name
                    );
                    self.fail(expectation.span, "open-expectation", message);
                    return;
                }
                let values = resource.metadata.as_ref().map_or(Value::Null, document::marked);
                let subject = format!("the metadata of {subject}");
                self.judge_condition(expectation, &values, condition, &subject, None);
            }
            Test::After(names) => self.judge_order(expectation, names, found, &subject),
            Test::Members(bounds) => self.judge_members(expectation, bounds, resource, &subject),
            Test::Type(_) | Test::Action(_) | Test::LosesData(_) => {}
        }
    }

    fn judge_members(
        &mut self,
        expectation: &Expectation,
        bounds: &Bounds,
        resource: &ResolvedResource,
        subject: &str,
    ) {
        let (code, message) = match subject::members(resource) {
            Members::NoStack if bounds.contain(&Value::from(0)) => return,
            Members::Number(count) if bounds.contain(&Value::from(count)) => return,
            Members::NoStack => ("unmet-expectation", "creates no stack, and has no members".to_owned()),
            Members::Unknown => ("open-expectation", "has an unknown number of members".to_owned()),
            Members::Number(1) => ("unmet-expectation", "has 1 member".to_owned()),
            Members::Number(count) => ("unmet-expectation", format!("has {count} members")),
        };
        let message = format!("`{}`: {subject} {message}", self.case.name);
        self.fail(expectation.span, code, message);
    }

    fn judge_order(&mut self, expectation: &Expectation, names: &[String], found: &Found<'_>, subject: &str) {
        let Subject::Resource(path) = &expectation.subject else { return };
        let Some(own) = path.last() else { return };
        let mut reached: Vec<&str> = vec![own];
        let mut next = 0;
        while let Some(name) = reached.get(next).copied() {
            next += 1;
            for needed in found.stack.dependencies.required_by(name) {
                if !reached.contains(&needed) {
                    reached.push(needed);
                }
            }
        }
        for name in names.iter().filter(|name| !reached.contains(&name.as_str())) {
            if !found.stack.resources.contains_key(name) {
                let message = format!("`{}`: there is no resource `{name}` beside {subject}", self.case.name);
                let near = nearest(name, found.stack.resources.keys().map(String::as_str));
                self.fail(expectation.span, "unmet-expectation", message).help =
                    near.map(|near| format!("did you mean `{near}`?"));
                continue;
            }
            let message = format!("`{}`: {subject} does not wait for `{name}`", self.case.name);
            let (place, span) = found.place(&[]);
            let failure = self.fail(expectation.span, "unmet-expectation", message);
            failure.labels.push(label(&place, span, "defined here"));
            failure.help = Some(format!("refer to `{name}`, or add `depends_on: {name}`"));
        }
    }

    /// Reports that an expectation about an update is about no resource.
    fn miss(&mut self, expectation: &Expectation, subject: &str) {
        let message = format!("`{}`: neither stack has a resource {subject}", self.case.name);
        self.fail(expectation.span, "unmet-expectation", message);
    }

    fn judge_action(
        &mut self,
        expectation: &Expectation,
        path: &[String],
        expected: Action,
        parts: &Parts<'_>,
    ) {
        let subject = format!("`{}`", path.join("/"));
        let Some(one) = parts.plan.and_then(|plan| plan.at(path)) else {
            self.miss(expectation, &subject);
            return;
        };
        let action = if one.is_idle() { Action::Unchanged } else { one.action };
        let is_decided = !matches!(action, Action::Unchanged | Action::Updated);
        let changing =
            parts.plan.filter(|_| !is_decided).and_then(|plan| read_of_changing(parts.stack, plan, path));
        if let Some(origin) = changing.filter(|_| matches!(expected, Action::Unchanged | Action::Updated)) {
            let message = format!(
                "`{}`: it is not known whether {subject} is {}: it reads the {origin}, which the update changes",
                self.case.name,
                expected.as_str()
            );
            self.fail(expectation.span, "open-expectation", message).help =
                Some("add the attribute to the `answers` of the file, if it keeps its value".to_owned());
            return;
        }
        if action == expected {
            return;
        }
        let message =
            format!("`{}`: {subject} is {}, not {}", self.case.name, action.as_str(), expected.as_str());
        let place = subject::find(parts.stack, path).map(|found| found.place(&[]));
        let failure = self.fail(expectation.span, "unmet-expectation", message);
        failure.labels.extend(place.map(|(place, span)| label(&place, span, "")));
        if !one.changes.is_empty() {
            failure.notes.push(format!("what differs: {}", parts_of(one)));
        }
    }

    /// Judges a condition about a value.
    fn judge_condition(
        &mut self,
        expectation: &Expectation,
        value: &Value,
        condition: &Condition,
        subject: &str,
        found: Option<&Found<'_>>,
    ) {
        let schema = ResourceType::new("stack");
        let constraints = WithoutCloud::timeless();
        let context =
            Context::new(&constraints).with_deferred(&document::is_unknown).with_opaque(&document::is_id);
        let values = [(VALUE.to_owned(), value.clone())].into_iter().collect();
        let verdict = Evaluator::new(&schema).holds(&condition.below(VALUE), &values, &context);
        if verdict == Some(true) {
            return;
        }
        let words = condition.requirement_words().replace("``", "the value");
        let (code, message) = match verdict {
            Some(_) => ("unmet-expectation", format!("`{}`: {subject}: {words}", self.case.name)),
            None => ("open-expectation", format!("`{}`: {subject}: not known: {words}", self.case.name)),
        };
        let holds = |condition: &Condition, value: &Value| {
            let values = [(VALUE.to_owned(), value.clone())].into_iter().collect();
            Evaluator::new(&schema).holds(&condition.below(VALUE), &values, &context)
        };
        let failing = failing_item(value, condition, &holds);
        let seen = if failing.is_some() { Vec::new() } else { seen(value, condition) };
        let steps = match (&failing, seen.first()) {
            (Some((path, _)), _) => Some(path.0.clone()),
            (None, Some((path, _))) => Some(path.iter().cloned().map(Step::Name).collect()),
            (None, None) => None,
        };
        let place = steps.and_then(|steps| found.map(|found| found.place(&steps)));
        let failure = self.fail(expectation.span, code, message);
        failure.labels.extend(place.map(|(place, span)| label(&place, span, "")));
        failure.notes.extend(failing.map(|(path, item)| format!("`{path}` is {}", shown(item))));
        for (path, value) in seen.into_iter().take(MAX_VALUES) {
            let name = if path.is_empty() { "it".to_owned() } else { format!("`{}`", path.join(".")) };
            failure.notes.push(format!("{name} is {}", shown(value)));
        }
        if let Condition::In { values, property } = condition
            && let [expected] = values.as_slice()
        {
            let (path, value) = subject::value_at(value, property);
            if path.len() == property.len() {
                failure.notes.extend(differences(value, expected).into_iter().take(MAX_VALUES));
            }
        }
        if verdict.is_none() {
            failure.help = Some(
                "add what the cloud would answer under `answers`, or a value of the parameter".to_owned(),
            );
        }
    }
}

/// Name under which conditions find the value of their subject.
const VALUE: &str = "value";

/// Returns whether a test expects that its subject does not exist.
fn is_absence(test: &Test) -> bool {
    matches!(
        test,
        Test::Exists(false)
            | Test::Value(Condition::Is { is: PropertyState::Missing | PropertyState::Empty, .. })
    )
}

/// The first item of a list for which a condition on each item is not certainly true, with its path.
fn failing_item<'v>(
    value: &'v Value,
    condition: &Condition,
    holds: &dyn Fn(&Condition, &Value) -> Option<bool>,
) -> Option<(ValuePath, &'v Value)> {
    let Condition::Each { for_each, all } = condition else { return None };
    let (found, list) = subject::value_at(value, for_each);
    if found.len() < for_each.len() {
        return None;
    }
    let items: Vec<(Step, &Value)> = match list {
        Value::List(items) => {
            items.iter().enumerate().map(|(index, item)| (Step::Item(index), item)).collect()
        }
        Value::Map(map) => map.iter().map(|(key, item)| (Step::Name(key.clone()), item)).collect(),
        _ => return None,
    };
    let fails = |item: &Value| all.iter().any(|condition| holds(condition, item) != Some(true));
    let (step, item) = items.into_iter().find(|(_, item)| fails(item))?;
    Some((ValuePath(found.into_iter().map(Step::Name).chain([step]).collect()), item))
}

/// The values that a condition reads, with their paths.
fn seen<'v>(value: &'v Value, condition: &Condition) -> Vec<(Vec<String>, &'v Value)> {
    let mut seen: Vec<(Vec<String>, &Value)> = Vec::new();
    condition.visit_paths(&mut |path, _| {
        let end = path.iter().position(|step| step == EACH).unwrap_or(path.len());
        let (found, at) = subject::value_at(value, &path[..end]);
        if found.len() == end {
            if !seen.iter().any(|(known, _)| *known == found) {
                seen.push((found, at));
            }
        } else if at.as_list().is_none() && !seen.iter().any(|(known, _)| known == path) {
            // The items of a list have no names: the list itself is shown.
            seen.push((path[..end].to_vec(), &Value::Null));
        }
    });
    seen
}

/// A value in a message.
fn shown(value: &Value) -> String {
    if value.is_null() {
        return "not set".to_owned();
    }
    if let Some(origin) = value.as_map().and_then(|map| map.get("$unknown")).and_then(Value::as_str) {
        return format!("not known: {origin}");
    }
    // A text that looks like another value is in quotes.
    let is_plain =
        |text: &&str| parse_number(text).is_none() && !["true", "false", "null", ""].contains(text);
    let text = value.as_str().filter(is_plain).map_or_else(|| value.to_string(), str::to_owned);
    if text.chars().count() <= MAX_SHOWN {
        return format!("`{text}`");
    }
    format!("`{}…`", text.chars().take(MAX_SHOWN).collect::<String>())
}

/// Returns what differs within two values, each at its path.
#[must_use]
pub fn differences(found: &Value, expected: &Value) -> Vec<String> {
    let mut all = Vec::new();
    collect_differences(found, expected, &mut String::new(), &mut all);
    // A difference of the whole value is what the message says.
    all.retain(|(path, _)| !path.is_empty());
    all.into_iter().map(|(path, words)| format!("at `{path}`: {words}")).collect()
}

fn collect_differences(found: &Value, expected: &Value, path: &mut String, all: &mut Vec<(String, String)>) {
    let length = path.len();
    match (found, expected) {
        (Value::Map(found), Value::Map(expected)) => {
            let null = Value::Null;
            let names = found.keys().chain(expected.keys().filter(|key| !found.contains_key(key.as_str())));
            for name in names {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(name);
                let one = found.get(name.as_str()).unwrap_or(&null);
                collect_differences(one, expected.get(name.as_str()).unwrap_or(&null), path, all);
                path.truncate(length);
            }
        }
        (Value::List(found), Value::List(expected)) if found.len() == expected.len() => {
            for (index, (found, expected)) in found.iter().zip(expected).enumerate() {
                _ = write!(path, "[{index}]");
                collect_differences(found, expected, path, all);
                path.truncate(length);
            }
        }
        (found, expected) if found.python_eq(expected) => {}
        (found, expected) => {
            all.push((path.clone(), format!("{} instead of {}", shown(found), shown(expected))));
        }
    }
}

/// Origin of an attribute that a resource reads from one that the update changes in place or replaces: its new value is not known.
fn read_of_changing(stack: &ResolvedStack, plan: &Plan, path: &[String]) -> Option<String> {
    let found = subject::find(stack, path)?;
    let (_, around) = path.split_last()?;
    let properties = subject::properties(found.resource);
    let mut open = vec![&properties];
    while let Some(value) = open.pop() {
        let origin = value.as_map().and_then(|map| map.get("$unknown")).and_then(Value::as_str);
        if let Some((attribute, name)) = origin.and_then(|origin| origin.split_once(" of ")) {
            // The attribute may come from a stack around this one, through a parameter.
            let changes = (0..=around.len()).any(|depth| {
                let beside: Vec<String> = around[..depth].iter().cloned().chain([name.to_owned()]).collect();
                plan.at(&beside).is_some_and(|one| {
                    matches!(one.action, Action::Updated | Action::Replaced) && !one.is_idle()
                })
            });
            if attribute != "ID" && changes {
                return Some(format!("{attribute} of `{name}`"));
            }
        }
        match value {
            Value::List(items) => open.extend(items),
            Value::Map(map) => open.extend(map.values()),
            _ => {}
        }
    }
    None
}

/// Paths of the resources whose data an update loses.
fn losing(plan: &Plan) -> Vec<String> {
    let mut found = Vec::new();
    for one in &plan.resources {
        if one.loses_data() {
            found.push(one.name.clone());
        }
        let nested = one.nested.iter().flat_map(|nested| losing(nested));
        found.extend(nested.map(|inner| format!("{}/{inner}", one.name)));
    }
    found
}

/// The parts of a resource that differ, by name.
fn parts_of(one: &heat_plan::ResourcePlan) -> String {
    let names: Vec<String> = one
        .changes
        .iter()
        .map(|change| match &change.part {
            heat_plan::Part::Property(name) => format!("`{name}`"),
            part => format!("{part:?}").to_lowercase(),
        })
        .collect();
    names.join(", ")
}

/// Returns whether Heat refuses to create the stack because of a finding, or fails while it creates it.
fn fails(finding: &StackFinding) -> bool {
    let is_error = finding.diagnostic.severity == Severity::Error;
    match finding.verdict {
        Some(verdict) if verdict.fails_creation() => true,
        Some(Verdict::FailsLater) | None => is_error,
        Some(_) => false,
    }
}

/// Name of the text with the parameters of a case.
const PARAMETERS: &str = "the parameters of the case";

/// The place of a finding. The parameters of a case are in no file.
fn places_of(finding: &StackFinding) -> Vec<heat_yaml::Label> {
    let first = finding.diagnostic.labels.iter().take(1);
    first.filter(|label| label.source.name() != PARAMETERS).cloned().collect()
}

/// Heat's words of a finding.
fn words_of(finding: &StackFinding) -> String {
    let message = &finding.diagnostic.message;
    let name = message.split('`').nth(1).filter(|_| finding.is_missing_parameter());
    name.map_or_else(|| message.clone(), |name| format!("The Parameter ({name}) was not provided."))
}

/// Steps of the request that creates a stack, in which Heat finds errors in a template (`service._parse_template_and_validate_stack` and
/// `Stack.validate`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum RequestStep {
    Sections,
    /// The definitions of the resources are read, with the conditions in them.
    Definitions,
    Parameters,
    ResourceTypes,
    References,
    Properties,
    Outputs,
}

/// The step in which Heat finds an error; `None` for an error that several steps find, or one of a nested stack. `name` is that of the
/// file with the template.
fn step_of(finding: &StackFinding, name: &str, template: Option<&Template>) -> Option<RequestStep> {
    let label = finding.diagnostic.labels.first();
    let is_nested = |label: &heat_yaml::Label| ![name, PARAMETERS].contains(&label.source.name());
    if label.is_some_and(is_nested) && !finding.is_missing_parameter() {
        return None;
    }
    let is = |problems: &[Problem]| problems.iter().any(|problem| problem.id() == finding.diagnostic.code);
    if is(&[Problem::InvalidParameterValue]) {
        return Some(step_of_parameter(finding, label, template));
    }
    match () {
        () if is(&[Problem::UnknownSection, Problem::InvalidSection]) => Some(RequestStep::Sections),
        () if finding.is_missing_parameter() => Some(RequestStep::Parameters),
        () if is(&[Problem::UnknownType]) => Some(RequestStep::ResourceTypes),
        () if is(&[Problem::UnknownResource]) => Some(RequestStep::References),
        () if is(&[
            Problem::UnknownProperty,
            Problem::MissingProperty,
            Problem::InvalidPropertyValue,
            Problem::ViolatedPropertyConstraint,
            Problem::ViolatedValidationRule,
        ]) =>
        {
            Some(RequestStep::Properties)
        }
        () => None,
    }
}

/// The step in which Heat converts the value of a parameter. The path in the message begins with the section; without a path, the error is
/// where a condition is written.
fn step_of_parameter(
    finding: &StackFinding,
    label: Option<&heat_yaml::Label>,
    template: Option<&Template>,
) -> RequestStep {
    let first = finding.diagnostic.message.split('.').next().unwrap_or_default();
    let is_in = |section: &str| {
        let place = template.and_then(|template| template.section(section)).zip(label);
        first == section
            || place.is_some_and(|(section, label)| {
                label.source.name() != PARAMETERS
                    && section.span.start <= label.span.start
                    && label.span.end <= section.span.end
            })
    };
    match template.map(Template::keys) {
        Some(keys) if is_in(keys.resources) => RequestStep::Definitions,
        Some(keys) if is_in(keys.outputs) => RequestStep::Outputs,
        _ => RequestStep::Parameters,
    }
}

/// Class of Heat's exception.
fn class_of(finding: &StackFinding) -> Option<&str> {
    if finding.is_missing_parameter() {
        return Some("UserParameterMissing");
    }
    finding.diagnostic.notes.iter().find_map(|note| note.strip_prefix("Heat raises "))
}

fn label(source: &Arc<Source>, span: Span, message: &str) -> heat_yaml::Label {
    heat_yaml::Label { source: Arc::clone(source), span, message: message.to_owned() }
}
