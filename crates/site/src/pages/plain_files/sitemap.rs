//! The sitemap, for search engines.

use heat_html::{Html, html};

use crate::contents::site::Site;
use crate::files::sink::SiteFile;
use crate::links::addresses::canonical;
use crate::pages::frame::kind::PageKind;

/// The sitemap, in the order of the kinds of pages. The protocol requires absolute URLs, so there is one only if the base URL is
/// known.
pub(crate) fn file(site: &Site<'_>, kinds: &'static [PageKind]) -> Option<SiteFile> {
    let base = site.options.base_url.as_deref()?;
    let mut out = Html::literal(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for page in kinds.iter().filter(|kind| kind.listing.sitemap).flat_map(|kind| kind.jobs(site)) {
        let address = canonical(base, &page.path);
        out.push(&html!("<url><loc>{}</loc></url>\n", address));
    }
    out.push_literal("</urlset>\n");
    Some(SiteFile::markup("sitemap.xml", out))
}
