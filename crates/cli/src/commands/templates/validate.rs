//! `validate`: reports all problems in templates.

use std::path::PathBuf;
use std::time::SystemTime;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use heat_report::RuleSet;
use heat_template_check::{EnabledRules, RULES, rule, template_rules};
use heat_yaml::Applicability;

use crate::commands::arguments::findings::FindingsArgs;
use crate::commands::arguments::inputs::InputArgs;
use crate::commands::arguments::watch::{WatchArgs, Watched};
use crate::commands::candidates;
use crate::inputs::paths;
use crate::outcome::CommandResult;
use crate::own_rules;
use crate::session::Session;
use crate::template_checking::{self, CheckInputs, Fixes};
use crate::template_upgrade::Upgrade;
use crate::validation::{self, Options};

/// Examples, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Examples:
  heat-codegen validate
  heat-codegen validate server.yaml -e production.yaml
  heat-codegen validate stacks 'more/**/*.yaml' --fail-on warning
  heat-codegen validate --templates-only $(git ls-files '*.yaml')
  heat-codegen validate - < server.yaml
  heat-codegen validate server.yaml --parameter image=debian --strict
  heat-codegen validate server.yaml --fix
  heat-codegen validate server.yaml --diff --unsafe-fixes
  heat-codegen validate --statistics
  heat-codegen validate --format github --report sarif=findings.sarif
  heat-codegen validate server.yaml --release yoga
  heat-codegen validate server.yaml --types my-cloud.json
  heat-codegen validate stack.yaml --tree
  heat-codegen validate --watch
  heat-codegen validate stack.yaml --enable unused-parameter
  heat-codegen validate server.yaml --from yoga --to 27.0.0

PATH is a template, a folder, a glob in quotes, or `-` for the standard input. Below a folder, the templates are the files that \
declare `heat_template_version`, without those that git ignores.

Errors are what Heat refuses when it validates the template or creates the stack, in Heat's words; warnings are about what \
Heat accepts but is probably not intended. Without --strict, parameters need no values. `heat-codegen rules templates` lists the \
rules, `heat-codegen explain ID` explains one. Exits with 0 if there are no findings of --fail-on, with 1 if there are, with 2 if \
something could not be read.";

/// The arguments of `validate`.
#[derive(Debug, Clone, Args)]
pub struct ValidateArgs {
    /// The templates: files, folders, globs, or `-` for the standard input.
    #[arg(value_name = "PATH", default_value = ".", hide_default_value = true)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    inputs: InputArgs,
    /// Skip files that declare no template version: environments and other YAML files.
    #[arg(long)]
    templates_only: bool,
    /// Require values for all parameters, as Heat does when it creates a stack.
    #[arg(long)]
    strict: bool,
    /// Before the findings, show which resources create stacks, and from which templates.
    #[arg(long, conflicts_with = "format")]
    tree: bool,
    /// Report what an upgrade from this release to that of --to changes for the templates, instead of problems.
    #[arg(
        long,
        value_name = "RELEASE",
        add = candidates::releases(),
        requires = "to",
        conflicts_with_all = ["release", "environments", "parameters", "strict", "select", "ignore"]
    )]
    from: Option<String>,
    /// The release after the upgrade.
    #[arg(long, value_name = "RELEASE", requires = "from", add = candidates::releases())]
    to: Option<String>,
    #[command(flatten)]
    fixes: FixArgs,
    /// Switch on a rule that is off by default; can be repeated. The settings can switch rules on, too.
    #[arg(long = "enable", value_name = "RULE", value_parser = rule_ids(), add = candidates::template_rules())]
    enabled: Vec<String>,
    #[command(flatten)]
    own: OwnRulesArgs,
    #[command(flatten)]
    findings: FindingsArgs,
    #[command(flatten)]
    watch: WatchArgs,
}

/// The arguments about rules of a project.
#[derive(Debug, Clone, Args)]
struct OwnRulesArgs {
    /// Also apply rules of your own: files, or folders of them; can be repeated [default: `rules` beside `heat-codegen.yaml`].
    #[arg(long = "rules", value_name = "PATH")]
    own_rules: Vec<PathBuf>,
    /// Report rules of your own and about security also where their verdict depends on a value that is not known.
    #[arg(long)]
    strict_rules: bool,
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

/// The ids of all rules. Rules that are on by default are accepted, but not listed.
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
    let inputs = &args.inputs;
    let named = [
        inputs.environments.as_slice(),
        &args.own.own_rules,
        &session.types,
        std::slice::from_ref(&session.schemas),
    ];
    let watched = Watched {
        inputs: args.paths.iter().chain(named.concat().iter()).chain(&inputs.settings).cloned().collect(),
        endings: &paths::EXTENSIONS,
        outputs: args.findings.outputs(),
    };
    args.watch.run(&watched, session, |session| validate(args, session))
}

fn validate(args: &ValidateArgs, session: &mut Session) -> CommandResult {
    let mut templates = paths::expand(&args.paths)?;
    let own = own_rules::read(&args.own.own_rules, session)?;
    let mut named = own.clone();
    if args.findings.names_rules() {
        named.extend(own_rules::of_settings(&templates, args.inputs.settings.as_deref())?);
    }
    let rules = template_rules().chain(named.iter().map(|rule| (rule.id, rule.least_severity())));
    let report = args.findings.options(&rules, "heat-codegen rules templates", Some(RuleSet::Templates))?;
    if args.templates_only {
        templates = template_checking::templates_among(&templates);
    }
    let fixes = args.fixes.fixes();
    validation::check_fixable(&templates, fixes)?;
    let mut enabled: EnabledRules = args.enabled.iter().filter_map(|id| rule(id)).collect();
    enabled.extend(report.selection.enabled().rules());
    enabled.extend(own);
    enabled.tells_open = args.own.strict_rules;
    let inputs = CheckInputs {
        templates,
        environments: args.inputs.environments.clone(),
        parameters: args.inputs.parameters(),
        root: args.inputs.root.clone(),
        is_strict: args.strict,
        fixes,
        shows_nesting: args.tree,
        settings: args.inputs.settings.clone(),
        now: Some(now()),
        enabled,
        selection: report.selection.clone(),
    };
    let options = Options { inputs, release: args.inputs.release().map(str::to_owned), report };
    match (&args.from, &args.to) {
        (Some(from), Some(to)) => {
            let upgrade = Upgrade { from: from.clone(), to: to.clone() };
            validation::run_upgrade(&upgrade, &options, session)
        }
        _ => validation::run(&options, session),
    }
}
