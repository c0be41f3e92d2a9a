//! Changes the addresses of links in finished HTML.

use memchr::memmem;

use super::Html;

/// The attributes with addresses of pages.
const ATTRIBUTES: [&str; 2] = [" href=\"", " action=\""];

impl Html {
    /// The HTML with other addresses: `target` gives the new one of a page, both from the site's root, to which `root` leads.
    /// What comes after the path stays.
    #[must_use]
    pub(crate) fn with_addresses<'t>(&self, root: &str, target: impl Fn(&str) -> Option<&'t str>) -> Self {
        let html = self.as_str();
        let mut changed = Self::new();
        let mut done = 0;
        for start in addresses(html) {
            let rest = &html[start..];
            let end = rest.find(['"', '#', '?']).unwrap_or(rest.len());
            let Some(new) = rest[..end].strip_prefix(root).and_then(&target) else { continue };
            changed.push_markup(&html[done..start + root.len()]);
            changed.push_text(new);
            done = start + end;
        }
        changed.push_markup(&html[done..]);
        changed
    }
}

/// Where addresses begin, in their order.
fn addresses(html: &str) -> Vec<usize> {
    let starts = ATTRIBUTES.iter().flat_map(|attribute| {
        memmem::find_iter(html.as_bytes(), attribute.as_bytes()).map(|found| found + attribute.len())
    });
    let mut starts: Vec<usize> = starts.collect();
    starts.sort_unstable();
    starts
}
