//! Links to releases.

use serde::Serialize;

use crate::contents::site::Site;
use crate::pages::frame::twin::{Line, TwinWriter};
use crate::releases::series::ReleaseSeries;
use crate::text::terms::release_of_type;

#[derive(Debug, Serialize)]
pub(crate) struct ReleaseLink {
    pub(super) version: String,
    name: String,
    pub(super) date: String,
    url: String,
}

impl ReleaseLink {
    /// The name of the release, or its version if it has none.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The name with a link to the release's page, if it has one.
    pub(crate) fn in_markdown(&self, twin: &TwinWriter<'_>) -> Line {
        twin.link(&Line::text(&self.name), &self.url)
    }
}

/// The link to a release of a type's series. The version includes the name of the plug-in if the series is a plug-in's.
pub(crate) fn release_of_type_link(site: &Site<'_>, type_name: &str, version: &str) -> ReleaseLink {
    let words = release_of_type(site.catalogue, type_name, version).version;
    ReleaseLink { version: words, ..release_link(&site.series_of(type_name), version) }
}

/// The link to a release of a series.
pub(crate) fn release_link(series: &ReleaseSeries<'_>, version: &str) -> ReleaseLink {
    ReleaseLink {
        version: version.to_owned(),
        name: series.name(version),
        date: series.date(version).to_owned(),
        url: series.url(version),
    }
}
