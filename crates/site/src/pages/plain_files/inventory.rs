//! `objects.inv`: the names that other docs can refer to, in the format of Sphinx's extension `intersphinx`.
//!
//! The names are the labels of an export for Sphinx, so that a reference leads to the same item in both.

use std::fmt::Write as _;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use heat_catalogue::named_properties::named_properties;
use heat_export::pages::label;
use heat_model::ResourceType;
use heat_yaml::{Diagnostic, one_line};

use crate::contents::site::Site;
use crate::files::sink::SiteFile;
use crate::links::addresses::{row_url, type_url};

/// The name of the file.
const PATH: &str = "objects.inv";

/// Returns the file: a header of four lines, and the compressed list.
pub(crate) fn file(site: &Site<'_>) -> Result<SiteFile, Diagnostic> {
    let version = site.catalogue.releases.newest().map_or("", |release| &release.version);
    let mut contents = format!(
        "# Sphinx inventory version 2\n# Project: {}\n# Version: {}\n# The remainder of this file is compressed using zlib.\n",
        one_line(&site.options.identity.name),
        one_line(version)
    )
    .into_bytes();
    let mut list = String::new();
    for schema in site.catalogue.types.values() {
        add_type(schema, &mut list);
    }
    let failed = |error: std::io::Error| Diagnostic::error("unwritable", error.to_string()).in_file(PATH);
    let mut encoder = ZlibEncoder::new(&mut contents, Compression::best());
    encoder.write_all(list.as_bytes()).map_err(failed)?;
    encoder.finish().map_err(failed)?;
    Ok(SiteFile { path: PATH.to_owned(), contents })
}

/// Adds a type, its properties and its attributes.
fn add_type(schema: &ResourceType, list: &mut String) {
    add(schema, "", &type_url(&schema.name), &schema.name, list);
    for property in named_properties(schema) {
        let (path, url) = (property.path(), row_url(&schema.name, &property.anchor()));
        // Parts of an update policy have no labels.
        if property.anchor().starts_with("prop-") {
            add(schema, &format!(".{path}"), &url, &path, list);
        }
    }
    for name in schema.attributes.keys() {
        let url = row_url(&schema.name, &format!("attr-{name}"));
        add(schema, &format!("@{name}"), &url, name, list);
    }
}

fn add(schema: &ResourceType, part: &str, url: &str, words: &str, list: &mut String) {
    let is_plain = !url.contains(char::is_whitespace);
    if let Some(label) = label(&schema.name, part).filter(|_| is_plain) {
        // Sphinx looks up labels in lowercase.
        let _ = writeln!(list, "{} std:label -1 {url} {words}", label.to_ascii_lowercase());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_and_their_parts_are_labels() {
        let schema = r#"{"type": "A::B", "properties": {"P": {"type": "map", "schema": {"q": {"type": "string"}}}, "a b": {"type": "string"}},
            "attributes": {"c": {}}, "update_policy": {"P": {"type": "map"}}}"#;
        let mut list = String::new();
        add_type(&serde_json::from_str(schema).unwrap(), &mut list);
        assert_eq!(
            list,
            "a::b std:label -1 types/A/B.html A::B\n\
             a::b.p std:label -1 types/A/B.html#prop-P P\n\
             a::b.p.q std:label -1 types/A/B.html#prop-P.q P.q\n\
             a::b@c std:label -1 types/A/B.html#attr-c c\n"
        );
    }
}
