//! The page of what each release hid: for readers who look for a name that the reference no longer contains.

use std::collections::BTreeMap;

use heat_html::Html;
use serde::Serialize;

use super::link::{ReleaseLink, release_link};
use super::replacement_links::{ReplacementLink, replacement_links};
use crate::contents::site::Site;
use crate::links::addresses::type_url;
use crate::links::targets::Links;
use crate::releases::counts::count_with_noun;
use crate::releases::hidden_items::{HiddenItem, Placeholder};
use crate::releases::hidden_links::{id_of, id_of_release};
use crate::text::terms::release_name;

#[derive(Debug, Serialize)]
pub(crate) struct HiddenPage {
    groups: Vec<Group>,
    releases: bool,
}

/// The items that one release hid.
#[derive(Debug, Serialize)]
struct Group {
    id: String,
    /// The release that hid the items; `None` if it is not known.
    release: Option<ReleaseLink>,
    count: usize,
    count_words: String,
    rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    id: String,
    name_html: Html,
    /// The page of the item itself, in an edition that has one.
    url: String,
    kind: &'static str,
    type_name_html: Html,
    type_url: String,
    deprecated: String,
    /// The description of a placeholder; empty for something that still works.
    placeholder: String,
    instead: Vec<ReplacementLink>,
    message_html: Html,
}

/// The content of the page of what each release hid.
pub(crate) fn hidden_page(site: &Site<'_>) -> HiddenPage {
    let table = &site.catalogue.releases;
    // By release, unknown ones first; types before their parts.
    let mut groups: BTreeMap<Option<usize>, Vec<&HiddenItem>> = BTreeMap::new();
    for item in site.hidden {
        let position = item.version.as_deref().and_then(|version| table.position(version));
        groups.entry(position).or_default().push(item);
    }
    let group = |(position, mut items): (Option<usize>, Vec<&HiddenItem>)| {
        items.sort_by_key(|item| !item.name.is_empty());
        let release = position.and_then(|position| table.releases.get(position));
        Group {
            id: release.map_or_else(|| id_of_release("unknown"), |release| id_of_release(&release.version)),
            release: release.map(|release| release_link(site, &release.version)),
            count: items.len(),
            count_words: count_with_noun(items.len(), "item", "items"),
            rows: items.into_iter().map(|item| row(site, item)).collect(),
        }
    };
    HiddenPage {
        groups: groups.into_iter().rev().map(group).collect(),
        releases: !site.history.releases.is_empty(),
    }
}

fn row(site: &Site<'_>, item: &HiddenItem) -> Row {
    let table = site.catalogue.releases_of(&item.resource_type);
    let links = Links { root: "", types: Some(&site.type_names), ..Links::default() };
    let named = |version: &Option<String>| {
        version.as_deref().map(|version| release_name(version, table).release).unwrap_or_default()
    };
    let is_type = item.name.is_empty();
    let own_page =
        site.type_names.contains(item.resource_type.as_str()).then(|| type_url(&item.resource_type));
    let anchor = || format!("#{}-{}", if item.attribute { "attr" } else { "prop" }, item.name);
    let url = match &own_page {
        Some(page) if is_type => page.clone(),
        Some(page) if site.options.hidden.is_shown() => format!("{page}{}", anchor()),
        _ => String::new(),
    };
    Row {
        id: id_of(item),
        name_html: Html::name(if is_type { &item.resource_type } else { &item.name }),
        url,
        kind: match (is_type, item.attribute) {
            (true, _) => "type",
            (false, true) => "attribute",
            (false, false) => "property",
        },
        type_name_html: if is_type { Html::new() } else { Html::name(&item.resource_type) },
        type_url: own_page.filter(|_| !is_type).unwrap_or_default(),
        deprecated: named(&item.deprecated),
        placeholder: placeholder(item, |version| release_name(version, table).release),
        instead: replacement_links(&item.replacements, &item.resource_type),
        message_html: item.message.as_deref().map(|text| links.link_message(text)).unwrap_or_default(),
    }
}

/// The description of a placeholder: since when it has been one, unless it was one when it was hidden.
fn placeholder(item: &HiddenItem, name: impl Fn(&str) -> String) -> String {
    match &item.placeholder {
        Placeholder::No => String::new(),
        Placeholder::Since(version) if item.version.as_ref() != Some(version) => {
            format!("Placeholder since {}", name(version))
        }
        Placeholder::Always | Placeholder::Since(_) => "Placeholder".to_owned(),
    }
}
