//! `show`: prints a resource type, or a part of it.

use clap::{Args, ValueEnum};
use heat_catalogue::SchemaFiles;
use heat_catalogue::heat_api::{add_base_attribute, find, shown};
use heat_model::{ResourceType, Value};
use heat_schema_text::{document, emit};
use serde::Serialize;

use crate::commands::arguments::output::OutArgs;
use crate::commands::arguments::release::ReleaseArgs;
use crate::commands::candidates;
use crate::outcome::{CommandResult, Failure, Outcome};
use crate::session::Session;
use crate::type_text::{self, Part};

/// Examples, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Examples:
  heat-codegen show OS::Nova::Server
  heat-codegen show OS::Nova::Server.block_device_mapping_v2.volume_size
  heat-codegen show OS::Nova::Server --format yaml
  heat-codegen show OS::Octavia::Pool --release yoga

HIDDEN and unimplemented items are omitted, and a HIDDEN type is reported as not supported.";

/// The arguments of `show`.
#[derive(Debug, Clone, Args)]
pub struct ShowArgs {
    /// The resource type, such as `OS::Nova::Server`, or a property or attribute of it, such as `OS::Nova::Server.flavor`.
    #[arg(value_name = "TYPE[.PROPERTY]", add = candidates::types())]
    name: String,
    /// The format.
    #[arg(long, value_enum, default_value_t)]
    format: ShowFormat,
    /// Also show a HIDDEN type, and the HIDDEN and unimplemented items of a type.
    #[arg(long)]
    include_hidden: bool,
    #[command(flatten)]
    out: OutArgs,
    #[command(flatten)]
    release: ReleaseArgs,
}

/// The formats of a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum ShowFormat {
    /// What it is, and one line for each property and attribute.
    #[default]
    Text,
    /// As in a schema file.
    Yaml,
    /// The same keys as JSON, like Heat's API.
    Json,
}

/// Runs `show`.
///
/// # Errors
/// If there is no such type or part of it, it is HIDDEN, or the output is closed.
pub fn run(args: &ShowArgs, session: &mut Session) -> CommandResult {
    args.release.apply(session);
    let (files, _) = session.read_leniently()?;
    let (name, path) = named(&args.name, &files);
    let schema = shown_type(&files, name, args.include_hidden)?;
    let part = path.map(|path| Ok::<_, Failure>((path, type_text::part(&schema, path)?))).transpose()?;
    args.out.with(session, |session| {
        match part {
            Some((path, part)) => write_part(&schema, path, part, args.format, session)?,
            None => write_type(&schema, args.format, session)?,
        }
        Ok(Outcome::Done)
    })
}

/// The type that a name is about, and the path of a part of it.
fn named<'a>(name: &'a str, files: &SchemaFiles) -> (&'a str, Option<&'a str>) {
    if files.get_type(name).is_some() {
        return (name, None);
    }
    name.split_once('.').map_or((name, None), |(name, path)| (name, Some(path)))
}

/// A type as it is shown.
fn shown_type(files: &SchemaFiles, name: &str, include_hidden: bool) -> Result<ResourceType, Failure> {
    let schema = find(files, name, include_hidden)?;
    let mut schema = if include_hidden { schema.clone() } else { shown(schema, |name| files.get_type(name)) };
    if schema.has_record() {
        add_base_attribute(&mut schema);
    }
    Ok(schema)
}

fn write_type(schema: &ResourceType, format: ShowFormat, session: &mut Session) -> Result<(), Failure> {
    match format {
        ShowFormat::Text => write!(session.out, "{}", type_text::of_type(schema, session.color_out))?,
        ShowFormat::Json => session.write_json(schema)?,
        ShowFormat::Yaml => write!(session.out, "{}", emit::entries(&document::schema(schema), 0))?,
    }
    Ok(())
}

fn write_part(
    schema: &ResourceType,
    path: &str,
    part: Part<'_>,
    format: ShowFormat,
    session: &mut Session,
) -> Result<(), Failure> {
    if format == ShowFormat::Text {
        let text = type_text::of_part(schema, path, part, session.color_out);
        write!(session.out, "{text}")?;
        return Ok(());
    }
    match part {
        Part::Property(property) => write_data(property, format, session),
        Part::Attribute(attribute) => write_data(attribute, format, session),
    }
}

fn write_data<T: Serialize>(data: &T, format: ShowFormat, session: &mut Session) -> Result<(), Failure> {
    if format == ShowFormat::Json {
        return Ok(session.write_json(data)?);
    }
    let value: Value = serde_json::from_value(serde_json::to_value(data)?)?;
    session.out.write_all(document(&value).as_bytes())?;
    Ok(())
}
