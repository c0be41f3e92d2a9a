//! The search index: every type with its properties, attributes and the words of their descriptions, and every page.
//!
//! `site/assets/search-engine.js` reads the format and describes it. Names are unchanged, each in a separate JSON string, since
//! a property can have any name. Words of descriptions consist of letters and digits only, and are packed into one string per
//! type, which compresses better.

mod mentions;
mod page_entries;
mod words;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use heat_model::{
    AttributeType, ConstraintKind, NestedSchema, PropertySchema, PropertyType, ResourceType, Status,
    SupportStatus,
};
use heat_yaml::Diagnostic;
use indexmap::IndexMap;
use serde::Serialize;

use self::page_entries::PageEntry;
use self::words::{FILLER_WORDS, STOP_WORDS, Words};
use super::contents::Site;
use super::links::{has_plain_url, type_url};
use super::markdown;
use super::sink::SiteFile;

/// The maximum number of allowed values of a property that are indexed. A longer list is a list of codes.
const MAX_VALUES: usize = 32;

/// The version of the format.
const FORMAT: u8 = 2;

#[derive(Debug, Serialize)]
struct Index<'a> {
    format: u8,
    /// Words that a query need not match.
    stop: &'static str,
    /// Words that need not match a description.
    filler: &'static str,
    /// The types' names.
    types: Vec<&'a str>,
    /// The addresses of the types, by index, that do not follow from their names.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    urls: BTreeMap<usize, String>,
    /// One digit per type for its status.
    status: String,
    /// One digit per type: how many other types mention it.
    rank: String,
    keywords: Vec<&'a [String]>,
    /// The first sentence of each type's description.
    text: Vec<String>,
    props: Vec<Vec<String>>,
    attrs: Vec<Vec<String>>,
    policy: Vec<Vec<String>>,
    /// The words of the descriptions of a type, then of its entries in the order above, separated by `|`.
    said: Vec<String>,
    pages: Vec<PageEntry>,
}

/// The index, as JSON and as a script for sites that are opened from a folder.
pub(super) fn files(site: &Site<'_>) -> Result<Vec<SiteFile>, Diagnostic> {
    let types: Vec<&ResourceType> =
        site.services.iter().flat_map(|service| service.types.iter().copied()).collect();
    let mut index = Index {
        format: FORMAT,
        stop: STOP_WORDS,
        filler: FILLER_WORDS,
        types: types.iter().map(|schema| schema.name.as_str()).collect(),
        urls: types
            .iter()
            .enumerate()
            .filter(|(_, schema)| !has_plain_url(&schema.name))
            .map(|(place, schema)| (place, type_url(&schema.name)))
            .collect(),
        status: types.iter().map(|schema| status_digit(&schema.support_status)).collect(),
        rank: mentions::digits(&types, &site.catalogue.custom_constraints),
        keywords: types.iter().map(|schema| schema.keywords.as_slice()).collect(),
        text: types.iter().map(|schema| summary(schema)).collect(),
        props: Vec::with_capacity(types.len()),
        attrs: Vec::with_capacity(types.len()),
        policy: Vec::with_capacity(types.len()),
        said: Vec::with_capacity(types.len()),
        pages: page_entries::all(site),
    };
    for schema in types {
        let mut entries = Entries::new(schema);
        index.props.push(entries.properties(&schema.properties));
        index.attrs.push(entries.attributes(schema));
        index.policy.push(entries.properties(&schema.update_policy));
        index.said.push(entries.said.join("|"));
    }
    let json = serde_json::to_string(&index)
        .map_err(|error| Diagnostic::error("unwritable-value", error.to_string()))?;
    let script = format!("globalThis.heatSearchIndex={json};\n");
    Ok(vec![
        SiteFile { path: "search-index.json".to_owned(), contents: json.into_bytes() },
        SiteFile { path: "search-index.js".to_owned(), contents: script.into_bytes() },
    ])
}

/// The content of the search page without its script: the keywords in alphabetical order, with their types.
#[derive(Debug, Serialize)]
pub(super) struct SearchPage {
    keywords: Vec<KeywordEntry>,
}

#[derive(Debug, Serialize)]
struct KeywordEntry {
    keyword: String,
    types: Vec<TypeLink>,
}

#[derive(Debug, Serialize)]
struct TypeLink {
    name: String,
    url: String,
}

/// The content of the search page.
pub(super) fn search_page(site: &Site<'_>) -> SearchPage {
    let mut keywords: BTreeMap<String, Vec<TypeLink>> = BTreeMap::new();
    for schema in site.services.iter().flat_map(|service| &service.types) {
        for keyword in &schema.keywords {
            let link = TypeLink { name: schema.name.clone(), url: type_url(&schema.name) };
            keywords.entry(keyword.to_lowercase()).or_default().push(link);
        }
    }
    let entry = |(keyword, types)| KeywordEntry { keyword, types };
    SearchPage { keywords: keywords.into_iter().map(entry).collect() }
}

fn summary(schema: &ResourceType) -> String {
    let plain = schema.description.as_deref().map(markdown::plain).unwrap_or_default();
    markdown::shorten(markdown::first_sentence(&plain), 100)
}

fn status_digit(status: &SupportStatus) -> char {
    match status.status() {
        Status::Supported => '0',
        Status::Deprecated => '1',
        Status::Unsupported | Status::Unknown => '2',
        Status::Hidden => '3',
    }
}

/// Packs the entries of one type.
struct Entries {
    /// The words that always find an entry: those of the type's name, and of the names that contain it.
    around: Vec<Words>,
    /// The words of the type's description, then those of each entry's.
    said: Vec<String>,
}

impl Entries {
    fn new(schema: &ResourceType) -> Self {
        let mut entries = Self { around: vec![Words::of_name(&schema.name)], said: Vec::new() };
        entries.say(schema.description.as_deref().unwrap_or_default());
        entries
    }

    fn say(&mut self, description: &str) {
        self.said.push(words::said(description, &self.around));
    }

    fn properties(&mut self, members: &IndexMap<String, PropertySchema>) -> Vec<String> {
        let mut lines = Vec::new();
        self.push_members(members, 0, &mut lines);
        lines
    }

    fn push_members(
        &mut self,
        members: &IndexMap<String, PropertySchema>,
        depth: u32,
        lines: &mut Vec<String>,
    ) {
        for (name, schema) in members {
            let letter = type_letter(schema.property_type);
            let letter = if schema.required { letter.to_ascii_uppercase() } else { letter };
            lines.push(entry(depth, &schema.support_status, letter, name));
            self.around.push(Words::of_name(name));
            let mut text = said_of(schema);
            // The items of a list have no name: their descriptions belong to the list.
            let mut nested = schema.schema.as_ref();
            while let Some(NestedSchema::Item(item)) = nested {
                text.push_str(&said_of(item));
                nested = item.schema.as_ref();
            }
            self.said.push(words::distinct(&text, &self.around));
            if let Some(NestedSchema::Members(members)) = nested {
                self.push_members(members, depth + 1, lines);
            }
            self.around.pop();
        }
    }

    fn attributes(&mut self, schema: &ResourceType) -> Vec<String> {
        let mut lines = Vec::with_capacity(schema.attributes.len() + 1);
        for (name, attribute) in &schema.attributes {
            let letter = attribute.attribute_type.map_or('-', attribute_letter);
            lines.push(entry(0, &attribute.support_status, letter, name));
            self.around.push(Words::of_name(name));
            self.say(attribute.description.as_deref().unwrap_or_default());
            self.around.pop();
        }
        lines.push(entry(0, &SupportStatus::default(), 'm', ResourceType::BASE_ATTRIBUTE));
        self.say("");
        lines
    }
}

/// The words of a property's description, and its allowed values: people also search for "round robin".
fn said_of(schema: &PropertySchema) -> String {
    let mut text = schema.description.as_deref().map(markdown::plain).unwrap_or_default();
    for constraint in &schema.constraints {
        if let ConstraintKind::AllowedValues(values) = &constraint.kind {
            for value in values.iter().take(MAX_VALUES) {
                text.push(' ');
                text.push_str(value.as_str().unwrap_or_default());
            }
        }
    }
    text.push(' ');
    text
}

fn entry(depth: u32, status: &SupportStatus, letter: char, name: &str) -> String {
    let depth = char::from_digit(depth.min(35), 36).unwrap_or('z');
    let mut line = String::with_capacity(name.len() + 3);
    let _ = write!(line, "{depth}{}{letter}{name}", status_digit(status));
    line
}

fn type_letter(property_type: PropertyType) -> char {
    match property_type {
        PropertyType::String => 's',
        PropertyType::Integer => 'i',
        PropertyType::Number => 'n',
        PropertyType::Boolean => 'b',
        PropertyType::Map => 'm',
        PropertyType::List => 'l',
        PropertyType::Any => 'a',
    }
}

fn attribute_letter(attribute_type: AttributeType) -> char {
    match attribute_type {
        AttributeType::String => 's',
        AttributeType::Map => 'm',
        AttributeType::List => 'l',
        AttributeType::Integer => 'i',
        AttributeType::Boolean => 'b',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heat_model::load::load_schema;
    use heat_yaml::Source;

    /// The names of the entries of a type with these properties and attributes, and the words of each.
    fn check(yaml: &str, expect: &[(&str, &str)]) {
        let loaded = load_schema(&Source::new("", format!("type: My::Type\n{yaml}")));
        let schema = loaded.file.unwrap().schema;
        let mut entries = Entries::new(&schema);
        let mut names = vec![String::new()];
        names.extend(entries.properties(&schema.properties));
        names.extend(entries.attributes(&schema));
        assert_eq!(names.len(), entries.said.len());
        let shown: Vec<_> =
            names.iter().map(String::as_str).zip(entries.said.iter().map(String::as_str)).collect();
        assert_eq!(shown, expect);
        // The whole index goes through JSON in the same way.
        let json = serde_json::to_string(&names).unwrap();
        assert_eq!(serde_json::from_str::<Vec<String>>(&json).unwrap(), names);
    }

    #[test]
    fn entries_are_in_source_order_with_their_descriptions() {
        check(
            "description: Boots a machine.
properties:
  disks:
    type: list
    description: Volumes of the machine.
    schema:
      '*':
        type: map
        description: A bootable one.
        schema:
          bus: {type: string, required: true, description: Of the disks., constraints: [{allowed_values: [scsi, Virtio]}]}
  old: {type: any, support_status: [{status: DEPRECATED}]}
attributes:
  address: {type: string, description: Where clients connect.}",
            &[
                ("", "boots machine"),
                ("00ldisks", "volumes machine bootable"),
                ("10Sbus", "scsi virtio"),
                ("01aold", ""),
                ("00saddress", "clients connect"),
                ("00mshow", ""),
            ],
        );
    }

    #[test]
    fn names_of_any_kind_leave_the_others_alone() {
        check(
            r#"properties: {"a\nb": {type: string, description: "One\n\ntwo | three"}, "": {type: string}, "|": {type: string}, victim: {type: string, description: Safe.}}"#,
            &[
                ("", ""),
                ("00sa\nb", "three"),
                ("00s", ""),
                ("00s|", ""),
                ("00svictim", "safe"),
                ("00mshow", ""),
            ],
        );
    }
}
