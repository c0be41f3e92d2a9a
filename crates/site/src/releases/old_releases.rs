//! The reference as of earlier releases.
//!
//! Most types do not change from one release to the next, so an old release has pages of its own only for the types that differ
//! from the release after it, for the index, the constraints and the search. Every other link of it leads to the page of the
//! newest release in which the type was the same. [`ReleaseAddresses`] knows which page that is; the links in a finished page are
//! changed to it, so that nothing else on the site has to know about old releases.

use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

use foldhash::fast::RandomState;
use heat_catalogue::Catalogue;
use heat_catalogue::threads;
use heat_html::Html;
use heat_model::ReleaseTable;
use heat_yaml::Diagnostic;
use serde::Serialize;

use super::changed_since::ChangedSince;
use super::edition::{Past, visible_part, visible_part_of_old};
use super::options::{HiddenItems, OldReleases};
use crate::links::addresses::{INDEX, type_json_url, type_url};
use crate::links::release_address::{release_label, release_slug};

/// The addresses of a release's pages.
#[derive(Debug)]
pub(crate) struct ReleaseAddresses {
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
    release_paths: Vec<&'static str>,
    /// The pages of the release by those of the newest one. Made when it is needed.
    own_pages: OnceLock<HashMap<String, String, RandomState>>,
}

impl ReleaseAddresses {
    fn new(
        version: &str,
        folder: String,
        release_paths: &[&'static str],
        table: &ReleaseTable,
        product: &str,
    ) -> Self {
        let name = table.get(version).map_or("", |release| release.name.as_str());
        Self {
            version: version.to_owned(),
            label: release_label(product, version, name),
            folder,
            pages: BTreeMap::new(),
            since: BTreeMap::new(),
            release_paths: release_paths.to_vec(),
            own_pages: OnceLock::new(),
        }
    }

    /// The page of a type as of this release.
    pub(crate) fn page(&self, resource_type: &str) -> Option<&str> {
        self.pages.get(resource_type).map(String::as_str)
    }

    /// The page of this release for one of the newest; none if it has the same.
    fn own_page(&self, path: &str) -> Option<&str> {
        let own_pages = self.own_pages.get_or_init(|| {
            let single =
                self.release_paths.iter().map(|page| ((*page).to_owned(), format!("{}{page}", self.folder)));
            let types = self.pages.iter().flat_map(|(name, page)| {
                let json = page.strip_suffix("html").map(|stem| format!("{stem}json"));
                [Some((type_url(name), page.clone())), json.map(|json| (type_json_url(name), json))]
            });
            single.chain(types.flatten()).collect()
        });
        own_pages.get(path).map(String::as_str)
    }

    /// The path of the release's index of types.
    fn index(&self) -> String {
        format!("{}{INDEX}", self.folder)
    }
}

/// The catalogues of a site's releases, newest first, with the addresses of their pages.
#[derive(Debug)]
pub(crate) struct ReleaseCatalogues {
    addresses: Vec<ReleaseAddresses>,
    parts: Vec<(Catalogue, Past)>,
}

impl ReleaseCatalogues {
    /// The newest release, and the old ones that have pages. `release_paths` are the paths of the pages that each release has
    /// besides those of types; `product` is what the versions are versions of.
    pub(crate) fn new(
        catalogue: Catalogue,
        hidden: HiddenItems,
        old_releases: OldReleases,
        release_paths: &[&'static str],
        product: &str,
    ) -> Result<Self, Diagnostic> {
        let parts = match old_releases {
            OldReleases::None => vec![visible_part(catalogue, hidden)],
            OldReleases::All => catalogue
                .as_of_each_differing(|index, catalogue, differing| match index {
                    0 => visible_part(catalogue, hidden),
                    _ => visible_part_of_old(catalogue, hidden, differing),
                })
                .map_err(|error| Diagnostic::error("unreadable-schema", error.to_string()))?,
        };
        Ok(Self { addresses: addresses(&parts, release_paths, product), parts })
    }

    /// The visible catalogue of the newest release.
    pub(crate) fn newest(&self) -> &Catalogue {
        &self.parts[0].0
    }

    /// The visible catalogue of each release, and the data about its past.
    pub(crate) fn parts(&self) -> &[(Catalogue, Past)] {
        &self.parts
    }

    /// One of the releases, by its index: 0 is the newest.
    pub(crate) fn release(&self, index: usize) -> SiteRelease<'_> {
        SiteRelease { all: &self.addresses, index }
    }
}

/// The addresses of the pages of each release, newest first.
fn addresses(
    parts: &[(Catalogue, Past)],
    release_paths: &[&'static str],
    product: &str,
) -> Vec<ReleaseAddresses> {
    let Some(((newest, _), old)) = parts.split_first() else { return Vec::new() };
    let table = &newest.releases;
    let version = table.newest().map_or("", |release| release.version.as_str());
    let mut first = ReleaseAddresses::new(version, String::new(), release_paths, table, product);
    first.pages = newest.types.keys().map(|name| (name.clone(), type_url(name))).collect();
    let mut addresses = vec![first];
    let newer_catalogues = parts.iter().map(|(shown, _)| shown);
    for (((shown, _), newer), differing) in old.iter().zip(newer_catalogues).zip(&newest.past.releases) {
        let folder = format!("{}/", release_slug(&differing.version, table));
        let mut release = ReleaseAddresses::new(&differing.version, folder, release_paths, table, product);
        let newer_pages = addresses.last().map(|newer| &newer.pages);
        for (name, schema) in &shown.types {
            // An example can differ although the type does not: it uses other types.
            let has_same_examples =
                newer.types.get(name).is_some_and(|newer| newer.examples == schema.examples);
            let is_same = has_same_examples && !differing.types.contains_key(name);
            let is_same = is_same || shown.guests.of_type(name).is_some();
            let same_page = newer_pages.and_then(|pages| pages.get(name)).filter(|_| is_same);
            let page = same_page.cloned().unwrap_or_else(|| format!("{}{}", release.folder, type_url(name)));
            release.pages.insert(name.clone(), page);
        }
        let has_own_page =
            |name: &str| release.pages.get(name).is_some_and(|page| page.starts_with(&release.folder));
        let changed: Vec<_> = shown.types.iter().filter(|(name, _)| has_own_page(name)).collect();
        let since = threads::map(&changed, |(name, schema)| {
            ((*name).clone(), ChangedSince::new(schema, newest.types.get(*name)))
        });
        release.since = since.into_iter().collect();
        addresses.push(release);
    }
    addresses
}

/// The release that a page is about, among all.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SiteRelease<'a> {
    /// The pages of all releases, newest first.
    pub(crate) all: &'a [ReleaseAddresses],
    /// The index of the release among all.
    pub(crate) index: usize,
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

impl<'a> SiteRelease<'a> {
    /// The addresses of the release's pages; `None` if no release has pages.
    pub(crate) fn addresses(self) -> Option<&'a ReleaseAddresses> {
        self.all.get(self.index)
    }

    /// The index of types as of a release, if old releases have pages.
    pub(crate) fn type_index_of(self, version: &str) -> Option<String> {
        let all = if self.all.len() > 1 { self.all } else { &[] };
        all.iter().find(|release| release.version == version).map(ReleaseAddresses::index)
    }

    /// What has changed in a type since then, if this is an old release with a page of its own for it.
    pub(crate) fn changed_since(self, resource_type: &str) -> Option<&'a ChangedSince> {
        self.addresses()?.since.get(resource_type)
    }

    /// The version of an old release; `None` for the newest.
    pub(crate) fn old_version(self) -> Option<&'a str> {
        self.addresses().filter(|_| self.is_old()).map(|release| release.version.as_str())
    }

    /// Whether the release is not the newest.
    pub(crate) fn is_old(self) -> bool {
        self.index > 0
    }

    /// Whether the release has a page of its own for a type: an old release only if the type differs from the release after it.
    pub(crate) fn has_own_page(self, resource_type: &str) -> bool {
        !self.is_old() || self.changed_since(resource_type).is_some()
    }

    /// The folder of the release's own pages, from the site's root; empty for the newest.
    pub(crate) fn folder(self) -> &'a str {
        self.addresses().map_or("", |release| &release.folder)
    }

    /// The choice of a release on the page of a type, or on another page.
    pub(crate) fn choice(self, resource_type: Option<&str>) -> Option<ReleaseChoice> {
        let this = self.addresses().filter(|_| self.all.len() > 1)?;
        let entry = |release: &ReleaseAddresses| {
            let page = resource_type.map(|name| release.page(name));
            ReleaseEntry {
                label: release.label.clone(),
                folder: release.folder.clone(),
                url: page.flatten().map_or_else(|| release.index(), str::to_owned),
                current: release.version == this.version,
                has_page: page.is_none_or(|page| page.is_some()),
            }
        };
        let here = resource_type.and_then(|name| this.page(name));
        let same = self.all[self.index..].iter();
        let same = same.take_while(|release| {
            here.is_some() && resource_type.and_then(|name| release.page(name)) == here
        });
        let since = same.last().filter(|oldest| oldest.version != this.version);
        Some(ReleaseChoice {
            label: this.label.clone(),
            number: this.version.split('.').next().unwrap_or_default().to_owned(),
            is_old: self.is_old(),
            since: since.map(|since| since.label.clone()),
            newest: self.all.first().map(entry),
            releases: self.all.iter().map(entry).collect(),
        })
    }

    /// The address in this release of a page of the newest, with its anchor.
    pub(crate) fn address(self, address: &str) -> String {
        let (path, anchor) = address.find('#').map_or((address, ""), |at| address.split_at(at));
        let page = self.addresses().and_then(|release| release.own_page(path)).unwrap_or(path);
        format!("{page}{anchor}")
    }

    /// A page with its links to types and to its other pages changed to those of the release. An address that begins with `./`
    /// stays: those of the choice of a release. `linked_part` is a part of it in which that was done before, because many pages
    /// have it.
    pub(crate) fn with_own_links(self, html: Html, root: &str, linked_part: &Html) -> Html {
        let Some(release) = self.addresses().filter(|_| self.is_old()) else { return html };
        html.with_addresses(root, linked_part, |path| release.own_page(path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn release(version: &str, folder: &str, pages: &[(&str, &str)]) -> ReleaseAddresses {
        ReleaseAddresses {
            version: version.to_owned(),
            label: version.to_owned(),
            folder: folder.to_owned(),
            pages: pages.iter().map(|(name, page)| ((*name).to_owned(), (*page).to_owned())).collect(),
            since: BTreeMap::new(),
            release_paths: vec!["index.html", "constraints.html", "search.html"],
            own_pages: OnceLock::new(),
        }
    }

    fn all() -> [ReleaseAddresses; 3] {
        [
            release("3", "", &[("A::B", "types/A/B.html"), ("A::New", "types/A/New.html")]),
            release("2", "two/", &[("A::B", "two/types/A/B.html"), ("A::Old", "two/types/A/Old.html")]),
            release("1", "one/", &[("A::B", "two/types/A/B.html"), ("A::Old", "two/types/A/Old.html")]),
        ]
    }

    #[test]
    fn links_stay_in_the_release() {
        let all = all();
        let check = |index: usize, html: &'static str, expect: &str| {
            let release = SiteRelease { all: &all, index };
            assert_eq!(release.with_own_links(Html::literal(html), "../", &Html::new()).as_str(), expect);
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
        let check = |index: usize, address: &str, expect: &str| {
            assert_eq!(SiteRelease { all: &all, index }.address(address), expect);
        };
        check(0, "constraints.html#constraint-x", "constraints.html#constraint-x");
        check(1, "constraints.html#constraint-x", "two/constraints.html#constraint-x");
        check(2, "index.html", "one/index.html");
        check(2, "guide/a.html#b", "guide/a.html#b");
    }

    #[test]
    fn a_release_without_the_type_leads_to_its_index() {
        let all = all();
        let choice = SiteRelease { all: &all, index: 1 }.choice(Some("A::Old")).unwrap();
        let urls: Vec<_> =
            choice.releases.iter().map(|release| (release.url.as_str(), release.has_page)).collect();
        assert_eq!(
            urls,
            [("index.html", false), ("two/types/A/Old.html", true), ("two/types/A/Old.html", true)]
        );
        assert_eq!(choice.since.as_deref(), Some("1"));
        assert!(SiteRelease { all: &all[..1], index: 0 }.choice(None).is_none());
    }
}
