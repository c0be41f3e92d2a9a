//! `test`: runs the tests of templates.

use std::path::PathBuf;

use clap::Args;
use heat_report::Format;

use crate::commands::arguments::choices::{Choice, one_of};
use crate::commands::arguments::formats::report_file;
use crate::commands::arguments::inputs::INPUTS;
use crate::commands::arguments::watch::{WatchArgs, Watched};
use crate::inputs::paths;
use crate::outcome::CommandResult;
use crate::reporting::ReportOptions;
use crate::session::Session;
use crate::template_testing::{self, TestOptions};

/// Examples, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Examples:
  heat-codegen test
  heat-codegen test stacks --filter production
  heat-codegen test --init server.yaml
  heat-codegen test --update
  heat-codegen test --coverage
  heat-codegen test --report junit=tests.xml

A file with tests is `NAME.test.yaml`; it tests the template `NAME.yaml` beside it, or the one under `template`. Each case resolves the \
template with its parameters, environments and made-up answers of the cloud, and compares the stack with what it expects: resources, \
properties, outputs, an update from another case, or that Heat refuses it. A value that is not known without a cloud never passes.

Exits with 0 if all cases pass, with 1 if some fail, with 2 if something could not be read.";

/// The arguments of `test`.
#[derive(Debug, Clone, Args)]
pub struct TestArgs {
    /// Files with tests, folders or globs [default: the working folder].
    #[arg(value_name = "PATH", default_value = ".", hide_default_value = true)]
    paths: Vec<PathBuf>,
    /// Run the cases whose names contain this text, with the names of their files: `server.test.yaml: large`.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Write the snapshots that are missing or differ, and remove those of cases that are gone.
    #[arg(long)]
    update: bool,
    /// List the conditions, resources, outputs and allowed values that no case reaches.
    #[arg(long)]
    coverage: bool,
    /// List all cases, also those that pass.
    #[arg(long)]
    cases: bool,
    /// Write a first file with tests for a template.
    #[arg(long, value_name = "TEMPLATE", exclusive = true)]
    init: Option<PathBuf>,
    /// The folder that files of `get_file` and nested templates may be read from [default: the repository, or else the working folder].
    #[arg(long, value_name = "DIR", help_heading = INPUTS)]
    root: Option<PathBuf>,
    /// The settings of the project [default: `heat-codegen.yaml` in the folder of the template, or the nearest one around it].
    #[arg(long, value_name = "FILE", help_heading = INPUTS)]
    settings: Option<PathBuf>,
    /// The format of the report.
    #[arg(long, value_parser = one_of(&FORMATS), default_value = "text", help_heading = "Report")]
    format: Format,
    /// Also write the report to a file, such as `junit=tests.xml`; can be repeated.
    #[arg(long = "report", value_name = "FORMAT=FILE", value_parser = report_file(&FORMATS), help_heading = "Report")]
    reports: Vec<(Format, PathBuf)>,
    #[command(flatten)]
    watch: WatchArgs,
}

/// The formats of a report of tests.
const FORMATS: [Choice<Format>; 7] = [
    (Format::Text, "text", "Text with source lines and carets"),
    (Format::Json, "json", "An object with the failures and the cases"),
    (Format::Sarif, "sarif", "SARIF 2.1.0, for code scanning"),
    (Format::Github, "github", "Workflow commands that GitHub shows as annotations"),
    (Format::Gitlab, "gitlab", "GitLab's Code Quality report"),
    (Format::Tap, "tap", "The Test Anything Protocol"),
    (Format::Junit, "junit", "JUnit's XML, for reports of tests"),
];

/// Runs `test`.
///
/// # Errors
/// If a file cannot be read or written, or the output is closed.
pub fn run(args: &TestArgs, session: &mut Session) -> CommandResult {
    if let Some(template) = &args.init {
        return template_testing::init(template, session);
    }
    let watched = Watched {
        inputs: args.paths.iter().chain(&args.settings).cloned().collect(),
        endings: &paths::EXTENSIONS,
        outputs: args.reports.iter().map(|(_, path)| path.clone()).collect(),
    };
    args.watch.run(&watched, session, |session| {
        let options = TestOptions {
            files: paths::tests(&args.paths)?,
            filter: args.filter.clone(),
            update: args.update,
            coverage: args.coverage,
            lists_cases: args.cases,
            root: args.root.clone(),
            settings: args.settings.clone(),
            report: ReportOptions {
                format: args.format,
                reports: args.reports.clone(),
                rules: None,
                ..ReportOptions::default()
            },
        };
        template_testing::run(&options, session)
    })
}
