//! `robots.txt`: where search engines find the sitemap.

use crate::contents::site::Site;
use crate::files::sink::SiteFile;

/// The file, which names an absolute URL, so that there is one only if the base URL is known. It counts at the root of a server; below it,
/// the server's own file has to name the sitemap.
pub(crate) fn file(site: &Site<'_>) -> Option<SiteFile> {
    let base = site.options.base_url.as_deref()?;
    let text = format!("User-agent: *\nAllow: /\n\nSitemap: {base}sitemap.xml\n");
    Some(SiteFile { path: "robots.txt".to_owned(), contents: text.into_bytes() })
}
