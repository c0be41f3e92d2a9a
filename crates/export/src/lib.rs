//! Exports: the catalogue in formats for other programs.

mod document;
mod json_schema;
pub mod markdown;
mod markup;
pub mod pages;
mod pattern;
mod python;
pub mod tooltip;

use heat_catalogue::heat_api::{add_base_attribute, find, shown};
use heat_catalogue::template_version::newest_version;
use heat_catalogue::{Catalogue, SchemaFiles};
use heat_hot_language::HotVersion;
use heat_model::{CustomConstraintTable, ReleaseTable, ResourceType};
use heat_report::Failure;
use heat_report::json_text;
use indexmap::IndexMap;
use serde::Serialize;

/// Writes a JSON Schema of templates and environments, for editors, with some types of a catalogue, or with all if `names` is
/// empty.
///
/// HIDDEN types and properties are always accepted; with `include_hidden`, editors also offer them.
///
/// # Errors
/// If one of the types does not exist.
pub fn json_schema(files: &SchemaFiles, names: &[String], include_hidden: bool) -> Result<String, Failure> {
    let mut types: Vec<&ResourceType> = if names.is_empty() {
        files.files.values().map(|file| &file.schema).collect()
    } else {
        names.iter().map(|name| find(files, name, include_hidden)).collect::<Result<_, _>>()?
    };
    types.sort_by_key(|schema| schema.name.as_str());
    types.dedup_by_key(|schema| schema.name.as_str());
    let release = files.releases.newest();
    let newest = release.and_then(|release| newest_version(&release.version, &files.releases));
    let constraints = files.custom_constraints.constraints.keys();
    let document = json_schema::document(&json_schema::Contents {
        types,
        offers_hidden: include_hidden,
        newest: newest.unwrap_or(HotVersion::NEWEST),
        custom_constraints: constraints.map(String::as_str).collect(),
    });
    Ok(json_text::in_lines(&document)?)
}

/// Writes a Python module with a Heat resource class for some types of a catalogue, or for all if `names` is empty.
///
/// HIDDEN types are left out, unless `include_hidden` is set; HIDDEN properties and attributes are always part of a class.
///
/// # Errors
/// If one of the types does not exist, or cannot be written as Python.
pub fn python(files: &SchemaFiles, names: &[String], include_hidden: bool) -> Result<String, Failure> {
    python::module(files, names, include_hidden)
}

/// Returns the finders that [`python`] writes without their client plug-in, each with its type: a plug-in in Rust can have its
/// own finders, but Python classes cannot.
///
/// # Errors
/// If one of the types does not exist.
pub fn lost_finders(
    files: &SchemaFiles,
    names: &[String],
    include_hidden: bool,
) -> Result<Vec<(String, String)>, Failure> {
    let types = python::types(files, names, include_hidden)?;
    let found = types.into_iter().flat_map(|schema| {
        let rules = schema.translation_rules.iter().filter(|rule| rule.client_plugin.is_none());
        rules.filter_map(|rule| Some((schema.name.clone(), rule.finder.clone()?)))
    });
    Ok(found.collect())
}

/// The exported part of a catalogue.
#[derive(Debug, Serialize)]
pub struct ExportedCatalogue {
    releases: ReleaseTable,
    custom_constraints: CustomConstraintTable,
    types: IndexMap<String, ResourceType>,
}

/// The formats in which a catalogue can be exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The whole catalogue as a JSON document.
    Json,
    /// Plain reference pages in reStructuredText.
    Rst,
    /// Plain reference pages in Markdown.
    Markdown,
}

impl Form {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Rst, Self::Markdown, Self::Json];
}

impl ExportedCatalogue {
    /// Creates an export of some types of a catalogue, or of all visible types if `names` is empty.
    ///
    /// # Errors
    /// If one of the types does not exist.
    pub fn new(files: &SchemaFiles, names: &[String], include_hidden: bool) -> Result<Self, Failure> {
        let mut chosen: Vec<&ResourceType> = if names.is_empty() {
            let all = files.files.values().map(|file| &file.schema);
            all.filter(|schema| include_hidden || !schema.is_hidden()).collect()
        } else {
            names.iter().map(|name| find(files, name, include_hidden)).collect::<Result<_, _>>()?
        };
        chosen.sort_by_key(|schema| schema.name.as_str());
        let types = chosen.into_iter().map(|schema| {
            let mut schema =
                if include_hidden { schema.clone() } else { shown(schema, |name| files.get_type(name)) };
            if schema.has_record() {
                add_base_attribute(&mut schema);
            }
            (schema.name.clone(), schema)
        });
        let mut custom_constraints = files.custom_constraints.clone();
        for constraint in custom_constraints.constraints.values_mut() {
            let is_hidden = |name: &String| files.files.get(name).is_some_and(|file| file.schema.is_hidden());
            if !include_hidden && constraint.resource_type.as_ref().is_some_and(is_hidden) {
                constraint.resource_type = None;
            }
        }
        Ok(Self { releases: files.releases.clone(), custom_constraints, types: types.collect() })
    }

    /// The exported types, by name.
    pub(crate) fn types(&self) -> &IndexMap<String, ResourceType> {
        &self.types
    }

    pub(crate) fn custom_constraints(&self) -> &CustomConstraintTable {
        &self.custom_constraints
    }

    fn document(&self, dialect: markup::Dialect) -> String {
        document::text(self.types.values(), &self.custom_constraints, dialect)
    }

    /// Writes the export in one of the formats.
    ///
    /// # Errors
    /// If the data cannot be serialised as JSON.
    pub fn text(&self, form: Form) -> Result<String, serde_json::Error> {
        match form {
            Form::Rst => Ok(self.document(markup::Dialect::Rst)),
            Form::Markdown => Ok(self.document(markup::Dialect::Markdown)),
            Form::Json => json_text::pretty(self),
        }
    }
}

impl From<&Catalogue> for ExportedCatalogue {
    /// Exports the whole catalogue, unchanged.
    fn from(catalogue: &Catalogue) -> Self {
        Self {
            releases: catalogue.releases.clone(),
            custom_constraints: catalogue.custom_constraints.clone(),
            types: catalogue.types.clone(),
        }
    }
}
