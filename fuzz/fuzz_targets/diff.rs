//! Any two schemas, separated by `---`: comparing them terminates in both directions, and finds nothing if nothing changed.
#![no_main]

use heat_diff::{Finding, Policy, compare};
use heat_model::load::load_schema;
use heat_model::{ReleaseTable, ResourceType};
use heat_yaml::Source;
use libfuzzer_sys::fuzz_target;

fn schema(text: &str) -> Option<ResourceType> {
    Some(load_schema(&Source::new("schemas/A/B.yaml", text)).file?.schema)
}

fn found(before: &ResourceType, after: &ResourceType) -> Vec<Finding> {
    let releases = ReleaseTable::default();
    compare(&[before], &[after], &Policy::new(&releases))
}

fuzz_target!(|input: &str| {
    let Some((before, after)) = input.split_once("\n---\n") else { return };
    let (Some(before), Some(after)) = (schema(before), schema(after)) else { return };
    for finding in found(&before, &after).into_iter().chain(found(&after, &before)) {
        _ = finding.fingerprint();
    }
    assert!(found(&before, &before).is_empty());
});
