//! `show`: prints a resource type's schema.

use clap::{Args, ValueEnum};
use heat_catalogue::heat_api::{add_base_attribute, find, shown};
use heat_schema_text::{document, emit};

use crate::commands::arguments::release::ReleaseArgs;
use crate::outcome::{CommandResult, Outcome};
use crate::session::Session;

/// Examples, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Examples:
  heat-codegen show OS::Nova::Server --format json
  heat-codegen show OS::Octavia::Pool --release yoga

HIDDEN and unimplemented items are omitted, and a HIDDEN type is reported as not supported.";

/// The arguments of `show`.
#[derive(Debug, Clone, Args)]
pub struct ShowArgs {
    /// The resource type, such as `OS::Nova::Server`.
    #[arg(value_name = "TYPE")]
    name: String,
    /// The format of the schema.
    #[arg(long, value_enum, default_value_t)]
    format: ShowFormat,
    /// Also show a HIDDEN type, and the HIDDEN and unimplemented items of a type.
    #[arg(long)]
    include_hidden: bool,
    #[command(flatten)]
    release: ReleaseArgs,
}

/// The formats of a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum ShowFormat {
    /// As in a schema file.
    #[default]
    Yaml,
    /// The same keys as JSON.
    Json,
}

/// Runs `show`.
///
/// # Errors
/// If there is no such type, it is HIDDEN, or the output is closed.
pub fn run(args: &ShowArgs, session: &mut Session) -> CommandResult {
    let (files, _) = session.read_leniently()?;
    let files = args.release.apply(files)?;
    let schema = find(&files, &args.name, args.include_hidden)?;
    let mut schema =
        if args.include_hidden { schema.clone() } else { shown(schema, |name| files.get_type(name)) };
    if schema.has_record() {
        add_base_attribute(&mut schema);
    }
    match args.format {
        ShowFormat::Json => session.write_json(&schema)?,
        ShowFormat::Yaml => write!(session.out, "{}", emit::entries(&document::schema(&schema), 0))?,
    }
    Ok(Outcome::Done)
}
