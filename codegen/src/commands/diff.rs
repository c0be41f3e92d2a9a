//! `diff`: what changed between two states of the schemas, by meaning.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use heat_diff::Severity;

use crate::diff::{self, Format, NewAllowances, Options, ReportFile};
use crate::glob::Glob;
use crate::outcome::CommandResult;
use crate::session::Session;

/// Examples, for the command's help.
pub(super) const AFTER_HELP: &str = "\
Examples:
  heat-codegen diff
  heat-codegen diff main
  heat-codegen diff v1.0..v2.0 --format html > changes.html
  heat-codegen diff --type 'OS::Cinder::*' --all
  heat-codegen diff --since-release yoga --releases recorded
  heat-codegen diff --format github --report markdown=comment.md --report sarif=diff.sarif
  heat-codegen diff old-schemas schemas
  heat-codegen diff 26.0.2.json 27.0.1.json

BASE and HEAD are each a folder of schemas, a file of facts that `import` reads, or a git revision, of which the \
catalogue's folder is read; nothing is checked out. `A..B` names two revisions, `A...B` the merge base of both and B. \
Where a name could be both, `git:NAME` is the revision and `./NAME` the folder or file. `heat-codegen explain ID` says \
more about a finding. Exits with 0 if there is nothing that --fail-on names, with 1 if there is, with 2 if a side or \
`schema-diff.yaml` could not be read.

`schema-diff.yaml` lists accepted changes (`allowances`), each by its `fingerprint`, or by `rule` and `path`, in which \
`*` and `**` are wildcards, with a `reason` and the release in which the entry ends (`expires`). It can also set \
`severities` of rules, `min_deprecated_releases` and `fail_on`.";

/// The arguments of `diff`.
#[derive(Debug, Clone, Args)]
pub struct DiffArgs {
    /// The old side: a revision, folder or file, or `A..B` for both sides [default: the merge base with the main branch].
    #[arg(value_name = "BASE")]
    base: Option<OsString>,
    /// The new side: a revision, folder or file [default: the catalogue's folder as it is].
    #[arg(value_name = "HEAD")]
    head: Option<OsString>,
    /// Compare with this release as it was recorded, by its name or version; HEAD is then the only side to name.
    #[arg(long, value_name = "RELEASE")]
    since_release: Option<String>,
    /// The folder of recorded releases, such as `history` reads [default: releases beside the catalogue's folder].
    #[arg(long, value_name = "DIR", requires = "since_release")]
    releases: Option<PathBuf>,
    /// Report only changes of these resource types; `*` is a wildcard. May be given several times.
    #[arg(long = "type", value_name = "TYPE", conflicts_with = "init_allowances")]
    types: Vec<String>,
    /// The format of the report.
    #[arg(long, value_enum, default_value_t)]
    format: DiffFormat,
    /// List changes of descriptions and examples too, which are otherwise only counted.
    #[arg(long)]
    all: bool,
    /// The severities to fail for, separated by commas [default: breaking,policy].
    #[arg(long, value_name = "SEVERITIES", value_enum, value_delimiter = ',')]
    fail_on: Option<Vec<FailOn>>,
    /// The number of releases in which something has to be DEPRECATED before it is HIDDEN [default: 1].
    #[arg(long, value_name = "N")]
    min_deprecated_releases: Option<usize>,
    /// The release that HEAD will be part of [default: the newest in its release table, or the one of its facts].
    #[arg(long, value_name = "VERSION")]
    current_version: Option<String>,
    /// The file of accepted changes and settings [default: schema-diff.yaml beside the catalogue's folder].
    #[arg(long, value_name = "FILE")]
    allowances: Option<PathBuf>,
    /// Add the findings to fail for to that file, as accepted changes, and report nothing.
    #[arg(long)]
    init_allowances: bool,
    /// The reason to write into the entries that --init-allowances adds.
    #[arg(long, value_name = "TEXT", requires = "init_allowances", default_value = REASON)]
    reason: String,
    /// The release in which the entries end that --init-allowances adds [default: the one after the current].
    #[arg(long, value_name = "VERSION", requires = "init_allowances")]
    expires: Option<String>,
    /// List the templates in this folder that use what changed.
    #[arg(long, value_name = "DIR", conflicts_with = "init_allowances")]
    templates: Option<PathBuf>,
    /// Write a further report to a file, as `markdown=comment.md`; may be given several times.
    #[arg(long, value_name = "FORMAT=FILE", value_parser = report_file, conflicts_with = "init_allowances")]
    report: Vec<ReportFile>,
}

/// The reason of an entry that nobody has given one yet.
const REASON: &str = "Accepted when this entry was made; say here why.";

/// The formats of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum DiffFormat {
    /// For people: the lines of both sides.
    #[default]
    Text,
    /// A comment for a pull request.
    Markdown,
    /// A JSON document, whose JSON Schema `export --format diff-report` writes.
    Json,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Commands that GitHub's workflows turn into annotations.
    Github,
    /// JUnit's XML, for reports of tests.
    Junit,
    /// GitLab's Code Quality report.
    Gitlab,
    /// One HTML file that needs nothing else.
    Html,
}

impl From<DiffFormat> for Format {
    fn from(named: DiffFormat) -> Self {
        match named {
            DiffFormat::Text => Self::Text,
            DiffFormat::Markdown => Self::Markdown,
            DiffFormat::Json => Self::Json,
            DiffFormat::Sarif => Self::Sarif,
            DiffFormat::Github => Self::Github,
            DiffFormat::Junit => Self::Junit,
            DiffFormat::Gitlab => Self::Gitlab,
            DiffFormat::Html => Self::Html,
        }
    }
}

fn report_file(text: &str) -> Result<ReportFile, String> {
    let (format, path) = text.split_once('=').ok_or("write it as `markdown=comment.md`")?;
    let format = DiffFormat::from_str(format, false)?;
    if path.is_empty() {
        return Err("name a file after the `=`".to_owned());
    }
    Ok(ReportFile { format: format.into(), path: path.into() })
}

/// What a comparison fails for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// Templates or stacks that worked fail, or resources are destroyed.
    Breaking,
    /// Everything works, but behaves differently.
    Dangerous,
    /// The change breaks the rules of the life cycle.
    Policy,
    /// Nothing that worked is affected.
    Safe,
    /// Only words changed.
    Docs,
    /// Nothing: findings never fail.
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
    diff::run(&args.options(), session)
}

impl DiffArgs {
    fn options(&self) -> Options {
        let new_allowances = NewAllowances { reason: self.reason.clone(), expires: self.expires.clone() };
        let named = self.fail_on.as_ref();
        Options {
            base: self.base.clone(),
            head: self.head.clone(),
            since_release: self.since_release.clone(),
            releases: self.releases.clone(),
            types: self.types.iter().map(|text| Glob::new(text)).collect(),
            format: self.format.into(),
            lists_docs: self.all,
            fail_on: named.map(|named| named.iter().filter_map(|each| each.severity()).collect()),
            min_deprecated_releases: self.min_deprecated_releases,
            current_version: self.current_version.clone(),
            allowances: self.allowances.clone(),
            new_allowances: self.init_allowances.then_some(new_allowances),
            templates: self.templates.clone(),
            reports: self.report.clone(),
        }
    }
}
