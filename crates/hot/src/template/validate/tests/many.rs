//! Templates with many errors.

use super::validated;
use crate::Fault;
use crate::fault::Exception;
use crate::limits::{MAX_EXPLAINED, MAX_PATHS};

#[test]
fn wrong_keys_among_many_have_their_places() {
    let keys: Vec<String> = (0..40).map(|number| format!("u{number}")).collect();
    let wrong: Vec<String> = keys.iter().map(|key| format!("{key}: 1")).collect();
    let text =
        format!("resources: {{a: {{type: My::Thing, properties: {{name: n, {}}}}}}}", wrong.join(", "));
    let whole = format!("heat_template_version: 2018-08-31\n{text}");
    let found = validated("2018-08-31", &text, "{}", true).faults;
    let places: Vec<&str> =
        found.iter().filter_map(|fault| fault.span).map(|span| &whole[span.start..span.end]).collect();
    assert_eq!(places, keys);
}

#[test]
fn the_long_name_of_a_resource_is_not_repeated_for_each_fault() {
    fn check(properties: &str, count: usize) {
        let name = "n".repeat(100_000);
        let text = format!("resources:\n  ? {name}\n  : {{type: My::Thing, properties: {{{properties}}}}}");
        let found = validated("2018-08-31", &text, "{}", true).faults;
        assert_eq!(found.len(), count);
        let length: usize = found.iter().map(|fault| fault.to_string().len()).sum();
        assert!(length < 2 * MAX_PATHS, "{length}");
    }
    let unknown: Vec<String> = (0..1_000).map(|number| format!("u{number}: 1")).collect();
    check(&format!("name: n, {}", unknown.join(", ")), 1_000);
    check(&format!("name: [{}]", "{get_resource: u}, ".repeat(1_000)), 1_000);
}

#[test]
fn a_flood_of_faults_is_counted_and_only_its_beginning_explained() {
    fn check(call: &str) {
        let count = 2 * MAX_EXPLAINED;
        let calls = format!("{call}, ").repeat(count);
        let text = format!("resources: {{a: {{type: My::Thing, properties: {{name: [{calls}]}}}}}}");
        let found = validated("2018-08-31", &text, "{}", true).faults;
        assert!(found.len() >= count, "{call}: {}", found.len());
        let explained = found.iter().filter(|fault| fault.explanation.is_some()).count();
        assert!((1_000..=MAX_EXPLAINED).contains(&explained), "{call}: {explained}");
        let first = found.iter().take(1_000).all(|fault| fault.explanation.is_some());
        assert!(first, "{call}: what is shown is explained");
        assert!(found.iter().all(|fault| fault.span.is_some()), "{call}: each has its place");
        let has_path = |fault: &&Fault| match &fault.exception {
            Exception::StackValidationFailed(validation) => !validation.path.is_empty(),
            _ => false,
        };
        assert!(found.iter().filter(has_path).count() <= MAX_EXPLAINED, "{call}");
    }
    // They fail when they are parsed, when references are collected, and when they are validated.
    check("{get_attr: []}");
    check("{get_resource: u}");
    check("{get_attr: [u, a]}");
}
