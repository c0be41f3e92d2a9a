//! The plan of an import: the changes that it would make in a folder. Nothing is written yet.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use heat_catalogue::schema_files::{SchemaFiles, path_of_type};
use heat_model::load::SchemaFile;
use heat_yaml::{Diagnostic, Severity};

use super::facts::Facts;
use super::merge::{Difference, Extent, merge};

/// The effect of an import on the types of a folder.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// The types that change, sorted by name.
    pub types: Vec<TypePlan>,
    /// The number of types that do not change.
    pub unchanged: usize,
    /// All problems in the facts and the folder.
    pub diagnostics: Vec<Diagnostic>,
    /// `true` if some types could not be read or merged, so that other types may only seem to be removed.
    pub is_incomplete: bool,
}

/// The effect of an import on a type.
#[derive(Debug, Clone)]
pub struct TypePlan {
    /// The type's name.
    pub name: String,
    /// The path of the type's file.
    pub path: PathBuf,
    /// The import's effect on the type.
    pub fate: Fate,
}

/// The change of a type.
#[derive(Debug, Clone)]
pub enum Fate {
    /// The type has no file yet.
    New {
        /// The text to write.
        text: String,
    },
    /// The type's facts changed.
    Changed {
        /// The text to write.
        text: String,
        /// The part of the text that is rewritten.
        extent: Extent,
        /// The differences between the old and the new schema.
        differences: Vec<Difference>,
    },
    /// The type no longer exists in Heat.
    Gone,
}

impl Plan {
    /// Compares facts with the schemas of a folder, which may not exist yet.
    #[must_use]
    pub fn new(facts: &Facts, folder: &Path) -> Self {
        let files = if folder.exists() { SchemaFiles::read(folder) } else { SchemaFiles::default() };
        let broken = broken_files(&files.diagnostics);
        let mut plan = Self { diagnostics: facts.diagnostics.clone(), ..Self::default() };
        plan.diagnostics.extend(files.diagnostics);
        for (name, facts) in &facts.types {
            let path = folder.join(path_of_type(name));
            match files.files.get(name) {
                Some(file) if broken.contains(file.source.name()) => {
                    plan.skip(name, Path::new(file.source.name()), "its file has errors");
                }
                Some(file) => plan.merge(file, facts),
                // A dangling link is treated as existing.
                None if fs::symlink_metadata(&path).is_ok() => {
                    plan.skip(name, &path, "there is something else at the path of its file");
                }
                None => {
                    let fate = Fate::New { text: heat_schema_text::schema_file(&facts.schema) };
                    plan.types.push(TypePlan { name: name.clone(), path, fate });
                }
            }
        }
        for (name, file) in files.files.iter() {
            let is_known = facts.types.contains_key(name) || facts.unread.contains(name);
            if !is_known && !broken.contains(file.source.name()) {
                plan.types.push(TypePlan {
                    name: name.to_owned(),
                    path: PathBuf::from(file.source.name()),
                    fate: Fate::Gone,
                });
            }
        }
        plan.types.sort_by(|left, right| left.name.cmp(&right.name));
        plan.is_incomplete = plan.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
        plan
    }

    fn merge(&mut self, file: &SchemaFile, facts: &super::type_facts::TypeFacts) {
        let merged = merge(file, facts);
        if facts.adds_dependencies && merged.schema.dependencies_by_value.is_empty() {
            let message = format!("the class of `{}` adds dependencies in its code", merged.schema.name);
            self.diagnostics.push(
                Diagnostic::new(Severity::Warning, "unknown-dependencies", message)
                    .in_file(file.source.name())
                    .with_help("read its `add_dependencies`, and write them under `dependencies_by_value`"),
            );
        }
        let Some(text) = merged.text else {
            self.unchanged += 1;
            return;
        };
        self.types.push(TypePlan {
            name: merged.schema.name,
            path: PathBuf::from(file.source.name()),
            fate: Fate::Changed { text, extent: merged.extent, differences: merged.differences },
        });
    }

    /// Skips a type, and reports it.
    fn skip(&mut self, name: &str, path: &Path, why: &str) {
        self.diagnostics.push(
            Diagnostic::error("not-imported", format!("`{name}` is not imported: {why}"))
                .in_file(path.display().to_string()),
        );
    }
}

/// The files with errors, whose contents are not known for certain.
fn broken_files(diagnostics: &[Diagnostic]) -> BTreeSet<String> {
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    errors
        .flat_map(|error| {
            let labels = error.labels.iter().map(|label| label.source.name().to_owned());
            labels.chain(error.file.clone())
        })
        .collect()
}
