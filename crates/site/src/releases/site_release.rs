//! The release that a page is about: the choice of another release in the page's head, and the addresses on the page.

use heat_html::Html;
use serde::Serialize;

use super::changed_since::ChangedSince;
use super::release_addresses::ReleaseAddresses;
use crate::links::addresses::type_url;

/// The release that a page is about, and the list of all releases.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SiteRelease<'a> {
    /// The pages of all releases, newest first.
    pub(crate) all: &'a [ReleaseAddresses],
    /// The index of the release in the list.
    pub(crate) index: usize,
}

/// The choice of a release, in the head of a page.
#[derive(Debug, Serialize)]
pub(crate) struct ReleaseChoice {
    label: String,
    /// The major version of the release, for narrow screens.
    number: String,
    /// `true` if the release is an old one.
    is_old: bool,
    /// The oldest release in which the type was the same, if that is not the current one.
    since: Option<String>,
    /// The newest release.
    newest: Option<ReleaseEntry>,
    releases: Vec<ReleaseEntry>,
}

#[derive(Debug, Clone, Serialize)]
struct ReleaseEntry {
    label: String,
    /// The folder of the release's own pages, relative to the site's root.
    folder: String,
    url: String,
    /// `true` if the page with the choice is about this release.
    current: bool,
    /// `true` if the release has the type that the page with the choice is about.
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

    /// The changes in a type since the release, if it is an old one with its own page for the type.
    pub(crate) fn changed_since(self, resource_type: &str) -> Option<&'a ChangedSince> {
        self.addresses()?.since.get(resource_type)
    }

    /// The version of an old release; `None` for the newest release.
    pub(crate) fn old_version(self) -> Option<&'a str> {
        self.addresses().filter(|_| self.is_old()).map(|release| release.version.as_str())
    }

    /// Returns whether the release is not the newest.
    pub(crate) fn is_old(self) -> bool {
        self.index > 0
    }

    /// Returns whether the release has its own page for a type: an old release only does if the type differs from the release
    /// after it.
    pub(crate) fn has_own_page(self, resource_type: &str) -> bool {
        !self.is_old() || self.changed_since(resource_type).is_some()
    }

    /// The folder of the release's own pages, relative to the site's root; empty for the newest release.
    pub(crate) fn folder(self) -> &'a str {
        self.addresses().map_or("", |release| &release.folder)
    }

    /// The choice of a release for the page of a type, or for another page.
    pub(crate) fn choice(self, resource_type: Option<&str>) -> Option<ReleaseChoice> {
        let this = self.addresses().filter(|_| self.all.len() > 1)?;
        let entry = |(index, release): (usize, &ReleaseAddresses)| {
            let page = resource_type.map(|name| release.page(name));
            let url = match (resource_type, page.flatten()) {
                (_, Some(page)) => release.address_of(page),
                // The page at that address says that the release does not have the type.
                (Some(name), None) if (Self { index, ..self }).elsewhere(name).is_some() => {
                    format!("{}{}", release.folder, type_url(name))
                }
                _ => release.index(),
            };
            ReleaseEntry {
                label: release.label.clone(),
                folder: release.folder.clone(),
                url,
                current: release.version == this.version,
                has_page: page.is_none_or(|page| page.is_some()),
            }
        };
        let entries = || self.all.iter().enumerate().map(entry);
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
            newest: entries().next(),
            releases: entries().collect(),
        })
    }

    /// The address in this release for a page of the newest one, with its anchor.
    pub(crate) fn address(self, address: &str) -> String {
        let (path, anchor) = address.find('#').map_or((address, ""), |at| address.split_at(at));
        let own = self.addresses().and_then(|release| release.own_page(path));
        format!("{}{anchor}", own.map_or(path, |page| &page.path))
    }

    /// The target of the redirect at a type's address in this release: the page that the release shares with a newer one, or the
    /// newest page if the release does not have the type. `None` for a type with its own page.
    pub(crate) fn elsewhere(self, resource_type: &str) -> Option<Elsewhere<'a>> {
        let this = self.addresses().filter(|_| self.is_old())?;
        let page = this.page(resource_type);
        let shown = page.map_or_else(|| self.all.first()?.page(resource_type), Some)?;
        if page.is_some_and(|page| !this.is_shared(page)) {
            return None;
        }
        let release = self.all.iter().find(|release| release.page(resource_type) == Some(shown))?;
        Some(Elsewhere { has_type: page.is_some(), url: format!("{shown}?{}", this.query), release })
    }

    /// Changes the links of a page: to types and to the release's other pages, they become those of the release, and all others
    /// keep the release. Addresses that begin with `./`, which are those of the choice of a release, stay unchanged.
    /// `linked_part` is a part of the page in which the links have been changed already, because many pages share it.
    pub(crate) fn with_own_links(self, html: Html, root: &str, linked_part: &Html) -> Html {
        let Some(release) = self.addresses().filter(|_| self.is_old()) else { return html };
        html.with_addresses(root, linked_part, |path| release.own_address(path))
    }
}

/// Target of the redirect at the address of a type without its own page in a release.
#[derive(Debug)]
pub(crate) struct Elsewhere<'a> {
    /// `true` if the release has the type.
    pub(crate) has_type: bool,
    /// The address of the page, with the query that keeps the release.
    pub(crate) url: String,
    /// The newest release that has the page.
    pub(crate) release: &'a ReleaseAddresses,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn release(version: &str, folder: &str, pages: &[(&str, &str)]) -> ReleaseAddresses {
        let paths = ["index.html", "constraints.html", "search.html"];
        let mut release = ReleaseAddresses::new(version, version.to_owned(), folder.to_owned(), &paths);
        let pages = pages.iter().map(|(name, page)| ((*name).to_owned(), (*page).to_owned()));
        release.pages = pages.collect();
        release
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
            r#"<a href="../two/types/A/B.html?release=one#prop-x">B</a> <a href="../one/index.html?status=x"> <a href="../guide/a.html?release=one">"#,
        );
        let own = r#"<a href="../types/A/B.html"> <link href="../assets/style.css"> <a href=".././types/A/B.html">"#;
        check(
            1,
            own,
            r#"<a href="../two/types/A/B.html"> <link href="../assets/style.css"> <a href=".././types/A/B.html">"#,
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
    fn a_type_without_a_page_of_its_own_is_elsewhere() {
        let all = all();
        let check = |index: usize, name: &str, expect: Option<(bool, &str, &str)>| {
            let elsewhere = SiteRelease { all: &all, index }.elsewhere(name);
            let found = elsewhere.as_ref().map(|Elsewhere { has_type, url, release }| {
                (*has_type, url.as_str(), release.version.as_str())
            });
            assert_eq!(found, expect, "{name} in {index}");
        };
        check(2, "A::B", Some((true, "two/types/A/B.html?release=one", "2")));
        check(1, "A::B", None);
        check(0, "A::B", None);
        check(1, "A::New", Some((false, "types/A/New.html?release=two", "3")));
        check(1, "A::Never", None);
    }

    #[test]
    fn the_choice_leads_to_the_type_in_each_release() {
        let all = all();
        let check = |index: usize, name: &str, since: Option<&str>, expect: [(&str, bool); 3]| {
            let choice = SiteRelease { all: &all, index }.choice(Some(name)).unwrap();
            let entries = choice.releases.iter().map(|release| (release.url.as_str(), release.has_page));
            assert_eq!(entries.collect::<Vec<_>>(), expect);
            assert_eq!(choice.since.as_deref(), since);
        };
        let (own, shared) = ("two/types/A/Old.html", "two/types/A/Old.html?release=one");
        check(1, "A::Old", Some("1"), [("index.html", false), (own, true), (shared, true)]);
        let (two, one) = ("two/types/A/New.html", "one/types/A/New.html");
        check(0, "A::New", None, [("types/A/New.html", true), (two, false), (one, false)]);
        assert!(SiteRelease { all: &all[..1], index: 0 }.choice(None).is_none());
    }
}
