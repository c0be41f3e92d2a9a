//! The page that checks templates in the browser, and sites without it.

use heat_errors::ErrorPages;
use serde_json::Value;

use super::counts::counts;
use super::{InMemory, between, of_all_releases, of_operators, published, text, without_hidden_names};

/// The content security policy of a page.
fn policy(html: &str) -> &str {
    between(html, "http-equiv=\"Content-Security-Policy\" content=\"", "\"").next().unwrap()
}

#[test]
fn only_its_policy_allows_webassembly() {
    let site = of_all_releases();
    assert!(site.diagnostics.is_empty(), "{:?}", site.diagnostics);
    let usual = policy(text(site, "index.html"));
    assert!(!usual.contains("wasm") && !usual.contains("worker-src"), "{usual}");
    let own = policy(text(site, "check.html"));
    assert_eq!(own.replace(" 'wasm-unsafe-eval'; worker-src 'self'", ""), usual);
    for file in site.files.iter().filter(|file| file.is_page() && file.path != "check.html") {
        let html = std::str::from_utf8(&file.contents).unwrap();
        let own = policy(html);
        assert!(!own.contains("wasm") && !own.contains("worker-src"), "{}: {own}", file.path);
        assert!(!html.contains("/checker/page.") && !html.contains("/checker/worker."), "{}", file.path);
    }
}

#[test]
fn its_data_are_the_catalogue() {
    let data = |site: &InMemory| -> Value {
        serde_json::from_str(text(site, "assets/checker/catalogue.json")).unwrap()
    };
    let count = |data: &Value, key: &str| data[key].as_object().unwrap().len();
    let counts = counts();
    let (all, visible) = (counts.types, counts.visible_types());
    let usual = data(of_all_releases());
    assert_eq!((count(&usual, "types"), count(&usual, "pages")), (all, visible));
    let operators = data(of_operators());
    assert_eq!((count(&operators, "types"), count(&operators, "pages")), (all, all));
    let unnamed = data(without_hidden_names());
    assert_eq!((count(&unnamed, "types"), count(&unnamed, "pages")), (visible, visible));
    assert!(!unnamed.to_string().contains("\"HIDDEN\""));
    let errors = usual["errors"].as_array().unwrap();
    assert_eq!(errors.len(), ErrorPages::built_in().list.len());
    let pages = &of_all_releases().files;
    for error in errors {
        let url = error["url"].as_str().unwrap();
        assert!(pages.iter().any(|file| file.path == url), "{url}");
    }
}

#[test]
fn its_files_are_part_of_the_site() {
    let site = of_all_releases();
    for name in ["page.css", "page.js", "worker.js", "heat_browser.js", "heat_browser_bg.wasm"] {
        assert!(site.files.iter().any(|file| file.path == format!("assets/checker/{name}")), "{name}");
    }
    assert!(text(site, "index.html").contains("<a href=\"check.html\">Check a template</a>"));
    assert!(text(site, "sitemap.xml").contains("<loc>https://docs.example.org/heat/check.html</loc>"));
}

#[test]
fn without_a_checker_the_page_is_left_out() {
    let site = published();
    assert!(site.diagnostics.is_empty(), "{:?}", site.diagnostics);
    for file in &site.files {
        let is_of_checker = file.path == "check.html" || file.path.starts_with("assets/checker/");
        assert!(!is_of_checker, "{}", file.path);
        if file.is_page() {
            let html = std::str::from_utf8(&file.contents).unwrap();
            assert!(!html.contains("check.html\""), "{}", file.path);
        }
    }
}
