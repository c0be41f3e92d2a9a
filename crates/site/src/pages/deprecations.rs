//! The page of deprecated and unsupported items.

use heat_catalogue::named_properties::named_properties;
use heat_html::Html;
use heat_model::{Status, SupportStatus};
use serde::Serialize;

use super::frame::twin::{InMarkdown, Line, TwinWriter, line};
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
    /// The note as plain text, for the page in Markdown.
    #[serde(skip)]
    message: String,
    /// The date of the release, and its position in the releases of the same catalogue or plug-in.
    #[serde(skip)]
    order: Option<(String, usize)>,
}

/// The content of the page: deprecated items, newest first, and unsupported items.
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
                message: support_status.message().unwrap_or_default().to_owned(),
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
    // Newest first, and items without a version last. Other ties keep the order of the catalogue.
    rows.sort_by_cached_key(|row| std::cmp::Reverse(row.order.clone()));
    rows
}

impl InMarkdown for Deprecations {
    fn write(&self, twin: &mut TwinWriter<'_>) {
        twin.paragraph(&line!(
            "Deprecated items, newest first. They still work. A later release may hide them: templates that use them keep working, but the reference no longer lists them."
        ));
        for DeprecationGroup { title, rows, .. } in &self.groups {
            twin.heading(2, &Line::words(title));
            if rows.is_empty() {
                twin.paragraph(&line!("None in this release."));
            } else {
                table(rows, twin);
            }
        }
        if !self.unsupported.is_empty() {
            twin.heading(2, &line!("Not supported"));
            table(&self.unsupported, twin);
        }
    }
}

fn table(rows: &[DeprecationRow], twin: &mut TwinWriter<'_>) {
    let cells = |row: &DeprecationRow| {
        let name = twin.code_link(&row.name, &row.url);
        let name = if row.attr { line!("{} (attribute)", name) } else { name };
        let of = twin.code_link(&row.type_name, &row.type_url).within("of ", "");
        let since = Line::join([Line::text(&row.version), Line::text(&row.release)], " ");
        vec![Line::join([name, of], " "), since, twin.message(&row.message)]
    };
    let rows: Vec<Vec<Line>> = rows.iter().map(cells).collect();
    twin.table(&["What", "Since", "Reason and replacement"].map(Line::words), rows);
}
