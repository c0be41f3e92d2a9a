//! Tests that all commands that read a template have consistent results, and that none panics.
//!
//! The fuzz target `commands` uses the same files.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that fails may panic")]

mod agreement;
mod generated;

use agreement::{Place, Texts};
use generated::{Choices, environment, template};
use proptest::prelude::*;

/// Number of random templates in each run; `PROPTEST_CASES` sets a larger one.
const CASES: u32 = 40;

fn place(name: &str) -> Place {
    Place::new(
        &crate::support::folder(name),
        &crate::support::fixture("catalogue").join("schemas").canonicalize().unwrap(),
    )
}

fn alone(template: &str) -> Texts {
    Texts { template: template.to_owned(), nested: String::new(), environment: String::new() }
}

/// The texts that some bytes describe.
fn texts(bytes: &[u8]) -> Texts {
    let mut choices = Choices::new(bytes);
    Texts {
        template: template(&mut choices),
        nested: template(&mut choices),
        environment: environment(&mut choices),
    }
}

#[test]
fn aliases_of_nothing_are_answered() {
    let place = place("aliases-of-nothing");
    let calls = "get_param get_resource get_file get_attr digest str_replace repeat if yaql";
    for call in calls.split(' ') {
        place.check(&alone(&format!(
            "heat_template_version: 2018-08-31\ns: &a\nresources:\n  t:\n    type: O\n    properties:\n      s:\n        {call}: *a\n      t:\n"
        )));
    }
}

#[test]
fn an_alias_can_be_used_before_and_after_its_value_has_an_error() {
    let place = place("aliases-of-errors");
    place.check(&alone(
        "heat_template_version: 2018-08-31\nx: &a {get_param: q}\noutputs:\n  o: {value: *a}\n  p: {value: {list_join: [*a, *a]}}\n",
    ));
}

#[test]
fn what_an_anchor_holds_is_reported_once() {
    let place = place("repeated-aliases");
    place
        .check(&alone("heat_template_version: 2018-08-31\nx: &a\ny: {<<: *a}\nz: {<<: *a}\nresources: {}\n"));
    place.check(&alone(
        "heat_template_version: 2018-08-31\nx: &a {get_param: q}\nresources:\n  r: {type: O, metadata: *a, properties: *a}\n",
    ));
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(CASES),
        max_shrink_iters: 400,
        ..ProptestConfig::default()
    })]

    #[test]
    fn all_commands_agree_about_any_template(texts in prop::collection::vec(any::<u8>(), 20..400).prop_map(|bytes| texts(&bytes))) {
        place("commands-agree").check(&texts);
    }
}
