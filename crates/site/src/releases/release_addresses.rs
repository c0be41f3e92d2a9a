//! The addresses of the pages of one release, which shares many of them with newer releases.

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
    /// The major version and the name of the release, as a label.
    pub(crate) label: String,
    /// The folder of the release's own pages, relative to the site's root: `yoga/`; empty for the newest release.
    pub(crate) folder: String,
    /// The query that keeps the release on shared pages: `release=yoga`; empty for the newest release.
    pub(super) query: String,
    /// The page of each type in the release.
    pub(crate) pages: BTreeMap<String, String>,
    /// The changes since the release in the types with their own pages.
    pub(super) since: BTreeMap<String, ChangedSince>,
    /// The paths of the pages that each release has besides those of types, relative to its folder.
    release_paths: Vec<&'static str>,
    /// The release's pages by the paths of the newest release's pages. Calculated on first use.
    own_pages: OnceLock<HashMap<String, OwnPage, RandomState>>,
}

/// The query that keeps the release with this folder.
fn query(folder: &str) -> String {
    folder.strip_suffix('/').map(|slug| format!("release={slug}")).unwrap_or_default()
}

/// A page of a release.
#[derive(Debug)]
pub(super) struct OwnPage {
    pub(super) path: String,
    /// `true` if the page is shared with other releases.
    is_shared: bool,
}

impl ReleaseAddresses {
    /// Creates the addresses of a release, without any pages of types.
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

    /// The page of a type in this release.
    pub(crate) fn page(&self, resource_type: &str) -> Option<&str> {
        self.pages.get(resource_type).map(String::as_str)
    }

    /// Returns whether the page belongs to a newer release.
    pub(super) fn is_shared(&self, page: &str) -> bool {
        !page.starts_with(&self.folder)
    }

    /// The address of a type's page, with the query that keeps the release on a shared page.
    pub(super) fn address_of(&self, page: &str) -> String {
        if self.is_shared(page) { format!("{page}?{}", self.query) } else { page.to_owned() }
    }

    /// The page in this release that corresponds to a page of the newest one; `None` if both are the same.
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

    /// The address in this release for a page of the newest one; `None` for other files. The release is also kept on pages that
    /// are not about a release, such as those of the guide.
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
