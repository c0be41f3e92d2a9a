//! The page of the items that each release hid, for readers who look for a name that the reference no longer contains.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use heat_html::Html;
use heat_model::release::version_numbers;
use heat_yaml::Diagnostic;
use serde::Serialize;

use super::link::{ReleaseLink, release_of_type_link};
use super::replacement_links::{ReplacementLink, replacement_links};
use crate::contents::site::Site;
use crate::files::sink::SiteFile;
use crate::links::addresses::type_url;
use crate::links::targets::Links;
use crate::pages::frame::renderer::{Page, Renderer};
use crate::pages::frame::twin::{InMarkdown, Line, TwinWriter, line};
use crate::releases::counts::count_with_noun;
use crate::releases::hidden_items::{HiddenItem, Placeholder};
use crate::releases::hidden_links::{id_of, id_of_release, url_of};

#[derive(Debug, Serialize)]
pub(crate) struct HiddenPage {
    groups: Vec<Group>,
    releases: bool,
}

/// The items that one release hid.
#[derive(Debug, Serialize)]
struct Group {
    id: String,
    /// The product of the release: Heat, or a plug-in.
    product: String,
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
    /// The page of the item itself, in an edition that includes it.
    url: String,
    kind: &'static str,
    type_name_html: Html,
    type_url: String,
    deprecated: String,
    /// The description of a placeholder; empty for an item that still works.
    placeholder: String,
    instead: Vec<ReplacementLink>,
    message_html: Html,
    /// The names and the message as plain text, for the page in Markdown.
    #[serde(skip)]
    name: String,
    #[serde(skip)]
    of_type: String,
    #[serde(skip)]
    message: String,
}

/// The content of the page of hidden items.
pub(crate) fn hidden_page(site: &Site<'_>) -> HiddenPage {
    let mut groups: BTreeMap<Origin, Vec<&HiddenItem>> = BTreeMap::new();
    for item in site.hidden {
        groups.entry(Origin::of(site, item)).or_default().push(item);
    }
    let group = |(origin, mut items): (Origin, Vec<&HiddenItem>)| {
        // Types before their parts.
        items.sort_by_key(|item| !item.name.is_empty());
        let of_plug_in = |name: &str| site.catalogue.guests.of_type(name).is_some();
        let first = items.first().map(|item| item.resource_type.as_str()).unwrap_or_default();
        let version = items.first().and_then(|item| item.version.as_deref()).unwrap_or_default();
        let is_known = origin.position.is_some();
        Group {
            id: match (is_known, origin.guest) {
                (false, _) => id_of_release("unknown"),
                (true, None) => id_of_release(version),
                (true, Some(guest)) => id_of_release(&format!("{}-{version}", guest + 1)),
            },
            product: if of_plug_in(first) { String::new() } else { site.options.identity.product.clone() },
            release: is_known.then(|| release_of_type_link(site, first, version)),
            count: items.len(),
            count_words: count_with_noun(items.len(), "item", "items"),
            rows: items.into_iter().map(|item| row(site, item)).collect(),
        }
    };
    HiddenPage {
        groups: groups.into_iter().map(group).collect(),
        releases: !site.history.releases.is_empty(),
    }
}

/// Renders the page, and the names by which the search finds it.
pub(crate) fn render(renderer: &Renderer<'_>, page: Page<'_>) -> Result<Vec<SiteFile>, Diagnostic> {
    let site = renderer.context.site;
    let mut files = renderer.page_with_twin(page, hidden_page(site))?;
    files.extend(name_files(site)?);
    Ok(files)
}

/// The names of hidden items. `site/assets/search-words.js` only loads them for a search without results for a name.
#[derive(Serialize)]
struct Names<'a> {
    format: u8,
    names: Vec<Name<'a>>,
}

/// A hidden item: its type, its name in the type, its kind, its address, its message, and its replacements with their addresses.
#[derive(Serialize)]
struct Name<'a>(&'a str, &'a str, &'static str, String, &'a str, Vec<(String, String)>);

/// The names, as JSON and as a script for sites that are opened from a folder.
fn name_files(site: &Site<'_>) -> Result<Vec<SiteFile>, Diagnostic> {
    let name = |item: &'_ HiddenItem| {
        let instead = replacement_links(&item.replacements, &item.resource_type);
        (kind_of(item), url_of(item), instead.into_iter().map(ReplacementLink::into_texts).collect())
    };
    let names = site.hidden.iter().map(|item| {
        let (kind, url, instead) = name(item);
        Name(&item.resource_type, &item.name, kind, url, item.message.as_deref().unwrap_or_default(), instead)
    });
    let names = Names { format: 1, names: names.collect() };
    SiteFile::data("hidden-names", "heatHiddenNames", &names)
}

/// The kind of a hidden item, in a word.
fn kind_of(item: &HiddenItem) -> &'static str {
    match (item.name.is_empty(), item.attribute) {
        (true, _) => "type",
        (false, true) => "attribute",
        (false, false) => "property",
    }
}

/// The release that hid an item, in the order of the page: releases of Heat, then those of each plug-in, both newest first, then
/// unknown ones.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Origin {
    is_unknown: bool,
    /// The number of the plug-in; `None` for Heat.
    guest: Option<usize>,
    /// The position of the release in its table, and the parts of its version if it is not in the table.
    position: Option<Reverse<(usize, Vec<u32>)>>,
}

impl Origin {
    fn of(site: &Site<'_>, item: &HiddenItem) -> Self {
        let guest = site.catalogue.guests.iter().position(|guest| guest.types.contains(&item.resource_type));
        let table = site.catalogue.releases_of(&item.resource_type);
        let position = item.version.as_deref().and_then(|version| match table.position(version) {
            Some(position) => Some(Reverse((position, Vec::new()))),
            None if guest.is_some() => Some(Reverse((0, version_numbers(version).unwrap_or_default()))),
            None => None,
        });
        Self { is_unknown: position.is_none(), guest: guest.filter(|_| position.is_some()), position }
    }
}

fn row(site: &Site<'_>, item: &HiddenItem) -> Row {
    let series = site.series_of(&item.resource_type);
    let links = Links { root: "", types: Some(&site.type_names), ..Links::default() };
    let named =
        |version: &Option<String>| version.as_deref().map(|version| series.name(version)).unwrap_or_default();
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
        kind: kind_of(item),
        type_name_html: if is_type { Html::new() } else { Html::name(&item.resource_type) },
        type_url: own_page.filter(|_| !is_type).unwrap_or_default(),
        deprecated: named(&item.deprecated),
        placeholder: placeholder(item, |version| series.name(version)),
        instead: replacement_links(&item.replacements, &item.resource_type),
        message_html: item.message.as_deref().map(|text| links.link_message(text)).unwrap_or_default(),
        name: if is_type { item.resource_type.clone() } else { item.name.clone() },
        of_type: if is_type { String::new() } else { item.resource_type.clone() },
        message: item.message.clone().unwrap_or_default(),
    }
}

impl InMarkdown for HiddenPage {
    fn write(&self, twin: &mut TwinWriter<'_>) {
        twin.paragraph(&line!(
            "Names from old templates that the reference no longer lists, and what replaces them. Hidden items still work; a placeholder accepts any properties and does nothing."
        ));
        for group in &self.groups {
            let release = group.release.as_ref();
            twin.heading(2, &release.map_or(line!("Release unknown"), |release| release.name().into()));
            let product = release
                .map(|release| Line::join([Line::text(&group.product), Line::text(&release.version)], " "));
            let counts = Line::join([product.unwrap_or_default(), Line::text(&group.count_words)], ", ");
            twin.paragraph(&line!("{}.", counts));
            let rows: Vec<Vec<Line>> = group.rows.iter().map(|row| row.in_markdown(twin)).collect();
            twin.table(&["Hidden", "Replacement and notes"].map(Line::words), rows);
        }
    }
}

impl Row {
    fn in_markdown(&self, twin: &TwinWriter<'_>) -> Vec<Line> {
        let name = twin.code_link(&self.name, &self.url);
        let name = match self.of_type.as_str() {
            "" => name,
            of => line!("{}, {} of {}", name, Line::words(self.kind), twin.type_link(of)),
        };
        let instead = self.instead.iter().map(|each| each.in_markdown(twin));
        let notes = [
            Line::join(instead, ", ").within("Replaced by ", "."),
            Line::text(&self.placeholder).within("", "."),
            twin.message(&self.message),
            Line::text(&self.deprecated).within("Deprecated in ", "."),
        ];
        vec![name, Line::join(notes, " ")]
    }
}

/// The description of a placeholder: the release since which it has been one, unless that is the release that hid it.
fn placeholder(item: &HiddenItem, name: impl Fn(&str) -> String) -> String {
    match &item.placeholder {
        Placeholder::No => String::new(),
        Placeholder::Since(version) if item.version.as_ref() != Some(version) => {
            format!("Placeholder since {}", name(version))
        }
        Placeholder::Always | Placeholder::Since(_) => "Placeholder".to_owned(),
    }
}
