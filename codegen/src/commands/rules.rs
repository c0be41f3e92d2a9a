//! `rules`: the lint rules, one a line.

use clap::{Args, ValueEnum};
use heat_model::lint::RULES;
use serde::Serialize;

use super::{CommandResult, Outcome, Session};

/// The arguments of `rules`.
#[derive(Debug, Clone, Args)]
pub struct RulesArgs {
    /// The form of the list.
    #[arg(long, value_enum, default_value_t)]
    format: ListFormat,
}

/// The forms of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum ListFormat {
    /// One a line.
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
}

/// Runs `rules`.
///
/// # Errors
/// When the output is closed.
pub fn run(args: &RulesArgs, session: &mut Session) -> CommandResult {
    let lines: Vec<RuleLine> = RULES
        .iter()
        .map(|rule| RuleLine { id: rule.id, severity: rule.severity.as_str(), summary: rule.summary })
        .collect();
    match args.format {
        ListFormat::Json => super::write_json(&lines, session)?,
        ListFormat::Text => {
            let width = lines.iter().map(|line| line.id.len()).max().unwrap_or_default();
            for RuleLine { id, severity, summary } in lines {
                writeln!(session.out, "{id:width$}  {severity:7}  {summary}")?;
            }
        }
    }
    Ok(Outcome::Done)
}
