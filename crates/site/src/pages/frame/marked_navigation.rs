//! The navigation, which is the same on most pages except for its marks: the link to the page itself, and the open group around
//! it.

use std::collections::HashMap;
use std::sync::Arc;

use heat_html::{Html, Prepared, html};
use heat_yaml::Diagnostic;
use memchr::{memchr, memmem};

use crate::contents::known::Known;
use crate::files::templates::prepare;

/// A navigation without marks, and the offsets at which marks can be inserted.
#[derive(Debug)]
pub(crate) struct Navigation {
    html: Html,
    /// The end of the attribute with each address, as an offset.
    links: HashMap<String, usize>,
    /// The end of the attribute with the name of each group, as an offset.
    groups: HashMap<String, usize>,
    /// Cached navigations for pages without a link in it, by the offset of the open group. Most pages are of this kind.
    unlisted: Known<Option<usize>, Arc<MarkedNavigation>>,
}

/// The navigation as shown on a page.
#[derive(Debug)]
pub(crate) struct MarkedNavigation {
    pub(crate) html: Html,
    /// The navigation, serialised for the contexts of templates.
    pub(crate) prepared: Prepared,
}

impl Navigation {
    pub(crate) fn new(html: Html) -> Self {
        Self {
            links: ends(&html, " href=\""),
            groups: ends(&html, "<details data-s=\""),
            html,
            unlisted: Known::default(),
        }
    }

    /// Returns the navigation with the link to a page marked, and a group opened.
    pub(crate) fn marked(
        &self,
        address: &str,
        group: Option<&str>,
    ) -> Result<Arc<MarkedNavigation>, Diagnostic> {
        let offset_in =
            |offsets: &HashMap<String, usize>, value: &str| offsets.get(html!("{}", value).as_str()).copied();
        let group = group.and_then(|group| offset_in(&self.groups, group));
        match offset_in(&self.links, address) {
            None => self.unlisted.get(group, |group| self.with_marks(None, *group)),
            link => self.with_marks(link, group),
        }
    }

    fn with_marks(
        &self,
        link: Option<usize>,
        group: Option<usize>,
    ) -> Result<Arc<MarkedNavigation>, Diagnostic> {
        let link = link.map(|offset| (offset, " aria-current=\"page\""));
        let group = group.map(|offset| (offset, " open"));
        let mut marks: Vec<(usize, &str)> = link.into_iter().chain(group).collect();
        marks.sort_unstable();
        let html = self.html.with_literals(&marks);
        Ok(Arc::new(MarkedNavigation { prepared: prepare(&html)?, html }))
    }
}

/// Returns the end of the first occurrence of an attribute with each value. The values are still escaped.
fn ends(html: &Html, start: &str) -> HashMap<String, usize> {
    let html = html.as_str();
    let mut ends = HashMap::new();
    for found in memmem::find_iter(html.as_bytes(), start.as_bytes()) {
        let value = found + start.len();
        let Some(length) = memchr(b'"', &html.as_bytes()[value..]) else { break };
        ends.entry(html[value..value + length].to_owned()).or_insert(value + length + 1);
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_and_its_group_are_marked() {
        let html = r#"<a href="../a.html">A</a><details data-s="x&amp;y"><a href="../a.html"></a></details>"#;
        let navigation = Navigation::new(Html::literal(html));
        let check = |address: &str, group: Option<&str>, expect: &str| {
            let marked = navigation.marked(address, group).unwrap();
            assert_eq!(marked.html.as_str(), expect, "{address} {group:?}");
        };
        check("../b.html", None, html);
        check("../b.html", Some("x"), html);
        check("../b.html", Some("x&y"), &html.replace("y\">", "y\" open>"));
        check(
            "../a.html",
            Some("x&y"),
            r#"<a href="../a.html" aria-current="page">A</a><details data-s="x&amp;y" open><a href="../a.html"></a></details>"#,
        );
    }
}
