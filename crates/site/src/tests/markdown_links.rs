//! Links in the Markdown of a site. The tests of the program use this file, too.

use std::collections::BTreeMap;
use std::path::Path;

use pulldown_cmark::{Event, Options, Parser, Tag};

/// Follows all links in the Markdown among files, and returns their number. Nothing in it may be HTML.
pub(crate) fn follow(files: &BTreeMap<&str, &str>) -> usize {
    let mut followed = 0;
    for (path, markdown) in files.iter().filter(|(path, _)| is_markdown(path)) {
        for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
            let link = match event {
                Event::Start(Tag::Link { dest_url, .. }) => dest_url,
                Event::Html(raw) | Event::InlineHtml(raw) => panic!("{path}: {raw}"),
                _ => continue,
            };
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            let (page, anchor) =
                link.split_once('#').map_or((&*link, None), |(page, anchor)| (page, Some(anchor)));
            let target = resolved(path, page);
            let found = files.get(target.as_str());
            assert!(found.is_some(), "{path} leads to {link}: {target}");
            let has = |anchor: &str| found.is_some_and(|html| html.contains(&format!(" id=\"{anchor}\"")));
            assert!(anchor.is_none_or(has) || is_markdown(&target), "{path} leads to {link}");
            followed += 1;
        }
    }
    followed
}

fn is_markdown(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|end| end == "md")
}

/// Resolves a relative link of a page to a path from the root of the site; a link without a path is one to the page itself.
pub(crate) fn resolved(page: &str, link: &str) -> String {
    if link.is_empty() {
        return page.to_owned();
    }
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "." => {}
            ".." => _ = parts.pop(),
            name => parts.push(name),
        }
    }
    parts.join("/")
}
