//! Checks whether every link of the site leads to an existing file, and to an anchor in it.
//!
//! The anchors and links of each page are recorded as hashes when it is rendered, so that a large site need not be kept.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use heat_yaml::Diagnostic;
use memchr::{memmem, memrchr2};

use super::sink::SiteFile;

/// A file with an anchor in it, or the file alone.
type Place = u64;

fn place(path: &str, anchor: Option<&str>) -> Place {
    let mut hasher = DefaultHasher::new();
    (path, anchor).hash(&mut hasher);
    hasher.finish()
}

/// The anchors and links of a site's files.
#[derive(Debug, Default)]
pub(super) struct LinkFacts {
    offered: HashSet<Place>,
    /// The targets of links, each with the first page that has such a link, and its text there.
    asked: HashMap<Place, (String, String)>,
    /// The folders whose navigation has been recorded: it is the same for all pages of a folder.
    navigations: HashSet<String>,
}

impl LinkFacts {
    /// Records a file.
    pub(super) fn note(&mut self, file: &SiteFile) {
        self.offered.insert(place(&file.path, None));
        if !file.is_page() {
            return;
        }
        let Ok(html) = std::str::from_utf8(&file.contents) else { return };
        self.offered.extend(attributes(html, " id=\"").map(|anchor| place(&file.path, Some(anchor))));
        // The page that is shown for unknown addresses has links from the root.
        if file.path == "404.html" {
            return;
        }
        let (before, navigation, after) = around_navigation(html);
        let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let is_new = self.navigations.insert(folder.to_owned());
        let parts = [before, if is_new { navigation } else { "" }, after];
        let links = parts
            .into_iter()
            .flat_map(|part| attributes(part, " href=\"").chain(attributes(part, " src=\"")));
        for link in links {
            if is_elsewhere(link) {
                continue;
            }
            let (target, anchor) = target(&file.path, link);
            for asked in [Some(place(&target, None)), anchor.map(|anchor| place(&target, Some(anchor)))] {
                let Some(asked) = asked else { continue };
                // The same page is named regardless of the order in which threads finish.
                let entry = self.asked.entry(asked).or_insert_with(|| (file.path.clone(), link.to_owned()));
                if file.path < entry.0 {
                    *entry = (file.path.clone(), link.to_owned());
                }
            }
        }
    }

    /// Adds the records of another thread.
    pub(super) fn merge(&mut self, other: Self) {
        self.offered.extend(other.offered);
        self.navigations.extend(other.navigations);
        for (asked, from) in other.asked {
            match self.asked.entry(asked) {
                std::collections::hash_map::Entry::Occupied(mut known) if from.0 < known.get().0 => {
                    known.insert(from);
                }
                std::collections::hash_map::Entry::Occupied(_) => {}
                std::collections::hash_map::Entry::Vacant(free) => {
                    free.insert(from);
                }
            }
        }
    }

    /// All dead links, by page.
    pub(super) fn dead(&self) -> Vec<Diagnostic> {
        let dead = self.asked.iter().filter(|(asked, _)| !self.offered.contains(asked));
        let dead: BTreeSet<&(String, String)> = dead.map(|(_, from)| from).collect();
        dead.into_iter()
            .map(|(page, link)| {
                let (target, anchor) = target(page, link);
                let reason = match anchor.filter(|_| self.offered.contains(&place(&target, None))) {
                    Some(anchor) => format!("`{target}` has no anchor `{anchor}`"),
                    None => format!("there is no file `{target}`"),
                };
                Diagnostic::error("dead-link", format!("the link `{link}` is broken: {reason}")).in_file(page)
            })
            .collect()
    }
}

/// A page's navigation, and the text before and after it. It contains most of a page's links.
fn around_navigation(html: &str) -> (&str, &str, &str) {
    let find = |html: &str, tag: &str| memmem::find(html.as_bytes(), tag.as_bytes());
    let start = find(html, "<nav id=\"nav\"").unwrap_or(html.len());
    let (before, rest) = html.split_at(start);
    let end = find(rest, "</nav>").unwrap_or(0);
    let (navigation, after) = rest.split_at(end);
    (before, navigation, after)
}

/// The target of a link on a page: a path from the site's root, and an anchor in it.
fn target<'l>(from: &str, link: &'l str) -> (String, Option<&'l str>) {
    let (address, anchor) =
        link.split_once('#').map_or((link, None), |(address, anchor)| (address, Some(anchor)));
    let address = address.split('?').next().unwrap_or_default();
    let path = if address.is_empty() { from.to_owned() } else { resolve(from, address) };
    (path, anchor.filter(|anchor| !anchor.is_empty()))
}

fn is_elsewhere(link: &str) -> bool {
    ["http:", "https:", "mailto:", "data:"]
        .iter()
        .any(|scheme| link.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)))
}

/// A relative address as a path from the site's root.
fn resolve(from: &str, address: &str) -> String {
    let folder = |path: &str| path.rfind('/').unwrap_or(0);
    let mut path = String::with_capacity(from.len() + address.len());
    path.push_str(&from[..folder(from)]);
    for part in address.split('/') {
        match part {
            ".." => path.truncate(folder(&path)),
            "." | "" => {}
            part => {
                if !path.is_empty() {
                    path.push('/');
                }
                path.push_str(part);
            }
        }
    }
    path
}

/// The values of an attribute, such as ` href="`, in HTML that the site itself generated. Characters in an anchor or an address
/// are escaped in the same way on both ends. Text that only looks like an attribute cannot be in a tag: in text and in values,
/// `<` and `>` are escaped.
fn attributes<'a>(html: &'a str, start: &'static str) -> impl Iterator<Item = &'a str> {
    let is_in_tag = |at: usize| {
        let bracket = memrchr2(b'<', b'>', &html.as_bytes()[..at]);
        bracket.is_some_and(|bracket| html.as_bytes()[bracket] == b'<')
    };
    memmem::find_iter(html.as_bytes(), start)
        .filter(move |at| is_in_tag(*at))
        .filter_map(move |at| html.get(at + start.len()..)?.split('"').next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_navigation_of_a_folder_is_checked() {
        let page = |path: &str, link: &str| {
            let html = format!("<nav id=\"nav\"><a href=\"{link}\"></nav><p>");
            SiteFile { path: path.to_owned(), contents: html.into_bytes() }
        };
        let mut facts = LinkFacts::default();
        for file in [page("a/x.html", "y.html"), page("b/x.html", "gone.html")] {
            facts.note(&file);
        }
        let files: Vec<_> = facts.dead().into_iter().map(|found| found.file.unwrap()).collect();
        assert_eq!(files, ["a/x.html", "b/x.html"]);
    }

    fn check(link: &str, expect: &[&str]) {
        let page = |path: &str, html: String| SiteFile { path: path.to_owned(), contents: html.into_bytes() };
        let files = [
            page("types/a.html", format!("<p id=\"x\"><a href=\"{link}\">")),
            page("index.html", "<h1 id=\"top\">".to_owned()),
        ];
        let mut facts = LinkFacts::default();
        for file in &files {
            facts.note(file);
        }
        let messages: Vec<_> = facts.dead().into_iter().map(|found| found.message).collect();
        assert_eq!(messages, expect, "{link}");
    }

    #[test]
    fn dead_links_are_found() {
        check("../index.html#top", &[]);
        check("#x", &[]);
        check("https://x.org/#y", &[]);
        // Text that mentions a link is not a link.
        check("#x\"><code>&lt;a href=\"gone.html\"&gt; and href=\"gone.html\"", &[]);
        check("#y", &["the link `#y` is broken: `types/a.html` has no anchor `y`"]);
        check("index.html", &["the link `index.html` is broken: there is no file `types/index.html`"]);
    }
}
