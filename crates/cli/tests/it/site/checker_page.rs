//! The page that checks templates in the browser, and sites without it.

#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use std::sync::LazyLock;

use heat_errors::ErrorPages;
use heat_site::{
    Architectures, BrowserChecker, Guide, HiddenItems, Memory, SiteOptions, Templates, build, built_in_assets,
};
use serde_json::Value;

use crate::support::counts::counts;
use crate::support::site::{InMemory, between, catalogue, text};
use crate::support::{Ran, folder, run_in, write};

/// The published site, with a fake checker.
fn site() -> &'static InMemory {
    static SITE: LazyLock<InMemory> =
        LazyLock::new(|| site_with(Some(checker("usual")), HiddenItems::InHistory));
    &SITE
}

/// A fake checker.
fn checker(name: &str) -> BrowserChecker {
    let built = folder(&format!("checker-{name}"));
    write(&built.join("heat_browser.js"), "export default 1;");
    write(&built.join("heat_browser_bg.wasm"), [0, 0x61, 0x73, 0x6d]);
    BrowserChecker::read(&built).unwrap()
}

fn site_with(checker: Option<BrowserChecker>, hidden: HiddenItems) -> InMemory {
    let options = SiteOptions {
        guide: Guide::built_in(),
        architectures: Architectures::built_in(),
        errors: ErrorPages::built_in(),
        rules: heat_rules::all(),
        assets: built_in_assets(),
        checker,
        base_url: Some("https://docs.example.org/".to_owned()),
        hidden,
        ..SiteOptions::default()
    };
    let memory = Memory::default();
    let built = build(catalogue(), &options, &Templates::load(None).unwrap(), &memory).unwrap();
    InMemory { files: memory.into_files(), counts: built.counts, diagnostics: built.diagnostics }
}

/// The content security policy of a page.
fn policy(html: &str) -> &str {
    between(html, "http-equiv=\"Content-Security-Policy\" content=\"", "\"").next().unwrap()
}

#[test]
fn only_its_policy_allows_webassembly() {
    let site = site();
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
    let usual = data(site());
    assert_eq!((count(&usual, "types"), count(&usual, "pages")), (all, visible));
    let operators = data(&site_with(Some(checker("everywhere")), HiddenItems::Everywhere));
    assert_eq!((count(&operators, "types"), count(&operators, "pages")), (all, all));
    let unnamed = data(&site_with(Some(checker("nowhere")), HiddenItems::Nowhere));
    assert_eq!((count(&unnamed, "types"), count(&unnamed, "pages")), (visible, visible));
    assert!(!unnamed.to_string().contains("\"HIDDEN\""));
    let errors = usual["errors"].as_array().unwrap();
    assert_eq!(errors.len(), ErrorPages::built_in().list.len());
    let pages = &site().files;
    for error in errors {
        let url = error["url"].as_str().unwrap();
        assert!(pages.iter().any(|file| file.path == url), "{url}");
    }
}

#[test]
fn its_files_are_part_of_the_site() {
    let site = site();
    for name in ["page.css", "page.js", "worker.js", "heat_browser.js", "heat_browser_bg.wasm"] {
        assert!(site.files.iter().any(|file| file.path == format!("assets/checker/{name}")), "{name}");
    }
    assert!(text(site, "index.html").contains("<a href=\"check.html\">Check a template</a>"));
    assert!(text(site, "sitemap.xml").contains("<loc>https://docs.example.org/check.html</loc>"));
}

/// Builds a site of the catalogue of the tests in a folder.
fn build_in(
    name: &str,
    prepare: impl FnOnce(&std::path::Path),
    arguments: &[&str],
) -> (Ran, std::path::PathBuf) {
    let folder = folder(name);
    write(&folder.join("schemas/A/B.yaml"), "type: A::B\ndescription: A thing.\n");
    prepare(&folder);
    let ran = run_in(&folder, &[&["build", "--out", "public"], arguments].concat());
    (ran, folder.join("public"))
}

#[test]
fn without_a_checker_the_page_is_left_out() {
    let site = site_with(None, HiddenItems::InHistory);
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

#[test]
fn a_program_without_a_checker_says_that_the_page_is_left_out() {
    let (ran, public) = build_in("checker-built-in", |_| {}, &[]);
    assert_eq!(ran.code, 0, "{ran}");
    // An earlier build determines whether this program was compiled with a checker.
    let is_built_in = BrowserChecker::built_in().is_some();
    assert_eq!(ran.err.contains("*Check a template* is left out: "), !is_built_in, "{ran}");
    assert_eq!(public.join("check.html").exists(), is_built_in);
}

#[test]
fn the_default_folder_is_found() {
    let prepare = |folder: &std::path::Path| {
        write(&folder.join("target/checker/heat_browser.js"), "");
        write(&folder.join("target/checker/heat_browser_bg.wasm"), "");
    };
    let (ran, public) = build_in("checker-default", prepare, &[]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran}");
    assert!(public.join("check.html").exists());
}

#[test]
fn an_incomplete_checker_is_an_error() {
    let prepare = |folder: &std::path::Path| write(&folder.join("built/heat_browser.js"), "");
    let (ran, public) = build_in("checker-incomplete", prepare, &["--browser-checker", "built"]);
    assert_ne!(ran.code, 0, "{ran}");
    assert!(ran.err.contains("there is no `heat_browser_bg.wasm`"), "{ran}");
    assert!(!public.exists());
}
