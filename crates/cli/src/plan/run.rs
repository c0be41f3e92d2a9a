//! The command `plan`: from the names of two sides to its reports.

use std::cell::LazyCell;
use std::io::{self, Write};
use std::sync::Arc;

use heat_catalogue::SchemaFiles;
use heat_catalogue::io_error::describe;
use heat_catalogue::{output, threads};
use heat_hot::Template;
use heat_hot::environment::EnvironmentFile;
use heat_hot::plain::key_of;
use heat_hot::template::known::KnownAttributes;
use heat_hot::template::refusal::RefusedBy;
use heat_model::custom_constraint::WithoutCloud;
use heat_model::evaluate::RuleVerdict;
use heat_model::{PreparedTypes, ResourceTypes, Value};
use heat_plan::{SecretMask, Types, Unresolved, Version};
use heat_template_check::{
    CloudAnswers, Document, EnabledRules, Purpose, ReadStack, ResolvedStack, Selection, StackFinding,
    StackSources, TemplateFindings, Verdict, apply_suppressions, declared_finding, document, open_finding,
};
use heat_yaml::{Diagnostic, Severity, Source, Span};
use indexmap::IndexMap;

use super::options::{Concern, Format, Options};
use super::report::Report;
use super::side::{self, Origin, Side};
use super::{json, markdown, phrases, text};
use crate::outcome::{CommandResult, Failure, Outcome};
use crate::session::Session;

/// The stack size of a thread: nested stacks are resolved recursively.
const STACK_SIZE: usize = 32 << 20;

/// Plans an update.
///
/// # Errors
/// If a side or the catalogue cannot be read, or the output is closed.
pub fn run(options: &Options, session: &mut Session) -> CommandResult {
    let (types, _) = session.read_for_templates()?;
    let sides = side::sides(options)?;
    let planned = threads::map_with_stack(&[sides], STACK_SIZE, |[old, new]| {
        report(old, new, &types, options.timeout)
            .map(|report| Report { for_both_sides: phrases::for_both_sides(options), ..report })
    });
    let Some(Ok(report)) = planned.first() else {
        let unreadable = planned.into_iter().find_map(Result::err).unwrap_or_default();
        session.draw(&unreadable.diagnostics)?;
        return Err(Failure::unreadable(format!("`{}` cannot be read", unreadable.name)));
    };
    let mut own = own_findings(report, &options.rules);
    if let Some(settings) = &options.settings {
        settings.retain_reported(&mut own, &Selection::default());
    }
    session.draw(&report.errors)?;
    session.draw(&own)?;
    session.name_catalogue(&report.errors)?;
    for (format, path) in &options.reports {
        let mut text = Vec::new();
        write(report, *format, false, &mut text)?;
        output::write(path, &text).map_err(|error| {
            Failure::unreadable(format!("`{}` cannot be written: {}", path.display(), describe(&error)))
        })?;
    }
    write(report, options.format, session.color_out, &mut session.out)?;
    let fails = options.fail_on.iter().any(|concern| report.has(*concern))
        || own.iter().any(|finding| finding.severity == Severity::Error);
    if !fails && report.has(Concern::DataLoss) {
        session.note("data is lost, and the exit code is 0: with `--fail-on refused,data-loss`, it is 1")?;
    }
    Ok(if fails { Outcome::Findings } else { Outcome::Done })
}

/// The findings of the project's rules about updates.
fn own_findings(report: &Report, rules: &EnabledRules) -> Vec<Diagnostic> {
    let declared = rules.rules().filter_map(|rule| Some((rule, rule.declared()?)));
    let (mut found, mut resources, mut whole) = (Vec::new(), None, None);
    let source = &report.new_template;
    let template = LazyCell::new(|| Template::read(source).template);
    // The resource of the template that a resource comes from, by its key. A deleted resource has none.
    let span_of = |path: &str| {
        let outermost = path.split('/').next().unwrap_or(path);
        let template = template.as_ref()?;
        let mut resources = template.entries(template.keys().resources)?.iter();
        resources.find(|entry| key_of(&entry.key) == outermost).map(|entry| entry.key.span)
    };
    for (rule, declared) in declared {
        let mut report_all =
            |document: Document, data: &Value, path: Option<&str>, span: &dyn Fn() -> Option<Span>| {
                let judged = declared.judge(document, data, path);
                if rules.tells_open && judged.iter().any(|judged| judged.verdict == RuleVerdict::Open) {
                    let subject = path.map_or_else(|| "the plan".to_owned(), |path| format!("`{path}`"));
                    found.push(open_finding(rule, source, span(), &subject));
                }
                for violation in judged.into_iter().flat_map(|judged| judged.violations) {
                    found.push(declared_finding(rule, source, span(), violation.message));
                }
            };
        if declared.is_about(Document::Updates) {
            let resources = resources.get_or_insert_with(|| {
                let all = report.resources().into_iter();
                all.map(|placed| (json::of_resource(report, &placed), placed)).collect::<Vec<_>>()
            });
            for (data, placed) in resources {
                report_all(Document::Updates, data, Some(&placed.path), &|| span_of(&placed.path));
            }
        }
        if declared.is_about(Document::Plan) {
            let whole = whole.get_or_insert_with(|| json::whole(report));
            report_all(Document::Plan, whole, None, &|| None);
        }
    }
    if !found.is_empty()
        && let Some(template) = template.as_ref()
    {
        apply_suppressions(template, rules, &mut found);
        // `validate` reports comments without an effect.
        found.retain(|finding| rules.rule(finding.code).is_some_and(|rule| rule.declared().is_some()));
    }
    found
}

/// Returns the findings of rules about an update of a stack with one template to another, neither of which needs files or parameters;
/// `None` if one of them cannot be read.
pub(crate) fn findings_between(
    templates: [Arc<Source>; 2],
    rules: &EnabledRules,
    types: &SchemaFiles,
) -> Option<Vec<Diagnostic>> {
    let none = IndexMap::new();
    let sides = templates.map(|template| Side {
        name: template.name().to_owned(),
        origin: Origin::Nothing,
        template,
        environments: Vec::new(),
        parameters: &none,
    });
    let planned = threads::map_with_stack(&[sides], STACK_SIZE, |[old, new]| report(old, new, types, 60));
    let report = planned.into_iter().next()?.ok()?;
    let refused = report.errors.iter().filter(|error| error.severity == Severity::Error).cloned();
    Some(refused.chain(own_findings(&report, rules)).collect())
}

/// A side whose template cannot be read.
#[derive(Default)]
struct Unreadable {
    name: String,
    diagnostics: Vec<Diagnostic>,
}

fn report(old: &Side<'_>, new: &Side<'_>, types: &SchemaFiles, timeout: u64) -> Result<Report, Unreadable> {
    // Both sides use the same types, each many times.
    let types = &PreparedTypes::new(types);
    let [old_read, new_read] = [read(old)?, read(new)?];
    let (mut old_findings, mut new_findings) = (old_read.verdicts(types), new_read.verdicts(types));
    let old_stack = stack(old_read, types);
    let (template, parameters, registry) = new_read.parts();
    let masked = SecretMask::of(&[&old_stack.parameters, parameters]).and_of_nested(&old_stack.resolved);
    let resolve = |known: &KnownAttributes| new_read.resolve(known, Purpose::Stack, types).0;
    let unresolved = Unresolved { template, parameters, registry };
    let (resolved, plan) =
        heat_plan::plan_update(timeout, version(&old_stack), unresolved, &resolve, Types(types));
    let masked = masked.and_of_nested(&resolved);
    let is_error = |finding: &StackFinding| finding.diagnostic.severity == Severity::Error;
    // Heat validates the new template as it does before it creates a stack, so errors that only `template-validate` reports are
    // dropped.
    let only_validation = Some(Verdict::Refused(RefusedBy::Validation));
    new_findings.findings.retain(|finding| finding.verdict != only_validation);
    let is_refused = new_findings.findings.iter().any(is_error);
    // A stack is already deployed from the old side, so current errors in it are no reason not to update it.
    old_findings.findings.retain(is_error);
    for finding in &mut old_findings.findings {
        finding.diagnostic.severity = Severity::Warning;
    }
    let errors = old_findings.findings.into_iter().chain(new_findings.findings);
    Ok(Report {
        names: [old.name.clone(), new.name.clone()],
        plan,
        masked,
        missing: resolved.missing,
        for_both_sides: None,
        errors: errors.filter(|finding| !finding.is_missing_parameter()).map(Diagnostic::from).collect(),
        is_refused,
        new_parameters: document::of_parameters(parameters),
        new_template: Arc::clone(&new.template),
    })
}

fn version(stack: &ResolvedStack) -> Version<'_> {
    let ResolvedStack { template, parameters, resolved, registry } = stack;
    Version { template, parameters, registry, resolved }
}

/// Reads a side.
fn read(side: &Side<'_>) -> Result<ReadStack, Unreadable> {
    let sources = StackSources {
        template: Arc::clone(&side.template),
        environments: side.environments.iter().map(EnvironmentFile::read).collect(),
        parameters: side.parameters,
        files: &side.origin,
        attributes: KnownAttributes::new(),
        customs: WithoutCloud::timeless(),
        purpose: Purpose::Verdicts,
        cloud: CloudAnswers::default(),
    };
    ReadStack::read(sources)
        .map_err(|found| TemplateFindings::from(found).diagnostics)
        .map_err(|diagnostics| Unreadable { name: side.name.clone(), diagnostics })
}

/// Resolves a side with stand-ins for unknown values, as plans compare them.
fn stack(read: ReadStack, types: &dyn ResourceTypes) -> ResolvedStack {
    let (resolved, _) = read.resolve(&KnownAttributes::stand_ins(), Purpose::Stack, types);
    read.into_stack(resolved)
}

fn write(report: &Report, format: Format, color: bool, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Text => text::write(report, color, out),
        Format::Markdown => markdown::write(report, out),
        Format::Json => json::write(report, out),
    }
}
