//! Checks that every link of the site leads to an existing file, and to an anchor in it.
//!
//! The anchors and links of each page are recorded as hashes when it is rendered, so that pages need not be kept in memory.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::{BuildHasher, BuildHasherDefault, Hasher};

use foldhash::quality::FixedState;
use heat_catalogue::threads;
use heat_yaml::Diagnostic;
use memchr::{memchr, memchr_iter, memchr2, memmem, memrchr};

use super::addresses::{NOT_FOUND, root_of};
use crate::files::sink::SiteFile;

/// The hash of the target of a link: a file with an anchor in it, or the file alone.
type TargetHash = u64;

/// A hasher that returns a hash unchanged, for tables whose keys are already hashes.
#[derive(Default)]
struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

fn target_hash(path: &[u8], anchor: Option<&[u8]>) -> TargetHash {
    let mut hasher = FixedState::default().build_hasher();
    hasher.write(path);
    if let Some(anchor) = anchor {
        // No text contains this byte.
        hasher.write_u8(0xff);
        hasher.write(anchor);
    }
    hasher.finish()
}

/// The first page that contains a link, and the text of the link there.
type LinkSource = (String, Vec<u8>);

/// The first page of a thread that contains a link, as an index of its pages, and the text of the link there.
type PartLinkSource = (usize, Box<[u8]>);

/// The anchors and links of some of a site's files.
#[derive(Debug, Default)]
pub(crate) struct LinkFacts {
    /// The hashes of the files, and of the anchors in them.
    existing: HashSet<TargetHash, BuildHasherDefault<IdentityHasher>>,
    /// The pages whose links are recorded.
    pages: Vec<String>,
    /// The targets of links, each with the first page that contains the link.
    requested: HashMap<TargetHash, PartLinkSource, BuildHasherDefault<IdentityHasher>>,
    /// The targets of links, by the hash of the page's folder and the link.
    targets: HashMap<TargetHash, [Option<TargetHash>; 2], BuildHasherDefault<IdentityHasher>>,
    /// The folders whose navigation has been recorded, each with the anchors in it: it is the same for all pages of a folder.
    folders: HashMap<String, Vec<Box<[u8]>>>,
    /// The hashes of the recorded navigations, each with the path to the root.
    navigations: HashSet<TargetHash, BuildHasherDefault<IdentityHasher>>,
}

impl LinkFacts {
    /// Records a file.
    pub(crate) fn note(&mut self, file: &SiteFile) {
        let page = file.path.as_bytes();
        self.existing.insert(target_hash(page, None));
        if !file.is_page() {
            return;
        }
        let html = &file.contents;
        // The page for unknown addresses has absolute links.
        if file.path == NOT_FOUND {
            let anchors = attributes(html).filter(|(name, _)| *name == b"id");
            self.existing.extend(anchors.map(|(_, anchor)| target_hash(page, Some(anchor))));
            return;
        }
        let (before, navigation, after) = around_navigation(html);
        self.pages.push(file.path.clone());
        if !self.folders.contains_key(folder(&file.path)) {
            self.note_navigation(navigation, &file.path);
        }
        let anchors = self.folders.get(folder(&file.path)).into_iter().flatten();
        self.existing.extend(anchors.map(|anchor| target_hash(page, Some(anchor))));
        self.note_attributes(before, &file.path);
        self.note_attributes(after, &file.path);
    }

    /// Records the navigation of a folder's pages: its anchors, and its links if they are new.
    fn note_navigation(&mut self, navigation: &[u8], page: &str) {
        let anchors = attributes(navigation).filter(|(name, _)| *name == b"id");
        let anchors = anchors.map(|(_, anchor)| anchor.into()).collect();
        self.folders.insert(folder(page).to_owned(), anchors);
        // Links relative to the root have the same targets from all folders at the same depth.
        let root = root_of(page).into_bytes();
        let is_from_root = links(navigation).all(|link| link.starts_with(&root));
        if !is_from_root || self.navigations.insert(target_hash(&root, Some(&unmarked(navigation)))) {
            self.note_attributes(navigation, page);
        }
    }

    /// Records the anchors and links in a part of the most recently added page.
    fn note_attributes(&mut self, html: &[u8], page: &str) {
        let (index, folder) = (self.pages.len() - 1, folder(page).as_bytes());
        let mut path = Vec::new();
        for (name, value) in attributes(html) {
            if name == b"id" {
                self.existing.insert(target_hash(page.as_bytes(), Some(value)));
            }
            if !is_link(name) || is_elsewhere(value) {
                continue;
            }
            let requested = if value.starts_with(b"#") || value.starts_with(b"?") {
                target_hashes(page, value, &mut path)
            } else {
                // Pages in the same folder have many links in common.
                let known = self.targets.entry(target_hash(folder, Some(value)));
                *known.or_insert_with(|| target_hashes(page, value, &mut path))
            };
            for requested in requested.into_iter().flatten() {
                self.note_link(requested, index, value);
            }
        }
    }

    /// Records a link to a target. The reported page does not depend on the order in which threads finish.
    fn note_link(&mut self, requested: TargetHash, page: usize, link: &[u8]) {
        match self.requested.entry(requested) {
            Entry::Occupied(mut known) => {
                let first = known.get().0;
                if page != first && self.pages[page] < self.pages[first] {
                    known.insert((page, link.into()));
                }
            }
            Entry::Vacant(free) => {
                free.insert((page, link.into()));
            }
        }
    }

    fn has(&self, hash: TargetHash) -> bool {
        self.existing.contains(&hash)
    }
}

/// All dead links of a site, by page. Each part contains the records of some of its files.
pub(crate) fn dead_links(parts: &[LinkFacts]) -> Vec<Diagnostic> {
    let exists = |hash: TargetHash| parts.iter().any(|part| part.has(hash));
    let of_part = |part: &LinkFacts| -> Vec<(TargetHash, LinkSource)> {
        let dead = part.requested.iter().filter(|(requested, _)| !exists(**requested));
        dead.map(|(requested, (page, link))| (*requested, (part.pages[*page].clone(), link.to_vec())))
            .collect()
    };
    let mut first: HashMap<TargetHash, LinkSource, BuildHasherDefault<IdentityHasher>> = HashMap::default();
    for (requested, from) in threads::map(parts, of_part).into_iter().flatten() {
        match first.entry(requested) {
            Entry::Occupied(mut known) if from.0 < known.get().0 => {
                known.insert(from);
            }
            Entry::Occupied(_) => {}
            Entry::Vacant(free) => {
                free.insert(from);
            }
        }
    }
    let dead: BTreeSet<LinkSource> = first.into_values().collect();
    dead.iter().map(|(page, link)| dead_link(page, link, exists)).collect()
}

/// The diagnostic of a dead link: a missing file or anchor.
fn dead_link(page: &str, link: &[u8], exists: impl Fn(TargetHash) -> bool) -> Diagnostic {
    let mut path = Vec::new();
    let anchor = target(page, link, &mut path).filter(|_| exists(target_hash(&path, None)));
    let [link, path] = [link, &path].map(|bytes| String::from_utf8_lossy(bytes));
    let reason = match anchor.map(String::from_utf8_lossy) {
        Some(anchor) => format!("`{path}` has no anchor `{anchor}`"),
        None => format!("there is no file `{path}`"),
    };
    Diagnostic::error("dead-link", format!("the link `{link}` is broken: {reason}")).in_file(page)
}

/// Splits a page into its navigation, and the text before and after it. The navigation contains most of a page's links.
fn around_navigation(html: &[u8]) -> (&[u8], &[u8], &[u8]) {
    let start = memmem::find(html, b"<nav id=\"nav\"").unwrap_or(html.len());
    let (before, rest) = html.split_at(start);
    let end = memmem::find(rest, b"</nav>").unwrap_or(0);
    let (navigation, after) = rest.split_at(end);
    (before, navigation, after)
}

/// The navigation without the marks of the current page.
fn unmarked(navigation: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(navigation.len());
    let mut done = 0;
    let mut marks: Vec<(usize, &str)> = [" aria-current=\"page\"", " open"]
        .into_iter()
        .flat_map(|mark| memmem::find_iter(navigation, mark).map(move |at| (at, mark)))
        .collect();
    marks.sort_unstable();
    for (at, mark) in marks {
        plain.extend_from_slice(&navigation[done..at]);
        done = at + mark.len();
    }
    plain.extend_from_slice(&navigation[done..]);
    plain
}

/// The hashes of the file that a link leads to, and of the anchor in it. `path` is a buffer; its contents are ignored.
fn target_hashes(page: &str, link: &[u8], path: &mut Vec<u8>) -> [Option<TargetHash>; 2] {
    let anchor = target(page, link, path);
    [Some(target_hash(path, None)), anchor.map(|anchor| target_hash(path, Some(anchor)))]
}

/// Writes the path of a link's target to `path`, relative to the site's root, and returns the anchor in it.
fn target<'l>(page: &str, link: &'l [u8], path: &mut Vec<u8>) -> Option<&'l [u8]> {
    let anchor_at = memchr(b'#', link);
    let address = &link[..memchr2(b'#', b'?', link).unwrap_or(link.len())];
    path.clear();
    if address.is_empty() {
        path.extend_from_slice(page.as_bytes());
    } else {
        resolve(page, address, path);
    }
    anchor_at.map(|at| &link[at + 1..]).filter(|anchor| !anchor.is_empty())
}

fn is_elsewhere(link: &[u8]) -> bool {
    ["http:", "https:", "mailto:", "data:"].iter().any(|scheme| {
        link.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme.as_bytes()))
    })
}

/// The folder of a path; empty for the root.
fn folder(path: &str) -> &str {
    memrchr(b'/', path.as_bytes()).map_or("", |end| &path[..end])
}

/// Resolves a relative address to a path from the site's root.
fn resolve(page: &str, address: &[u8], path: &mut Vec<u8>) {
    let mut around = folder(page);
    let mut rest = address;
    while let Some(next) = rest.strip_prefix(b"../") {
        (around, rest) = (folder(around), next);
    }
    path.extend_from_slice(around.as_bytes());
    // Fast path: most addresses lead up and then down, without further special segments.
    let is_plain = !rest.is_empty()
        && !rest.starts_with(b".")
        && !rest.starts_with(b"/")
        && !rest.ends_with(b"/")
        && !rest.windows(2).any(|pair| matches!(pair, b"/." | b"//"));
    if is_plain {
        if !path.is_empty() {
            path.push(b'/');
        }
        return path.extend_from_slice(rest);
    }
    for part in rest.split(|byte| *byte == b'/') {
        match part {
            b".." => path.truncate(path.iter().rposition(|byte| *byte == b'/').unwrap_or(0)),
            b"." | b"" => {}
            part => {
                if !path.is_empty() {
                    path.push(b'/');
                }
                path.extend_from_slice(part);
            }
        }
    }
}

/// The attributes in HTML generated by the site, each with its value. Characters in an anchor or an address are escaped in the
/// same way on both ends. Text that only looks like an attribute cannot be in a tag: in text and in values, `<` and `>` are
/// escaped.
fn attributes(html: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    memchr_iter(b'<', html).flat_map(|at| {
        let tag = &html[at + 1..];
        let mut rest = &tag[..memchr2(b'<', b'>', tag).unwrap_or(tag.len())];
        std::iter::from_fn(move || {
            loop {
                let (before, after) = rest.split_at(memchr(b'=', rest)?);
                rest = &after[1..];
                let Some(value) = rest.strip_prefix(b"\"") else { continue };
                let (value, after) = value.split_at(memchr(b'"', value).unwrap_or(value.len()));
                rest = after.get(1..).unwrap_or_default();
                let name = memrchr(b' ', before).map_or(before, |space| &before[space + 1..]);
                return Some((name, value));
            }
        })
    })
}

/// Returns true if the value of an attribute is an address.
fn is_link(name: &[u8]) -> bool {
    matches!(name, b"href" | b"src")
}

/// The addresses in HTML.
fn links(html: &[u8]) -> impl Iterator<Item = &[u8]> {
    attributes(html).filter(|(name, _)| is_link(name)).map(|(_, link)| link)
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
        let files: Vec<_> = dead_links(&[facts]).into_iter().map(|found| found.file.unwrap()).collect();
        assert_eq!(files, ["a/x.html", "b/x.html"]);
    }

    #[test]
    fn a_navigation_from_the_root_is_checked_once_at_each_depth() {
        let page = |path: &str, mark: &str, link: &str| {
            let html = format!("<nav id=\"nav\"><details{mark}><a href=\"{link}\"></details></nav><p>");
            SiteFile { path: path.to_owned(), contents: html.into_bytes() }
        };
        let mut facts = LinkFacts::default();
        let pages = [
            page("a/x.html", "", "../gone.html"),
            page("b/x.html", " open", "../gone.html"),
            page("b/c/x.html", "", "../gone.html"),
            page("d/c/x.html", "", "../../lost.html"),
        ];
        for file in &pages {
            facts.note(file);
        }
        assert_eq!(facts.navigations.len(), 2);
        let messages: Vec<_> = dead_links(&[facts]).into_iter().map(|found| found.message).collect();
        assert_eq!(messages.len(), 3, "{messages:?}");
        assert!(messages.iter().any(|message| message.contains("`b/gone.html`")), "{messages:?}");
    }

    #[test]
    fn the_parts_of_a_site_are_checked_together() {
        let part = |path: &str, html: &str| {
            let mut facts = LinkFacts::default();
            facts.note(&SiteFile { path: path.to_owned(), contents: html.as_bytes().to_vec() });
            facts
        };
        let parts = [
            part("b.html", "<a href=\"c.html#x\"><a href=\"gone.html\">"),
            part("a.html", "<a href=\"gone.html\">"),
            part("c.html", "<p id=\"x\">"),
        ];
        let files: Vec<_> = dead_links(&parts).into_iter().map(|found| found.file.unwrap()).collect();
        assert_eq!(files, ["a.html"]);
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
        let messages: Vec<_> = dead_links(&[facts]).into_iter().map(|found| found.message).collect();
        assert_eq!(messages, expect, "{link}");
    }

    #[test]
    fn attributes_are_in_tags() {
        let html = b"<a class=\"b=c\" href=\"d\" e>f id=\"g\" &lt;h id=\"i\"</a><br id=j src=\"k";
        let found: Vec<_> =
            attributes(html).map(|pair| <[_; 2]>::from(pair).map(String::from_utf8_lossy)).collect();
        assert_eq!(found, [["class", "b=c"], ["href", "d"], ["src", "k"]]);
    }

    #[test]
    fn anchors_of_the_navigation_are_on_every_page() {
        let page = |path: &str| {
            let html = "<nav id=\"nav\"><p id=\"x\"></nav><a href=\"#x\"><a href=\"#nav\">";
            SiteFile { path: path.to_owned(), contents: html.as_bytes().to_vec() }
        };
        let mut facts = LinkFacts::default();
        for path in ["a/x.html", "a/y.html", "b/x.html"] {
            facts.note(&page(path));
        }
        assert_eq!(dead_links(&[facts]).len(), 0);
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
