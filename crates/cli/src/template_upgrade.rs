//! Templates on other releases of Heat: whether an earlier release accepts them, and how an upgrade affects them.
//!
//! The earlier schemas come from [`Catalogue::as_of_each`]. [`template_checking`] decides whether a template is accepted, and
//! [`template_usage`](crate::template_usage) finds its uses of changed items.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use heat_catalogue::SchemaFiles;
use heat_catalogue::catalogue::{Catalogue, find_release};
use heat_catalogue::template_version::newest_version;
use heat_diff::{Finding, Policy, Severity as ChangeSeverity, compare};
use heat_hot::Template;
use heat_hot::fault::Problem;
use heat_model::{Release, ReleaseTable, ResourceType};
use heat_report::program::NAME;
use heat_report::{Report, RuleSet, diagnostics};
use heat_yaml::{Diagnostic, Severity, Source, sort_diagnostics};

use crate::inputs::source::read;
use crate::outcome::{CommandResult, Failure};
use crate::reporting::{ReportOptions, judge, outcome};
use crate::session::Session;
use crate::template_checking::{self, CheckInputs, CheckedTemplates};
use crate::template_usage::{Changes, Impact, Templates, Usage, usages};
use crate::{upgrade_updates, upgrade_words};

/// The errors in templates on a release, which is identified by name or version, with the releases that accept them.
///
/// # Errors
/// If there is no such release, its schemas are not recorded, or an environment cannot be read.
pub(crate) fn check_release(
    inputs: &CheckInputs,
    asked: &str,
    files: &SchemaFiles,
) -> Result<CheckedTemplates, Failure> {
    let catalogue = files.catalogue();
    let release = find_release(&catalogue.releases, asked)?;
    let then =
        catalogue.as_of(&release.version, None).map_err(|error| Failure::refused(error.to_string()))?;
    let mut checked = template_checking::check(inputs, &then.types)?;
    let found = &mut checked.findings.diagnostics;
    found
        .extend(inputs.templates.iter().filter_map(|path| later_version(path, release, &catalogue.releases)));
    sort_diagnostics(found);
    if found.iter().any(|found| found.severity == Severity::Error) {
        add_accepting_releases(inputs, release, &catalogue, found)?;
    }
    Ok(checked)
}

/// The finding about a template that declares a version that a release does not know.
fn later_version(path: &Path, release: &Release, table: &ReleaseTable) -> Option<Diagnostic> {
    let newest = newest_version(&release.version, table)?;
    heat_template_check::later_version(&read(path).ok()?, newest, &release_words(release))
}

/// Adds to each error of a release the first later or the last earlier release in which Heat accepts the same.
fn add_accepting_releases(
    inputs: &CheckInputs,
    release: &Release,
    catalogue: &Catalogue,
    found: &mut [Diagnostic],
) -> Result<(), Failure> {
    let checked = catalogue
        .as_of_each(None, |_, then| {
            let version = then.releases.newest().map(|release| release.version.clone()).unwrap_or_default();
            template_checking::check(inputs, &then.types)
                .map(|checked| (version, checked.findings.diagnostics))
        })
        .map_err(|error| Failure::refused(error.to_string()))?;
    let checked: Vec<(String, Vec<Diagnostic>)> = checked.into_iter().collect::<Result<_, _>>()?;
    let table = &catalogue.releases;
    let asked = table.position(&release.version);
    for error in found.iter_mut().filter(|found| found.severity == Severity::Error) {
        let accepts =
            |(_, others): &&(String, Vec<Diagnostic>)| !others.iter().any(|other| is_same(error, other));
        let is_later = |(version, _): &&(String, Vec<Diagnostic>)| table.position(version) > asked;
        // The list begins with the newest release.
        let since = checked.iter().rev().filter(is_later).find(accepts);
        let until = checked.iter().filter(|each| !is_later(each)).find(accepts);
        let name = |version: &str| table.get(version).map_or_else(|| version.to_owned(), release_words);
        if error.code == Problem::UnknownVersion.id() {
            continue;
        }
        let note = match (since, until) {
            (Some((version, _)), _) => format!("Heat accepts this since {}", name(version)),
            (None, Some((version, _))) => format!("Heat accepted this until {}", name(version)),
            (None, None) => continue,
        };
        error.notes.push(note);
    }
    Ok(())
}

fn release_words(release: &Release) -> String {
    format!("{} ({})", release.version, release.name)
}

/// Returns whether two findings are about the same mistake.
fn is_same(left: &Diagnostic, right: &Diagnostic) -> bool {
    let place = |diagnostic: &Diagnostic| diagnostic.labels.first().map(|label| label.span);
    left.code == right.code && place(left) == place(right) && left.file_name() == right.file_name()
}

/// An upgrade of a cloud, by names or versions of releases.
#[derive(Debug, Clone)]
pub struct Upgrade {
    /// The release before the upgrade.
    pub from: String,
    /// The release after the upgrade.
    pub to: String,
}

/// Reports the effects of an upgrade of the cloud on some templates.
///
/// # Errors
/// If the catalogue or a template cannot be read, a release is not recorded, or the output is closed.
pub(crate) fn run(
    upgrade: &Upgrade,
    templates: &[PathBuf],
    options: &ReportOptions,
    session: &mut Session,
) -> CommandResult {
    let (files, _) = session.read_of_newest()?;
    let catalogue = files.catalogue();
    let of = |asked: &str| {
        let release = find_release(&catalogue.releases, asked)?;
        let then =
            catalogue.as_of(&release.version, None).map_err(|error| Failure::refused(error.to_string()))?;
        Ok::<_, Failure>((release, then))
    };
    let ((from, before), (to, after)) = (of(&upgrade.from)?, of(&upgrade.to)?);
    let [old, new] = [&before, &after].map(|side| side.types.values().collect::<Vec<&ResourceType>>());
    let findings = compare(&old, &new, &Policy::new(&catalogue.releases));
    let corrected = findings.into_iter().filter_map(|finding| {
        let name = &finding.resource_type;
        match (before.types.get(name), after.types.get(name)) {
            (Some(old), Some(new)) => upgrade_updates::corrected(finding, old, new),
            _ => Some((finding, None)),
        }
    });
    let corrected = corrected
        .filter_map(|(finding, beside)| Some((upgrade_words::for_template_author(finding)?, beside)));
    let (findings, beside): (Vec<Finding>, Vec<Option<String>>) = corrected.unzip();
    let (all, unread) = read_all(templates);
    let changes = Changes { least: ChangeSeverity::Safe, ..Changes::new(&old, &new, &findings) };
    let uses = usages(&all, &changes);
    let diagnostic = |usage: &Usage| {
        let finding = findings.get(usage.finding)?;
        let mut diagnostic = diagnostic(usage, finding, &all)?;
        diagnostic.help = upgrade_words::instead(finding, after.types.get(&finding.resource_type));
        diagnostic.notes.extend(beside.get(usage.finding).cloned().flatten());
        Some(diagnostic)
    };
    let mut found: Vec<Diagnostic> = uses.iter().filter_map(diagnostic).collect();
    let is_readable = unread.is_empty();
    found.extend(unread);
    let sources = templates.iter().filter_map(|path| Template::read(&read(path).ok()?).template);
    let versions = (from.version.as_str(), to.version.as_str());
    found.extend(
        sources.flat_map(|template| {
            upgrade_words::removed_constraints(&template, versions, &catalogue.releases)
        }),
    );
    sort_diagnostics(&mut found);
    // Several rules can be about one property that became hidden.
    let place = |found: &Diagnostic| found.labels.first().map(|label| label.span);
    found.dedup_by(|one, other| one.message == other.message && place(one) == place(other));
    let mut report = Report {
        title: format!("{NAME} validate: Heat {} → {}", release_words(from), release_words(to)),
        findings: diagnostics::findings(&found),
        consequences: Vec::new(),
        rules: heat_rules::rules(RuleSet::Changes).into_iter().map(Into::into).collect(),
        docs_url: session.docs_url,
        files: templates.len(),
        nothing: "no findings",
        ..Report::default()
    };
    judge(&mut report, options.fail_on.unwrap_or_default());
    options.write(&report, session)?;
    Ok(outcome(is_readable, &report))
}

fn read_all(paths: &[PathBuf]) -> (Templates, Vec<Diagnostic>) {
    let mut templates = Templates::default();
    let mut unread = Vec::new();
    for path in paths {
        let (read, mut diagnostics) = Templates::read(path);
        if read.is_empty() && diagnostics.is_empty() {
            diagnostics.push(
                Diagnostic::error("unreadable-file", "this is not a template")
                    .in_file(path.display().to_string()),
            );
        }
        templates.append(read);
        unread.append(&mut diagnostics);
    }
    (templates, unread)
}

/// A use of a changed item, as a finding in the template.
fn diagnostic(usage: &Usage, change: &Finding, templates: &Templates) -> Option<Diagnostic> {
    let source: &Arc<Source> = templates.source(&usage.file)?;
    let severity = match (usage.severity, &usage.impact) {
        (_, Impact::Fails(_)) => Severity::Error,
        (ChangeSeverity::Breaking | ChangeSeverity::Dangerous, _) => Severity::Warning,
        (ChangeSeverity::Policy | ChangeSeverity::Safe | ChangeSeverity::Docs, _) => Severity::Note,
    };
    let message = format!("{}: {}", usage.words(), change.message);
    let mut diagnostic =
        Diagnostic::new(severity, change.rule.id, message).with_label(source, usage.span, "");
    diagnostic.notes.extend(usage.impact.words());
    Some(diagnostic)
}
