//! The reference for earlier releases.
//!
//! Most types do not change from one release to the next, so an old release only has its own pages for the types that differ from
//! the release after it, for the index, the constraints and the search. All its other links lead to the page of the newest
//! release in which the type was the same, with a query that keeps the reader's release: `?release=yoga`. The script `release.js`
//! shows such a page as a page of that release. [`ReleaseAddresses`] determines the page; the links in a rendered page are
//! replaced accordingly, so that no other part of the site deals with old releases. The redirects at the release's own addresses
//! of such types are in `pages::releases::shared_page`.

use heat_catalogue::{Catalogue, threads};
use heat_yaml::Diagnostic;

use super::changed_since::ChangedSince;
use super::edition::{Past, visible_part, visible_part_of_old};
use super::options::{HiddenItems, OldReleases};
use super::release_addresses::ReleaseAddresses;
use super::site_release::SiteRelease;
use crate::links::addresses::type_url;
use crate::links::release_address::{release_label, release_slug};

/// The catalogues of a site's releases, newest first, and the addresses of their pages.
#[derive(Debug)]
pub(crate) struct ReleaseCatalogues {
    addresses: Vec<ReleaseAddresses>,
    parts: Vec<(Catalogue, Past)>,
}

impl ReleaseCatalogues {
    /// Collects the newest release, and the old ones that have pages. `release_paths` contains the paths of the pages that each
    /// release has besides those of types; `product` is the product that the versions belong to.
    pub(crate) fn new(
        catalogue: Catalogue,
        hidden: HiddenItems,
        old_releases: OldReleases,
        release_paths: &[&'static str],
        product: &str,
    ) -> Result<Self, Diagnostic> {
        let parts = match old_releases {
            OldReleases::None => vec![visible_part(catalogue, hidden)],
            OldReleases::All(reader) => catalogue
                .as_of_each_differing(Some(reader), |index, catalogue, differing| match index {
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

    /// The release with an index: 0 is the newest.
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
    let label = |version: &str| {
        let name = table.get(version).map_or("", |release| release.name.as_str());
        release_label(product, version, name)
    };
    let mut first = ReleaseAddresses::new(version, label(version), String::new(), release_paths);
    first.pages = newest.types.keys().map(|name| (name.clone(), type_url(name))).collect();
    let mut addresses = vec![first];
    let newer_catalogues = parts.iter().map(|(shown, _)| shown);
    for (((shown, _), newer), differing) in old.iter().zip(newer_catalogues).zip(&newest.past.releases) {
        let folder = format!("{}/", release_slug(&differing.version, table));
        let version = &differing.version;
        let mut release = ReleaseAddresses::new(version, label(version), folder, release_paths);
        let newer_pages = addresses.last().map(|newer| &newer.pages);
        for (name, schema) in &shown.types {
            // Examples can differ even if the type does not, because they use other types.
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
