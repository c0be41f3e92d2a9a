//! The contents of a side, and those that differ from the other side.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use heat_diff::Tables;
use heat_history::prose::Reduction;
use heat_import::{Part, TypeFacts, without};
use heat_model::load::SchemaFile;
use heat_model::{CustomConstraintTable, ReleaseTable, ResourceType};
use heat_yaml::{Diagnostic, Node, Severity, Source};
use indexmap::IndexMap;

use super::side::SideName;

/// A side that was read.
#[derive(Debug, Default)]
pub(super) struct Side {
    /// The side's name.
    pub(super) name: SideName,
    /// The side's types, by name.
    pub(super) types: IndexMap<String, Schema>,
    /// The side's release table.
    pub(super) releases: ReleaseTable,
    /// The side's custom constraints.
    pub(super) constraints: CustomConstraintTable,
    /// The files of these two tables.
    pub(super) tables: Vec<TableFile>,
    /// `true` if the side is a catalogue, which can have tables; facts have none.
    pub(super) is_catalogue: bool,
    /// The side's records.
    pub(super) records: Records,
    /// The problems in the side's files.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The files, by their paths in the catalogue's folder.
    pub(super) by_path: HashMap<String, ReadFile>,
    /// `true` if a catalogue exists on this side.
    pub(super) exists: bool,
    /// The version of the Heat from which the facts come, if the facts or the name of their file contain it.
    pub(super) version: Option<String>,
}

/// Records next to the schemas of a side. Their contents are not compared.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Records {
    /// `true` if the catalogue has the changes of its releases.
    pub(super) has_history: bool,
    /// `true` if the catalogue has the items that were removed before the first of its releases.
    pub(super) has_past: bool,
}

/// The file of a table.
#[derive(Debug)]
pub(super) struct TableFile {
    /// The table's name in the catalogue's folder.
    pub(super) name: &'static str,
    /// The table's path, as it is or would be in the working tree.
    pub(super) path: String,
    pub(super) source: Arc<Source>,
    pub(super) root: Node,
}

/// A file that was read.
#[derive(Debug)]
pub(super) struct ReadFile {
    /// The object id of the file's content, if it comes from a revision.
    pub(super) id: Option<String>,
    pub(super) file: Arc<SchemaFile>,
}

/// A schema, with its source.
#[derive(Debug)]
pub(super) enum Schema {
    /// A file of the catalogue.
    File {
        /// The file; the name of its source includes the revision.
        file: Arc<SchemaFile>,
        /// The file's path, as it is or would be in the working tree.
        path: String,
    },
    /// The facts of an import.
    Facts {
        /// The type.
        facts: Box<TypeFacts>,
        /// The file with all facts.
        path: String,
    },
}

impl Schema {
    /// The schema.
    pub(super) fn schema(&self) -> &ResourceType {
        match self {
            Self::File { file, .. } => &file.schema,
            Self::Facts { facts, .. } => &facts.schema,
        }
    }

    /// Returns whether both schemas are the result of parsing the same text once.
    fn is_shared_with(&self, other: &Self) -> bool {
        matches!((self, other), (Self::File { file: one, .. }, Self::File { file: two, .. }) if Arc::ptr_eq(one, two))
    }
}

impl Side {
    /// Returns whether the side cannot be compared.
    pub(super) fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// The side's tables, to compare them; `None` if it is not a catalogue.
    pub(super) fn tables(&self) -> Option<Tables<'_>> {
        self.is_catalogue.then_some(Tables {
            releases: &self.releases,
            constraints: &self.constraints,
            has_history: self.records.has_history,
            has_past: self.records.has_past,
        })
    }

    /// The file of a table, by its name in the catalogue's folder.
    pub(super) fn table(&self, name: &str) -> Option<&TableFile> {
        self.tables.iter().find(|table| table.name == name)
    }
}

/// The types that differ, before and after, without those that are the same on both sides.
pub(super) fn changed<'a>(before: &'a Side, after: &'a Side) -> [Vec<Cow<'a, ResourceType>>; 2] {
    let mut changed = [Vec::new(), Vec::new()];
    for (name, old) in &before.types {
        let Some(new) = after.types.get(name) else {
            changed[0].push(Cow::Borrowed(old.schema()));
            continue;
        };
        if old.is_shared_with(new) {
            continue;
        }
        let [old, new] = comparable(old, new);
        if old != new {
            changed[0].push(old);
            changed[1].push(new);
        }
    }
    let new = after.types.iter().filter(|(name, _)| !before.types.contains_key(*name));
    changed[1].extend(new.map(|(_, schema)| Cow::Borrowed(schema.schema())));
    changed
}

/// Both schemas, without the parts that only one of the two sides can contain: recordings of a release may lack some, and the
/// texts of a catalogue are its own.
fn comparable<'a>(old: &'a Schema, new: &'a Schema) -> [Cow<'a, ResourceType>; 2] {
    let facts = |schema: &'a Schema| match schema {
        Schema::File { .. } => None,
        Schema::Facts { facts, .. } => Some(&**facts),
    };
    let known = [facts(old), facts(new)];
    let is_mixed = known[0].is_some() != known[1].is_some();
    let unknown: Vec<Part> = known.iter().flatten().flat_map(|facts| facts.unknown.iter().copied()).collect();
    [old, new].map(|side| {
        let mut schema = without(side.schema(), &unknown);
        if is_mixed {
            Reduction::ShortestFacts.of_type(schema.to_mut());
        }
        schema
    })
}
