//! `Updatable`: the properties that an update can find changed, when the translation rules were applied.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use heat_plugin::resolve::IdentityResolver;
use heat_plugin::{HeatResource, Value, value};

/// A type whose rules move and remove values.
#[derive(HeatResource)]
#[heat(schema = "tests/schemas/Moved.yaml")]
#[expect(dead_code, reason = "the test only uses what is derived from it")]
pub(crate) struct Moved;

use moved::{Properties, Updatable};

fn read(data: &Value) -> Properties {
    Properties::from_value(data, &IdentityResolver).unwrap()
}

fn check(before: &Value, after: &Value, expect: &[Updatable]) {
    assert_eq!(read(before).changes(&read(after)).in_place, expect, "{before} → {after}");
}

#[test]
fn what_is_always_moved_or_removed_is_not_listed() {
    assert_eq!(Updatable::ALL, [Updatable::Target, Updatable::Switch, Updatable::Sometimes]);
}

/// Recorded from `Resource.update_template_diff_properties` of Heat 27, for a class with these rules.
#[test]
fn an_update_finds_the_value_where_it_is_moved_to() {
    check(&value!({"moved": "a"}), &value!({"moved": "b"}), &[Updatable::Target]);
    check(&value!({"moved": "a"}), &value!({"target": "a"}), &[]);
    check(&value!({"target": "a"}), &value!({"moved": "b"}), &[Updatable::Target]);
    check(&value!({"removed": "a"}), &value!({"removed": "b"}), &[]);
    check(&value!({"sometimes": "a"}), &value!({"sometimes": "b"}), &[Updatable::Sometimes]);
    check(&value!({"sometimes": "a", "switch": "s"}), &value!({"sometimes": "b", "switch": "s"}), &[]);
}
