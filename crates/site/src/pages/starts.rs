//! Suggested first pages on the start page, for each group of readers.

use serde::Serialize;

use super::frame::page_links::{PageLinks, TitledLink};
use crate::contents::site::Site;
use crate::links::addresses::{CHECK, COMPARE, DEPRECATIONS, ERRORS};
use crate::releases::hidden_links;

/// A group of readers, with the pages that they need first.
#[derive(Debug, Serialize)]
pub(super) struct Start {
    title: &'static str,
    words: &'static str,
    links: Vec<TitledLink>,
}

/// The pages for a group of readers: their addresses, and their labels if these are not the titles. Pages that the site lacks are
/// left out.
struct Readers {
    title: &'static str,
    words: &'static str,
    pages: &'static [(&'static str, Option<&'static str>)],
}

const READERS: [Readers; 3] = [
    Readers {
        title: "Write templates",
        words: "From the first stack to an update that loses nothing.",
        pages: &[
            ("guide/start-here.html", None),
            (CHECK, None),
            ("guide/what-an-update-does.html", None),
            ("guide/planning-an-update.html", None),
        ],
    },
    Readers {
        title: "Run stacks and upgrades",
        words: "What a message means, and what a release changes.",
        pages: &[
            (ERRORS, Some("Look up an error")),
            (COMPARE, None),
            (DEPRECATIONS, None),
            (hidden_links::PATH, Some("Names from old templates")),
        ],
    },
    Readers {
        title: "Write types and plug-ins",
        words: "A schema as data, and what follows from it.",
        pages: &[
            ("guide/getting-started.html", None),
            ("guide/writing-a-plug-in.html", None),
            ("guide/reviewing-diffs.html", None),
            ("guide/publishing.html", None),
        ],
    },
];

/// The groups of readers for whom the site has pages.
pub(super) fn starts(site: &Site<'_>, links: &PageLinks) -> Vec<Start> {
    // The title of a page, if the site has it.
    let title = |url: &str| {
        let of_guide =
            || site.options.guide.pages.iter().find(|page| page.url == url).map(|page| page.title.as_str());
        links.pages.iter().find(|(path, _)| *path == url).map(|(_, title)| *title).or_else(of_guide)
    };
    let link = |(url, label): &(&str, Option<&str>)| {
        let title = title(url)?;
        Some(TitledLink { title: label.unwrap_or(title).to_owned(), url: (*url).to_owned() })
    };
    let start = |readers: &Readers| Start {
        title: readers.title,
        words: readers.words,
        links: readers.pages.iter().filter_map(link).collect(),
    };
    READERS.iter().map(start).filter(|start| start.links.len() > 1).collect()
}
