//! `export`: the catalogue in forms that other programs read, and JSON Schemas of what the tool reads and writes.

use std::fs;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::diff::format::json_schema;
use crate::export::{Exported, Form, language};
use crate::json_text;
use crate::outcome::{CommandResult, Failure, Outcome};
use crate::session::Session;

/// Examples, for the command's help.
pub(super) const AFTER_HELP: &str = "\
Examples:
  heat-codegen export --format json-schema --out hot.schema.json
  heat-codegen export --format rst OS::Nova::Server OS::Nova::KeyPair
  heat-codegen export --format schema-language --out schema.json
  heat-codegen export --format diff-report --out diff-report.schema.json

With the first, an editor checks and completes templates: put `# yaml-language-server: $schema=hot.schema.json` at the \
top of one. The third is the same for schema files, the last describes what `diff --format json` writes. HIDDEN items and those that are not implemented are left out.";

/// The arguments of `export`.
#[derive(Debug, Clone, Args)]
pub struct ExportArgs {
    /// Only these resource types; all where none are named.
    #[arg(value_name = "TYPE")]
    types: Vec<String>,
    /// What to write.
    #[arg(long, value_enum)]
    format: ExportFormat,
    /// Write to this file, and not to standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Export HIDDEN types, properties and attributes too.
    #[arg(long)]
    include_hidden: bool,
}

/// The forms of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ExportFormat {
    /// The whole catalogue as one document.
    Json,
    /// A JSON Schema of HOT templates, with which editors check and complete resources.
    JsonSchema,
    /// Plain reference pages as reStructuredText, for docs of your own.
    Rst,
    /// Plain reference pages as Markdown, for docs of your own.
    Markdown,
    /// A JSON Schema of schema files, with which editors check and complete those.
    SchemaLanguage,
    /// A JSON Schema of what `diff --format json` writes.
    DiffReport,
}

/// Runs `export`.
///
/// # Errors
/// When the catalogue has errors, there is no such type, or the output cannot be written.
pub fn run(args: &ExportArgs, session: &mut Session) -> CommandResult {
    let text = match args.format {
        ExportFormat::SchemaLanguage => {
            refuse_types(args, "schema-language is about schema files, and not about single types")?;
            json_text::pretty(&language::schema())?
        }
        ExportFormat::DiffReport => {
            refuse_types(args, "diff-report is about reports, and not about single types")?;
            json_text::pretty(&json_schema::schema())?
        }
        ExportFormat::Json => exported(args, Form::Json, session)?,
        ExportFormat::JsonSchema => exported(args, Form::JsonSchema, session)?,
        ExportFormat::Rst => exported(args, Form::Rst, session)?,
        ExportFormat::Markdown => exported(args, Form::Markdown, session)?,
    };
    match &args.out {
        None => session.out.write_all(text.as_bytes())?,
        Some(path) => fs::write(path, text).map_err(|error| {
            Failure::unreadable(format!("`{}` cannot be written: {error}", path.display()))
        })?,
    }
    Ok(Outcome::Done)
}

fn refuse_types(args: &ExportArgs, why: &str) -> Result<(), Failure> {
    if args.types.is_empty() { Ok(()) } else { Err(Failure::refused(why).with_help("leave the types out")) }
}

fn exported(args: &ExportArgs, form: Form, session: &mut Session) -> Result<String, Failure> {
    let files = session.read_strictly()?;
    Ok(Exported::new(&files, &args.types, args.include_hidden)?.text(form)?)
}
