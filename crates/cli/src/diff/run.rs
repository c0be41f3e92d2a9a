//! A comparison, from the names of two sides to its reports.

use std::collections::{BTreeSet, HashMap};
use std::ffi::OsStr;
use std::mem::ManuallyDrop;

use codegen::no_catalogue;
use heat_catalogue::SchemaFiles;
use heat_catalogue::glob::Glob;
use heat_catalogue::heat_api::unknown_type;
use heat_catalogue::io_error::describe;
use heat_catalogue::{output, threads};
use heat_diff::{Finding, Object, Policy, Severities, Severity, Verb, compare, compare_tables};
use heat_model::{ReleaseTable, ResourceType};
use heat_report::finding::Section;
use heat_report::{diagnostics, github};
use heat_witness::{self as witness, Witness};
use heat_yaml::{Diagnostic, one_line};

use super::allowances::{Allowances, SplitFindings, Times};
use super::contents::{Side, changed};
use super::format::{self, Format};
use super::options::Options;
use super::read;
use super::recorded;
use super::report::{Entry, Report};
use super::settings::{self, SettingsFile};
use super::side::{self, Hint, Sides};
use super::templates::{self, TemplateUses};
use crate::outcome::{CommandResult, Failure, Outcome};
use crate::session::Session;
use crate::template_usage::Templates;

/// Runs `diff`.
///
/// # Errors
/// If a side cannot be read, or the output is closed.
pub fn run(options: &Options, session: &mut Session) -> CommandResult {
    let Sides { origins, hint } = sides(options, session)?;
    if let Some(Hint { note, help }) = hint {
        writeln!(session.err, "note: {}\n  help: {}", one_line(&note), one_line(&help))?;
    }
    // Freeing the trees of thousands of types would take longer than exiting the process.
    let sides = ManuallyDrop::new(read::sides(&origins)?);
    let [before, after] = &*sides;
    check_sides(before, after, options, session)?;
    let globs = &options.types;
    check_types(globs, before, after)?;
    let file = SettingsFile::open(options, session)?;
    let settings = &file.settings;
    let releases = releases(before, after, session);
    let versions = Versions::new(options, before, after, &releases)?;
    let policy = versions.policy(options, settings, before, &releases);
    let templates =
        options.templates.as_deref().map(|folder| templates::read(folder, session)).transpose()?;
    let (entries, mut templates) = compared(before, after, &policy, options, templates.as_ref());
    // Entries for types that are not compared have no known effect.
    let base = if globs.is_empty() { settings::on_base(&origins[0], &file.path) } else { None };
    let times =
        Times { releases: &releases, before: versions.before, after: versions.after, base: base.as_ref() };
    let SplitFindings { entries, allowed, expired, warnings } = settings.part(entries, times);
    if let Some(templates) = &mut templates {
        templates.without_accepted(
            &allowed.iter().map(|allowed| allowed.entry.fingerprint.as_str()).collect::<Vec<_>>(),
        );
    }
    let report = Report {
        before: before.name.clone(),
        after: after.name.clone(),
        entries,
        allowed,
        allowances: Some(file.path.display().to_string()),
        templates,
        lists_docs: options.lists_docs,
        fail_on: fail_on(options, settings),
        unreadable: Vec::new(),
        has_expired: !expired.is_empty(),
        docs_url: session.docs_url,
    };
    if let Some(new) = &options.new_allowances {
        return settings::add_allowances(new, &file, &report, versions.after, session);
    }
    let notes: Vec<_> = settings.diagnostics.iter().cloned().chain(expired).chain(warnings).collect();
    session.draw(&notes)?;
    if options.format == Format::Github {
        github::write(&diagnostics::findings(&notes), &mut session.out)?;
    }
    write(&report, options, session)?;
    Ok(match (settings.diagnostics.is_empty(), report.fails()) {
        (false, _) => Outcome::Unreadable,
        (true, true) => Outcome::Findings,
        (true, false) => Outcome::Done,
    })
}

/// The sides that the arguments name.
fn sides(options: &Options, session: &mut Session) -> Result<Sides, Failure> {
    if let Some(releases) = &options.between {
        let asked: Vec<&str> = releases.iter().map(String::as_str).collect();
        session.has_only_own_types |= side::is_of_plug_in(&asked, &options.types, session)?;
        return side::between(releases, session);
    }
    let (base, head) = (options.base.as_deref(), options.head.as_deref());
    let Some(release) = &options.since_release else {
        if head.is_none() && !session.schemas.is_dir() && !base.is_some_and(side::is_range) {
            return Err(no_catalogue(&session.schemas));
        }
        return side::sides(base, head, &session.schemas).map_err(|failure| {
            let [base, head] = [base, head].map(|side| side.and_then(OsStr::to_str));
            recorded::with_built_in_releases(failure, base, head)
        });
    };
    if head.is_some() {
        let message = "--since-release is the old side, but BASE is also given";
        return Err(Failure::unreadable(message).with_help("only give the new side, or omit it"));
    }
    let recorded = recorded::find(release, options.releases.as_deref(), &session.schemas)?;
    side::since(recorded, base, &session.schemas)
}

/// Checks that both sides can be compared. If only a part of a side is read, the rest would look as if it had been removed.
fn check_sides(before: &Side, after: &Side, options: &Options, session: &mut Session) -> Result<(), Failure> {
    let broken: Vec<&Side> = [before, after].into_iter().filter(|side| side.has_errors()).collect();
    if let Some(side) = broken.first() {
        for side in &broken {
            session.draw(&side.diagnostics)?;
        }
        let errors = broken.iter().flat_map(|side| &side.diagnostics);
        let errors = errors.filter(|each| each.severity == heat_yaml::Severity::Error);
        let report = Report {
            before: before.name.clone(),
            after: after.name.clone(),
            unreadable: errors.cloned().collect(),
            ..Report::default()
        };
        write_unreadable(&report, options, session)?;
        return Err(Failure::unreadable(format!("`{}` could not be read; nothing was compared", side.name)));
    }
    if after.types.is_empty() {
        return Err(Failure::unreadable(format!("there are no schemas in `{}`", after.name))
            .with_help("set the catalogue's folder with --schemas DIR"));
    }
    if before.types.is_empty() {
        let what = if before.exists { "no schemas" } else { "no catalogue" };
        let side = one_line(&before.name.to_string());
        writeln!(session.err, "note: there is {what} in `{side}`: every type is new")?;
    }
    Ok(())
}

/// Checks that each glob matches a type of one of the sides.
fn check_types(globs: &[Glob], before: &Side, after: &Side) -> Result<(), Failure> {
    let names: BTreeSet<&str> = before.types.keys().chain(after.types.keys()).map(String::as_str).collect();
    for glob in globs {
        if !names.iter().any(|name| glob.is_match(name)) {
            let glob = glob.to_string();
            let names: Vec<&str> = names.into_iter().collect();
            let failure = unknown_type(&glob, &names).invalid_argument();
            return Err(failure.with_note("`*` matches any part of a name: `OS::Nova::*`"));
        }
    }
    Ok(())
}

/// The releases that determine the order of versions: those of HEAD. Facts have none.
fn releases(before: &Side, after: &Side, session: &Session) -> ReleaseTable {
    let of_sides = [after, before].into_iter().map(|side| &side.releases);
    let known = of_sides.into_iter().find(|table| !table.releases.is_empty()).cloned();
    known.unwrap_or_else(|| SchemaFiles::read_tables(&session.schemas).releases)
}

/// The releases that contain the sides, if known.
struct Versions<'a> {
    before: Option<&'a str>,
    after: Option<&'a str>,
    /// `true` if there are several releases between the two, so that a new status can name any of them.
    is_span: bool,
}

impl<'a> Versions<'a> {
    fn new(
        options: &'a Options,
        before: &'a Side,
        after: &'a Side,
        releases: &'a ReleaseTable,
    ) -> Result<Self, Failure> {
        let [before, known] = [before, after].map(|side| current_version(side, releases));
        let given = options.current_version.as_deref().map(|name| recorded::version(name, releases));
        let after = given.transpose()?.or(known);
        let position = |version: Option<&str>| releases.position(version?);
        let is_span = position(before).zip(position(after)).is_some_and(|(before, after)| after > before + 1);
        Ok(Self { before, after, is_span })
    }

    fn policy<'p>(
        &self,
        options: &Options,
        settings: &'p Allowances,
        before: &Side,
        releases: &'p ReleaseTable,
    ) -> Policy<'p>
    where
        'a: 'p,
    {
        let severities: &Severities = &settings.severities;
        Policy {
            current_version: self.after.filter(|_| !self.is_span),
            min_deprecated_releases: options
                .min_deprecated_releases
                .or(settings.min_deprecated_releases)
                .unwrap_or(1),
            has_baseline: !before.types.is_empty(),
            severities: Some(severities),
            ..Policy::new(releases)
        }
    }
}

/// The release that contains a side: the newest one that it knows, or the release of Heat from which its facts come.
fn current_version<'a>(side: &'a Side, releases: &'a ReleaseTable) -> Option<&'a str> {
    let release = match &side.version {
        Some(version) => releases.series_of(version),
        None => side.releases.newest(),
    };
    release.map(|release| release.version.as_str())
}

/// Compares the sides, and finds the templates that use the changes.
fn compared(
    before: &Side,
    after: &Side,
    policy: &Policy<'_>,
    options: &Options,
    templates: Option<&(Templates, Vec<Diagnostic>)>,
) -> (Vec<Entry>, Option<TemplateUses>) {
    let changed = changed(before, after);
    let [old, new] = changed.each_ref().map(|types| types.iter().map(AsRef::as_ref).collect::<Vec<_>>());
    let globs = &options.types;
    // What is removed or added can be a type that is renamed to a selected one, or from it; others are compared one by one.
    let is_compared = |schema: &&&ResourceType| {
        let is_on_both = before.types.contains_key(&schema.name) && after.types.contains_key(&schema.name);
        globs.is_empty() || !is_on_both || globs.iter().any(|glob| glob.is_match(&schema.name))
    };
    let [old_compared, new_compared] =
        [&old, &new].map(|types| types.iter().filter(is_compared).copied().collect::<Vec<_>>());
    let mut findings = compare(&old_compared, &new_compared, policy);
    if let (Some(old), Some(new)) = (before.tables(), after.tables()) {
        findings.extend(compare_tables(old, new, policy));
        findings.sort_by_key(|finding| finding.severity);
    }
    findings.retain(|finding| globs.is_empty() || is_of_types(finding, globs));
    let [old_types, new_types] = [&old, &new].map(|types| {
        types.iter().map(|each| (each.name.as_str(), *each)).collect::<HashMap<&str, &ResourceType>>()
    });
    let entries = threads::map(&findings, |finding| {
        let mut entry = Entry::new(finding, before, after);
        let name = finding.resource_type.as_str();
        if options.shows_witnesses()
            && let Some(schema) = old_types.get(name)
            && let Some(witness) =
                witness::find(finding, schema, new_types.get(name).copied(), &after.constraints)
        {
            entry.sections.extend(sections(witness));
        }
        entry
    });
    let least = if options.lists_docs { Severity::Safe } else { Severity::Policy };
    let uses = templates.map(|templates| templates::uses(templates, &old, &new, findings, least));
    (entries, uses)
}

/// Returns whether a change concerns one of the selected types, by the old or the new name.
fn is_of_types(finding: &Finding, globs: &[Glob]) -> bool {
    let new_name = finding.values.1.as_ref().and_then(heat_model::Value::as_str);
    let new_name = new_name
        .filter(|_| finding.rule.object == Object::ResourceType && finding.rule.verb == Verb::Renamed);
    let mut names = [Some(finding.resource_type.as_str()), new_name].into_iter().flatten();
    names.any(|name| globs.iter().any(|glob| glob.is_match(name)))
}

/// The sections for a witness.
fn sections(Witness { template, update, before, after }: Witness) -> Vec<Section> {
    let section = |title, text| Section { title, language: Some("yaml"), text };
    match update {
        None => vec![section(format!("Before, this template {before}; now it {after}"), template)],
        Some(update) => vec![
            section("A stack of this template".to_owned(), template),
            section(format!("Before, an update to this one {before}; now it {after}"), update),
        ],
    }
}

fn fail_on(options: &Options, settings: &Allowances) -> Vec<Severity> {
    let named = options.fail_on.as_ref().or(settings.fail_on.as_ref());
    named.cloned().unwrap_or_else(|| vec![Severity::Breaking, Severity::Policy])
}

/// Writes the reports of a comparison that was not possible: to files, and as annotations. Standard output would look like a
/// comparison.
fn write_unreadable(report: &Report, options: &Options, session: &mut Session) -> Result<(), Failure> {
    if options.new_allowances.is_some() {
        return Ok(());
    }
    write_files(report, options)?;
    if options.format == Format::Github {
        format::write(report, Format::Github, false, &mut session.out)?;
    }
    Ok(())
}

/// Writes the reports: the files first, because the reader of the output may close it before its end.
fn write(report: &Report, options: &Options, session: &mut Session) -> Result<(), Failure> {
    write_files(report, options)?;
    match options.format {
        Format::Text if session.is_quiet => {
            format::text::write_findings(report, session.color_out, &mut session.out)?;
        }
        format => format::write(report, format, session.color_out, &mut session.out)?,
    }
    Ok(())
}

fn write_files(report: &Report, options: &Options) -> Result<(), Failure> {
    for (format, path) in &options.reports {
        let mut text = Vec::new();
        format::write(report, *format, false, &mut text)?;
        output::write(path, &text).map_err(|error| {
            Failure::unreadable(format!("`{}` cannot be written: {}", path.display(), describe(&error)))
        })?;
    }
    Ok(())
}
