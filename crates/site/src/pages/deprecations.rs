//! The page of deprecations, and of unsupported items.

use heat_catalogue::named_properties::named_properties;
use heat_html::Html;
use heat_model::{Status, SupportStatus};
use serde::Serialize;

use crate::contents::site::Site;
use crate::links::addresses::{row_url, type_url};
use crate::links::targets::Links;
use crate::text::terms::release_of_type;

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
    /// The day of the release, and its place among those of the same catalogue or plug-in.
    #[serde(skip)]
    order: Option<(String, usize)>,
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
        let row = |name: String, url: String, support_status: &SupportStatus, attr: bool| {
            let version = support_status.version().unwrap_or_default();
            let table = site.catalogue.releases_of(&schema.name);
            let release = release_of_type(site.catalogue, &schema.name, version);
            let links = Links { root: "", types: Some(&site.type_names), ..Links::default() };
            DeprecationRow {
                name,
                url,
                type_name: if kind == 0 { String::new() } else { schema.name.clone() },
                type_url: type_url(&schema.name),
                attr,
                version: if version.is_empty() { String::new() } else { release.version },
                release: release.release,
                note_html: support_status
                    .message()
                    .map(|message| links.link_message(message))
                    .unwrap_or_default(),
                order: table.get(version).map(|release| release.date.clone()).zip(table.position(version)),
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
    rows.sort_by_cached_key(|row| std::cmp::Reverse(row.order.clone()));
    rows
}
