//! Changes the addresses of links in finished HTML.

use std::borrow::Cow;

use memchr::{memchr3, memmem};

use super::Html;
#[cfg(test)]
use crate::html;

/// The attributes with addresses of pages.
const ATTRIBUTES: [&str; 2] = [" href=\"", " action=\""];

impl Html {
    /// The HTML with other addresses: `target` gives the new one of a page, both from the site's root, to which `root` leads.
    /// What comes after the path stays, and so does `except`, a part of the HTML.
    #[must_use]
    pub fn with_addresses<'t>(
        &self,
        root: &str,
        except: &Self,
        target: impl Fn(&str) -> Option<&'t str>,
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

    fn push_with_addresses<'t>(&mut self, html: &str, root: &str, target: impl Fn(&str) -> Option<&'t str>) {
        let mut done = 0;
        for start in addresses(html) {
            let Some(path) = html[start..].strip_prefix(root) else { continue };
            let end = memchr3(b'"', b'#', b'?', path.as_bytes()).unwrap_or(path.len());
            let Some(new) = target(&path[..end]) else { continue };
            let start = start + root.len();
            self.push_markup(&html[done..start]);
            self.push_text(new);
            done = start + end;
        }
        self.push_markup(&html[done..]);
    }
}

/// Where a long part of a text begins. A search for all of it would first go through the part itself.
fn place_of(part: &str, text: &str) -> Option<usize> {
    if part.is_empty() {
        return None;
    }
    let beginning = &part.as_bytes()[..part.len().min(64)];
    let mut places = memmem::find_iter(text.as_bytes(), beginning);
    places.find(|at| text.as_bytes()[*at..].starts_with(part.as_bytes()))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_left_out() {
        let link = Html::literal("<a href=\"../a?b\">");
        let page = Html::join([link.clone(), link.clone(), link.clone()], "<nav>");
        let check = |except: &Html, expect: &str| {
            let changed = page.with_addresses("../", except, |path| (path == "a").then_some("c"));
            assert_eq!(changed.as_str(), expect);
        };
        check(&Html::new(), "<a href=\"../c?b\"><nav><a href=\"../c?b\"><nav><a href=\"../c?b\">");
        let part = html!("<nav>{}<nav>", link);
        check(&part, "<a href=\"../c?b\"><nav><a href=\"../a?b\"><nav><a href=\"../c?b\">");
    }
}
