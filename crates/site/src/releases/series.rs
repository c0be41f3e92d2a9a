//! The series of releases on a site: that of its catalogue, and that of each plug-in that is a guest on it.
//!
//! A plug-in has its own versions. The pages of its releases are in a folder with its name, so that a release name can occur in
//! both series.

use heat_catalogue::Catalogue;
use heat_html::page_urls::name_slug;
use heat_model::ReleaseTable;

use super::history::ReleaseHistory;
use crate::links::release_address::release_url;

/// The releases of a product in order.
#[derive(Debug, Clone)]
pub(crate) struct ReleaseSeries<'a> {
    /// The product that the versions belong to; empty if it is not known.
    pub(crate) product: &'a str,
    pub(crate) history: &'a ReleaseHistory,
    pub(crate) table: &'a ReleaseTable,
    /// `true` if the releases are those of a plug-in that is a guest in the catalogue.
    pub(crate) is_of_guest: bool,
    /// The folder of the pages within that of all releases: `acme/`; empty for the catalogue's own series.
    pub(crate) folder: String,
}

impl<'a> ReleaseSeries<'a> {
    /// The series of the catalogue itself.
    pub(crate) fn of_catalogue(
        catalogue: &'a Catalogue,
        history: &'a ReleaseHistory,
        product: &'a str,
    ) -> Self {
        Self { product, history, table: &catalogue.releases, is_of_guest: false, folder: String::new() }
    }

    /// The series of the guest with this number.
    pub(crate) fn of_guest(
        catalogue: &'a Catalogue,
        history: &'a ReleaseHistory,
        number: usize,
    ) -> Option<Self> {
        let guest = catalogue.guests.iter().nth(number)?;
        let names: Vec<String> = catalogue.guests.iter().map(|guest| name_slug(&guest.product)).collect();
        let name = &names[number];
        let is_taken = name.is_empty() || names.iter().filter(|other| *other == name).count() > 1;
        let folder = if is_taken { format!("plug-in-{}/", number + 1) } else { format!("{name}/") };
        Some(Self { product: &guest.product, history, table: &guest.releases, is_of_guest: true, folder })
    }

    /// The product that the versions belong to, or a general word if it is not known.
    pub(crate) fn label(&self) -> &'a str {
        match self.product {
            "" if self.is_of_guest => "Plug-in",
            "" => "Version",
            product => product,
        }
    }

    /// The part of an address that represents the plug-in; empty for the catalogue's own series.
    pub(crate) fn id(&self) -> &str {
        self.folder.trim_end_matches('/')
    }

    /// The address of a release's page, relative to the site's root; empty if it has none.
    pub(crate) fn url(&self, version: &str) -> String {
        if self.history.has_page(version) {
            release_url(&self.folder, version, self.table)
        } else {
            String::new()
        }
    }

    /// The name of a release; its version if it has none.
    pub(crate) fn name(&self, version: &str) -> String {
        let name = self.table.get(version).map(|release| &release.name).filter(|name| !name.is_empty());
        name.map_or_else(|| version.to_owned(), Clone::clone)
    }

    /// The date of a release; empty if it is not known.
    pub(crate) fn date(&self, version: &str) -> &'a str {
        self.table.get(version).map_or("", |release| release.date.as_str())
    }

    /// A version with the product in front of it.
    pub(crate) fn versioned(&self, version: &str) -> String {
        format!("{} {version}", self.product).trim().to_owned()
    }

    /// A version with the product in front of it, and the name of the release in brackets.
    pub(crate) fn title(&self, version: &str) -> String {
        let (versioned, name) = (self.versioned(version), self.name(version));
        if name == version { versioned } else { format!("{versioned} ({name})") }
    }
}
