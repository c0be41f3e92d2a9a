//! `robots.txt`: the address of the sitemap, for search engines.

use crate::contents::site::Site;
use crate::files::sink::SiteFile;

/// Returns the file. It contains an absolute URL, so it only exists if the base URL is known. Search engines only read it at the
/// root of a server; for a site below that, the server's own file has to name the sitemap.
pub(crate) fn file(site: &Site<'_>) -> Option<SiteFile> {
    let base = site.options.base_url.as_deref()?;
    let text = format!("User-agent: *\nAllow: /\n\nSitemap: {base}sitemap.xml\n");
    Some(SiteFile { path: "robots.txt".to_owned(), contents: text.into_bytes() })
}
