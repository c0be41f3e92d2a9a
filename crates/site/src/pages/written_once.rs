//! Tests that the facts about pages are only in the table of pages: their paths, titles, templates and positions in the
//! navigation.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use walkdir::WalkDir;

use super::PAGES;
use super::frame::kind::{Label, Pages};
use super::frame::renderer::HeaderLinks;
use super::frame::side_navigation::SideNavigation;
use super::shared::constraint_uses::CustomConstraint;
use super::shared::pieces::PieceContext;
use super::shared::service_lists::{NavService, ServiceSection};
use crate::files::templates::BUILT_IN;

/// The templates that the code renders as parts of pages.
const PARTS: [&str; 5] = [
    HeaderLinks::TEMPLATE,
    SideNavigation::TEMPLATE,
    NavService::TEMPLATE,
    ServiceSection::TEMPLATE,
    CustomConstraint::TEMPLATE,
];

fn template(name: &str) -> &'static str {
    BUILT_IN.iter().find(|(known, _)| *known == name).map(|(_, text)| *text).unwrap()
}

/// Returns whether another template extends this one, or uses one of its components.
fn is_used(name: &str, text: &str) -> bool {
    let components = text.split("{%- component ").skip(1).filter_map(|rest| rest.split('(').next());
    let components: Vec<String> = components.map(|component| format!("<{component} ")).collect();
    let extends = format!("{{% extends \"{name}\" %}}");
    let mut others = BUILT_IN.iter().filter(|(other, _)| *other != name).map(|(_, text)| text);
    others.any(|other| {
        other.contains(&extends) || components.iter().any(|component| other.contains(component.as_str()))
    })
}

#[test]
fn every_template_has_one_use() {
    for (name, text) in BUILT_IN {
        let rows = PAGES.iter().filter(|kind| kind.template == *name).count();
        let uses =
            rows + PARTS.iter().filter(|part| *part == name).count() + usize::from(is_used(name, text));
        assert_eq!(uses, 1, "{name}");
    }
    for kind in PAGES {
        assert!(BUILT_IN.iter().any(|(name, _)| *name == kind.template), "{}", kind.template);
    }
}

/// Checks that the links of every page come from the table: the templates of the frame do not contain their addresses.
#[test]
fn the_navigation_has_no_literals() {
    for place in [HeaderLinks::TEMPLATE, SideNavigation::TEMPLATE] {
        let text = template(place);
        assert!(text.contains("{%- for "), "{place} lists links");
        for kind in PAGES {
            let Pages::One { path, title, .. } = kind.pages else { continue };
            assert!(!text.contains(path) && !text.contains(&format!(">{title}<")), "{place} names {path}");
        }
    }
}

#[test]
fn the_places_in_the_navigation_are_different() {
    let mut places = BTreeMap::new();
    for entry in PAGES.iter().filter_map(|kind| kind.listing.navigation.as_ref()) {
        *places.entry(entry.place).or_insert(0) += 1;
    }
    assert!(places.values().all(|count| *count == 1), "{places:?}");
}

/// Checks that a kind with several pages sets a label and a target for its links, because it has no title and no single path.
#[test]
fn links_to_several_pages_say_where_they_lead() {
    let entries = PAGES.iter().filter_map(|kind| Some((kind, kind.listing.navigation.as_ref()?)));
    for (kind, entry) in entries.filter(|(kind, _)| kind.path().is_none()) {
        assert!(entry.to.is_some(), "{}", kind.template);
        let labels = [entry.header, entry.side].into_iter().flatten();
        assert!(labels.into_iter().all(|label| matches!(label, Label::Text(_))), "{}", kind.template);
    }
}

/// The files of the crate with their contents, without tests.
fn sources() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = WalkDir::new(&folder).sort_by_file_name().into_iter().map(Result::unwrap);
    let files = files.filter(|entry| entry.path().extension().is_some_and(|extension| extension == "rs"));
    let read = files.map(|entry| {
        let text = fs::read_to_string(entry.path()).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap().to_owned();
        (entry.path().strip_prefix(&folder).unwrap().display().to_string(), code)
    });
    read.filter(|(name, _)| !name.starts_with("tests/") && *name != "pages/written_once.rs").collect()
}

/// The files in which a string literal begins with a text, once per occurrence.
fn literals(sources: &[(String, String)], start: &str) -> Vec<String> {
    let start = format!("\"{start}");
    sources.iter().flat_map(|(name, code)| code.matches(&start).map(|_| name.clone())).collect()
}

#[test]
fn paths_and_templates_are_written_once() {
    let sources = sources();
    let names: Vec<&str> =
        PAGES.iter().flat_map(|kind| [Some(kind.template), kind.path()]).flatten().chain(PARTS).collect();
    for name in &names {
        let expected = names.iter().filter(|other| other == &name).count();
        let found = literals(&sources, name);
        assert_eq!(found.len(), expected, "{name} is written in {found:?}");
    }
}

/// Titles that are also headings on a page.
const HEADINGS: [&str; 1] = ["Resource types"];

#[test]
fn titles_are_written_once() {
    let sources = sources();
    for kind in PAGES {
        let Pages::One { title, .. } = kind.pages else { continue };
        if !HEADINGS.contains(&title) {
            let found = literals(&sources, &format!("{title}\""));
            assert_eq!(found, ["pages/mod.rs"], "{title}");
        }
    }
}
