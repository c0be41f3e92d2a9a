//! The files of a site that are not pages: assets, and files for search engines, feed readers and other programs.

pub(crate) mod feed;
mod inventory;
pub(crate) mod llms;
mod sitemap;

use heat_yaml::Diagnostic;

use super::frame::kind::PageKind;
use crate::contents::site::Site;
use crate::files::browser_checker;
use crate::files::sink::SiteFile;

/// The files that are neither pages nor part of one.
pub(crate) fn files(site: &Site<'_>, kinds: &'static [PageKind]) -> Result<Vec<SiteFile>, Diagnostic> {
    let has_checker = site.options.checker.is_some();
    let assets =
        site.options.assets.iter().filter(|asset| has_checker || !browser_checker::is_of_checker(asset));
    let assets = assets
        .map(|asset| SiteFile { path: format!("assets/{}", asset.path), contents: asset.contents.clone() });
    let mut files: Vec<SiteFile> = assets.collect();
    files.push(llms::file(site, kinds));
    files.extend(sitemap::file(site, kinds));
    files.extend(robots(site));
    files.extend(feed::file(site));
    files.push(inventory::file(site)?);
    Ok(files)
}

/// `robots.txt`: the address of the sitemap, for search engines. It contains an absolute URL, so it only exists if the base URL is known. Search engines only read it at the
/// root of a server; for a site below that, the server's own file has to name the sitemap.
fn robots(site: &Site<'_>) -> Option<SiteFile> {
    let base = site.options.base_url.as_deref()?;
    let text = format!("User-agent: *\nAllow: /\n\nSitemap: {base}sitemap.xml\n");
    Some(SiteFile { path: "robots.txt".to_owned(), contents: text.into_bytes() })
}
