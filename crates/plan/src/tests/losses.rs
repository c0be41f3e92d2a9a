//! Resources that are added and removed by an update, and the data that are lost with them.

use super::*;
use crate::held_data::data_at_risk;
use crate::outcome::ResourcePlan;

#[test]
fn what_is_deleted_may_hold_data() {
    fn check(resource: &str, expect: &[&str]) {
        let types = types();
        let text = format!("resources: {{n: {{type: My::Net}}, r: {{{resource}}}}}");
        let stack = stack(&text, "{}", &types);
        let held = data_at_risk(&stack.resolved.resources["r"], Types(&types));
        assert_eq!(held.iter().map(|held| held.what.as_str()).collect::<Vec<_>>(), expect, "{resource}");
    }
    let volume = ["the data on the volume"];
    check("type: OS::Cinder::Volume", &volume);
    check("type: OS::Cinder::Volume, deletion_policy: Delete", &volume);
    check("type: OS::Cinder::Volume, deletion_policy: Retain", &[]);
    // These can be created again from the template, or are not data.
    check("type: My::Net", &[]);
    check("type: OS::Heat::RandomString", &[]);
    let group = |count: &str, member: &str| {
        format!(
            "type: OS::Heat::ResourceGroup, properties: {{count: {count}, resource_def: {{type: {member}}}}}"
        )
    };
    let retained = "OS::Cinder::Volume, deletion_policy: Retain";
    check(&group("2", "OS::Cinder::Volume"), &volume);
    check(&format!("{}, deletion_policy: Retain", group("2", "OS::Cinder::Volume")), &[]);
    let scaled = |desired: &str, member: &str| {
        format!(
            "type: OS::Heat::AutoScalingGroup, properties: {{min_size: 0, max_size: 4, desired_capacity: {desired}, resource: {{type: {member}}}}}"
        )
    };
    check(&scaled("2", "OS::Cinder::Volume"), &volume);
    check(&scaled("2", retained), &[]);
    // The number of members is not known, or there are none yet.
    for count in ["{get_attr: [n, mac]}", "0"] {
        for group in [&group as &dyn Fn(&str, &str) -> String, &scaled] {
            check(&group(count, "OS::Cinder::Volume"), &volume);
            check(&group(count, "OS::Cinder::Volume, deletion_policy: delete"), &volume);
            check(&group(count, retained), &[]);
            check(&group(count, "OS::Heat::RandomString"), &[]);
        }
    }
}

#[test]
fn what_may_be_held_says_when() {
    const SECRET: &str = "type: My::Secret\nproperties: {payload: {type: string}, kind: {type: string, default: key}}\nholds: [{what: the secret, when: [{property: [payload], is: missing}, {property: [kind], in: [key]}], is_data: true}]";
    let mut types = types();
    types.insert(
        "My::Secret".to_owned(),
        load_schema(&Source::new("secret.yaml", SECRET)).file.unwrap().schema,
    );
    let check = |properties: &str, expect: Option<&str>| {
        let text = format!(
            "parameters: {{any: {{type: string}}}}\nresources: {{r: {{type: My::Secret, properties: {{{properties}}}}}}}"
        );
        let stack = stack(&text, "{}", &types);
        let held = data_at_risk(&stack.resolved.resources["r"], Types(&types));
        assert_eq!(held.first().map(|held| held.what.as_str()), expect, "{properties}");
    };
    check("", Some("the secret"));
    check("payload: x", None);
    check("payload: {get_param: any}", None);
    check("kind: text", None);
    check("kind: {get_param: any}", Some("the secret if `kind` is `key`"));
}

/// The facts that a plan contains for each resource in addition to its action.
#[test]
fn resources_may_come_and_go_and_lose_data() {
    fn shown(plan: &Plan) -> Vec<String> {
        let said = |resource: &ResourcePlan| {
            let appearance = format!("{:?}", resource.appearance).to_lowercase();
            let mut words = vec![resource.action.as_str(), &appearance];
            words.extend(resource.is_idle().then_some("idle"));
            words.extend(resource.loses_data().then_some("loses data"));
            words.extend(resource.is_decided_by_handler().then_some("by its handler"));
            format!("{}: {}", resource.name, words.join(", "))
        };
        plan.resources.iter().map(said).collect()
    }
    fn check(old: &str, new: &str, expect: &[&str]) {
        let types = types();
        let text = |resources: &str| {
            format!(
                "parameters: {{p: {{type: boolean}}, q: {{type: boolean}}}}\nconditions: {{p: {{get_param: p}}, q: {{get_param: q}}}}\nresources: {{{resources}}}"
            )
        };
        let [old, new] = [old, new].map(|resources| stack(&text(resources), "{}", &types));
        assert_eq!(shown(&plan(old.version(), new.version(), Types(&types))), expect);
    }
    let volume = |more: &str| format!("v: {{type: OS::Cinder::Volume{more}}}");
    check(&volume(""), &volume(""), &["v: unchanged, certain"]);
    check(&volume(", condition: p"), &volume(", condition: p"), &["v: unchanged, conditional"]);
    check(&volume(", condition: p"), &volume(", condition: q"), &["v: updated, maygo, loses data"]);
    check(&volume(""), &volume(", condition: q"), &["v: updated, maygo, loses data"]);
    check(&volume(", condition: p"), &volume(""), &["v: updated, conditional"]);
    check("", &volume(", condition: p"), &["v: created, conditional"]);
    let kept = ", deletion_policy: Retain";
    check(&volume(kept), &volume(&format!("{kept}, condition: q")), &["v: updated, maygo"]);
    check(&volume(""), "", &["v: deleted, certain, loses data"]);
    check(&volume(kept), "", &["v: deleted, certain"]);
    check(&volume(", deletion_policy: Snapshot"), "", &["v: deleted, certain"]);
    check("n: {type: My::Net}", "", &["n: deleted, certain"]);
    check(
        &volume(", properties: {size: 2}"),
        &volume(", properties: {size: 1}"),
        &["v: refused, certain, by its handler"],
    );
    let group = |count: &str, member: &str| {
        format!(
            "g: {{type: OS::Heat::ResourceGroup, properties: {{count: {count}, resource_def: {{type: {member}}}}}}}"
        )
    };
    let (volumes, nets) = ("OS::Cinder::Volume", "My::Net");
    check(&group("2", nets), &group("2", nets), &["g: updated, certain, idle"]);
    check(&group("2", nets), &group("3", nets), &["g: updated, certain"]);
    check(&group("2", nets), &group("1", nets), &["g: updated, certain"]);
    check(&group("2", volumes), &group("1", volumes), &["g: updated, certain"]);
    check(
        &format!("n: {{type: My::Net}}, {}", group("{get_attr: [n, mac]}", volumes)),
        &format!("n: {{type: My::Net}}, {}", group("1", volumes)),
        &["n: unchanged, certain", "g: updated, certain, loses data"],
    );
    let same = format!("n: {{type: My::Net}}, {}", group("{get_attr: [n, mac]}", volumes));
    check(&same, &same, &["n: unchanged, certain", "g: updated, certain"]);
    let goes = |more: &str, expect: &str| {
        let group = group("{get_attr: [n, mac]}", volumes);
        let group = format!("n: {{type: My::Net}}, {}{more}}}", &group[..group.len() - 1]);
        check(
            &group,
            "n: {type: My::Net}",
            &["n: unchanged, certain", &format!("g: deleted, certain{expect}")],
        );
    };
    goes("", ", loses data");
    goes(", deletion_policy: Retain", "");
    let changed = "My::Net, properties: {name: x}";
    check(&group("1", nets), &group("1", changed), &["g: updated, certain"]);
    let scaled = |desired: u8, member: &str| {
        format!(
            "g: {{type: OS::Heat::AutoScalingGroup, properties: {{min_size: 1, max_size: 4, desired_capacity: {desired}, resource: {{type: {member}}}}}}}"
        )
    };
    check(&scaled(2, nets), &scaled(2, nets), &["g: updated, certain"]);
    check(&scaled(2, volumes), &scaled(2, volumes), &["g: updated, certain, loses data"]);
    check(&scaled(4, volumes), &scaled(4, volumes), &["g: updated, certain"]);
    check(&scaled(0, volumes), &scaled(0, volumes), &["g: updated, certain, idle"]);
}

#[test]
fn groups_say_how_many_members_they_have() {
    /// Checks the number before and after, and `scales`, `settles`, `same` and `holds`.
    fn check(old: &str, new: &str, expect: &str) {
        let types = types();
        let text =
            |group: &str| format!("resources: {{n: {{type: My::Net}}, g: {{type: OS::Heat::{group}}}}}");
        let [old, new] = [old, new].map(|group| stack(&text(group), "{}", &types));
        let planned = plan(old.version(), new.version(), Types(&types));
        let group = planned.resources.iter().find(|resource| resource.name == "g").unwrap();
        let found = group.members.as_ref().map(|members| {
            let expected =
                members.expected().map_or_else(|| "?".to_owned(), |(old, new)| format!("{old} to {new}"));
            let facts = [
                (members.scales, "scales"),
                (members.settles, "settles"),
                (members.is_same, "same"),
                (!members.holds.is_empty(), "holds"),
            ];
            let facts = facts.into_iter().filter(|(holds, _)| *holds).map(|(_, fact)| fact);
            format!("{}: {expected} {}", members.property, facts.collect::<Vec<_>>().join(" "))
        });
        assert_eq!(found.unwrap_or_default(), expect);
    }
    let group = |count: &str| {
        format!("ResourceGroup, properties: {{count: {count}, resource_def: {{type: OS::Cinder::Volume}}}}")
    };
    let unknown = "{get_attr: [n, mac]}";
    check(&group("2"), &group("2"), "count: 2 to 2 same");
    check(&group("2"), &group("3"), "count: 2 to 3 ");
    check(&group("2"), &group(unknown), "count: ? holds");
    check(&group(unknown), &group(unknown), "count: ? same holds");
    let scaled = |sizes: &str| {
        format!("AutoScalingGroup, properties: {{{sizes}, resource: {{type: OS::Cinder::Volume}}}}")
    };
    let limits = "min_size: 1, max_size: 4";
    check(&scaled(limits), &scaled(limits), "desired_capacity: 1 to 1 scales same holds");
    let desired = |number: &str| scaled(&format!("{limits}, desired_capacity: {number}"));
    check(&desired("2"), &desired("2"), "desired_capacity: 2 to 2 scales settles same holds");
    check(&desired("2"), &desired("3"), "desired_capacity: 2 to 3 scales settles holds");
    check(&desired("2"), &scaled(limits), "desired_capacity: 2 to 2 scales holds");
    check(&desired("0"), &desired("0"), "desired_capacity: 1 to 1 scales same holds");
    check(
        &desired("2"),
        &scaled("min_size: 3, max_size: 4, desired_capacity: 2"),
        "desired_capacity: 2 to 3 scales settles holds",
    );
}

#[test]
fn members_that_a_group_begins_without_stay_unless_the_new_size_is_none() {
    let group = |sizes: &str| {
        format!(
            "g: {{type: OS::Heat::AutoScalingGroup, properties: {{{sizes}, resource: {{type: My::Net}}}}}}"
        )
    };
    let two = group("min_size: 0, max_size: 4, desired_capacity: 2");
    // Without a desired size, the group keeps its number of members.
    resources(&two, &group("min_size: 0, max_size: 4"), &["g: updated"]);
    resources(
        &two,
        &group("min_size: 0, max_size: 0, desired_capacity: 0"),
        &["g: updated", "g/member: deleted"],
    );
}

#[test]
fn a_stack_comes_and_goes_with_its_resource() {
    let group = "g: {type: OS::Heat::ResourceGroup, properties: {count: 2, resource_def: {type: My::Net}}}";
    resources("", group, &["g: created", "g/0: created", "g/1: created"]);
    resources(group, "", &["g: deleted", "g/0: deleted", "g/1: deleted"]);
    resources(group, "g: {type: My::Net}", &["g: replaced", "g/0: deleted", "g/1: deleted"]);
    resources("g: {type: My::Net}", group, &["g: replaced", "g/0: created", "g/1: created"]);
}

#[test]
fn members_that_a_plan_does_not_list_go_with_their_group() {
    fn check(group: &str, expect: bool) {
        let types = types();
        let [old, new] = [format!("n: {{type: My::Net}}, g: {{{group}}}"), "n: {type: My::Net}".to_owned()]
            .map(|resources| stack(&format!("resources: {{{resources}}}"), "{}", &types));
        let planned = plan(old.version(), new.version(), Types(&types));
        let group = planned.resources.iter().find(|resource| resource.name == "g").unwrap();
        assert_eq!(group.members.is_some(), expect, "{}", old.template.source().text());
    }
    let group = |count: &str| {
        format!(
            "type: OS::Heat::ResourceGroup, properties: {{count: {count}, resource_def: {{type: OS::Cinder::Volume}}}}"
        )
    };
    let scaled = |most: u8| {
        format!(
            "type: OS::Heat::AutoScalingGroup, properties: {{min_size: 0, max_size: {most}, resource: {{type: OS::Cinder::Volume}}}}"
        )
    };
    check(&group("{get_attr: [n, mac]}"), true);
    check(&scaled(4), true);
    check(&format!("{}, deletion_policy: Retain", scaled(4)), false);
    // The plan lists the members, or there are none.
    check(&group("2"), false);
    check(&group("0"), false);
    check(&scaled(0), false);
    check("type: OS::Cinder::Volume", false);
}
