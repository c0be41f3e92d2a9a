//! `rules`: lists the rules of `check`, `diff` or `validate`, one per line.

use std::io;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use heat_diff::Mirror;
use heat_report::{RuleDocs, RuleSet};
use serde_json::{Value, json};

use crate::commands::arguments::formats::ListFormat;
use crate::commands::arguments::output::OutArgs;
use crate::commands::arguments::renamed;
use crate::outcome::{CommandResult, Outcome};
use crate::own_rules;
use crate::session::Session;

/// Examples, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Examples:
  heat-codegen rules
  heat-codegen rules schemas --format json
  heat-codegen rules changes
  heat-codegen rules new costs-tag
  heat-codegen rules --check
  heat-codegen rules project";

/// The arguments of `rules`.
#[derive(Debug, Clone, Args)]
pub struct RulesArgs {
    /// The rules: those of `validate`, `check` or `diff`, or of the project; `new` begins a rule of the project.
    #[arg(value_enum, value_name = "SET", default_value_t)]
    set: Set,
    /// The id of the new rule, for `new`.
    #[arg(value_name = "ID", required_if_eq("set", "new"))]
    id: Option<String>,
    /// Check rules of the project: their examples are their tests. Files and folders [default: `rules`].
    #[arg(long, value_name = "PATH", num_args = 0.., conflicts_with_all = ["diff", "templates"])]
    check: Option<Vec<PathBuf>>,
    /// The old name of the set `changes`.
    #[arg(long, hide = true, conflicts_with_all = ["set", "templates"])]
    diff: bool,
    /// The old name of the set `templates`.
    #[arg(long, hide = true, conflicts_with = "set")]
    templates: bool,
    /// The format of the list.
    #[arg(long, value_enum, default_value_t)]
    format: ListFormat,
    #[command(flatten)]
    out: OutArgs,
}

/// A set of rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum Set {
    /// Rules of `validate`, about templates.
    #[default]
    Templates,
    /// Rules of `check`, about schemas.
    Schemas,
    /// Rules of `diff`, about changes of schemas, each with its mirror: the rule for the opposite change.
    Changes,
    /// Rules of the project, in `rules` beside `heat-codegen.yaml`.
    Project,
    /// Begin a rule of the project.
    New,
}

impl From<Set> for RuleSet {
    fn from(set: Set) -> Self {
        match set {
            Set::Templates | Set::Project | Set::New => Self::Templates,
            Set::Schemas => Self::Schemas,
            Set::Changes => Self::Changes,
        }
    }
}

/// Runs `rules`.
///
/// # Errors
/// If the output is closed.
pub fn run(args: &RulesArgs, session: &mut Session) -> CommandResult {
    if let Some(paths) = &args.check {
        return own_rules::check(paths, session);
    }
    match (args.set, &args.id) {
        (Set::Project, _) => return own_rules::list(session),
        (Set::New, Some(id)) => return own_rules::new(id, session),
        _ => {}
    }
    let set = match args {
        RulesArgs { diff: true, .. } => {
            renamed::warn("rules --diff", "rules changes", session)?;
            RuleSet::Changes
        }
        RulesArgs { templates: true, .. } => {
            renamed::warn("rules --templates", "rules templates", session)?;
            RuleSet::Templates
        }
        RulesArgs { set, .. } => (*set).into(),
    };
    let rules = heat_rules::rules(set);
    args.out.with(session, |session| {
        match args.format {
            ListFormat::Json => {
                let lines = rules.into_iter().map(|rule| json_of(set, rule));
                session.write_json(&lines.collect::<Vec<_>>())?;
            }
            ListFormat::Text => write_lines(&rules, session)?,
        }
        Ok(Outcome::Done)
    })
}

/// A rule as JSON. Each set has its own keys, besides those of all sets.
fn json_of(set: RuleSet, rule: RuleDocs) -> Value {
    let RuleDocs { id, severity, summary, family, stage, is_off_by_default, page, mirror, .. } = rule;
    match set {
        RuleSet::Schemas => json!({"id": id, "severity": severity, "summary": summary}),
        RuleSet::Templates => json!({
            "id": id,
            "severity": severity,
            "summary": summary,
            "family": family,
            "stage": stage,
            "on_by_default": !is_off_by_default,
            "docs": page,
        }),
        RuleSet::Changes => {
            let (mirror, no_mirror) = match mirror {
                Some(Mirror::Rule(id)) => (Some(id), None),
                Some(Mirror::None(reason)) => (None, Some(reason)),
                None => (None, None),
            };
            json!({
                "id": id,
                "severity": severity,
                "summary": summary,
                "mirror": mirror,
                "no_mirror": no_mirror,
            })
        }
    }
}

/// Writes one line per rule. Lines of `diff` also name the rule for the opposite change.
fn write_lines(rules: &[RuleDocs], session: &mut Session) -> io::Result<()> {
    let width = rules.iter().map(|rule| rule.id.len()).max().unwrap_or_default();
    for RuleDocs { id, severity, summary, is_off_by_default, mirror, .. } in rules {
        let off = if *is_off_by_default { " (off by default)" } else { "" };
        match mirror {
            None => writeln!(session.out, "{id:width$}  {severity:7}  {summary}{off}")?,
            Some(mirror) => {
                let mirror = match mirror {
                    Mirror::Rule(id) => id,
                    Mirror::None(_) => "-",
                };
                writeln!(session.out, "{id:width$}  {severity:9}  {mirror:width$}  {summary}")?;
            }
        }
    }
    Ok(())
}
