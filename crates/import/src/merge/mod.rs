//! Merging an import into existing schemas: facts change, and everything else in the file stays.
//!
//! People write these files, with comments and in their own order. So a file is not rewritten: the old and the new schema are
//! compared as trees, and only the differences are changed in the text, at the positions in its tree of nodes (`edit`). Then the
//! text is parsed again. If the result is not the merged schema (for example, because an alias refers to a value that changes), the
//! affected top-level entries are rewritten, and if that fails as well, the whole file.

mod difference;
mod edit;
mod flow;
mod items;
mod lines;
mod sequence;

use heat_model::ResourceType;
use heat_model::load::{SchemaFile, load_schema};
use heat_schema_text::document;
use heat_yaml::{Severity, Source};

use super::prose;
use super::type_facts::TypeFacts;

pub use difference::{Change, Difference};
pub use edit::Extent;

/// A schema file with an import merged into it.
#[derive(Debug, Clone, PartialEq)]
pub struct MergedFile {
    /// The merged schema.
    pub schema: ResourceType,
    /// The file's new text; `None` if nothing changes.
    pub text: Option<String>,
    /// The part of the text that is rewritten.
    pub extent: Extent,
    /// Differences between the old schema and the merged one.
    pub differences: Vec<Difference>,
}

/// Merges an import into a schema file.
#[must_use]
pub fn merge(file: &SchemaFile, facts: &TypeFacts) -> MergedFile {
    let schema = prose::with_prose_of(&file.schema, facts);
    if schema == file.schema {
        return MergedFile { schema, text: None, extent: Extent::Differences, differences: Vec::new() };
    }
    let (old, new) = (document::schema(&file.schema), document::schema(&schema));
    let differences = difference::differences(&old, &new);
    let reads_back = |text: &String| reads_as(text, &schema);
    let text = edit::edited(file, &old, &new, Extent::Differences).filter(reads_back);
    if let Some(text) = text {
        return MergedFile { schema, text: Some(text), extent: Extent::Differences, differences };
    }
    let text = edit::edited(file, &old, &new, Extent::Entries).filter(reads_back);
    if let Some(text) = text {
        return MergedFile { schema, text: Some(text), extent: Extent::Entries, differences };
    }
    let written = heat_schema_text::schema_file(&schema);
    let commented = with_comments_of(file.source.text(), &written);
    let text = if reads_back(&commented) { commented } else { written };
    MergedFile { schema, text: Some(text), extent: Extent::File, differences }
}

/// Returns whether a text reads as exactly this schema.
fn reads_as(text: &str, schema: &ResourceType) -> bool {
    let loaded = load_schema(&Source::new("", text));
    let fine = loaded.diagnostics.iter().all(|diagnostic| diagnostic.severity != Severity::Error);
    fine && loaded.file.is_some_and(|file| file.schema == *schema)
}

/// A rewritten file with the initial comments of the old one, in place of its own.
fn with_comments_of(old: &str, written: &str) -> String {
    let is_comment = |line: &&str| line.trim().is_empty() || line.starts_with('#');
    let comments: String = old.split_inclusive('\n').take_while(is_comment).collect();
    if comments.is_empty() {
        return written.to_owned();
    }
    let body: String = written.split_inclusive('\n').skip_while(is_comment).collect();
    format!("{comments}{body}")
}

#[cfg(test)]
mod tests;
