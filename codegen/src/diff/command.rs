//! The arguments of `diff`, and what is done with them.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use heat_model::diff::{Policy, Severity, compare};
use heat_model::{ReleaseTable, ResourceType};
use heat_yaml::Source;

use super::allowances::{self, Allowances, NewEntries, Parted};
use super::format::{self, Format};
use super::read::{self, Side};
use super::report::{Entry, Report, Section};
use super::side;
use super::templates::{self, TemplateUses};
use crate::commands::{CommandResult, Failure, Outcome, Session, no_catalogue};
use crate::io_error::describe;
use crate::report;
use crate::schema_files::SchemaFiles;
use crate::template_usage::Templates;
use crate::threads;
use crate::witness::{self, Witness};

/// Examples, for the command's help.
pub const AFTER_HELP: &str = "\
Examples:
  heat-codegen diff
  heat-codegen diff main
  heat-codegen diff v1.0 v2.0 --format markdown
  heat-codegen diff --format github --report markdown=comment.md --report sarif=diff.sarif
  heat-codegen diff old-schemas schemas
  heat-codegen diff 26.0.2.json 27.0.1.json --all

BASE and HEAD are each a folder of schemas, a file of facts that `import` reads, or else a git revision, of which the \
catalogue's folder is read; nothing is checked out. Where a name could be both, `git:NAME` is the revision and `./NAME` \
the folder or file. `heat-codegen explain ID` says more about a finding. Exits with 0 when there is nothing that \
--fail-on names, with 1 when there is or `schema-diff.yaml` is wrong, with 2 when a side could not be read.

`schema-diff.yaml` has a list, `allowances`, of findings that are meant: each with its `fingerprint`, or with `rule` and \
`path`, and with a `reason` and the release in which that ends (`expires`). An entry that allows nothing, or whose time \
is over, is a mistake. It may also say `min_deprecated_releases` and `fail_on`.";

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
    /// The release that HEAD will be part of [default: the newest in its release table, or the one of its facts].
    #[arg(long, value_name = "VERSION")]
    current_version: Option<String>,
    /// The file of findings that are meant [default: schema-diff.yaml beside the catalogue's folder].
    #[arg(long, value_name = "FILE")]
    allowances: Option<PathBuf>,
    /// Add the findings to fail for to that file, and report nothing.
    #[arg(long)]
    init_allowances: bool,
    /// Why the findings are meant that --init-allowances adds.
    #[arg(long, value_name = "TEXT", requires = "init_allowances", default_value = REASON)]
    reason: String,
    /// The release that ends what --init-allowances adds [default: the one after the current].
    #[arg(long, value_name = "VERSION", requires = "init_allowances")]
    expires: Option<String>,
    /// Say which of the templates in this folder use what changed; in every form but JUnit.
    #[arg(long, value_name = "DIR", conflicts_with = "init_allowances")]
    templates: Option<PathBuf>,
    /// Write a further report to a file, as `markdown=comment.md`; may be given several times.
    #[arg(long, value_name = "FORMAT=FILE", value_parser = report_file, conflicts_with = "init_allowances")]
    report: Vec<ReportFile>,
}

/// The reason of an entry that nobody has given one yet.
const REASON: &str = "It was found when this entry was made; say here why it is meant.";

/// A report that goes to a file.
#[derive(Debug, Clone)]
struct ReportFile {
    format: Format,
    path: PathBuf,
}

fn report_file(text: &str) -> Result<ReportFile, String> {
    let (format, path) = text.split_once('=').ok_or("write it as `markdown=comment.md`")?;
    let format = Format::from_str(format, false)?;
    if path.is_empty() {
        return Err("name a file behind the `=`".to_owned());
    }
    Ok(ReportFile { format, path: path.into() })
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

impl DiffArgs {
    /// Whether templates that show what breaks have a place in what is written.
    fn shows_witnesses(&self) -> bool {
        let formats = self.report.iter().map(|report| report.format).chain([self.format]);
        !self.init_allowances && formats.into_iter().any(|format| format != Format::Github)
    }
}

/// Runs `diff`.
///
/// # Errors
/// When a side cannot be read, or the output is closed.
pub fn run(args: &DiffArgs, session: &mut Session) -> CommandResult {
    if args.head.is_none() && !session.schemas.is_dir() {
        return Err(no_catalogue(&session.schemas));
    }
    let origins = side::origins(args.base.as_deref(), args.head.as_deref(), &session.schemas)?;
    // Freeing the trees of thousands of types would take longer than the end of the process does.
    let sides = ManuallyDrop::new(read::sides(&origins)?);
    let [before, after] = &*sides;
    hold_sides(before, after, session)?;
    let file = AllowancesFile::open(args, session)?;
    let releases = releases(before, after, session);
    let policy = Policy {
        current_version: args.current_version.as_deref().or_else(|| current_version(after, &releases)),
        min_deprecated_releases: args
            .min_deprecated_releases
            .or(file.allowances.min_deprecated_releases)
            .unwrap_or(1),
        ..Policy::new(&releases)
    };
    let templates = args.templates.as_deref().map(|folder| templates::read(folder, session)).transpose()?;
    let (entries, mut templates) = compared(before, after, &policy, args, templates.as_ref());
    let Parted { entries, allowed, mut diagnostics } = file.allowances.part(entries, &policy);
    if let Some(templates) = &mut templates {
        templates
            .without(&allowed.iter().map(|allowed| allowed.entry.fingerprint.as_str()).collect::<Vec<_>>());
    }
    let report = Report {
        before: before.name.clone(),
        after: after.name.clone(),
        entries,
        allowed,
        allowances: Some(file.path.display().to_string()),
        templates,
        lists_docs: args.all,
        fail_on: fail_on(args, &file.allowances),
    };
    if args.init_allowances {
        return add_allowances(args, &file, &report, policy.current_version, session);
    }
    diagnostics.splice(0..0, file.allowances.diagnostics.iter().cloned());
    report::text::write(&diagnostics, session.color_err, &mut session.err)?;
    if args.format == Format::Github {
        report::github::write(&diagnostics, &mut session.out)?;
    }
    write(&report, args, session)?;
    Ok(if report.fails() || !diagnostics.is_empty() { Outcome::Findings } else { Outcome::Done })
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
            "`{}` could not be read, and nothing was compared",
            side.name
        )));
    }
    if after.types.is_empty() {
        return Err(Failure::unreadable(format!("there are no schemas in `{}`", after.name))
            .with_help("name the catalogue's folder with --schemas DIR"));
    }
    if before.types.is_empty() {
        let what = if before.exists { "no schemas" } else { "no catalogue" };
        writeln!(session.err, "note: there is {what} in `{}`: every type is new", before.name)?;
    }
    Ok(())
}

/// The releases to order versions by: those that HEAD knows. Facts know none.
fn releases(before: &Side, after: &Side, session: &Session) -> ReleaseTable {
    let of_sides = [after, before].into_iter().map(|side| &side.releases);
    let known = of_sides.into_iter().find(|table| !table.releases.is_empty()).cloned();
    known.unwrap_or_else(|| SchemaFiles::read_some(&[], &session.schemas).releases)
}

/// What changed, and where templates use it.
fn compared(
    before: &Side,
    after: &Side,
    policy: &Policy<'_>,
    args: &DiffArgs,
    templates: Option<&Templates>,
) -> (Vec<Entry>, Option<TemplateUses>) {
    let changed = read::changed(before, after);
    let [old, new] = changed.each_ref().map(|types| types.iter().map(AsRef::as_ref).collect::<Vec<_>>());
    let findings = compare(&old, &new, policy);
    let [old_types, new_types] = [&old, &new].map(|types| {
        types.iter().map(|each| (each.name.as_str(), *each)).collect::<HashMap<&str, &ResourceType>>()
    });
    let entries = threads::map(&findings, |finding| {
        let mut entry = Entry::new(finding, before, after);
        let name = finding.resource_type.as_str();
        if args.shows_witnesses()
            && let Some(schema) = old_types.get(name)
            && let Some(witness) =
                witness::find(finding, schema, new_types.get(name).copied(), &after.constraints)
        {
            entry.sections.extend(sections(witness));
        }
        entry
    });
    let least = if args.all { Severity::Safe } else { Severity::Policy };
    let uses = templates.map(|templates| templates::uses(templates, &old, &new, findings, least));
    (entries, uses)
}

/// How a witness is shown.
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

/// The release that a side is part of: the newest that it knows, or the one of the Heat that its facts are of.
fn current_version<'a>(side: &Side, releases: &'a ReleaseTable) -> Option<&'a str> {
    let release = match &side.version {
        Some(version) => releases.series_of(version),
        None if side.releases.releases.is_empty() => None,
        None => releases.newest(),
    };
    release.map(|release| release.version.as_str())
}

fn fail_on(args: &DiffArgs, allowances: &Allowances) -> Vec<Severity> {
    let named = args.fail_on.as_ref().map(|named| named.iter().filter_map(|each| each.severity()).collect());
    named.or_else(|| allowances.fail_on.clone()).unwrap_or_else(|| vec![Severity::Breaking, Severity::Policy])
}

/// The file of findings that are meant.
struct AllowancesFile {
    path: PathBuf,
    text: String,
    allowances: Allowances,
}

impl AllowancesFile {
    /// Reads the file. It need not be there, unless it is named and nothing is to be added to it.
    fn open(args: &DiffArgs, session: &mut Session) -> Result<Self, Failure> {
        let path = args.allowances.clone().unwrap_or_else(|| beside(&session.schemas));
        let name = path.display().to_string();
        let is_needed = args.allowances.is_some() && !args.init_allowances;
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound && !is_needed => Vec::new(),
            Err(error) => {
                let message = format!("`{name}` cannot be read: {}", describe(&error));
                return Err(Failure::unreadable(message));
            }
        };
        match Source::from_bytes(name, bytes) {
            Ok(source) => {
                let allowances = Allowances::read(&source);
                Ok(Self { path, text: source.text().to_owned(), allowances })
            }
            Err(diagnostic) => {
                report::text::write(&[diagnostic], session.color_err, &mut session.err)?;
                Err(Failure::unreadable("the allowances cannot be read, and nothing was compared"))
            }
        }
    }
}

/// Where the file is, unless another one is named.
fn beside(catalogue: &Path) -> PathBuf {
    match (catalogue.file_name(), catalogue.parent()) {
        (Some(_), Some(around)) => around.join(allowances::FILE),
        // `.` and `..` say only by what is around them where they are.
        _ => catalogue.join("..").join(allowances::FILE),
    }
}

/// Writes entries for what the comparison fails for.
fn add_allowances(
    args: &DiffArgs,
    file: &AllowancesFile,
    report: &Report,
    current: Option<&str>,
    session: &mut Session,
) -> CommandResult {
    let shown = file.path.display();
    if !file.allowances.diagnostics.is_empty() {
        report::text::write(&file.allowances.diagnostics, session.color_err, &mut session.err)?;
        return Err(Failure::refused(format!("`{shown}` has mistakes, and nothing was added to it")));
    }
    let Some(expires) = args.expires.clone().or_else(|| allowances::release_after(current?)) else {
        return Err(Failure::refused("it is not known which release comes next")
            .with_help("say when the entries end: --expires VERSION"));
    };
    let entries: Vec<&Entry> = report.entries.iter().filter(|entry| report.is_failure(entry)).collect();
    if entries.is_empty() {
        writeln!(session.out, "nothing to add to {shown}")?;
        return Ok(Outcome::Done);
    }
    let new = NewEntries { entries: &entries, reason: &args.reason, expires: &expires };
    let Some(text) = allowances::add(&file.text, &new) else {
        let known = "write `allowances` as a list with a line for each entry";
        return Err(Failure::refused(format!(
            "nothing can be added to `{shown}` as it is laid out, with this reason and release"
        ))
        .with_help(known));
    };
    fs::write(&file.path, text)
        .map_err(|error| Failure::unreadable(format!("`{shown}` cannot be written: {}", describe(&error))))?;
    let entries =
        if entries.len() == 1 { "1 entry".to_owned() } else { format!("{} entries", entries.len()) };
    writeln!(session.out, "added {entries} to {shown}; they end with {expires}")?;
    Ok(Outcome::Done)
}

/// Writes the files first: whoever reads the report may have seen enough before its end.
fn write(report: &Report, args: &DiffArgs, session: &mut Session) -> Result<(), Failure> {
    for ReportFile { format, path } in &args.report {
        let mut text = Vec::new();
        format::write(report, *format, false, &mut text)?;
        fs::write(path, text).map_err(|error| {
            Failure::unreadable(format!("`{}` cannot be written: {}", path.display(), describe(&error)))
        })?;
    }
    format::write(report, args.format, session.color_out, &mut session.out)?;
    Ok(())
}
