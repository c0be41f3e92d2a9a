//! Any schema in every export format, as a provider template, and as samples.
#![no_main]

mod limits;

use heat_export::{ExportedCatalogue, Form};
use heat_catalogue::relations::References;
use heat_samples::provider_template::{Language, provider_template};
use heat_samples::snippet::snippets;
use heat_schema_text as yaml_text;
use heat_lint::{Tables, lint_file};
use heat_catalogue::Catalogue;
use heat_model::load::load_schema;
use heat_yaml::Source;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| {
    limits::check(input, || {
        let Some(file) = load_schema(&Source::new("schemas/A/B.yaml", input)).file else { return 0 };
        let findings = lint_file(&file, &Tables::default());
        let is_writable = findings.iter().all(|found| found.code != "unwritable-value");
        let schema = file.schema;
        let mut catalogue = Catalogue::default();
        let name = schema.name.clone();
        catalogue.types.insert(name.clone(), schema);
        let schema = &catalogue.types[&name];
        let made = snippets(schema, &References::new(&catalogue.types, &catalogue.custom_constraints));
        let mut written = made.minimal.len() + made.full.map_or(0, |full| full.len());
        for language in [Language::Hot, Language::Cfn] {
            written += yaml_text::values(&provider_template(schema, language)).len();
        }
        let exported = ExportedCatalogue::from(&catalogue);
        let texts: Result<Vec<String>, _> = Form::ALL.into_iter().map(|form| exported.text(form)).collect();
        let exported = match texts {
            Ok(exported) => exported,
            Err(error) => {
                assert!(!is_writable, "any other schema can be written as JSON: {error}");
                return written;
            }
        };
        written + exported.iter().map(String::len).sum::<usize>()
    });
});
