//! `show`: prints a resource type, or a part of it.

use clap::{Args, ValueEnum};
use heat_catalogue::SchemaFiles;
use heat_catalogue::heat_api::{add_base_attribute, find, hidden_failure, shown};
use heat_model::ResourceTypes as _;
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
    /// A summary of the type, and one line for each property and attribute.
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
    if schema.name != name {
        session
            .note(&format!("`{name}` is an old name of {}: Heat's own environment maps it", schema.name))?;
    }
    let part = path.map(|path| {
        let part = type_text::part(&schema, path)
            .map_err(|failure| not_shown(&files, name, path).unwrap_or(failure))?;
        Ok::<_, Failure>((path, part))
    });
    let part = part.transpose()?;
    args.out.with(session, |session| {
        match part {
            Some((path, part)) => write_part(&schema, path, part, args.format, session)?,
            None => write_type(&schema, args.format, session)?,
        }
        Ok(Outcome::Done)
    })
}

/// The type to which a name refers, and the path of a part of it.
fn named<'a>(name: &'a str, files: &SchemaFiles) -> (&'a str, Option<&'a str>) {
    if files.find_by_any_name(name).is_some() {
        return (name, None);
    }
    name.split_once('.').map_or((name, None), |(name, path)| (name, Some(path)))
}

/// The failure for a part of a type that exists, but is not shown; `None` if there is no such part.
fn not_shown(files: &SchemaFiles, name: &str, path: &str) -> Option<Failure> {
    let schema = files.find_by_any_name(name)?;
    type_text::part(schema, path).ok()?;
    let names: Vec<String> = path.split('.').map(str::to_owned).collect();
    let around =
        (1..=names.len()).filter_map(|end| names.get(..end).and_then(|path| schema.property_at(path)));
    let hidden = around.map(|property| &property.support_status).find(|status| status.is_hidden());
    let attribute = || schema.attributes.get(path).map(|attribute| &attribute.support_status);
    let what = format!("`{path}` of {}", schema.name);
    let failure = match hidden.or_else(|| attribute().filter(|status| status.is_hidden())) {
        Some(status) => hidden_failure(&what, status),
        None => Failure::refused(format!("{what} is not implemented"))
            .with_note("Heat accepts it, and ignores it"),
    };
    Some(failure.with_help("--include-hidden shows it"))
}

/// A type as shown, with or without its HIDDEN items.
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
