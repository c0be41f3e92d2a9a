//! `rules`: lists the rules of `check`, `diff` or `validate`, one per line.

use std::io;

use clap::Args;
use heat_diff::Mirror;
use heat_report::{RuleDocs, RuleSet};
use serde_json::{Value, json};

use crate::commands::arguments::formats::ListFormat;
use crate::outcome::{CommandResult, Outcome};
use crate::session::Session;

/// Examples, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Examples:
  heat-codegen rules --format json
  heat-codegen rules --diff
  heat-codegen rules --templates";

/// The arguments of `rules`.
#[derive(Debug, Clone, Args)]
pub struct RulesArgs {
    /// List the rules of `diff`, each with its mirror: the rule for the opposite change.
    #[arg(long)]
    diff: bool,
    /// List the rules of `validate`.
    #[arg(long, conflicts_with = "diff")]
    templates: bool,
    /// The format of the list.
    #[arg(long, value_enum, default_value_t)]
    format: ListFormat,
}

/// Runs `rules`.
///
/// # Errors
/// If the output is closed.
pub fn run(args: &RulesArgs, session: &mut Session) -> CommandResult {
    let set = match args {
        RulesArgs { diff: true, .. } => RuleSet::Changes,
        RulesArgs { templates: true, .. } => RuleSet::Templates,
        _ => RuleSet::Schemas,
    };
    let rules = set.rules();
    match args.format {
        ListFormat::Json => {
            let lines = rules.into_iter().map(|rule| json_of(set, rule));
            session.write_json(&lines.collect::<Vec<_>>())?;
        }
        ListFormat::Text => write_lines(&rules, session)?,
    }
    Ok(Outcome::Done)
}

/// A rule as JSON. A set has its own keys beside those of all.
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

/// Writes one line per rule. Those of `diff` name the rule for the opposite change.
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
