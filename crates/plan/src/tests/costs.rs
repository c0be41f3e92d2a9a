//! Effects of changes in place.

use super::*;
use crate::action::Action;
use crate::outcome::{Part, Reason, ResourcePlan};

const DISK: &str = "type: My::Disk
properties:
  label: {type: string, update_allowed: true, update_effect: none}
  size: {type: integer, update_allowed: true}
  mode: {type: string, default: soft, update_allowed: true, update_effect: none}
  fixed: {type: string, update_effect: none}
  kind:
    type: string
    update_allowed: true
    update_effect:
      level: interrupts
      reason: It restarts.
      cases:
        - {when: [{property: [mode], in: [hard]}], level: loses_data, reason: It is formatted.}
        - {if_cloud: it is new, level: none, reason: Nothing runs yet.}
  is_on:
    type: boolean
    default: true
    update_allowed: true
    update_effect: {level: none, cases: [{becomes: [false], level: interrupts, reason: It is off.}]}
  image:
    type: string
    update_allowed: true
    update_effect:
      level: replaces
      reason: It is made anew.
      cases:
        - {when: [{property: [mode], in: [soft]}], level: loses_data, reason: It is overwritten.}
  zone:
    type: string
    update_allowed: true
    update_effect:
      level: none
      cases:
        - {when: [{property: [mode], in: [hard]}], level: interrupts, reason: It restarts.}
        - {with: [label], level: replaces, reason: It is made anew.}
  gateway:
    type: map
    update_allowed: true
    update_effect: {level: interrupts, reason: It is connected anew.}
    schema:
      name: {type: string, update_effect: none}
      nat: {type: boolean, update_effect: {level: refused, reason: It is fixed.}}
      other: {type: string}
";

fn types() -> IndexMap<String, ResourceType> {
    let mut types = super::types();
    types.insert("My::Disk".to_owned(), load_schema(&Source::new("disk.yaml", DISK)).file.unwrap().schema);
    types
}

fn planned(old: &str, new: &str) -> Plan {
    let types = types();
    let disk = |properties: &str| {
        format!(
            "parameters: {{any: {{type: string}}}}\nresources: {{r: {{type: My::Disk, properties: {{{properties}}}}}}}"
        )
    };
    let [old, new] = [old, new].map(|properties| stack(&disk(properties), "{}", &types));
    plan(old.version(), new.version(), Types(&types))
}

/// Compares the changes with their effects: the level of each change, and the level of each case that the template does not
/// determine.
fn check(old: &str, new: &str, expect: &[&str]) {
    let planned = planned(old, new);
    let resource = &planned.resources[0];
    let costs = resource.changes.iter().map(|change| {
        let Part::Property(name) = &change.part else { panic!("{:?}", change.part) };
        let Some(effect) = &change.effect else { return format!("{name}: not known") };
        let cases: Vec<String> = effect.unless.iter().map(|case| format!(" or {}", case.level)).collect();
        format!("{name}: {}{}", effect.level, cases.concat())
    });
    let mut costs: Vec<String> = costs.collect();
    costs.sort();
    assert_eq!(costs, expect, "{old} to {new}");
}

#[test]
fn the_schema_says_what_a_change_costs() {
    check("label: a", "label: b", &["label: none"]);
    check("size: 1", "size: 2", &["size: not known"]);
    check("label: a, size: 1", "label: b", &["label: none", "size: not known"]);
}

#[test]
fn values_after_the_update_decide() {
    check("kind: a", "kind: b", &["kind: interrupts or none"]);
    check("kind: a, mode: hard", "kind: b, mode: hard", &["kind: loses_data"]);
    check("kind: a, mode: soft", "kind: b, mode: hard", &["kind: loses_data", "mode: none"]);
    check("kind: a, mode: hard", "kind: b, mode: soft", &["kind: interrupts or none", "mode: none"]);
    check("kind: a, mode: hard", "kind: b", &["kind: interrupts or none", "mode: none"]);
    check("is_on: true", "is_on: false", &["is_on: interrupts"]);
    check("", "is_on: false", &["is_on: interrupts"]);
    check("is_on: false", "is_on: true", &["is_on: none"]);
    check("is_on: false", "", &["is_on: none"]);
}

#[test]
fn what_is_not_known_stays_open() {
    let mode = "mode: {get_param: any}";
    check(
        &format!("kind: a, {mode}"),
        &format!("kind: b, {mode}"),
        &["kind: interrupts or loses_data or none"],
    );
}

#[test]
fn the_members_of_a_map_that_change_decide() {
    let gateway = |members: &str| format!("gateway: {{{members}}}");
    check(&gateway("name: a, nat: true"), &gateway("name: b, nat: true"), &["gateway: none"]);
    check(&gateway("name: a, nat: true"), &gateway("name: b, nat: false"), &["gateway: refused"]);
    check(&gateway("name: a, other: a"), &gateway("name: b, other: b"), &["gateway: interrupts"]);
    check(&gateway("nat: true, other: a"), &gateway("nat: false, other: b"), &["gateway: refused"]);
    check(&gateway("name: a"), "", &["gateway: interrupts"]);
    check("", &gateway("name: a"), &["gateway: interrupts"]);
}

#[test]
fn a_replacement_costs_nothing_else() {
    check("fixed: a, kind: a", "fixed: b, kind: b", &["fixed: not known", "kind: not known"]);
}

#[test]
fn a_level_that_replaces_is_a_replacement() {
    let action = |old: &str, new: &str| planned(old, new).resources[0].action;
    assert_eq!(action("image: a, mode: hard", "image: b, mode: hard"), Action::Replaced);
    assert_eq!(action("image: a, mode: hard", "image: b, mode: soft"), Action::Updated);
    // The mode is not known.
    assert_eq!(
        action("image: a, mode: {get_param: any}", "image: b, mode: {get_param: any}"),
        Action::Updated
    );
}

#[test]
fn a_setting_is_a_reason_if_it_decides() {
    let setting = |old: &str, new: &str| {
        let planned = planned(old, new);
        planned.resources[0].reasons.iter().find_map(|reason| match reason {
            Reason::Policy { name, policy, .. } => Some(format!("{name} by {policy}")),
            _ => None,
        })
    };
    assert_eq!(setting("image: a, mode: hard", "image: b, mode: hard").as_deref(), Some("image by mode"));
    // Another case names the mode.
    assert_eq!(setting("zone: a, label: a", "zone: b, label: b"), None);
}

#[test]
fn data_that_a_change_loses_count() {
    let loses = |old: &str, new: &str| planned(old, new).resources.iter().any(ResourcePlan::loses_data);
    assert!(loses("kind: a, mode: hard", "kind: b, mode: hard"));
    assert!(!loses("kind: a", "kind: b"));
    assert!(!loses("mode: soft", "mode: hard"));
}
