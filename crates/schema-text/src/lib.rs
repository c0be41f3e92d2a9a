//! Writes schema files in the catalogue's style: keys in the order of the schema language, block style, two spaces per level,
//! short lists and status entries in brackets, long sentences folded.
//!
//! The output reads back as the same schema. A string is only written without quotes if it reads back correctly.

pub mod document;
pub mod emit;
mod history;
pub mod item;
mod past;
pub mod scalar;
pub mod value;

use heat_model::{CustomConstraintTable, ReleaseTable, ResourceType, Value};
use indexmap::IndexMap;

use item::{Item, Layout};

pub use history::history;
pub use past::past;

/// The text of a schema's file.
#[must_use]
pub fn schema_file(schema: &ResourceType) -> String {
    let mut text = modeline(&schema.name);
    text.push_str(&emit::entries(&document::schema(schema), 0));
    text
}

/// The text of a map of values, in the usual layout of templates.
#[must_use]
pub fn values(entries: &IndexMap<String, Value>) -> String {
    let entries: Vec<(String, Item)> =
        entries.iter().map(|(key, entry)| (key.clone(), value::item(entry))).collect();
    emit::entries(&entries, 0)
}

/// The text of any value, in the usual layout of templates.
#[must_use]
pub fn document(value: &Value) -> String {
    match value {
        Value::Map(entries) if !entries.is_empty() => values(entries),
        Value::List(items) if !items.is_empty() => {
            items.iter().map(|entry| emit::item(&value::item(entry), 0)).collect()
        }
        other => format!("{}\n", flow(other)),
    }
}

/// A value on one line.
#[must_use]
pub fn flow(value: &Value) -> String {
    emit::flow(&value::item(value))
}

/// The comment that tells editors the path of the schema of schema files, which is next to the folder of the catalogue.
fn modeline(name: &str) -> String {
    let up = "../".repeat(name.split("::").count());
    format!("{MODELINE} $schema={up}schema.json\n")
}

/// Beginning of a comment that tells editors the path of a file's schema.
const MODELINE: &str = "# yaml-language-server:";

/// The text of a schema file without the comment about the schema of schema files, which is not next to every folder.
#[must_use]
pub fn without_modeline(text: &str) -> String {
    text.split_inclusive('\n').filter(|line| !line.starts_with(MODELINE)).collect()
}

/// The text of a release table, with one line per release.
#[must_use]
pub fn releases(table: &ReleaseTable) -> String {
    let line = |release: &heat_model::Release| {
        let pair = |key: &str, text: &str| (key.to_owned(), Item::line(text));
        let mut entries = vec![pair("version", &release.version), pair("name", &release.name)];
        entries.extend(release.code_name.as_ref().map(|name| pair("code_name", name)));
        entries.push(pair("date", &release.date));
        emit::item(&Item::Map(entries, Layout::Flow), 0)
    };
    table.releases.iter().map(line).collect()
}

/// The text of a table of custom constraints.
#[must_use]
pub fn custom_constraints(table: &CustomConstraintTable) -> String {
    let entry = |(name, constraint): (&String, &heat_model::CustomConstraint)| {
        let mut entries = vec![("description".to_owned(), Item::prose(&constraint.description))];
        let others = [
            ("client_plugin", &constraint.client_plugin),
            ("resource_type", &constraint.resource_type),
            ("example", &constraint.example),
        ];
        for (key, text) in others {
            entries.extend(text.as_ref().map(|text| (key.to_owned(), Item::line(text))));
        }
        if !constraint.support_status.is_empty() {
            entries.push(("support_status".to_owned(), document::support_status(&constraint.support_status)));
        }
        emit::entry(name, &Item::Map(entries, Layout::Block), 0)
    };
    table.constraints.iter().map(entry).collect()
}

#[cfg(test)]
mod tests;
