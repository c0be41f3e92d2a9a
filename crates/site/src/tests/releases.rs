//! Tests of the release pages against the recorded changes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use heat_catalogue::Catalogue;
use heat_history::{Change, History, RecordedRelease};
use heat_model::{Release, ReleaseTable, ResourceType};

use super::{InMemory, between, catalogue, main_part, published, site_of, text, words};
use crate::HiddenItems;

/// The kinds of changes that can be determined without a schema.
const KINDS: [&str; 5] = ["removed", "placeholders", "hidden", "deprecated", "added"];

/// Changes in the form `hidden OS::Cinder::Volume prop multiattach`.
type Facts = BTreeSet<String>;

/// The changes in every release, from the recorded schemas alone.
fn facts() -> BTreeMap<String, Facts> {
    let mut all: BTreeMap<String, Facts> = BTreeMap::new();
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/src/tests/releases.txt")).unwrap();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (release, fact) = line.split_once(' ').unwrap();
        all.entry(release.to_owned()).or_default().insert(fact.to_owned());
    }
    all
}

/// A release's page, parsed.
#[derive(Default)]
struct Page {
    /// The headings under which each type is listed.
    headings: BTreeMap<String, BTreeSet<String>>,
    facts: Facts,
    /// The number of changes of each kind, by its id.
    counts: BTreeMap<String, usize>,
    /// The number of changes of each kind in the summary of the page, by its id.
    tally: BTreeMap<String, usize>,
}

fn page(site: &InMemory, release: &str) -> Page {
    let html = text(site, &format!("releases/{}.html", release.to_lowercase()));
    let mut page = Page::default();
    for section in between(html, "<section class=\"changes\" data-s=\"", "</section>") {
        let heading = section.split('"').next().unwrap();
        for entry in between(section, "<div data-t=\"", "</div>") {
            let name = entry.split('"').next().unwrap();
            page.headings.entry(name.to_owned()).or_default().insert(heading.to_owned());
            for line in between(entry, "<li data-k=\"", ">") {
                let (key, kind) = line.strip_suffix('"').unwrap().split_once("\" data-c=\"").unwrap();
                let (place, _) = key.rsplit_once(' ').unwrap();
                let place = place.strip_suffix(' ').map_or(format!(" {place}"), |_| String::new());
                page.facts.insert(format!("{kind} {name}{place}"));
                *page.counts.entry(kind.to_owned()).or_default() += 1;
            }
        }
    }
    for tally in
        between(html, "<ul class=\"tally\"", "</ul>").flat_map(|list| between(list, "<li class=\"", "</li>"))
    {
        let (kind, rest) = tally.split_once('"').unwrap();
        page.tally.insert(kind.to_owned(), number(rest));
    }
    page
}

/// The first number in some HTML; 0 if there is none.
fn number(html: &str) -> usize {
    let words = words(&format!("<{html}"));
    let digits = words.split(|char: char| !char.is_ascii_digit()).find(|digits| !digits.is_empty());
    digits.map_or(0, |digits| digits.parse().unwrap())
}

/// The names of the releases with a page, oldest first.
fn releases() -> Vec<String> {
    let catalogue = catalogue();
    let versions = catalogue.history.releases[1..].iter().map(|release| release.version.clone());
    versions.map(|version| catalogue.releases.get(&version).unwrap().name.clone()).collect()
}

#[test]
fn every_release_page_lists_its_changes() {
    let facts = facts();
    let names = releases();
    assert_eq!(names.len(), 16);
    for release in &names {
        let of_kind = |fact: &&String| KINDS.contains(&fact.split(' ').next().unwrap());
        let shown: Facts = page(published(), release).facts.iter().filter(of_kind).cloned().collect();
        assert_eq!(shown, facts.get(release).cloned().unwrap_or_default(), "{release}");
    }
}

#[test]
fn a_type_is_listed_under_one_heading() {
    for release in releases() {
        for (name, headings) in page(published(), &release).headings {
            assert_eq!(headings.len(), 1, "{release}: {name} stands under {headings:?}");
        }
    }
}

/// The cells of the table row that links to a release's page.
fn row(path: &str, release: &str) -> Vec<usize> {
    let link = format!("href=\"releases/{}.html\"", release.to_lowercase());
    let row = between(text(published(), path), "<tr>", "</tr>").find(|row| row.contains(&link)).unwrap();
    between(row, "<td class=\"num\"", "</td>").map(|cell| number(&cell[cell.find('>').unwrap()..])).collect()
}

#[test]
fn counts_agree_everywhere() {
    for release in releases() {
        let page = page(published(), &release);
        assert_eq!(page.tally, page.counts, "{release}");
        let count = |kind: &str| page.counts.get(kind).copied().unwrap_or_default();
        let listed = ["placeholders", "hidden", "deprecated", "changed", "added"].map(count);
        assert_eq!(row("releases.html", &release), listed, "{release}");
        let in_life_cycle = ["added", "deprecated", "hidden"].map(count);
        assert_eq!(row("life-cycle.html", &release), in_life_cycle, "{release}");
        // Items that are still hidden are listed by the release that hid them.
        let heading = format!(">{release}</a> <small>");
        let hidden = between(text(published(), "hidden.html"), "<section class=\"gone\">", "</section>")
            .find(|section| section.contains(&heading))
            .map_or(0, |section| section.matches("<tr id=").count());
        assert_eq!(hidden, count("hidden"), "{release}");
    }
}

#[test]
fn the_feed_and_the_lists_have_the_counts_of_the_pages() {
    for release in releases() {
        let address = format!("releases/{}.html", release.to_lowercase());
        let page = text(published(), &address);
        let tally: Vec<String> = between(page, "<ul class=\"tally\"", "</ul>")
            .flat_map(|list| between(list, "<li ", "</li>"))
            .map(|item| words(&format!("<{item}")))
            .collect();
        let summary = if tally.is_empty() { "Nothing changed".to_owned() } else { tally.join(", ") };
        let entry = between(text(published(), "releases.atom"), "<entry>", "</entry>")
            .find(|entry| entry.contains(&address))
            .unwrap();
        assert!(entry.contains(&format!("<summary>{summary}.</summary>")), "{entry}");
        let twin = address.replace(".html", ".md");
        assert!(text(published(), "llms.txt").contains(&format!("{twin}): {summary}.")), "{release}");
        assert!(
            text(published(), "compare.html").contains(&format!("<span class=\"dim\">{summary}</span>")),
            "{release}"
        );
        // These names are the details of the numbers.
        for name in between(page, "<div data-t=\"", "\"") {
            assert!(entry.contains(name), "the feed does not name {name} in {release}");
        }
    }
}

#[test]
fn numbers_agree_with_their_nouns() {
    let nouns = [
        "types",
        "properties",
        "attributes",
        "items",
        "fields",
        "members",
        "changes",
        "releases",
        "became placeholders",
    ];
    for file in published().files.iter().filter(|file| file.is_page()) {
        let words = words(main_part_or_all(std::str::from_utf8(&file.contents).unwrap()));
        for noun in nouns {
            for (at, _) in words.match_indices(&format!("1 {noun}")) {
                let before = words[..at].chars().next_back();
                assert!(
                    before.is_some_and(|char| char.is_ascii_digit() || ",.".contains(char)),
                    "{}: 1 {noun}",
                    file.path
                );
            }
        }
        assert!(!words.contains(" 1 behaviour changes"), "{}", file.path);
    }
}

fn main_part_or_all(html: &str) -> &str {
    if html.contains("</main>") { main_part(html) } else { html }
}

#[test]
fn releases_look_as_reviewed() {
    insta::with_settings!({ omit_expression => true }, {
        insta::assert_snapshot!("release_2024_2", main_part(text(published(), "releases/2024.2.html")));
        insta::assert_snapshot!("release_train", main_part(text(published(), "releases/train.html")));
        insta::assert_snapshot!("releases", main_part(text(published(), "releases.html")));
        insta::assert_snapshot!("feed", text(published(), "releases.atom"));
    });
    assert!(main_part(text(published(), "releases/2023.1.html")).contains("Nothing changed"));
}

#[test]
fn every_release_can_be_found() {
    for release in releases() {
        let path = format!("releases/{}.html", release.to_lowercase());
        for file in [
            "releases.html",
            "compare.html",
            "life-cycle.html",
            "search-index.json",
            "llms.txt",
            "sitemap.xml",
        ] {
            // Programs are directed to the Markdown.
            let path = if file == "llms.txt" { path.replace(".html", ".md") } else { path.clone() };
            assert!(text(published(), file).contains(&path), "{file} does not lead to {path}");
        }
    }
}

/// A change: the index of its release, the type, the rule, the path, and the steps of a status before and after.
type Step<'a> = (usize, &'a str, &'a str, &'a str, &'a [&'a str], &'a [&'a str]);

/// A catalogue of types, with the changes in three releases.
fn with_history(types: &str, changes: &[Step<'_>]) -> Catalogue {
    let types: Vec<ResourceType> = serde_json::from_str(types).unwrap();
    let release =
        |number: usize| RecordedRelease { version: format!("{number}.0.0"), ..RecordedRelease::default() };
    let mut history = History { releases: (1..=4).map(release).collect() };
    let steps = |steps: &[&str]| {
        (!steps.is_empty())
            .then(|| steps.iter().map(|step| heat_model::Value::from(*step)).collect::<Vec<_>>().into())
    };
    for (number, name, rule, path, before, after) in changes {
        let change = Change {
            rule: (*rule).to_owned(),
            path: (*path).to_owned(),
            before: steps(before),
            after: steps(after),
            ..Change::default()
        };
        history.releases[number - 1].changes.entry((*name).to_owned()).or_default().push(change);
    }
    let releases = (1..=4).map(|number| Release {
        version: format!("{number}.0.0"),
        name: format!("R{number}"),
        date: format!("202{number}-01-01"),
        ..Release::default()
    });
    Catalogue {
        types: types.into_iter().map(|schema| (schema.name.clone(), schema)).collect(),
        releases: ReleaseTable { releases: releases.collect() },
        history,
        ..Catalogue::default()
    }
}

#[test]
fn releases_are_described_at_their_time() {
    let catalogue = || {
        with_history(
            r#"[{"type": "A::Now", "properties": {"kept": {"type": "string"}, "back": {"type": "string"},
                "old": {"type": "string", "support_status": [{"status": "HIDDEN", "version": "4.0.0"}]},
                "secret": {"type": "string", "support_status": [{"status": "HIDDEN", "version": "1.0.0"}]},
                "stillborn": {"type": "string", "support_status": [{"status": "HIDDEN", "version": "2.0.0"}]}}},
            {"type": "A::Placeholder", "support_status": [{"status": "HIDDEN", "version": "3.0.0"},
                {"status": "DEPRECATED", "version": "2.0.0", "message": "Use A::Now."}]}]"#,
            &[
                (2, "A::Now", "property-added", "properties.old", &[], &[]),
                (2, "A::Now", "property-added-hidden", "properties.stillborn", &[], &[]),
                (2, "A::Now", "property-default-changed", "properties.secret.default", &[], &[]),
                (3, "A::Now", "property-default-changed", "properties.old.default", &[], &[]),
                (4, "A::Now", "status-hidden", "properties.old.support_status", &[], &["HIDDEN 4.0.0"]),
                (3, "A::Now", "status-hidden", "properties.back.support_status", &[], &["HIDDEN 3.0.0"]),
                (
                    4,
                    "A::Now",
                    "status-history-rewritten",
                    "properties.back.support_status",
                    &["HIDDEN 3.0.0"],
                    &[],
                ),
                (2, "A::Placeholder", "status-deprecated", "support_status", &[], &["DEPRECATED 2.0.0"]),
                (
                    3,
                    "A::Placeholder",
                    "status-hidden",
                    "support_status",
                    &["DEPRECATED 2.0.0"],
                    &["HIDDEN 3.0.0"],
                ),
                (3, "A::Placeholder", "property-added", "properties.x", &[], &[]),
                (4, "A::Placeholder", "resource-type-retired", "", &[], &[]),
                (4, "A::Gone", "resource-type-removed-after-hidden", "", &[], &[]),
            ],
        )
    };
    let site = site_of(catalogue(), HiddenItems::InHistory);
    assert!(site.diagnostics.is_empty(), "{:?}", site.diagnostics);
    let shown = |release: &str| page(&site, release).facts.into_iter().collect::<Vec<_>>();
    assert_eq!(shown("R2"), ["added A::Now prop old", "deprecated A::Placeholder"]);
    assert_eq!(shown("R3"), ["changed A::Now prop old", "hidden A::Now prop back", "hidden A::Placeholder"]);
    assert_eq!(
        shown("R4"),
        [
            "changed A::Now prop back",
            "hidden A::Now prop old",
            "placeholders A::Placeholder",
            "removed A::Gone"
        ]
    );
    // Users of a placeholder see what replaces it, and since when it has been hidden.
    let second = text(&site, "releases/r2.html");
    assert!(
        second.contains("<a class=\"later\" href=\"../hidden.html#A::Placeholder\">hidden in R3</a>"),
        "{second}"
    );
    assert!(text(&site, "releases/r4.html").contains("Replaced by <a href=\"../types/A/Now.html\">"));
    // The type's own page does not mention items that are hidden today.
    let own = main_part(text(&site, "types/A/Now.html"));
    let words: BTreeSet<&str> = own.split(|char: char| !char.is_alphanumeric()).collect();
    assert!(words.contains("back") && !words.contains("old") && !words.contains("secret"), "{own}");

    // Without names, the numbers are the same.
    let unnamed = site_of(catalogue(), HiddenItems::Nowhere);
    let page = page(&unnamed, "R3");
    assert_eq!(page.facts.into_iter().collect::<Vec<_>>(), ["hidden A::Now prop back"]);
    assert_eq!(page.tally, BTreeMap::from([("changed".to_owned(), 1), ("hidden".to_owned(), 2)]));
    assert!(text(&unnamed, "releases/r3.html").contains("2 changes in items that have since been hidden"));
}

/// `diff` reports these changes, but readers of the docs have no use for them.
#[test]
fn changes_that_nobody_notices_are_left_out() {
    let catalogue = catalogue();
    let changes = catalogue.history.releases.iter().flat_map(|release| release.changes.values().flatten());
    let silent: BTreeSet<&str> = changes
        .filter(|change| change.kind() == heat_history::Kind::Changed)
        .filter_map(|change| heat_diff::rule(&change.rule))
        .filter(|rule| !rule.has_effect() && rule.severity == heat_diff::Severity::Safe)
        .map(|rule| rule.summary)
        .collect();
    assert_eq!(silent, BTreeSet::from(["The declared update rule changed, with no effect"]));
    let pages = published().files.iter().filter(|file| {
        file.is_page() && (file.path.starts_with("releases/") || file.path.starts_with("types/"))
    });
    for page in pages {
        let html = words(std::str::from_utf8(&page.contents).unwrap());
        assert!(silent.iter().all(|summary| !html.contains(summary)), "{}", page.path);
    }
}
