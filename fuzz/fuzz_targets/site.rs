//! Any schemas, separated by `---`: their site is built in bounded time and space, and none of their text becomes markup.
#![no_main]

mod limits;

use std::sync::LazyLock;

use heat_site::{Memory, SiteOptions, Templates, build};
use heat_lint::{Tables, lint_file};
use heat_catalogue::Catalogue;
use heat_model::load::load_schema;
use heat_yaml::Source;
use libfuzzer_sys::fuzz_target;

static TEMPLATES: LazyLock<Templates> =
    LazyLock::new(|| Templates::load(None).expect("the built-in templates compile"));

fuzz_target!(|input: &str| {
    limits::check(input, || {
        let mut catalogue = Catalogue::default();
        let mut is_writable = true;
        for text in input.split("\n---\n") {
            let loaded = load_schema(&Source::new("schemas/A/B.yaml", text));
            let Some(file) = loaded.file else { return 0 };
            let findings = lint_file(&file, &Tables::default());
            is_writable &= findings.iter().all(|found| found.code != "unwritable-value");
            catalogue.types.insert(file.schema.name.clone(), file.schema);
        }
        let memory = Memory::default();
        let options =
            SiteOptions { base_url: Some("https://docs.example.org/".to_owned()), ..SiteOptions::default() };
        match build(catalogue, &options, &TEMPLATES, &memory) {
            Ok(_) => assert!(is_writable, "a number was lost"),
            Err(error) => {
                assert!(
                    !is_writable && error.code == "unwritable-value",
                    "any other schema has a page: {error:?}"
                );
                return 0;
            }
        }
        let files = memory.into_files();
        for page in files.iter().filter(|file| file.is_page()) {
            let html = String::from_utf8_lossy(&page.contents);
            for element in ["<x-evil", "<iframe", "<object", "<embed", "<style", "<base"] {
                assert!(!html.contains(element), "{} has {element}", page.path);
            }
            // The scripts of the frame are files, and it has no refresh.
            assert!(
                !html.contains("<script>") && !html.contains("<meta http-equiv=refresh"),
                "{}",
                page.path
            );
        }
        files.iter().map(|file| file.contents.len()).sum()
    });
});
