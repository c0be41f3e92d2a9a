//! `export`: the catalogue in forms that other programs read.

mod document;
mod json_schema;
mod language;
mod markup;
mod pattern;

use std::fs;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use heat_model::{Catalogue, CustomConstraintTable, ReleaseTable, ResourceType};
use indexmap::IndexMap;
use serde::Serialize;

use super::find::{find, shown};
use super::show::add_base_attribute;
use super::{CommandResult, Failure, Outcome, Session};
use crate::diff;
use crate::json_text;
use crate::schema_files::SchemaFiles;

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
pub enum ExportFormat {
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

/// A catalogue as it is exported.
#[derive(Serialize)]
struct Exported {
    releases: ReleaseTable,
    custom_constraints: CustomConstraintTable,
    types: IndexMap<String, ResourceType>,
}

/// Runs `export`.
///
/// # Errors
/// When the catalogue has errors, there is no such type, or the output cannot be written.
pub fn run(args: &ExportArgs, session: &mut Session) -> CommandResult {
    let text = match args.format {
        ExportFormat::SchemaLanguage if !args.types.is_empty() => {
            return Err(Failure::refused(
                "schema-language is about schema files, and not about single types",
            )
            .with_help("leave the types out"));
        }
        ExportFormat::DiffReport if !args.types.is_empty() => {
            return Err(Failure::refused("diff-report is about reports, and not about single types")
                .with_help("leave the types out"));
        }
        ExportFormat::SchemaLanguage => json_text::pretty(&language::schema())?,
        ExportFormat::DiffReport => json_text::pretty(&diff::format::json_schema::schema())?,
        format => {
            let files = session.read_strictly()?;
            exported(&files, &args.types, args.include_hidden)?.text(format)?
        }
    };
    match &args.out {
        None => session.out.write_all(text.as_bytes())?,
        Some(path) => fs::write(path, text).map_err(|error| {
            Failure::unreadable(format!("`{}` cannot be written: {error}", path.display()))
        })?,
    }
    Ok(Outcome::Done)
}

impl Exported {
    fn text(&self, format: ExportFormat) -> Result<String, serde_json::Error> {
        match format {
            ExportFormat::JsonSchema => json_text::pretty(&json_schema::templates(self.types.values())),
            ExportFormat::Rst => Ok(document::text(self.types.values(), markup::Dialect::Rst)),
            ExportFormat::Markdown => Ok(document::text(self.types.values(), markup::Dialect::Markdown)),
            ExportFormat::Json | ExportFormat::SchemaLanguage | ExportFormat::DiffReport => {
                json_text::pretty(self)
            }
        }
    }
}

/// A catalogue in each format that schemas can be exported to.
///
/// # Errors
/// When the data cannot be written as JSON.
pub fn in_every_format(catalogue: &Catalogue) -> Result<Vec<String>, serde_json::Error> {
    let exported = Exported {
        releases: catalogue.releases.clone(),
        custom_constraints: catalogue.custom_constraints.clone(),
        types: catalogue.types.clone(),
    };
    let formats = [ExportFormat::JsonSchema, ExportFormat::Rst, ExportFormat::Markdown, ExportFormat::Json];
    formats.into_iter().map(|format| exported.text(format)).collect()
}

fn exported(files: &SchemaFiles, names: &[String], include_hidden: bool) -> Result<Exported, Failure> {
    let mut chosen: Vec<&ResourceType> = if names.is_empty() {
        let all = files.files.values().map(|file| &file.schema);
        all.filter(|schema| include_hidden || !schema.is_hidden()).collect()
    } else {
        names.iter().map(|name| find(files, name, include_hidden)).collect::<Result<_, _>>()?
    };
    chosen.sort_by_key(|schema| schema.name.as_str());
    let types = chosen.into_iter().map(|schema| {
        let mut schema = if include_hidden { schema.clone() } else { shown(schema) };
        add_base_attribute(&mut schema);
        (schema.name.clone(), schema)
    });
    let mut custom_constraints = files.custom_constraints.clone();
    for constraint in custom_constraints.constraints.values_mut() {
        let is_hidden = |name: &String| files.files.get(name).is_some_and(|file| file.schema.is_hidden());
        if !include_hidden && constraint.resource_type.as_ref().is_some_and(is_hidden) {
            constraint.resource_type = None;
        }
    }
    Ok(Exported { releases: files.releases.clone(), custom_constraints, types: types.collect() })
}
