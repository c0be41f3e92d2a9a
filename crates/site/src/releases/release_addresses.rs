//! The addresses of the pages of one release, of which it has many in common with newer ones.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::OnceLock;

use foldhash::fast::RandomState;
use heat_html::NewAddress;

use super::changed_since::ChangedSince;
use crate::links::addresses::{INDEX, type_json_url, type_url};

/// The addresses of a release's pages.
#[derive(Debug)]
pub(crate) struct ReleaseAddresses {
    /// The version of the release.
    pub(crate) version: String,
    /// The number and the name of the release, as a label.
    pub(crate) label: String,
    /// The folder of the release's own pages, from the site's root: `yoga/`; empty for the newest.
    pub(crate) folder: String,
    /// The query that keeps the release on pages that it has in common with others: `release=yoga`; empty for the newest.
    pub(super) query: String,
    /// The page of each type that the release has.
    pub(crate) pages: BTreeMap<String, String>,
    /// What has changed since in the types with pages of their own.
    pub(super) since: BTreeMap<String, ChangedSince>,
    /// The paths of the pages that each release has besides those of types, from its folder.
    release_paths: Vec<&'static str>,
    /// The pages of the release by those of the newest one. Made when it is needed.
    own_pages: OnceLock<HashMap<String, OwnPage, RandomState>>,
}

/// The query that keeps a release with this folder.
fn query(folder: &str) -> String {
    folder.strip_suffix('/').map(|slug| format!("release={slug}")).unwrap_or_default()
}

/// A page of a release.
#[derive(Debug)]
pub(super) struct OwnPage {
    pub(super) path: String,
    /// Whether the page is that of other releases too.
    is_shared: bool,
}

impl ReleaseAddresses {
    /// No type has a page yet.
    pub(super) fn new(version: &str, label: String, folder: String, release_paths: &[&'static str]) -> Self {
        Self {
            version: version.to_owned(),
            label,
            query: query(&folder),
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

    /// Whether the release has this page in common with newer ones.
    pub(super) fn is_shared(&self, page: &str) -> bool {
        !page.starts_with(&self.folder)
    }

    /// The address of a type's page, which keeps the release.
    pub(super) fn address_of(&self, page: &str) -> String {
        if self.is_shared(page) { format!("{page}?{}", self.query) } else { page.to_owned() }
    }

    /// The page of this release for one of the newest; none if it has the same.
    pub(super) fn own_page(&self, path: &str) -> Option<&OwnPage> {
        let own_pages = self.own_pages.get_or_init(|| {
            let own = |path: String| OwnPage { path, is_shared: false };
            let single = self
                .release_paths
                .iter()
                .map(|page| ((*page).to_owned(), own(format!("{}{page}", self.folder))));
            let types = self.pages.iter().flat_map(|(name, page)| {
                let json = page.strip_suffix("html").map(|stem| own(format!("{stem}json")));
                let page = OwnPage { path: page.clone(), is_shared: self.is_shared(page) };
                [Some((type_url(name), page)), json.map(|json| (type_json_url(name), json))]
            });
            single.chain(types.flatten()).collect()
        });
        own_pages.get(path)
    }

    /// The address of this release for a page of the newest; none for what is no page. Pages about no release, such as those of the
    /// guide, keep the release too.
    pub(super) fn own_address<'p>(&'p self, path: &'p str) -> Option<NewAddress<'p>> {
        let keep = self.query.as_str();
        if let Some(OwnPage { path, is_shared }) = self.own_page(path) {
            return Some(NewAddress { path, query: if *is_shared { keep } else { "" } });
        }
        let is_page = Path::new(path).extension().is_some_and(|extension| extension == "html");
        (is_page && !path.starts_with("./")).then_some(NewAddress { path, query: keep })
    }

    /// The path of the release's index of types.
    pub(super) fn index(&self) -> String {
        format!("{}{INDEX}", self.folder)
    }
}
