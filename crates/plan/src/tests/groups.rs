//! Updates of group members: their names, removed names that a group remembers, rolling updates, and resources that read
//! attributes of groups.

use super::*;
use crate::action::Action;
use crate::groups::rolling::DEFAULT_TIMEOUT;
use crate::{Unresolved, plan_update};

/// Plans the update of a stack that exists.
fn updated(timeout: u64, old: &str, new: &str) -> Plan {
    let types = types();
    let [old, new] = [old, new].map(|text| format!("resources: {{{text}}}"));
    let old = stack(&old, "{}", &types);
    let read = stack(&new, "{}", &types);
    let unresolved = Unresolved {
        template: &read.template,
        parameters: &read.parameters,
        registry: &read.environment.registry,
    };
    let resolve = |known: &KnownAttributes| stack_with(&new, "{}", &types, known).resolved;
    plan_update(timeout, old.version(), unresolved, &resolve, Types(&types)).1
}

/// Checks the action on each resource.
fn check(old: &str, new: &str, expect: &[&str]) {
    let mut lines = Vec::new();
    shown(&updated(DEFAULT_TIMEOUT, old, new), "", &mut lines);
    assert_eq!(lines, expect, "{old} → {new}");
}

fn counted(count: u8, more: &str) -> String {
    format!(
        "g: {{type: OS::Heat::ResourceGroup, properties: {{count: {count}, resource_def: {{type: OS::Cinder::Volume}}{more}}}}}"
    )
}

fn listed(list: &str) -> String {
    format!(", removal_policies: [{{resource_list: {list}}}]")
}

#[test]
fn a_group_remembers_the_names_that_were_removed() {
    let one = counted(3, &listed("['1']"));
    check(&one, &counted(3, ""), &["g: updated", "g/0: unchanged", "g/2: unchanged", "g/3: unchanged"]);
    check(
        &one,
        &counted(3, &listed("['0']")),
        &["g: updated", "g/2: unchanged", "g/3: unchanged", "g/4: created", "g/0: deleted"],
    );
    let forgetting = format!("{}, removal_policies_mode: update", listed("['0']"));
    check(
        &one,
        &counted(3, &forgetting),
        &["g: updated", "g/1: created", "g/2: unchanged", "g/3: unchanged", "g/0: deleted"],
    );
    // An entry that is not a member is ignored, but a group that is created takes it as a name.
    check(
        &counted(2, ""),
        &counted(3, &listed("['2']")),
        &["g: updated", "g/0: unchanged", "g/1: unchanged", "g/2: created"],
    );
    check("", &counted(2, &listed("['1']")), &["g: created", "g/0: created", "g/2: created"]);
    // A group that is replaced starts with new members.
    check(
        &one,
        &counted(1, &format!("{}, index_var: '%i%'", listed("['0']"))),
        &["g: replaced", "g/1: created", "g/0: deleted", "g/2: deleted", "g/3: deleted"],
    );
}

#[test]
fn the_names_that_a_group_remembers_are_those_of_groups_in_groups_too() {
    let group = |outer: &str, inner: &str| {
        format!(
            "g: {{type: OS::Heat::ResourceGroup, properties: {{count: 1, resource_def: {{type: OS::Heat::ResourceGroup, properties: {{count: 1, resource_def: {{type: My::Net}}{inner}}}}}{outer}}}}}"
        )
    };
    let old = group("", &listed("['0']"));
    check(&old, &group("", ""), &["g: updated", "g/0: updated", "g/0/1: unchanged"]);
    check(
        &old,
        &group(&listed("['0']"), ""),
        &["g: updated", "g/1: created", "g/1/0: created", "g/0: deleted", "g/0/1: deleted"],
    );
}

#[test]
fn entries_that_are_no_members_are_explained() {
    fn check(member: &str, entry: &str, expect: Option<bool>) {
        let group = |more: &str| counted(2, more).replace("OS::Cinder::Volume", member);
        let planned = updated(DEFAULT_TIMEOUT, &group(""), &group(&listed(&format!("[{entry}]"))));
        let found = planned.resources[0].reasons.iter().find_map(|reason| match reason {
            Reason::NoMember { may_be_id, .. } => Some(*may_be_id),
            _ => None,
        });
        assert_eq!(found, expect, "{member} {entry}");
        assert!(planned.resources[0].changes.iter().all(|change| change.effect.is_none()));
    }
    check("OS::Cinder::Volume", "node-1.example.com", Some(false));
    check("OS::Cinder::Volume", "9b2b6f0e-6a3c-4d3f-8f0e-0b7e3c1d2a4b", Some(true));
    check("My::Net", "node-1.example.com", Some(true));
    check("OS::Cinder::Volume", "'1'", None);
    check("OS::Cinder::Volume", "7", None);
}

#[test]
fn what_is_kept_keeps_its_stack() {
    let kept = |group: &str| format!("{}, deletion_policy: Retain}}", &group[..group.len() - 1]);
    let group = counted(2, "");
    check(&kept(&group), "n: {type: My::Net}", &["n: created", "g: deleted"]);
    check(&group, "n: {type: My::Net}", &["n: created", "g: deleted", "g/0: deleted", "g/1: deleted"]);
    check(&kept(&group), "g: {type: My::Net}", &["g: replaced"]);
    check(&kept(&group), &counted(1, ", index_var: '%i%'"), &["g: replaced", "g/0: created"]);
    let planned = updated(DEFAULT_TIMEOUT, &kept(&group), "n: {type: My::Net}");
    assert!(!planned.resources.iter().any(crate::ResourcePlan::loses_data));
}

fn rolling(count: u8, policy: &str, size: u8) -> String {
    format!(
        "g: {{type: OS::Heat::ResourceGroup, update_policy: {{{policy}}}, properties: {{count: {count}, resource_def: {{type: My::Server, properties: {{net: n{size}}}}}}}}}"
    )
}

#[test]
fn pauses_that_reach_the_timeout_are_refused() {
    fn check(timeout: u64, old: &str, new: &str, expect: Action) {
        let planned = updated(timeout, old, new);
        let group = planned.resources.iter().find(|resource| resource.name == "g").unwrap();
        assert_eq!(group.action, expect, "{new}");
        let is_explained = group.reasons.iter().any(|reason| matches!(reason, Reason::Timeout { .. }));
        assert_eq!(is_explained, expect == Action::Refused);
        let members = group.nested.iter().flat_map(|nested| &nested.resources);
        let is_left = members.into_iter().all(|member| member.action == Action::Unchanged);
        assert!(is_left || expect != Action::Refused, "Heat refuses before it does anything");
    }
    let long = "rolling_update: {pause_time: 6000}";
    check(60, &rolling(2, long, 1), &rolling(2, long, 2), Action::Refused);
    check(60, &rolling(2, "", 1), &rolling(2, long, 2), Action::Refused);
    check(60, &rolling(2, long, 1), &rolling(2, "", 2), Action::Updated);
    check(200, &rolling(2, long, 1), &rolling(2, long, 2), Action::Updated);
    check(60, &rolling(1, long, 1), &rolling(1, long, 2), Action::Updated);
    check(60, &rolling(2, long, 1), &rolling(4, long, 1), Action::Updated);
    check(
        60,
        &rolling(2, "rolling_update: {pause_time: 6000, max_batch_size: 2}", 1),
        &rolling(2, "rolling_update: {pause_time: 6000, max_batch_size: 2}", 2),
        Action::Updated,
    );
    let batches = "batch_create: {pause_time: 6000}";
    check(60, "", &rolling(2, batches, 1), Action::Refused);
    check(60, "", &rolling(1, batches, 1), Action::Created);
}

#[test]
fn a_rolling_update_may_need_more_members_for_a_time() {
    use crate::groups::rolling::Rollout;
    fn check(old: &str, new: &str, expect: Option<(u64, u64, u64)>) {
        let planned = updated(DEFAULT_TIMEOUT, old, new);
        let found = match &planned.resources[0].rollout {
            Some(Rollout::Batches(rolling)) => Some((rolling.batches, rolling.most, rolling.extra)),
            _ => None,
        };
        assert_eq!(found, expect, "{new}");
    }
    let policy = "rolling_update: {min_in_service: 2}";
    check(&rolling(2, policy, 1), &rolling(2, policy, 2), Some((4, 3, 1)));
    check(&rolling(2, policy, 1), &rolling(2, policy, 1), None);
    check(&rolling(2, "", 1), &rolling(2, "", 2), None);
    let scaled = |size: u8| {
        format!(
            "g: {{type: OS::Heat::AutoScalingGroup, properties: {{min_size: 0, max_size: 5, desired_capacity: 2, rolling_updates: {{min_in_service: 2}}, resource: {{type: OS::Cinder::Volume, properties: {{size: {size}}}}}}}}}"
        )
    };
    check(&scaled(1), &scaled(2), Some((3, 3, 1)));
    // The member that is added temporarily is kept, and an old one is removed.
    let planned = updated(DEFAULT_TIMEOUT, &scaled(1), &scaled(2));
    let members = planned.resources[0].members.clone().unwrap();
    assert_eq!((members.exchanged, members.behind), (1, 1));
    assert!(planned.resources[0].loses_data());
}

#[test]
fn who_reads_the_members_of_a_scaling_group_is_updated() {
    fn check(old: (&str, &str), new: (&str, &str), attribute: &str, expect: &str) {
        let stack = |(sizes, size): (&str, &str)| {
            format!(
                "g: {{type: OS::Heat::AutoScalingGroup, properties: {{{sizes}, resource: {{type: OS::Cinder::Volume, properties: {{size: {size}}}}}}}}}, r: {{type: My::Server, properties: {{tags: [{{get_attr: {attribute}}}]}}}}"
            )
        };
        let planned = updated(DEFAULT_TIMEOUT, &stack(old), &stack(new));
        let reader = planned.resources.iter().find(|resource| resource.name == "r").unwrap();
        assert_eq!(reader.action.as_str(), expect, "{old:?} → {new:?}: {attribute}");
    }
    let sized = |desired: &'static str| match desired {
        "2" => ("min_size: 0, max_size: 5, desired_capacity: 2", "1"),
        "3" => ("min_size: 0, max_size: 5, desired_capacity: 3", "1"),
        _ => ("min_size: 0, max_size: 5, desired_capacity: 1", "1"),
    };
    for attribute in ["[g, refs]", "[g, current_size]", "[g, outputs, name]"] {
        check(sized("2"), sized("3"), attribute, "updated");
        check(sized("2"), sized("1"), attribute, "updated");
        check(sized("2"), sized("2"), attribute, "unchanged");
    }
    // The oldest members are removed first.
    check(sized("2"), sized("3"), "[g, resource.0]", "unchanged");
    check(sized("2"), sized("1"), "[g, resource.0]", "updated");
    // Members that change in place show it in attributes with the name of the property.
    let larger = ("min_size: 0, max_size: 5, desired_capacity: 2", "2");
    check(sized("2"), larger, "[g, outputs, size]", "updated");
    check(sized("2"), larger, "[g, outputs, name]", "unchanged");
    check(sized("2"), larger, "[g, resource.0.size]", "updated");
    check(sized("2"), larger, "[g, current_size]", "unchanged");
}

#[test]
fn who_reads_a_property_that_changes_in_place_is_updated() {
    let stack = |name: &str, attribute: &str| {
        format!(
            "n: {{type: OS::Heat::None, properties: {{x: y}}}}, v: {{type: OS::Cinder::Volume, properties: {{size: {name}}}}}, r: {{type: My::Server, properties: {{note: {{get_attr: [v, {attribute}]}}}}}}"
        )
    };
    check(
        &stack("1", "size"),
        &stack("2", "size"),
        &["n: unchanged", "v: updated", "r: updated, unchanged, by attribute size of v"],
    );
}
