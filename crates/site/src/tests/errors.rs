//! Tests of the pages about Heat's errors, their list and their index.

use heat_catalogue::Catalogue;
use heat_errors::{Area, ErrorPages};
use insta::assert_snapshot;
use serde_json::Value;

use super::{main_part, published, text};
use crate::{SiteOptions, Templates, build};

#[test]
fn each_error_has_a_page_and_a_place_in_the_list() {
    let (site, pages) = (published(), ErrorPages::built_in());
    assert!(site.diagnostics.is_empty(), "{:?}", site.diagnostics);
    let list = main_part(text(site, "errors.html"));
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
        let own = main_part(text(site, &url));
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
    let site = published();
    assert_snapshot!(main_part(text(site, "errors/parameter-not-defined.html")));
    assert_snapshot!(main_part(text(site, "errors/stack-exists.html")));
}

#[test]
fn the_index_has_all_messages_and_rules() {
    let (site, pages) = (published(), ErrorPages::built_in());
    let index: Value = serde_json::from_str(text(site, "errors.json")).unwrap();
    let count = |key: &str| index[key].as_array().unwrap().len();
    assert_eq!((count("errors"), count("areas")), (pages.list.len(), Area::ALL.len()));
    let sets: Vec<usize> =
        index["rules"].as_array().unwrap().iter().map(|set| set["rules"].as_array().unwrap().len()).collect();
    assert_eq!(sets, [heat_template_check::RULES.len(), heat_lint::RULES.len(), heat_diff::RULES.len()]);
    let script = text(site, "errors.js");
    assert_eq!(script, format!("globalThis.heatErrorIndex={};\n", text(site, "errors.json")));
}

#[test]
fn a_site_without_errors_does_not_mention_them() {
    let memory = crate::Memory::default();
    build(Catalogue::default(), &SiteOptions::default(), &Templates::load(None).unwrap(), &memory).unwrap();
    let files = memory.into_files();
    assert!(files.iter().all(|file| !file.path.starts_with("errors")));
    let index = files.iter().find(|file| file.path == "index.html").unwrap();
    assert!(!std::str::from_utf8(&index.contents).unwrap().contains("errors.html"));
}
