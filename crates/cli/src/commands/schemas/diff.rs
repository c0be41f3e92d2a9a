//! `diff`: compares two versions of the schemas by meaning.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;
use heat_catalogue::glob::Glob;
use heat_diff::Severity;

use crate::commands::arguments::choices::{Choice, one_of};
use crate::commands::arguments::formats::report_file;
use crate::commands::arguments::renamed;
use crate::commands::candidates;
use crate::diff::{self, Format, NewAllowances, Options};
use crate::outcome::CommandResult;
use crate::session::Session;

/// Examples, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Examples:
  heat-codegen diff
  heat-codegen diff main
  heat-codegen diff v1.0..v2.0 --format html > changes.html
  heat-codegen diff --type 'OS::Cinder::*' --all
  heat-codegen diff --since-release yoga --recordings recorded
  heat-codegen diff --release yoga antelope
  heat-codegen diff --format github --report markdown=comment.md --report sarif=diff.sarif
  heat-codegen diff old-schemas schemas
  heat-codegen diff 26.0.2.json 27.0.1.json

BASE and HEAD are each a folder of schemas, a facts file that `import` reads, or a git revision. In a revision, the \
catalogue's folder is read without a checkout. `A..B` names two revisions, `A...B` their merge base and B. If a name is \
ambiguous, `git:NAME` is the revision and `./NAME` the folder or file. `heat-codegen explain ID` explains a finding. \
Exits with 0 if there are no findings of the severities in --fail-on, with 1 if there are, with 2 if a side or \
`schema-diff.yaml` could not be read, or an argument is invalid.

`schema-diff.yaml` lists accepted changes (`allowances`) by `fingerprint`, or by `rule` and `path`, where `*` and `**` \
are wildcards, with a `reason` and the release in which the entry expires (`expires`). It can also set `severities` of \
rules, `min_deprecated_releases` and `fail_on`.";

/// The arguments of `diff`.
#[derive(Debug, Clone, Args)]
pub struct DiffArgs {
    /// The old side: a revision, folder or file, or `A..B` for both sides [default: the merge base with the main branch].
    #[arg(value_name = "BASE")]
    base: Option<OsString>,
    /// The new side: a revision, folder or file [default: the catalogue's folder on disk].
    #[arg(value_name = "HEAD")]
    head: Option<OsString>,
    /// Compare with the recorded schemas of this release, by name or version; only HEAD can be given then.
    #[arg(long, value_name = "RELEASE", add = candidates::releases())]
    since_release: Option<String>,
    /// Compare two releases of the catalogue's history, by name, code name or version, such as `yoga 2024.1`.
    #[arg(
        long,
        num_args = 2,
        value_names = ["OLD", "NEW"],
        add = candidates::releases(),
        conflicts_with_all = ["base", "head", "since_release", "init_allowances"]
    )]
    release: Vec<String>,
    /// The folder of recorded releases, as for `history` [default: releases, next to the catalogue's folder].
    #[arg(long, value_name = "DIR", requires = "since_release")]
    recordings: Option<PathBuf>,
    /// The old name of --recordings.
    #[arg(long, value_name = "DIR", requires = "since_release", conflicts_with = "recordings", hide = true)]
    releases: Option<PathBuf>,
    /// Only report changes in these resource types; `*` is a wildcard. Can be repeated.
    #[arg(long = "type", value_name = "TYPE", add = candidates::types(), conflicts_with = "init_allowances")]
    types: Vec<String>,
    /// The format of the report.
    #[arg(long, value_parser = one_of(&FORMATS), default_value = "text")]
    format: Format,
    /// Also list changes of descriptions and examples, which are only counted by default.
    #[arg(long)]
    all: bool,
    /// The severities to fail for, comma-separated [default: breaking,policy].
    #[arg(long, value_name = "SEVERITIES", value_parser = one_of(&FAIL_ON), value_delimiter = ',')]
    fail_on: Option<Vec<Option<Severity>>>,
    /// The number of releases for which something has to be DEPRECATED before it can become HIDDEN [default: 1].
    #[arg(long, value_name = "N")]
    min_deprecated_releases: Option<usize>,
    /// The release that will contain HEAD [default: the newest in its release table, or that of its facts].
    #[arg(long, value_name = "VERSION")]
    current_version: Option<String>,
    /// The file of accepted changes and settings [default: schema-diff.yaml, next to the catalogue's folder].
    #[arg(long, value_name = "FILE")]
    allowances: Option<PathBuf>,
    /// Add the findings that would fail to that file as accepted changes, and report nothing.
    #[arg(long)]
    init_allowances: bool,
    /// The reason for the entries that --init-allowances adds.
    #[arg(long, value_name = "TEXT", requires = "init_allowances", default_value = REASON)]
    reason: String,
    /// The release in which the entries that --init-allowances adds expire [default: the one after the current].
    #[arg(long, value_name = "VERSION", requires = "init_allowances")]
    expires: Option<String>,
    /// List the templates in this folder that are affected by the changes.
    #[arg(long, value_name = "DIR", conflicts_with = "init_allowances")]
    templates: Option<PathBuf>,
    /// Also write a report to a file, such as `markdown=comment.md`. Can be repeated.
    #[arg(long, value_name = "FORMAT=FILE", value_parser = report_file(&FORMATS), conflicts_with = "init_allowances")]
    report: Vec<(Format, PathBuf)>,
}

/// The reason that `--init-allowances` writes unless `--reason` is passed.
const REASON: &str = "Accepted when this entry was created; replace this with the reason.";

/// The formats of a report.
const FORMATS: [Choice<Format>; 8] = [
    (Format::Text, "text", "Text with the lines of both sides"),
    (Format::Markdown, "markdown", "A pull request comment"),
    (Format::Json, "json", "A JSON document; `export --format diff-report` writes its JSON Schema"),
    (Format::Sarif, "sarif", "SARIF 2.1.0, for code scanning"),
    (Format::Github, "github", "Workflow commands that GitHub shows as annotations"),
    (Format::Junit, "junit", "JUnit XML, for test reports"),
    (Format::Gitlab, "gitlab", "A GitLab Code Quality report"),
    (Format::Html, "html", "A self-contained HTML file"),
];

/// The severities that make a comparison fail.
const FAIL_ON: [Choice<Option<Severity>>; 6] = [
    (
        Some(Severity::Breaking),
        "breaking",
        "Templates or stacks that worked now fail, or resources are destroyed",
    ),
    (Some(Severity::Dangerous), "dangerous", "Everything works, but behaves differently"),
    (Some(Severity::Policy), "policy", "The change violates the life cycle rules"),
    (Some(Severity::Safe), "safe", "Nothing that worked is affected"),
    (Some(Severity::Docs), "docs", "Only documentation changed"),
    (None, "none", "Never fail because of findings"),
];

/// Runs `diff`.
///
/// # Errors
/// If a side cannot be read, or the output is closed.
pub fn run(args: &DiffArgs, session: &mut Session) -> CommandResult {
    if args.releases.is_some() {
        renamed::warn("--releases", "--recordings", session)?;
    }
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
            between: <[String; 2]>::try_from(self.release.clone()).ok(),
            releases: self.recordings.clone().or_else(|| self.releases.clone()),
            types: self.types.iter().map(|text| Glob::new(text)).collect(),
            format: self.format,
            lists_docs: self.all,
            fail_on: named.map(|named| named.iter().copied().flatten().collect()),
            min_deprecated_releases: self.min_deprecated_releases,
            current_version: self.current_version.clone(),
            allowances: self.allowances.clone(),
            new_allowances: self.init_allowances.then_some(new_allowances),
            templates: self.templates.clone(),
            reports: self.report.clone(),
        }
    }
}
