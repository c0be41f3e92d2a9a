//! `check`: reports all problems in the schemas.

use std::path::PathBuf;

use clap::Args;
use heat_report::RuleSet;

use crate::checking;
use crate::commands::arguments::findings::FindingsArgs;
use crate::commands::arguments::watch::{WatchArgs, Watched};
use crate::outcome::CommandResult;
use crate::own_rules;
use crate::session::Session;

/// Examples, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Examples:
  heat-codegen check
  heat-codegen check schemas/OS/Nova
  heat-codegen check --fail-on warning --statistics
  heat-codegen check --format sarif > findings.sarif
  heat-codegen check --watch

Files named on the command line are checked as parts of the whole catalogue. `heat-codegen explain ID` explains \
a finding. Exits with 0 if there are no findings of --fail-on, with 1 if there are, with 2 if something could not be read.";

/// The arguments of `check`.
#[derive(Debug, Clone, Args)]
pub struct CheckArgs {
    /// Only report findings in these files, folders and globs, or in `-`, the standard input [default: the whole catalogue].
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Also apply rules of your own about schemas: files, or folders of them; can be repeated [default: `rules` beside
    /// `heat-codegen.yaml`].
    #[arg(long = "rules", value_name = "PATH")]
    own_rules: Vec<PathBuf>,
    #[command(flatten)]
    findings: FindingsArgs,
    #[command(flatten)]
    watch: WatchArgs,
}

/// Runs `check`.
///
/// # Errors
/// If there is no catalogue, or the output is closed.
pub fn run(args: &CheckArgs, session: &mut Session) -> CommandResult {
    let watched = Watched {
        inputs: args.paths.iter().chain(&args.own_rules).chain([&session.schemas]).cloned().collect(),
        endings: &["yaml"],
        outputs: args.findings.outputs(),
    };
    args.watch.run(&watched, session, |session| check(args, session))
}

fn check(args: &CheckArgs, session: &mut Session) -> CommandResult {
    let mut own = own_rules::read(&args.own_rules, session)?;
    own.extend(own_rules::of_settings(&[session.schemas.join("schema.yaml")], None)?);
    let built_in = heat_lint::RULES.iter().map(|rule| (rule.id, rule.severity));
    let rules = built_in.chain(own.iter().map(|rule| (rule.id, rule.least_severity())));
    let options = args.findings.options(&rules, "heat-codegen rules schemas", Some(RuleSet::Schemas))?;
    checking::run(&args.paths, &own.into_iter().collect(), &options, session)
}
