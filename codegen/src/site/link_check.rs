//! Whether every link of the site leads somewhere: to a file that is there, and to an anchor in it.

use std::collections::{HashMap, HashSet};

use heat_yaml::Diagnostic;

use super::SiteFile;

/// All links that lead nowhere.
pub(super) fn check(files: &[SiteFile]) -> Vec<Diagnostic> {
    let pages: Vec<(&str, &str)> = files
        .iter()
        .filter(|file| file.path.ends_with(".html"))
        .filter_map(|file| Some((file.path.as_str(), std::str::from_utf8(&file.contents).ok()?)))
        .collect();
    let paths: HashSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    let anchors: HashMap<&str, HashSet<&str>> =
        pages.iter().map(|(path, html)| (*path, attributes(html, " id=\"").collect())).collect();
    let mut diagnostics = Vec::new();
    for (path, html) in &pages {
        // What is shown at addresses that do not exist links from the root.
        if *path == "404.html" {
            continue;
        }
        let mut checked = HashSet::new();
        for link in attributes(html, " href=\"").chain(attributes(html, " src=\"")) {
            if !checked.insert(link) || is_elsewhere(link) {
                continue;
            }
            if let Some(problem) = dead(path, link, &paths, &anchors) {
                let message = format!("the link `{link}` leads nowhere: {problem}");
                diagnostics.push(Diagnostic::error("dead-link", message).in_file(*path));
            }
        }
    }
    diagnostics
}

fn is_elsewhere(link: &str) -> bool {
    ["http:", "https:", "mailto:", "data:"].iter().any(|scheme| link.to_ascii_lowercase().starts_with(scheme))
}

/// Why a link leads nowhere.
fn dead(
    from: &str,
    link: &str,
    paths: &HashSet<&str>,
    anchors: &HashMap<&str, HashSet<&str>>,
) -> Option<String> {
    let (address, anchor) = link.split_once('#').map_or((link, None), |(address, anchor)| (address, Some(anchor)));
    let address = address.split('?').next().unwrap_or_default();
    let target = if address.is_empty() { from.to_owned() } else { resolve(from, address) };
    if !paths.contains(target.as_str()) {
        return Some(format!("there is no file `{target}`"));
    }
    let anchor = anchor.filter(|anchor| !anchor.is_empty())?;
    let known = anchors.get(target.as_str()).is_some_and(|anchors| anchors.contains(anchor));
    (!known).then(|| format!("`{target}` has no anchor `{anchor}`"))
}

/// A relative address as a path from the site's root.
fn resolve(from: &str, address: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in address.split('/') {
        match part {
            ".." => {
                parts.pop();
            }
            "." | "" => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The values of an attribute, such as ` href="`, in HTML that the site itself made. What needs escaping in an
/// anchor or an address is escaped alike on both ends.
fn attributes<'a>(html: &'a str, start: &'a str) -> impl Iterator<Item = &'a str> {
    html.split(start).skip(1).filter_map(|rest| rest.split('"').next())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(link: &str, expect: &[&str]) {
        let page = |path: &str, html: String| SiteFile { path: path.to_owned(), contents: html.into_bytes() };
        let files = [
            page("types/a.html", format!("<p id=\"x\"><a href=\"{link}\">")),
            page("index.html", "<h1 id=\"top\">".to_owned()),
        ];
        let messages: Vec<_> = super::check(&files).into_iter().map(|found| found.message).collect();
        assert_eq!(messages, expect, "{link}");
    }

    #[test]
    fn dead_links_are_found() {
        check("../index.html#top", &[]);
        check("#x", &[]);
        check("https://x.org/#y", &[]);
        check("#y", &["the link `#y` leads nowhere: `types/a.html` has no anchor `y`"]);
        check("index.html", &["the link `index.html` leads nowhere: there is no file `types/index.html`"]);
    }
}
