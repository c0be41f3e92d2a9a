//! Any text: loading it as a schema and linting it terminates without a panic.
#![no_main]

use heat_lint::{Tables, lint_file};
use heat_model::load::load_schema;
use heat_yaml::Source;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| {
    let loaded = load_schema(&Source::new("schemas/A/B.yaml", input));
    if let Some(file) = loaded.file {
        _ = lint_file(&file, &Tables::default());
        let _ = file.schema.without_hidden();
    }
});
