//! `resolve`: prints a template with its parameters, conditions and functions resolved.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use heat_report::text::counted;

use crate::commands::arguments::inputs::InputArgs;
use crate::commands::arguments::output::OutArgs;
use crate::outcome::{CommandResult, Failure, Outcome};
use crate::resolve::resolve;
use crate::session::Session;

/// Examples, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Examples:
  heat-codegen resolve server.yaml --parameter image=debian
  heat-codegen resolve server.yaml -e production.yaml -e secrets.yaml
  heat-codegen resolve server.yaml --attributes known.yaml --format json --out resolved.json
  heat-codegen resolve server.yaml --release yoga

What only a deployment knows is unknown: it is printed as `$unknown`, with its origin, and functions resolve what they can \
around it. A value that depends on an unknown condition is printed as `$one_of`.

The file of known attributes lists resources, with their attributes and, under `get_resource`, their IDs:
  server: {get_resource: 7f3c…, first_address: 10.0.0.3}
The resources of a nested stack are listed in the same way under `$nested`, as in the output:
  group: {$nested: {\"0\": {first_address: 10.0.0.4}}}";

/// The arguments of `resolve`.
#[derive(Debug, Clone, Args)]
pub struct ResolveArgs {
    /// The template, or `-` for the standard input.
    #[arg(value_name = "TEMPLATE")]
    template: PathBuf,
    #[command(flatten)]
    inputs: InputArgs,
    /// A file with known IDs and attributes of resources.
    #[arg(long, value_name = "FILE")]
    attributes: Option<PathBuf>,
    /// The format of the output.
    #[arg(long, value_enum, default_value_t)]
    format: ResolveFormat,
    #[command(flatten)]
    out: OutArgs,
}

/// The formats of a resolved template.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum ResolveFormat {
    /// YAML.
    #[default]
    Yaml,
    /// JSON.
    Json,
}

/// Runs `resolve`.
///
/// # Errors
/// If a file cannot be read, or the output is closed.
pub fn run(args: &ResolveArgs, session: &mut Session) -> CommandResult {
    let inputs = args.inputs.resolve_inputs(&args.template, args.attributes.as_deref(), session)?;
    let (files, _) = session.read_for_templates()?;
    let resolution = resolve(&inputs, &files)?;
    session.draw(&resolution.diagnostics)?;
    if resolution.omitted > 0 {
        writeln!(session.err, "and {}\n", counted(resolution.omitted, "more finding"))?;
    }
    session.name_catalogue(&resolution.diagnostics)?;
    let Some(document) = resolution.document else {
        return Err(Failure::refused("the template cannot be read"));
    };
    args.out.with(session, |session| {
        match args.format {
            ResolveFormat::Json => session.write_json(&document)?,
            ResolveFormat::Yaml => write!(session.out, "{}", heat_schema_text::values(&document))?,
        }
        Ok(if resolution.has_errors { Outcome::Findings } else { Outcome::Done })
    })
}
