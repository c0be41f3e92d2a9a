//! `validate`: reports all problems in templates.

use std::path::PathBuf;
use std::time::SystemTime;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use heat_report::Format;
use heat_template_check::{RULES, rule};
use heat_yaml::Applicability;

use crate::commands::arguments::choices::one_of;
use crate::commands::arguments::formats::REPORT_FORMATS;
use crate::commands::arguments::parameter::parameter;
use crate::commands::arguments::release::ReleaseArgs;
use crate::outcome::CommandResult;
use crate::session::Session;
use crate::template_checking::{self, CheckInputs, Fixes};
use crate::template_upgrade::{self, Upgrade};

/// Examples, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Examples:
  heat-codegen validate server.yaml
  heat-codegen validate stacks/*.yaml -e production.yaml
  heat-codegen validate --templates-only $(git ls-files '*.yaml')
  heat-codegen validate server.yaml --parameter image=debian --strict
  heat-codegen validate server.yaml --fix
  heat-codegen validate server.yaml --diff --unsafe-fixes
  heat-codegen validate server.yaml --format sarif > findings.sarif
  heat-codegen validate server.yaml --release yoga
  heat-codegen validate server.yaml --types my-cloud.json
  heat-codegen validate stack.yaml --tree
  heat-codegen validate stack.yaml --enable unused-parameter
  heat-codegen validate server.yaml --from yoga --to 27.0.0

Errors are what Heat refuses when it validates the template or creates the stack, in Heat's words; warnings are about what \
Heat accepts but is probably not intended. Without --strict, parameters need no values. `heat-codegen rules --templates` lists the rules, `heat-codegen explain ID` explains one. Exits with 0 if \
there are no findings, with 1 if there are, with 2 if something could not be read.";

/// The arguments of `validate`.
#[derive(Debug, Clone, Args)]
pub struct ValidateArgs {
    /// The templates.
    #[arg(value_name = "TEMPLATE", required = true)]
    templates: Vec<PathBuf>,
    /// An environment file; several are merged in this order [default: those that the settings name].
    #[arg(long = "environment", short, value_name = "FILE")]
    environments: Vec<PathBuf>,
    /// The value of a parameter; can be repeated. Environment files take precedence, as in Heat.
    #[arg(long = "parameter", short = 'P', value_name = "NAME=VALUE", value_parser = parameter)]
    parameters: Vec<(String, String)>,
    /// Skip files that declare no template version: environments and other YAML files.
    #[arg(long)]
    templates_only: bool,
    /// Require values for all parameters, as Heat does when it creates a stack.
    #[arg(long)]
    strict: bool,
    /// The folder that files of `get_file` and nested templates may be read from [default: the repository, or else the
    /// working folder].
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Before the findings, show which resources create stacks, and from which templates.
    #[arg(long)]
    tree: bool,
    #[command(flatten)]
    release: ReleaseArgs,
    /// Report what an upgrade from this release to that of --to changes for the templates, instead of problems.
    #[arg(long, value_name = "RELEASE", requires = "to", conflicts_with_all = ["release", "environments", "parameters", "strict"])]
    from: Option<String>,
    /// The release after the upgrade.
    #[arg(long, value_name = "RELEASE", requires = "from")]
    to: Option<String>,
    #[command(flatten)]
    fixes: FixArgs,
    /// The file with the settings: environments, and rules that are switched off; its paths are relative to the working folder
    /// [default: `heat-codegen.yaml` in the folder of each template, or the nearest one around it].
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
    /// Switch on a rule that is off by default; can be repeated. The settings can switch rules on, too.
    #[arg(long = "enable", value_name = "RULE", value_parser = rule_ids())]
    enabled: Vec<String>,
    /// The format of the report.
    #[arg(long, value_parser = one_of(&REPORT_FORMATS), default_value = "text", conflicts_with = "tree")]
    format: Format,
}

/// The arguments about fixes.
#[derive(Debug, Clone, Args)]
struct FixArgs {
    /// Apply safe fixes and report the rest. The rest of the files stays unchanged.
    #[arg(long)]
    fix: bool,
    /// Show what `--fix` would change, and write nothing.
    #[arg(long)]
    diff: bool,
    /// With `--fix` or `--diff`: also apply fixes that are guesses, such as the similar name for an unknown one.
    #[arg(long)]
    unsafe_fixes: bool,
}

/// The ids of all rules. Those that are on by default are accepted and not listed.
fn rule_ids() -> PossibleValuesParser {
    RULES
        .iter()
        .map(|rule| PossibleValue::new(rule.id).hide(!rule.is_off_by_default()))
        .collect::<Vec<_>>()
        .into()
}

impl FixArgs {
    fn fixes(&self) -> Fixes {
        let least = if self.unsafe_fixes { Applicability::Unsafe } else { Applicability::Safe };
        match (self.diff, self.fix) {
            (true, _) => Fixes::Shown(least),
            (false, true) => Fixes::Applied(least),
            (false, false) => Fixes::Reported,
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "Heat refuses values that have expired by the clock")]
fn now() -> SystemTime {
    SystemTime::now()
}

/// Runs `validate`.
///
/// # Errors
/// If the catalogue or an environment cannot be read, or the output is closed.
pub fn run(args: &ValidateArgs, session: &mut Session) -> CommandResult {
    let templates = if args.templates_only {
        template_checking::templates_among(&args.templates)
    } else {
        args.templates.clone()
    };
    if let (Some(from), Some(to)) = (&args.from, &args.to) {
        let upgrade = Upgrade { from: from.clone(), to: to.clone() };
        return template_upgrade::run(&upgrade, &templates, args.format, session);
    }
    let inputs = CheckInputs {
        templates,
        environments: args.environments.clone(),
        parameters: args.parameters.iter().cloned().collect(),
        root: args.root.clone(),
        is_strict: args.strict,
        fixes: args.fixes.fixes(),
        shows_nesting: args.tree,
        settings: args.settings.clone(),
        now: Some(now()),
        enabled: args.enabled.iter().filter_map(|id| rule(id)).collect(),
    };
    match args.release.asked() {
        Some(release) => template_upgrade::run_on_release(&inputs, release, args.format, session),
        None => template_checking::run(&inputs, args.format, session),
    }
}
