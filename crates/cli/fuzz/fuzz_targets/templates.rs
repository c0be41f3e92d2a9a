//! Two schemas and a template, separated by `---`: the findings of `diff --templates`, including witnesses.
#![no_main]

#[path = "../../../fuzz/fuzz_targets/limits/mod.rs"]
mod limits;

use heat_codegen::template_usage::{Changes, Templates, usages};
use heat_diff::{Policy, compare};
use heat_model::load::load_schema;
use heat_model::{CustomConstraintTable, ReleaseTable, ResourceType};
use heat_witness as witness;
use heat_yaml::Source;
use libfuzzer_sys::fuzz_target;

fn schema(text: &str) -> Option<ResourceType> {
    Some(load_schema(&Source::new("schemas/A/B.yaml", text)).file?.schema)
}

fuzz_target!(|input: &str| {
    limits::check(input, || {
        let mut parts = input.splitn(3, "\n---\n");
        let (Some(before), Some(after)) = (parts.next().and_then(schema), parts.next().and_then(schema)) else {
            return 0;
        };
        let (templates, _) = Templates::from_texts(parts.next().map(|text| ("template.yaml", text)));
        let releases = ReleaseTable::default();
        let (before, after) = ([&before], [&after]);
        let findings = compare(&before, &after, &Policy::new(&releases));
        let mut written = 0;
        for finding in &findings {
            let same = after[0].name == before[0].name;
            let found =
                witness::find(finding, before[0], same.then_some(after[0]), &CustomConstraintTable::default());
            written += found.map_or(0, |witness| witness.template.len());
        }
        let used = usages(&templates, &Changes::new(&before, &after, &findings));
        written + used.len()
    });
});
