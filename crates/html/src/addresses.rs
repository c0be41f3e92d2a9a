//! Changes to the links in finished HTML: replaces addresses, or removes links.

use std::borrow::Cow;

use memchr::{memchr, memchr3, memmem};

use super::Html;
#[cfg(test)]
use crate::html;

/// New address of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewAddress<'t> {
    /// The path from the site's root.
    pub path: &'t str,
    /// Prefix of the query that the link has, without the question mark; empty for none.
    pub query: &'t str,
}

/// Attributes with addresses of pages.
const ATTRIBUTES: [&str; 2] = [" href=\"", " action=\""];

impl Html {
    /// Returns the HTML with replaced addresses: `target` returns the new address of a page. Paths are relative to the site's
    /// root, to which `root` leads. The text after the path stays unchanged, and so does `except`, a part of the HTML.
    #[must_use]
    pub fn with_addresses<'h>(
        &'h self,
        root: &str,
        except: &Self,
        target: impl Fn(&'h str) -> Option<NewAddress<'h>>,
    ) -> Self {
        let html = self.as_str();
        let mut changed = Self(Cow::Owned(String::with_capacity(html.len() + html.len() / 8)));
        let start = place_of(except.as_str(), html).unwrap_or(html.len());
        let (before, rest) = html.split_at(start);
        let (except, after) = rest.split_at(except.as_str().len().min(rest.len()));
        changed.push_with_addresses(before, root, &target);
        changed.push_markup(except);
        changed.push_with_addresses(after, root, &target);
        changed
    }

    /// Returns the HTML in which links to missing pages are replaced by their text. `is_gone` is called with each path from the
    /// site's root, to which `root` leads.
    #[must_use]
    pub fn without_links(&self, root: &str, is_gone: impl Fn(&str) -> bool) -> Self {
        let html = self.as_str();
        let mut changed = Self(Cow::Owned(String::with_capacity(html.len())));
        let (mut done, mut at) = (0, 0);
        while let Some(found) = memmem::find(&html.as_bytes()[at..], b"<a ") {
            let start = at + found;
            // Text and values have no `>` and no `<`: those are escaped.
            let Some(length) = memchr(b'>', &html.as_bytes()[start..]) else { break };
            at = start + length + 1;
            let tag = &html[start..at];
            let path = tag.split_once(" href=\"").and_then(|(_, address)| address.strip_prefix(root));
            let is_link_to_gone = path.is_some_and(|path| {
                is_gone(&path[..memchr3(b'"', b'#', b'?', path.as_bytes()).unwrap_or(path.len())])
            });
            if !is_link_to_gone {
                continue;
            }
            let Some(words) = memmem::find(&html.as_bytes()[at..], b"</a>") else { break };
            changed.push_markup(&html[done..start]);
            changed.push_markup(&html[at..at + words]);
            at += words + "</a>".len();
            done = at;
        }
        changed.push_markup(&html[done..]);
        changed
    }

    fn push_with_addresses<'h>(
        &mut self,
        html: &'h str,
        root: &str,
        target: impl Fn(&'h str) -> Option<NewAddress<'h>>,
    ) {
        let mut done = 0;
        for start in addresses(html) {
            let Some(path) = html[start..].strip_prefix(root) else { continue };
            let end = memchr3(b'"', b'#', b'?', path.as_bytes()).unwrap_or(path.len());
            let Some(new) = target(&path[..end]) else { continue };
            let start = start + root.len();
            self.push_markup(&html[done..start]);
            self.push_text(new.path);
            done = start + end;
            if !new.query.is_empty() {
                self.push_markup("?");
                self.push_text(new.query);
                if let Some(query) = html[done..].strip_prefix('?') {
                    self.push_markup("&amp;");
                    done = html.len() - query.len();
                }
            }
        }
        self.push_markup(&html[done..]);
    }
}

/// Returns the position of a long part of a text. Only the beginning of the part is searched for: a search for all of it would
/// first process the part itself.
fn place_of(part: &str, text: &str) -> Option<usize> {
    if part.is_empty() {
        return None;
    }
    let beginning = &part.as_bytes()[..part.len().min(64)];
    let mut places = memmem::find_iter(text.as_bytes(), beginning);
    places.find(|at| text.as_bytes()[*at..].starts_with(part.as_bytes()))
}

/// Returns the positions of addresses, in their order.
fn addresses(html: &str) -> Vec<usize> {
    let starts = ATTRIBUTES.iter().flat_map(|attribute| {
        memmem::find_iter(html.as_bytes(), attribute.as_bytes()).map(|found| found + attribute.len())
    });
    let mut starts: Vec<usize> = starts.collect();
    starts.sort_unstable();
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_left_out() {
        let link = Html::literal("<a href=\"../a?b\">");
        let page = Html::join([link.clone(), link.clone(), link.clone()], "<nav>");
        let check = |except: &Html, expect: &str| {
            let new = NewAddress { path: "c", query: "" };
            let changed = page.with_addresses("../", except, |path| (path == "a").then_some(new));
            assert_eq!(changed.as_str(), expect);
        };
        check(&Html::new(), "<a href=\"../c?b\"><nav><a href=\"../c?b\"><nav><a href=\"../c?b\">");
        let part = html!("<nav>{}<nav>", link);
        check(&part, "<a href=\"../c?b\"><nav><a href=\"../a?b\"><nav><a href=\"../c?b\">");
    }

    #[test]
    fn a_query_is_added_in_front() {
        let check = |html: &'static str, expect: &str| {
            let html = Html::literal(html);
            let changed =
                html.with_addresses("", &Html::new(), |path| Some(NewAddress { path, query: "release=x" }));
            assert_eq!(changed.as_str(), expect);
        };
        check(r#"<a href="a">"#, r#"<a href="a?release=x">"#);
        check(r#"<a href="a#b">"#, r#"<a href="a?release=x#b">"#);
        check(r#"<a href="a?q=1&amp;r#b">"#, r#"<a href="a?release=x&amp;q=1&amp;r#b">"#);
    }

    #[test]
    fn links_to_what_is_gone_are_their_words() {
        let check = |root: &str, html: &'static str, expect: &str| {
            let changed = Html::literal(html).without_links(root, |path| path == "guide/x.html");
            assert_eq!(changed.as_str(), expect);
        };
        check("../", r#"<p><a href="../guide/x.html#y">the <b>x</b></a>.</p>"#, "<p>the <b>x</b>.</p>");
        check("", r#"<a class="c" href="guide/x.html?q">x</a><a href="a">y</a>"#, r#"x<a href="a">y</a>"#);
        check("../", r#"<a href="guide/x.html">x</a>"#, r#"<a href="guide/x.html">x</a>"#);
        check(
            "",
            r#"<a id="a">x</a> &lt;a href="guide/x.html""#,
            r#"<a id="a">x</a> &lt;a href="guide/x.html""#,
        );
    }
}
