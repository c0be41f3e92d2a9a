//! Tests of the pages about Heat's errors, their list and their index.

use heat_errors::{Area, ErrorPages};
use heat_site::{HiddenItems, SiteOptions, Templates, build};
use insta::assert_snapshot;
use serde_json::Value;

use crate::support::site::{InMemory, catalogue, main_part, site_of, text};
use crate::support::{folder, run_in, write};

fn site() -> InMemory {
    site_of(catalogue(), HiddenItems::InHistory)
}

#[test]
fn each_error_has_a_page_and_a_place_in_the_list() {
    let (site, pages) = (site(), ErrorPages::built_in());
    assert!(site.diagnostics.is_empty(), "{:?}", site.diagnostics);
    let list = main_part(text(&site, "errors.html"));
    for area in Area::ALL {
        assert!(
            list.contains(&format!("<h2 id=\"{0}\"><a href=\"#{0}\">{1}</a>", area.folder(), area.title())),
            "{}",
            area.title()
        );
    }
    for page in &pages.list {
        let url = format!("errors/{}.html", page.id);
        assert!(list.contains(&format!("href=\"{url}\"")), "{url}");
        let own = main_part(text(&site, &url));
        for title in ["Causes", "Provoked by", "Fixed", "What to do"] {
            assert_eq!(
                own.contains(&format!(">{title}</a></h2>")),
                page.text.contains(&format!("\n## {title}\n")),
                "{url}: {title}"
            );
        }
        assert_eq!(own.matches("<figure class=\"code\">").count(), page.files.len(), "{url}");
    }
}

#[test]
fn a_page_says_everything_about_its_error() {
    let site = site();
    assert_snapshot!(main_part(text(&site, "errors/parameter-not-defined.html")));
    assert_snapshot!(main_part(text(&site, "errors/stack-exists.html")));
}

#[test]
fn the_index_has_all_messages_and_rules() {
    let (site, pages) = (site(), ErrorPages::built_in());
    let index: Value = serde_json::from_str(text(&site, "errors.json")).unwrap();
    let count = |key: &str| index[key].as_array().unwrap().len();
    assert_eq!((count("errors"), count("areas")), (pages.list.len(), Area::ALL.len()));
    let sets: Vec<usize> =
        index["rules"].as_array().unwrap().iter().map(|set| set["rules"].as_array().unwrap().len()).collect();
    assert_eq!(sets, [heat_template_check::RULES.len(), heat_lint::RULES.len(), heat_diff::RULES.len()]);
    let script = text(&site, "errors.js");
    assert_eq!(script, format!("globalThis.heatErrorIndex={};\n", text(&site, "errors.json")));
}

#[test]
fn a_site_without_errors_does_not_mention_them() {
    let memory = heat_site::Memory::default();
    build(catalogue(), &SiteOptions::default(), &Templates::load(None).unwrap(), &memory).unwrap();
    let files = memory.into_files();
    assert!(files.iter().all(|file| !file.path.starts_with("errors")));
    let index = files.iter().find(|file| file.path == "index.html").unwrap();
    assert!(!std::str::from_utf8(&index.contents).unwrap().contains("errors.html"));
}

#[test]
fn errors_of_ones_own_replace_or_extend_those() {
    let folder = folder("own-errors");
    write(&folder.join("schemas/A/B.yaml"), "type: A::B\ndescription: A thing.\n");
    let head = |message: &str| {
        format!(
            "---\nmessage: '{message}'\nshown: [resource]\nunprovoked: It takes a token.\n---\nWhat it means.\n"
        )
    };
    write(&folder.join("docs/errors/failures/no-token.md"), head("No token for {name}"));
    let built = |folder: &std::path::Path| run_in(folder, &["build", "--site", "docs", "--out", "public"]);
    let ran = built(&folder);
    assert_eq!(ran.code, 0, "{ran}");
    let page = std::fs::read_to_string(folder.join("public/errors/no-token.html")).unwrap();
    assert!(page.contains("<h1>No token for <var>name</var></h1>"), "{page}");
    write(&folder.join("docs/errors/failures/no-token.md"), head("{name}"));
    let ran = built(&folder);
    assert!(ran.code != 0 && ran.err.contains("every text has the words of `{name}`"), "{ran}");
}
