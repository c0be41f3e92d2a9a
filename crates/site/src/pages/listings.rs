//! Pages that list things across types: A–Z, and deprecations.

use std::collections::BTreeMap;

use heat_catalogue::named_properties::named_properties;
use heat_html::Html;
use heat_model::{Status, SupportStatus};
use serde::Serialize;

use crate::contents::site::Site;
use crate::links::addresses::{row_url, type_url};
use crate::links::targets::Links;
use crate::text::terms::{release_name, status_class};

#[derive(Debug, Serialize)]
pub(crate) struct AToZ {
    letters: Vec<Letter>,
}

#[derive(Debug, Serialize)]
struct Letter {
    #[serde(rename = "letter")]
    sign: String,
    id: String,
    names: Vec<Name>,
}

#[derive(Debug, Serialize)]
struct Name {
    name: String,
    uses: Vec<Use>,
}

#[derive(Debug, Serialize)]
struct Use {
    #[serde(rename = "type")]
    type_name: String,
    path: String,
    url: String,
    attr: bool,
    status: &'static str,
}

/// Every property, including nested ones, and every attribute, by name.
pub(crate) fn a_to_z(site: &Site<'_>) -> AToZ {
    let mut names: BTreeMap<(String, String), Vec<Use>> = BTreeMap::new();
    let mut add = |name: &str, entry: Use| {
        names.entry((name.to_lowercase(), name.to_owned())).or_default().push(entry);
    };
    for schema in site.catalogue.types.values() {
        for property in named_properties(schema) {
            let name = property.names.last().copied().unwrap_or_default();
            let path = property.path();
            add(
                name,
                Use {
                    type_name: schema.name.clone(),
                    url: row_url(&schema.name, &property.anchor()),
                    path: if path == name { String::new() } else { path },
                    attr: false,
                    status: status_class(property.schema.support_status.status()),
                },
            );
        }
        for (name, attribute) in &schema.attributes {
            add(
                name,
                Use {
                    type_name: schema.name.clone(),
                    path: String::new(),
                    url: row_url(&schema.name, &format!("attr-{name}")),
                    attr: true,
                    status: status_class(attribute.support_status.status()),
                },
            );
        }
    }
    let mut letters: Vec<Letter> = Vec::new();
    for ((folded, name), uses) in names {
        let first = folded.chars().next().filter(char::is_ascii_alphabetic);
        let letter = first.map_or_else(|| "#".to_owned(), |letter| letter.to_ascii_uppercase().to_string());
        let id = if letter == "#" { "other".to_owned() } else { letter.clone() };
        let entry = Name { name, uses };
        match letters.iter_mut().find(|known| known.id == id) {
            Some(known) => known.names.push(entry),
            None => letters.push(Letter { sign: letter, id, names: vec![entry] }),
        }
    }
    AToZ { letters }
}

#[derive(Debug, Serialize)]
pub(crate) struct Deprecations {
    groups: Vec<DeprecationGroup>,
    unsupported: Vec<DeprecationRow>,
}

#[derive(Debug, Serialize)]
struct DeprecationGroup {
    id: &'static str,
    title: &'static str,
    rows: Vec<DeprecationRow>,
}

#[derive(Debug, Clone, Serialize)]
struct DeprecationRow {
    name: String,
    url: String,
    #[serde(rename = "type")]
    type_name: String,
    type_url: String,
    attr: bool,
    version: String,
    release: String,
    note_html: Html,
    #[serde(skip)]
    position: Option<usize>,
}

/// Deprecated items, newest first, and unsupported items.
pub(crate) fn deprecations(site: &Site<'_>) -> Deprecations {
    let [types, properties, attributes] = [0, 1, 2].map(|kind| rows(site, kind, Status::Deprecated));
    let unsupported = [0, 1, 2].into_iter().flat_map(|kind| rows(site, kind, Status::Unsupported)).collect();
    Deprecations {
        groups: vec![
            DeprecationGroup { id: "types", title: "Resource types", rows: types },
            DeprecationGroup { id: "properties", title: "Properties", rows: properties },
            DeprecationGroup { id: "attributes", title: "Attributes", rows: attributes },
        ],
        unsupported,
    }
}

/// The types (0), properties (1) or attributes (2) with a status.
fn rows(site: &Site<'_>, kind: u8, status: Status) -> Vec<DeprecationRow> {
    let mut rows = Vec::new();
    for schema in site.catalogue.types.values() {
        let row = |name: String, url: String, own: &SupportStatus, attr: bool| {
            let version = own.version().unwrap_or_default();
            let links = Links { root: "", types: Some(&site.type_names), ..Links::default() };
            DeprecationRow {
                name,
                url,
                type_name: if kind == 0 { String::new() } else { schema.name.clone() },
                type_url: type_url(&schema.name),
                attr,
                version: version.to_owned(),
                release: release_name(version, &site.catalogue.releases).release,
                note_html: own.message().map(|message| links.link_message(message)).unwrap_or_default(),
                position: site.catalogue.releases.position(version),
            }
        };
        match kind {
            0 if schema.support_status.status() == status => {
                rows.push(row(schema.name.clone(), type_url(&schema.name), &schema.support_status, false));
            }
            1 => rows.extend(
                named_properties(schema)
                    .filter(|property| property.schema.support_status.status() == status)
                    .map(|property| {
                        row(
                            property.path(),
                            row_url(&schema.name, &property.anchor()),
                            &property.schema.support_status,
                            false,
                        )
                    }),
            ),
            2 => rows.extend(
                schema
                    .attributes
                    .iter()
                    .filter(|(_, attribute)| attribute.support_status.status() == status)
                    .map(|(name, attribute)| {
                        let url = row_url(&schema.name, &format!("attr-{name}"));
                        row(name.clone(), url, &attribute.support_status, true)
                    }),
            ),
            _ => {}
        }
    }
    // Newest first; items without a version last; otherwise in the order of the catalogue.
    rows.sort_by_key(|row| std::cmp::Reverse(row.position));
    rows
}
