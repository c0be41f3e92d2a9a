//! The reference as of earlier releases.
//!
//! Most types do not change from one release to the next, so an old release has pages of its own only for the types that differ
//! from the release after it, for the index, the constraints and the search. Every other link of it leads to the page of the newest release in
//! which the type was the same. [`Addresses`] knows which page that is; the links in a finished page are changed to it, so that
//! nothing else on the site has to know about old releases.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use foldhash::HashMap;
use heat_catalogue::Catalogue;
use heat_catalogue::threads;
use heat_html::Html;
use heat_model::ReleaseTable;
use heat_yaml::Diagnostic;
use serde::Serialize;

use super::changed_since::ChangedSince;
use super::edition::{Past, parted, parted_old};
use super::options::{HiddenItems, OldReleases};
use crate::links::addresses::{INDEX, type_json_url, type_url};
use crate::links::release_address::release_slug;

/// The pages of a release.
#[derive(Debug)]
pub(crate) struct Addresses {
    /// The version of the release.
    pub(crate) version: String,
    /// The number and the name of the release, as a label.
    pub(crate) label: String,
    /// The folder of the release's own pages, from the site's root: `yoga/`; empty for the newest.
    pub(crate) folder: String,
    /// The page of each type that the release has.
    pub(crate) pages: BTreeMap<String, String>,
    /// What has changed since in the types with pages of their own.
    since: BTreeMap<String, ChangedSince>,
    /// The paths of the pages that each release has besides those of types, from its folder.
    own_pages: Vec<&'static str>,
    /// The pages of the release by those of the newest one. Made when it is needed.
    targets: OnceLock<HashMap<String, String>>,
}

impl Addresses {
    fn new(version: &str, folder: String, own_pages: &[&'static str], table: &ReleaseTable) -> Self {
        let name = table.get(version).map_or("", |release| release.name.as_str());
        let major = version.split('.').next().unwrap_or(version);
        Self {
            version: version.to_owned(),
            label: if name.is_empty() {
                format!("Heat {version}")
            } else {
                format!("Heat {major} · {name}")
            },
            folder,
            pages: BTreeMap::new(),
            since: BTreeMap::new(),
            own_pages: own_pages.to_vec(),
            targets: OnceLock::new(),
        }
    }

    /// The page of a type as of this release.
    pub(crate) fn page(&self, resource_type: &str) -> Option<&str> {
        self.pages.get(resource_type).map(String::as_str)
    }

    /// The page of this release for one of the newest; none if it has the same.
    fn target(&self, path: &str) -> Option<&str> {
        let targets = self.targets.get_or_init(|| {
            let own =
                self.own_pages.iter().map(|page| ((*page).to_owned(), format!("{}{page}", self.folder)));
            let types = self.pages.iter().flat_map(|(name, page)| {
                let json = page.strip_suffix("html").map(|stem| format!("{stem}json"));
                [Some((type_url(name), page.clone())), json.map(|json| (type_json_url(name), json))]
            });
            own.chain(types.flatten()).collect()
        });
        targets.get(path).map(String::as_str)
    }

    /// The path of the release's index of types.
    fn index(&self) -> String {
        format!("{}{INDEX}", self.folder)
    }
}

/// The releases of a site, newest first.
#[derive(Debug)]
pub(crate) struct ReleaseSites {
    addresses: Vec<Addresses>,
    parts: Vec<(Catalogue, Past)>,
}

impl ReleaseSites {
    /// The newest release, and the old ones that have pages. `own_pages` are the paths of the pages that each release has besides
    /// those of types.
    pub(crate) fn of(
        catalogue: Catalogue,
        hidden: HiddenItems,
        old_releases: OldReleases,
        own_pages: &[&'static str],
    ) -> Result<Self, Diagnostic> {
        let parts = match old_releases {
            OldReleases::None => vec![parted(catalogue, hidden)],
            OldReleases::All => catalogue
                .as_of_each_differing(|place, then, differing| match place {
                    0 => parted(then, hidden),
                    _ => parted_old(then, hidden, differing),
                })
                .map_err(|error| Diagnostic::error("unreadable-schema", error.to_string()))?,
        };
        Ok(Self { addresses: addresses(&parts, own_pages), parts })
    }

    /// The visible catalogue of the newest release.
    pub(crate) fn newest(&self) -> &Catalogue {
        &self.parts[0].0
    }

    /// The visible catalogue of each release, and the data about its past.
    pub(crate) fn parts(&self) -> &[(Catalogue, Past)] {
        &self.parts
    }

    /// The release at a place.
    pub(crate) fn at(&self, place: usize) -> Release<'_> {
        Release { all: &self.addresses, place }
    }
}

/// The pages of each release.
fn addresses(parts: &[(Catalogue, Past)], own_pages: &[&'static str]) -> Vec<Addresses> {
    let Some(((newest, _), old)) = parts.split_first() else { return Vec::new() };
    let table = &newest.releases;
    let version = table.newest().map_or("", |release| release.version.as_str());
    let mut first = Addresses::new(version, String::new(), own_pages, table);
    first.pages = newest.types.keys().map(|name| (name.clone(), type_url(name))).collect();
    let mut addresses = vec![first];
    let after = parts.iter().map(|(shown, _)| shown);
    for (((shown, _), later), release) in old.iter().zip(after).zip(&newest.past.releases) {
        let folder = format!("{}/", release_slug(&release.version, table));
        let mut own = Addresses::new(&release.version, folder, own_pages, table);
        let after = addresses.last().map(|after| &after.pages);
        for (name, schema) in &shown.types {
            // An example can differ although the type does not: it uses other types.
            let has_same_examples =
                later.types.get(name).is_some_and(|later| later.examples == schema.examples);
            let is_same = has_same_examples && !release.types.contains_key(name);
            let same = after.and_then(|after| after.get(name)).filter(|_| is_same);
            let page = same.cloned().unwrap_or_else(|| format!("{}{}", own.folder, type_url(name)));
            own.pages.insert(name.clone(), page);
        }
        let is_own = |name: &str| own.pages.get(name).is_some_and(|page| page.starts_with(&own.folder));
        let changed: Vec<_> = shown.types.iter().filter(|(name, _)| is_own(name)).collect();
        let since = threads::map(&changed, |(name, then)| {
            ((*name).clone(), ChangedSince::new(then, newest.types.get(*name)))
        });
        own.since = since.into_iter().collect();
        addresses.push(own);
    }
    addresses
}

/// The release that a page is about, among all.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Release<'a> {
    /// The pages of all releases, newest first.
    pub(crate) all: &'a [Addresses],
    /// The index of the release among all.
    pub(crate) place: usize,
}

/// The choice of a release, in the head of a page.
#[derive(Debug, Serialize)]
pub(crate) struct ReleaseChoice {
    label: String,
    /// The major version of the release alone, for narrow screens.
    number: String,
    /// Whether the release is an old one.
    is_old: bool,
    /// The oldest release in which the type was the same, if that is another one.
    since: Option<String>,
    /// The newest release.
    newest: Option<ReleaseEntry>,
    releases: Vec<ReleaseEntry>,
}

#[derive(Debug, Clone, Serialize)]
struct ReleaseEntry {
    label: String,
    /// The folder of the release's own pages, from the site's root.
    folder: String,
    url: String,
    /// Whether the page with the choice is about the release.
    current: bool,
    /// Whether the release has what the page with the choice is about.
    has_page: bool,
}

impl<'a> Release<'a> {
    /// The pages of the release.
    pub(crate) fn own(self) -> Option<&'a Addresses> {
        self.all.get(self.place)
    }

    /// The index of types as of a release, if old releases have pages.
    pub(crate) fn index_of(self, version: &str) -> Option<String> {
        let all = if self.all.len() > 1 { self.all } else { &[] };
        all.iter().find(|release| release.version == version).map(Addresses::index)
    }

    /// What has changed in a type since then, if this is an old release with a page of its own for it.
    pub(crate) fn changed_since(self, resource_type: &str) -> Option<&'a ChangedSince> {
        self.own()?.since.get(resource_type)
    }

    /// The version of an old release; `None` for the newest.
    pub(crate) fn old_version(self) -> Option<&'a str> {
        self.own().filter(|_| self.is_old()).map(|own| own.version.as_str())
    }

    /// Whether the release is not the newest.
    pub(crate) fn is_old(self) -> bool {
        self.place > 0
    }

    /// Whether the release has a page of its own for a type: an old release only if the type differs from the release after it.
    pub(crate) fn has_own_page(self, resource_type: &str) -> bool {
        !self.is_old() || self.changed_since(resource_type).is_some()
    }

    /// The folder of the release's own pages, from the site's root; empty for the newest.
    pub(crate) fn folder(self) -> &'a str {
        self.own().map_or("", |own| &own.folder)
    }

    /// The choice of a release on the page of a type, or on another page.
    pub(crate) fn choice(self, resource_type: Option<&str>) -> Option<ReleaseChoice> {
        let own = self.own().filter(|_| self.all.len() > 1)?;
        let entry = |release: &Addresses| {
            let page = resource_type.map(|name| release.page(name));
            ReleaseEntry {
                label: release.label.clone(),
                folder: release.folder.clone(),
                url: page.flatten().map_or_else(|| release.index(), str::to_owned),
                current: release.version == own.version,
                has_page: page.is_none_or(|page| page.is_some()),
            }
        };
        let here = resource_type.and_then(|name| own.page(name));
        let same = self.all[self.place..].iter();
        let same = same.take_while(|release| {
            here.is_some() && resource_type.and_then(|name| release.page(name)) == here
        });
        let since = same.last().filter(|oldest| oldest.version != own.version);
        Some(ReleaseChoice {
            label: own.label.clone(),
            number: own.version.split('.').next().unwrap_or_default().to_owned(),
            is_old: self.is_old(),
            since: since.map(|since| since.label.clone()),
            newest: self.all.first().map(entry),
            releases: self.all.iter().map(entry).collect(),
        })
    }

    /// The address in this release of a page of the newest, with its anchor.
    pub(crate) fn address(self, address: &str) -> String {
        let (path, anchor) = address.find('#').map_or((address, ""), |at| address.split_at(at));
        let own = self.own().and_then(|own| own.target(path)).unwrap_or(path);
        format!("{own}{anchor}")
    }

    /// A page with its links to types and to its other pages changed to those of the release. An address that begins with
    /// `./` stays: those of the choice of a release. `done` is a part of it in which that was done before, because many pages have it.
    pub(crate) fn linked(self, html: Html, root: &str, done: &Html) -> Html {
        let Some(own) = self.own().filter(|_| self.is_old()) else { return html };
        html.with_addresses(root, done, |path| own.target(path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn release(version: &str, folder: &str, pages: &[(&str, &str)]) -> Addresses {
        Addresses {
            version: version.to_owned(),
            label: version.to_owned(),
            folder: folder.to_owned(),
            pages: pages.iter().map(|(name, page)| ((*name).to_owned(), (*page).to_owned())).collect(),
            since: BTreeMap::new(),
            own_pages: vec!["index.html", "constraints.html", "search.html"],
            targets: OnceLock::new(),
        }
    }

    fn all() -> [Addresses; 3] {
        [
            release("3", "", &[("A::B", "types/A/B.html"), ("A::New", "types/A/New.html")]),
            release("2", "two/", &[("A::B", "two/types/A/B.html"), ("A::Old", "two/types/A/Old.html")]),
            release("1", "one/", &[("A::B", "two/types/A/B.html"), ("A::Old", "two/types/A/Old.html")]),
        ]
    }

    #[test]
    fn links_stay_in_the_release() {
        let all = all();
        let check = |place: usize, html: &'static str, expect: &str| {
            let release = Release { all: &all, place };
            assert_eq!(release.linked(Html::literal(html), "../", &Html::new()).as_str(), expect);
        };
        let page = r#"<a href="../types/A/B.html#prop-x">B</a> <a href="../index.html?status=x"> <a href="../guide/a.html">"#;
        check(0, page, page);
        check(
            2,
            page,
            r#"<a href="../two/types/A/B.html#prop-x">B</a> <a href="../one/index.html?status=x"> <a href="../guide/a.html">"#,
        );
        check(1, r#"<form action="../search.html">"#, r#"<form action="../two/search.html">"#);
        check(1, r#"<a href="../types/A/B.json">"#, r#"<a href="../two/types/A/B.json">"#);
    }

    #[test]
    fn addresses_stay_in_the_release() {
        let all = all();
        let check = |place: usize, address: &str, expect: &str| {
            assert_eq!(Release { all: &all, place }.address(address), expect);
        };
        check(0, "constraints.html#constraint-x", "constraints.html#constraint-x");
        check(1, "constraints.html#constraint-x", "two/constraints.html#constraint-x");
        check(2, "index.html", "one/index.html");
        check(2, "guide/a.html#b", "guide/a.html#b");
    }

    #[test]
    fn a_release_without_the_type_leads_to_its_index() {
        let all = all();
        let choice = Release { all: &all, place: 1 }.choice(Some("A::Old")).unwrap();
        let urls: Vec<_> =
            choice.releases.iter().map(|release| (release.url.as_str(), release.has_page)).collect();
        assert_eq!(
            urls,
            [("index.html", false), ("two/types/A/Old.html", true), ("two/types/A/Old.html", true)]
        );
        assert_eq!(choice.since.as_deref(), Some("1"));
        assert!(Release { all: &all[..1], place: 0 }.choice(None).is_none());
    }
}
