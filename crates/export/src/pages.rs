//! Reference pages for single types: those of a Sphinx project, with references between them, and Markdown next to the pages of a
//! site.
//!
//! In Sphinx, each type has a label with its name, each property one with its path, `OS::Nova::Server.networks.port`, and each
//! attribute one with an `@`, `OS::Nova::Server@show`. The object list of a site contains the same names ([`label`]), so that a
//! reference works with both.

use std::collections::HashSet;

use heat_html::page_urls::type_url;
use heat_model::{CustomConstraintTable, ResourceType};

use super::ExportedCatalogue;
use super::document::Page;
use super::markup::{Block, Dialect, encoded};

/// A page to be written to a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageFile {
    /// The path of the page, with `/` between folders.
    pub path: String,
    /// The text of the page.
    pub text: String,
}

/// The name by which documents refer to a type, or to a part of one: `.` and the path of a property, or `@` and the name of an
/// attribute. `None` for a name that cannot be used in a reference. Sphinx ignores the case of labels.
#[must_use]
pub fn label(type_name: &str, part: &str) -> Option<String> {
    let is_plain = |char: char| char.is_ascii_alphanumeric() || "_-:.@".contains(char);
    let name = format!("{type_name}{part}");
    (!name.is_empty() && name.chars().all(is_plain)).then_some(name)
}

/// Writes the pages of a catalogue for Sphinx: one per type, and `index.rst`, which lists them by service.
#[must_use]
pub fn sphinx(catalogue: &ExportedCatalogue, title: &str) -> Vec<PageFile> {
    let (types, dialect) = (catalogue.types(), Dialect::Rst);
    let reference = |name: &str| {
        let target = types.contains_key(name).then(|| label(name, ""))??;
        Some(format!(":ref:`{target}`"))
    };
    let mut seen = HashSet::new();
    let mut labels = |type_name: &str, part: &str| {
        label(type_name, part).filter(|label| seen.insert(label.to_ascii_lowercase()))
    };
    let mut index = vec![Block::Heading(0, dialect.escape(title))];
    let mut service = "";
    let mut files = Vec::new();
    for schema in types.values() {
        if schema.service() != service {
            service = schema.service();
            index.push(Block::Heading(1, dialect.escape(service)));
            index.push(Block::Contents(Vec::new()));
        }
        let path = type_url(&schema.name).trim_end_matches(".html").to_owned();
        if let Some(Block::Contents(paths)) = index.last_mut() {
            paths.push(path.clone());
        }
        let mut blocks = Vec::new();
        let customs = catalogue.custom_constraints();
        Page { dialect, level: 0, customs, label: &mut labels, blocks: &mut blocks }.resource_type(schema);
        if !schema.keywords.is_empty() {
            let keywords = dialect.escape_within(&schema.keywords.join(", "));
            blocks.push(Block::Keywords(keywords));
        }
        refer(&mut blocks, dialect, &reference);
        files.push(PageFile { path: format!("{path}.rst"), text: dialect.page(&blocks) });
    }
    files.push(PageFile { path: "index.rst".to_owned(), text: dialect.page(&index) });
    files
}

/// Writes the page of a type in Markdown. `address` returns the address of another type's page.
#[must_use]
pub fn markdown(
    schema: &ResourceType,
    customs: &CustomConstraintTable,
    address: &dyn Fn(&str) -> Option<String>,
) -> String {
    let dialect = Dialect::Markdown;
    let mut blocks = Vec::new();
    Page { dialect, level: 0, customs, label: &mut |_, _| None, blocks: &mut blocks }.resource_type(schema);
    let link = |name: &str| {
        // A type does not reference itself. Most code spans are not type names.
        let address = if name == schema.name { None } else { address(name) }?;
        Some(format!("[{}](<{}>)", dialect.code(name), encoded(&address)))
    };
    refer(&mut blocks, dialect, &link);
    dialect.page(&blocks)
}

/// Replaces type names that are written as code by references.
pub(super) fn refer(blocks: &mut [Block], dialect: Dialect, reference: &impl Fn(&str) -> Option<String>) {
    for block in blocks {
        match block {
            Block::Paragraph(text) if text.contains('`') => {
                *text = with_references(text, dialect, reference);
            }
            Block::Items(items) => items.iter_mut().for_each(|item| refer(item, dialect, reference)),
            _ => {}
        }
    }
}

fn with_references(text: &str, dialect: Dialect, reference: &impl Fn(&str) -> Option<String>) -> String {
    let mark = match dialect {
        Dialect::Rst => "``",
        Dialect::Markdown => "`",
    };
    // Searching for one character is faster than searching for a string.
    let next_mark = |text: &str| match dialect {
        Dialect::Rst => text.find(mark),
        Dialect::Markdown => text.find('`'),
    };
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = next_mark(rest) {
        let (before, found) = rest.split_at(start);
        out.push_str(before);
        let inside = &found[mark.len()..];
        let is_name = |char: char| char.is_alphanumeric() || matches!(char, '_' | '-' | ':' | '.');
        let length = inside.find(|char| !is_name(char)).unwrap_or(inside.len());
        let (name, after) = inside.split_at(length);
        let target = (!before.ends_with(['`', '\\'])).then(|| reference(name)).flatten();
        let end = after.strip_prefix(mark).filter(|after| !after.starts_with('`'));
        if let (Some(after), Some(target)) = (end, target) {
            out.push_str(&target);
            rest = after;
        } else {
            out.push_str(mark);
            rest = inside;
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_types_become_references() {
        let reference = |name: &str| (name == "A::B").then(|| ":ref:`A::B`".to_owned());
        let check = |text: &str, dialect, expect: &str| {
            assert_eq!(with_references(text, dialect, &reference), expect, "{text}");
        };
        check("a ``A::B``, ``A::C`` and ``A::B``", Dialect::Rst, "a :ref:`A::B`, ``A::C`` and :ref:`A::B`");
        check("``a`` ``A::B x`` \\``A::B``", Dialect::Rst, "``a`` ``A::B x`` \\``A::B``");
        check("`A::B` ``x `A::B` ``", Dialect::Markdown, ":ref:`A::B` ``x :ref:`A::B` ``");
        check("``A::B`` ```A::B```", Dialect::Markdown, "``A::B`` ```A::B```");
    }

    #[test]
    fn labels_are_plain_names() {
        let check = |type_name: &str, part: &str, expect: Option<&str>| {
            assert_eq!(label(type_name, part).as_deref(), expect);
        };
        check("OS::Nova::Server", "", Some("OS::Nova::Server"));
        check("OS::Nova::Server", ".networks.port", Some("OS::Nova::Server.networks.port"));
        check("OS::Nova::Server", "@show", Some("OS::Nova::Server@show"));
        check("A`", "", None);
        check("A::B", ".a b", None);
    }

    #[test]
    fn a_page_has_labels_and_references() {
        let types = [
            r#"{"type": "A::X::B", "description": "Uses `A::X::C`.", "keywords": ["x"], "properties": {
                "P": {"type": "map", "schema": {"q": {"type": "string", "constraints": [{"custom_constraint": "a.c"}]}}},
                "p": {"type": "string"}}, "attributes": {"a": {"type": "string"}}}"#,
            r#"{"type": "A::X::C"}"#,
        ];
        let types = types.map(|json| serde_json::from_str::<ResourceType>(json).unwrap());
        let customs = r#"{"a.c": {"description": "ID of one.", "resource_type": "A::X::C"}}"#;
        let catalogue = ExportedCatalogue {
            releases: heat_model::ReleaseTable::default(),
            custom_constraints: serde_json::from_str(customs).unwrap(),
            types: types.into_iter().map(|schema| (schema.name.clone(), schema)).collect(),
        };
        let files = sphinx(&catalogue, "Types *here*");
        let paths: Vec<_> = files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(paths, ["types/A/X/B.rst", "types/A/X/C.rst", "index.rst"]);
        let expect = "\
.. _`A::X::B`:

A::X::B
=======

Uses :ref:`A::X::C`.

Optional properties
-------------------

- .. _`A::X::B.P`:

  ``P``: map, update: replaces

  - .. _`A::X::B.P.q`:

    ``q``: string

    Meets ``a.c``: ID of one. Created by :ref:`A::X::C`.

- ``p``: string, update: replaces

Attributes
----------

- .. _`A::X::B@a`:

  ``a``: string

.. meta::
   :keywords: x
";
        assert_eq!(files[0].text, expect);
        assert_eq!(
            files[2].text,
            "Types \\*here\\*\n==============\n\nA::X\n----\n\n.. toctree::\n   :maxdepth: 1\n\n   types/A/X/B\n   types/A/X/C\n"
        );
        let address = |name: &str| Some(format!("{}.md", name.replace("::", "/")));
        let page = markdown(&catalogue.types["A::X::B"], &catalogue.custom_constraints, &address);
        assert!(page.starts_with("# A::X::B\n\nUses [`A::X::C`](<A/X/C.md>).\n"), "{page}");
        assert!(!page.contains(".. _"), "{page}");
    }
}
