//! `explain`: prints the page of a rule, or of an error of Heat, in a terminal.

use std::io::Read as _;

use clap::Args;

use crate::commands::arguments::formats::ListFormat;
use crate::commands::candidates;
use crate::explanation;
use crate::outcome::{CommandResult, Failure};
use crate::session::Session;

/// Examples, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Examples:
  heat-codegen explain missing-description
  heat-codegen explain \"The Parameter (key_name) was not provided.\"
  openstack stack create -t web.yaml web 2>&1 | heat-codegen explain -";

/// The maximum size of a text that is read from a pipe.
const MAX_INPUT: u64 = 1 << 20;

/// The arguments of `explain`.
#[derive(Debug, Clone, Args)]
pub struct ExplainArgs {
    /// The id of a rule, as shown by `rules`, `check`, `validate` and `diff`; or a message of Heat as it was shown, in quotes; `-`
    /// reads it from standard input.
    #[arg(value_name = "RULE|MESSAGE", required = true, add = candidates::rules())]
    text: Vec<String>,
    /// The format of the page.
    #[arg(long, value_enum, default_value_t)]
    format: ListFormat,
}

/// Runs `explain`.
///
/// # Errors
/// If there is no such rule or message, or the output is closed.
pub fn run(args: &ExplainArgs, session: &mut Session) -> CommandResult {
    let text = match args.text.as_slice() {
        [dash] if dash == "-" => piped()?,
        words => words.join(" "),
    };
    explanation::run(&text, args.format == ListFormat::Json, session)
}

/// Reads the standard input: the output of a command, which may be longer than a message.
fn piped() -> Result<String, Failure> {
    let mut bytes = Vec::new();
    std::io::stdin()
        .take(MAX_INPUT)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::unreadable(format!("cannot read standard input: {error}")))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
