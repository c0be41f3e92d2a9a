//! The search index: every type with its properties and attributes, packed into strings that compress well.
//!
//! The format is read by `site/assets/search-engine.js`, which describes it.

use std::fmt::Write as _;

use heat_model::{
    AttributeType, NestedSchema, PropertySchema, PropertyType, ResourceType, Status, SupportStatus,
};
use heat_yaml::Diagnostic;
use indexmap::IndexMap;
use serde::Serialize;

use super::releases_page::release_url;
use super::words::release_name;
use super::{Site, SiteFile, markdown};

#[derive(Debug, Serialize)]
struct Index<'a> {
    format: u8,
    types: Vec<&'a str>,
    status: String,
    text: Vec<String>,
    props: Vec<String>,
    attrs: Vec<String>,
    policy: Vec<String>,
    pages: Vec<(String, String)>,
}

/// The index, as JSON and as a script for pages that are opened from a folder.
pub(super) fn files(site: &Site<'_>) -> Result<Vec<SiteFile>, Diagnostic> {
    let types: Vec<&ResourceType> =
        site.services.iter().flat_map(|service| service.types.iter().copied()).collect();
    let index = Index {
        format: 1,
        types: types.iter().map(|schema| schema.name.as_str()).collect(),
        status: types.iter().map(|schema| status_digit(&schema.support_status)).collect(),
        text: types.iter().map(|schema| summary(schema)).collect(),
        props: types.iter().map(|schema| properties(&schema.properties)).collect(),
        attrs: types.iter().map(|schema| attributes(schema)).collect(),
        policy: types.iter().map(|schema| properties(&schema.update_policy)).collect(),
        pages: pages(site),
    };
    let json = serde_json::to_string(&index)
        .map_err(|error| Diagnostic::error("unwritable-value", error.to_string()))?;
    let script = format!("globalThis.heatSearchIndex={json};\n");
    Ok(vec![
        SiteFile { path: "search-index.json".to_owned(), contents: json.into_bytes() },
        SiteFile { path: "search-index.js".to_owned(), contents: script.into_bytes() },
    ])
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

fn properties(members: &IndexMap<String, PropertySchema>) -> String {
    let mut lines = Vec::new();
    push_members(members, 0, &mut lines);
    lines.join("\n")
}

fn push_members(members: &IndexMap<String, PropertySchema>, depth: u32, lines: &mut Vec<String>) {
    for (name, schema) in members {
        let letter = type_letter(schema.property_type);
        let letter = if schema.required { letter.to_ascii_uppercase() } else { letter };
        lines.push(entry(depth, &schema.support_status, letter, name));
        push_nested(schema, depth, lines);
    }
}

fn push_nested(schema: &PropertySchema, depth: u32, lines: &mut Vec<String>) {
    match &schema.schema {
        Some(NestedSchema::Members(members)) => push_members(members, depth + 1, lines),
        Some(NestedSchema::Item(item)) => push_nested(item, depth, lines),
        None => {}
    }
}

fn attributes(schema: &ResourceType) -> String {
    let mut lines: Vec<String> = schema
        .attributes
        .iter()
        .map(|(name, attribute)| {
            let letter = attribute.attribute_type.map_or('-', |attribute_type| match attribute_type {
                AttributeType::String => 's',
                AttributeType::Map => 'm',
                AttributeType::List => 'l',
                AttributeType::Integer => 'i',
                AttributeType::Boolean => 'b',
            });
            entry(0, &attribute.support_status, letter, name)
        })
        .collect();
    lines.push(entry(0, &SupportStatus::default(), 'm', ResourceType::BASE_ATTRIBUTE));
    lines.join("\n")
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

fn pages(site: &Site<'_>) -> Vec<(String, String)> {
    let fixed = [
        ("Resource types by service", "index.html"),
        ("Properties and attributes A–Z", "properties.html"),
        ("Deprecations", "deprecations.html"),
        ("Support status", "life-cycle.html"),
        ("Constraints", "constraints.html"),
    ];
    let guide = site.options.guide.pages.iter().map(|page| (page.title.clone(), page.url.clone()));
    let constraints = site.catalogue.custom_constraints.constraints.keys();
    let constraints =
        constraints.map(|name| (format!("{name} constraint"), format!("constraints.html#constraint-{name}")));
    let table = &site.catalogue.releases;
    let overview = [("Releases", "releases.html"), ("Compare releases", "compare.html")]
        .into_iter()
        .filter(|_| !site.history.releases.is_empty());
    let releases = site.history.with_page().rev().map(|(release, _)| {
        let name = release_name(&release.version, table).release;
        (format!("{name}: what changed in Heat {}", release.version), release_url(&release.version, table))
    });
    fixed
        .into_iter()
        .chain(overview)
        .map(|(title, url)| (title.to_owned(), url.to_owned()))
        .chain(releases)
        .chain(guide)
        .chain(constraints)
        .collect()
}
