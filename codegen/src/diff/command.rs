//! The arguments of `diff`, and what is done with them.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use heat_model::ReleaseTable;
use heat_model::diff::{Policy, Severity, compare};

use super::format::{self, Format};
use super::read::{self, Side};
use super::report::{Entry, Report};
use super::side;
use crate::commands::{CommandResult, Failure, Outcome, Session};
use crate::io_error::describe;
use crate::report;
use crate::schema_files::SchemaFiles;

/// Examples, for the command's help.
pub const AFTER_HELP: &str = "\
Examples:
  heat-codegen diff
  heat-codegen diff main
  heat-codegen diff v1.0 v2.0 --format markdown
  heat-codegen diff old-schemas schemas
  heat-codegen diff 26.0.2.json 27.0.1.json --all

BASE and HEAD are each a folder of schemas, a file of facts that `import` reads, or else a git revision, of which the \
catalogue's folder is read; nothing is checked out. Where a name could be both, `git:NAME` is the revision and `./NAME` \
the folder or file. `heat-codegen explain ID` says more about a finding. Exits with 0 when there is nothing that \
--fail-on names, with 1 when there is, with 2 when a side could not be read.";

/// The arguments of `diff`.
#[derive(Debug, Clone, Args)]
pub struct DiffArgs {
    /// What was: a revision, folder or file [default: where HEAD left the main branch].
    #[arg(value_name = "BASE")]
    base: Option<OsString>,
    /// What is to be: a revision, folder or file [default: the catalogue's folder as it is].
    #[arg(value_name = "HEAD")]
    head: Option<OsString>,
    /// The form of the report.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// List changes of descriptions and examples too, which are only counted otherwise.
    #[arg(long)]
    all: bool,
    /// The severities to fail for, separated by commas [default: breaking,policy].
    #[arg(long, value_name = "SEVERITIES", value_enum, value_delimiter = ',')]
    fail_on: Option<Vec<FailOn>>,
    /// In how many releases something has to be DEPRECATED before it is HIDDEN [default: 1].
    #[arg(long, value_name = "N")]
    min_deprecated_releases: Option<usize>,
    /// The release that HEAD will be part of [default: the newest in its release table].
    #[arg(long, value_name = "VERSION")]
    current_version: Option<String>,
    /// Write the report to this file, and not to standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What a comparison fails for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// Templates or stacks that worked fail, or resources are destroyed.
    Breaking,
    /// Everything works, but behaves differently.
    Dangerous,
    /// The life cycle does not go as it should.
    Policy,
    /// Nothing that worked is affected.
    Safe,
    /// Only words changed.
    Docs,
    /// Nothing: always end well.
    None,
}

impl FailOn {
    fn severity(self) -> Option<Severity> {
        match self {
            Self::Breaking => Some(Severity::Breaking),
            Self::Dangerous => Some(Severity::Dangerous),
            Self::Policy => Some(Severity::Policy),
            Self::Safe => Some(Severity::Safe),
            Self::Docs => Some(Severity::Docs),
            Self::None => None,
        }
    }
}

/// Runs `diff`.
///
/// # Errors
/// When a side cannot be read, or the output is closed.
pub fn run(args: &DiffArgs, session: &mut Session) -> CommandResult {
    let origins = side::origins(args.base.as_deref(), args.head.as_deref(), &session.schemas)?;
    let [before, after] = read::sides(&origins)?;
    hold_sides(&before, &after, session)?;
    let releases = releases(&before, &after, session);
    let policy = Policy {
        current_version: args
            .current_version
            .as_deref()
            .or_else(|| releases.newest().map(|release| release.version.as_str())),
        min_deprecated_releases: args.min_deprecated_releases.unwrap_or(1),
        ..Policy::new(&releases)
    };
    let report = compared(&before, &after, &policy, args);
    write(&report, args, session)?;
    Ok(if report.fails() { Outcome::Findings } else { Outcome::Done })
}

/// Sees to it that both sides can be compared: a side that is half read would look as if the other half were gone.
fn hold_sides(before: &Side, after: &Side, session: &mut Session) -> Result<(), Failure> {
    let mut broken = None;
    for side in [before, after].into_iter().filter(|side| side.has_errors()) {
        report::text::write(&side.diagnostics, session.color_err, &mut session.err)?;
        broken.get_or_insert(side);
    }
    if let Some(side) = broken {
        return Err(Failure::unreadable(format!(
            "{} could not be read, and nothing was compared",
            side.name
        )));
    }
    if after.types.is_empty() {
        return Err(Failure::unreadable(format!("there are no schemas in {}", after.name))
            .with_help("name the catalogue's folder with --schemas DIR"));
    }
    if before.types.is_empty() {
        let what = if before.exists { "no schemas" } else { "no catalogue" };
        writeln!(session.err, "note: there is {what} in {}: every type is new", before.name)?;
    }
    Ok(())
}

/// The releases to order versions by: those that HEAD knows. Facts know none.
fn releases(before: &Side, after: &Side, session: &Session) -> ReleaseTable {
    let of_sides = [after, before].into_iter().map(|side| &side.releases);
    let known = of_sides.into_iter().find(|table| !table.releases.is_empty()).cloned();
    known.unwrap_or_else(|| SchemaFiles::read_some(&[], &session.schemas).releases)
}

fn compared(before: &Side, after: &Side, policy: &Policy<'_>, args: &DiffArgs) -> Report {
    let changed = read::changed(before, after);
    let [old, new] = changed.each_ref().map(|types| types.iter().map(AsRef::as_ref).collect::<Vec<_>>());
    let findings = compare(&old, &new, policy);
    Report {
        before: before.name.clone(),
        after: after.name.clone(),
        entries: findings.iter().map(|finding| Entry::new(finding, before, after)).collect(),
        lists_docs: args.all,
        fail_on: fail_on(args),
        ..Report::default()
    }
}

fn fail_on(args: &DiffArgs) -> Vec<Severity> {
    match &args.fail_on {
        Some(named) => named.iter().filter_map(|each| each.severity()).collect(),
        None => vec![Severity::Breaking, Severity::Policy],
    }
}

fn write(report: &Report, args: &DiffArgs, session: &mut Session) -> Result<(), Failure> {
    let Some(path) = &args.out else {
        format::write(report, args.format, session.color_out, &mut session.out)?;
        return Ok(());
    };
    let mut text = Vec::new();
    format::write(report, args.format, false, &mut text)?;
    fs::write(path, text).map_err(|error| {
        Failure::unreadable(format!("`{}` cannot be written: {}", path.display(), describe(&error)))
    })
}
