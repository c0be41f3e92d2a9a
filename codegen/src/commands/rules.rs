//! `rules`: lists the rules of `check`, `diff` or `validate`, one per line.

use std::io;

use clap::{Args, ValueEnum};
use heat_diff::Mirror;
use heat_hot::fault::Stage;
use serde::Serialize;

use crate::outcome::{CommandResult, Outcome};
use crate::session::Session;

/// Examples, for the command's help.
pub(super) const AFTER_HELP: &str = "\
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

/// The formats of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum ListFormat {
    /// One per line.
    #[default]
    Text,
    /// A JSON array.
    Json,
}

#[derive(Serialize)]
struct RuleLine {
    id: &'static str,
    severity: &'static str,
    summary: &'static str,
    /// Whether it only runs where a project asks for it. As JSON, only rules of `validate` say this.
    #[serde(skip)]
    is_off_by_default: bool,
}

impl RuleLine {
    /// A rule that always runs.
    fn always(id: &'static str, severity: &'static str, summary: &'static str) -> Self {
        Self { id, severity, summary, is_off_by_default: false }
    }
}

#[derive(Serialize)]
struct TemplateRuleLine {
    #[serde(flatten)]
    rule: RuleLine,
    family: &'static str,
    /// When Heat notices it; none for what Heat accepts.
    stage: Option<&'static str>,
    /// Whether it runs unless a project asks for it.
    on_by_default: bool,
    /// The page, in CommonMark.
    docs: String,
}

#[derive(Serialize)]
struct DiffRuleLine {
    #[serde(flatten)]
    rule: RuleLine,
    /// The rule for the opposite change, or why there is none.
    mirror: Option<&'static str>,
    no_mirror: Option<&'static str>,
}

/// Runs `rules`.
///
/// # Errors
/// If the output is closed.
pub fn run(args: &RulesArgs, session: &mut Session) -> CommandResult {
    if args.diff {
        diff_rules(args.format, session)?;
    } else if args.templates {
        template_rules(args.format, session)?;
    } else {
        write_rules(&lint_rules(), args.format, session)?;
    }
    Ok(Outcome::Done)
}

fn lint_rules() -> Vec<RuleLine> {
    let rules = heat_lint::RULES.iter();
    rules.map(|rule| RuleLine::always(rule.id, rule.severity.as_str(), rule.summary)).collect()
}

fn template_rules(format: ListFormat, session: &mut Session) -> io::Result<()> {
    let line = |rule: &heat_template_check::Rule| RuleLine {
        id: rule.id,
        severity: rule.severity().as_str(),
        summary: rule.summary,
        is_off_by_default: rule.is_off_by_default(),
    };
    let rules = heat_template_check::RULES.iter().copied();
    if format == ListFormat::Text {
        return write_rules(&rules.map(line).collect::<Vec<_>>(), format, session);
    }
    let lines = rules.map(|rule| TemplateRuleLine {
        rule: line(rule),
        family: rule.family.title(),
        stage: rule.stage().map(Stage::as_str),
        on_by_default: !rule.is_off_by_default(),
        docs: rule.page(),
    });
    session.write_json(&lines.collect::<Vec<_>>())
}

fn write_rules(lines: &[RuleLine], format: ListFormat, session: &mut Session) -> io::Result<()> {
    if format == ListFormat::Json {
        return session.write_json(&lines);
    }
    let width = lines.iter().map(|line| line.id.len()).max().unwrap_or_default();
    for RuleLine { id, severity, summary, is_off_by_default } in lines {
        let off = if *is_off_by_default { " (off by default)" } else { "" };
        writeln!(session.out, "{id:width$}  {severity:7}  {summary}{off}")?;
    }
    Ok(())
}

fn diff_rules(format: ListFormat, session: &mut Session) -> io::Result<()> {
    let line = |rule: &&heat_diff::Rule| {
        let (mirror, no_mirror) = match rule.mirror {
            Mirror::Rule(id) => (Some(id), None),
            Mirror::None(reason) => (None, Some(reason)),
        };
        let rule = RuleLine::always(rule.id, rule.severity.as_str(), rule.summary);
        DiffRuleLine { rule, mirror, no_mirror }
    };
    let lines: Vec<DiffRuleLine> = heat_diff::RULES.iter().map(line).collect();
    if format == ListFormat::Json {
        return session.write_json(&lines);
    }
    let width = lines.iter().map(|line| line.rule.id.len()).max().unwrap_or_default();
    for DiffRuleLine { rule: RuleLine { id, severity, summary, .. }, mirror, .. } in lines {
        let mirror = mirror.unwrap_or("-");
        writeln!(session.out, "{id:width$}  {severity:9}  {mirror:width$}  {summary}")?;
    }
    Ok(())
}
