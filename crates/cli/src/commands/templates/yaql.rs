//! `yaql`: evaluates an expression of the query language of templates.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::outcome::{CommandResult, Outcome};
use crate::session::Session;
use crate::yaql::{Evaluation, data, evaluate};

/// Examples, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Examples:
  heat-codegen yaql 'range(3).select($ * 2)'
  heat-codegen yaql '$.data.ports.where($.protocol = tcp).select($.number)' --data ports.yaml
  openstack server list -f json | heat-codegen yaql '$.data.select($.Name)' --data -

The file has what a template gives as `data`, so it is `$.data` in the expression. The limits are those of Heat's default configuration: \
200 items where a function takes an iterator, and 10,000 bytes for each value, as Python counts them.

The result is printed as JSON: a set as a list, a point in time, a span of time and a regular expression as Python shows them.";

/// The arguments of `yaql`.
#[derive(Debug, Clone, Args)]
pub struct YaqlArgs {
    /// The expression.
    #[arg(value_name = "EXPRESSION", allow_hyphen_values = true)]
    expression: String,
    /// A JSON or YAML file with the data, or `-` for the standard input.
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// The format of the output.
    #[arg(long, value_enum, default_value_t)]
    format: YaqlFormat,
}

/// The formats of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum YaqlFormat {
    /// The result as JSON; errors for people.
    #[default]
    Text,
    /// `{"result": …}`, or `{"error": {"class": …, "message": …, "span": …}}` with the class of Python's exception.
    Json,
}

/// Runs `yaql`.
///
/// # Errors
/// If the data cannot be read, or the output is closed.
pub fn run(args: &YaqlArgs, session: &mut Session) -> CommandResult {
    let data = args.data.as_deref().map(data).transpose()?;
    let evaluation = evaluate(&args.expression, data.as_ref());
    if args.format == YaqlFormat::Json {
        session.write_json(&evaluation.to_json())?;
    } else {
        match &evaluation {
            Evaluation::Result(value) => session.write_json(value)?,
            Evaluation::Error { diagnostic, .. } => session.draw(std::slice::from_ref(diagnostic))?,
        }
    }
    Ok(if matches!(evaluation, Evaluation::Error { .. }) { Outcome::Findings } else { Outcome::Done })
}
