//! Decisions of types about updates, and the reasons in a plan.

use super::*;
use crate::action::Action;
use crate::outcome::Part;

/// The decisions that plug-ins make in code, beyond their schemas.
#[test]
fn types_have_rules_of_their_own() {
    fn change(resource_type: &str, old: &str, new: &str, expect: &str) {
        let [old, new] = [old, new].map(|more| format!("r: {{type: {resource_type}, {more}}}"));
        resources(&old, &new, &[&format!("r: {expect}")]);
    }
    fn properties(resource_type: &str, old: &str, new: &str, expect: &str) {
        let [old, new] = [old, new].map(|values| format!("properties: {{{values}}}"));
        change(resource_type, &old, &new, expect);
    }
    properties("OS::Neutron::Port", "name: a", "name: b", "updated");
    properties("OS::Neutron::Port", "name: a", "name: a", "unchanged");
    properties("OS::Neutron::Port", "name: a", "name: a, replacement_policy: REPLACE_ALWAYS", "replaced");
    let test = "OS::Heat::TestResource";
    properties(test, "value: a", "value: b", "updated");
    properties(test, "value: a, update_replace: true", "value: b, update_replace: true", "replaced");
    properties(test, "value: a", "value: a, update_replace: true", "updated");
    let association = "AWS::EC2::EIPAssociation";
    properties(association, "EIP: a, InstanceId: x", "EIP: b, InstanceId: y", "replaced");
    properties(association, "EIP: a, InstanceId: x", "EIP: b, InstanceId: x", "updated");
    properties(association, "EIP: a, InstanceId: x", "EIP: a, InstanceId: y", "updated");
    properties(association, "EIP: a, InstanceId: x", "EIP: b", "updated");
    let launch = "AWS::AutoScaling::LaunchConfiguration";
    change(launch, "metadata: {a: b}", "metadata: {a: c}", "replaced");
    change(launch, "metadata: {a: b}", "metadata: {a: b}, deletion_policy: retain", "updated");
    properties("OS::Heat::Delay", "min_wait: 1", "min_wait: 2", "replaced, updated");
    change("OS::Heat::Delay", "metadata: {a: b}", "metadata: {a: c}", "updated");
    let external = "OS::Mistral::ExternalResource";
    let inputs = |a: u8, b: u8| format!("input: {{a: {a}, b: {b}}}, replace_on_change_inputs: [a]");
    properties(external, &inputs(1, 1), &inputs(2, 1), "replaced");
    properties(external, &inputs(1, 1), &inputs(1, 2), "updated");
    properties(external, &inputs(1, 1), &inputs(1, 1), "unchanged");
    properties(external, "always_update: true", "always_update: true", "updated");
    properties(external, "always_update: false", "always_update: true", "updated");
    let context = |name: &str| format!("template: t, context: {{region_name: {name}}}");
    properties("OS::Heat::Stack", &context("a"), &context("b"), "replaced");
    properties("OS::Heat::Stack", &context("a"), &context("a"), "updated");
    properties("OS::Heat::Stack", "template: t", &context("a"), "refused, updated");
    properties("OS::Heat::Stack", &context("a"), "template: t", "refused, updated");
    properties("OS::Heat::None", "a: b", "a: c", "unchanged");
    change("OS::Heat::UpdateWaitConditionHandle", "metadata: {}", "metadata: {}", "replaced");
    change("OS::Glance::WebImage", "metadata: {a: b}", "metadata: {a: c}", "refused, updated");
    properties("OS::Glance::WebImage", "name: a", "name: b", "updated");
    properties("OS::Neutron::SecurityGroup", "stateful: true", "stateful: false", "updated");
    properties("OS::Cinder::Volume", "size: 2", "size: 1", "refused, updated");
    properties("OS::Cinder::Volume", "size: 1", "size: 2", "updated");
}

#[test]
fn policies_in_other_properties_decide() {
    let server = |image: &str, policy: &str| {
        format!(
            "s: {{type: OS::Nova::Server, properties: {{image: {image}, image_update_policy: {policy}}}}}"
        )
    };
    resources(&server("a", "REBUILD"), &server("b", "REBUILD"), &["s: updated"]);
    resources(&server("a", "REPLACE"), &server("b", "REPLACE"), &["s: replaced"]);
    resources(&server("a", "REBUILD"), &server("a", "REPLACE"), &["s: updated"]);
}

#[test]
fn a_policy_is_the_reason_in_place_of_its_property() {
    let server = |image: &str, tags: &str| {
        format!(
            "resources: {{s: {{type: OS::Nova::Server, metadata: {{a: {tags}}}, properties: {{image: {image}, image_update_policy: REPLACE}}}}}}"
        )
    };
    let types = types();
    let [old, new] = [server("a", "x"), server("b", "y")].map(|text| stack(&text, "{}", &types));
    let planned = plan(old.version(), new.version(), Types(&types));
    let reasons = &planned.resources[0].reasons;
    assert!(
        matches!(&reasons[..], [Reason::Policy { name, policy, value, .. }, Reason::Part(Part::Metadata)]
            if name == "image" && policy == "image_update_policy" && value.as_str() == Some("REPLACE")),
        "{reasons:?}"
    );
}

#[test]
fn a_part_that_differs_is_the_reason() {
    fn check(old: &str, new: &str, expect: &[Part]) {
        let types = types();
        let net = |more: &str| format!("resources: {{n: {{type: My::Net{more}}}, m: {{type: My::Net}}}}");
        let [old, new] = [old, new].map(|more| stack(&net(more), "{}", &types));
        let planned = plan(old.version(), new.version(), Types(&types));
        let reasons = planned.resources[0].reasons.iter().map(|reason| match reason {
            Reason::Part(part) => part.clone(),
            Reason::Property { name, .. } => Part::Property(name.clone()),
            other => panic!("{other:?}"),
        });
        assert_eq!(reasons.collect::<Vec<_>>(), expect, "{}", new.template.source().text());
        let mut changes: Vec<Part> =
            planned.resources[0].changes.iter().map(|change| change.part.clone()).collect();
        let mut expect = expect.to_vec();
        changes.sort();
        expect.sort();
        assert_eq!(changes, expect, "{}", new.template.source().text());
    }
    let described = {
        let types = types();
        let [old, new] = ["", ", description: d"]
            .map(|more| stack(&format!("resources: {{n: {{type: My::Net{more}}}}}"), "{}", &types));
        plan(old.version(), new.version(), Types(&types))
    };
    let parts: Vec<&Part> = described.resources[0].changes.iter().map(|change| &change.part).collect();
    assert_eq!(parts, [&Part::Description]);
    check("", "", &[]);
    check("", ", metadata: {a: b}", &[Part::Metadata]);
    check("", ", depends_on: m", &[Part::DependsOn]);
    check("", ", deletion_policy: delete", &[Part::DeletionPolicy]);
    check(", deletion_policy: retain", ", deletion_policy: snapshot", &[Part::DeletionPolicy]);
    check("", ", update_policy: {}", &[Part::UpdatePolicy]);
    check("", ", condition: true", &[Part::Condition]);
    check(
        "",
        ", properties: {name: x}, depends_on: m",
        &[Part::Property("name".to_owned()), Part::DependsOn],
    );
}

#[test]
fn what_only_one_side_has_is_there_for_a_reason() {
    let reasons = |old: &str, new: &str| {
        let types = types();
        let text = |resources: &str, on: bool| {
            format!(
                "parameters: {{p: {{type: boolean, default: {on}}}}}\nconditions: {{c: {{get_param: p}}}}\nresources: {{{resources}}}"
            )
        };
        let (old, new) = (stack(&text(old, true), "{}", &types), stack(&text(new, false), "{}", &types));
        let planned = plan(old.version(), new.version(), Types(&types));
        planned.resources.into_iter().map(|resource| resource.reasons).collect::<Vec<_>>()
    };
    let conditional = "a: {type: My::Net, condition: c}";
    let condition = || vec![vec![Reason::Condition(Some("c".to_owned()))]];
    assert_eq!(reasons("a: {type: My::Net}", ""), [[Reason::InTemplate]]);
    assert_eq!(reasons("", "a: {type: My::Net}"), [[Reason::InTemplate]]);
    assert_eq!(reasons(conditional, conditional), condition());
    assert_eq!(reasons(conditional, ""), [[Reason::InTemplate]]);
}

#[test]
fn actions_are_words() {
    let actions = [
        (Action::Unchanged, "unchanged"),
        (Action::Updated, "updated"),
        (Action::Replaced, "replaced"),
        (Action::Created, "created"),
        (Action::Deleted, "deleted"),
        (Action::Refused, "refused"),
    ];
    for (action, word) in actions {
        assert_eq!((action.as_str(), action.to_string().as_str()), (word, word));
    }
}

#[test]
fn a_resource_of_an_unknown_type_is_updated_if_it_differs() {
    let change = |new: &str, expect: &str| {
        resources("u: {type: My::Else}", &format!("u: {{type: My::Else{new}}}"), &[&format!("u: {expect}")]);
    };
    change("", "unchanged");
    change(", properties: {a: b}", "updated");
    change(", metadata: {a: b}", "updated");
    change(", update_policy: {a: b}", "updated");
}

#[test]
fn parameters_that_differ_are_listed() {
    let parameters = |size: u8| {
        format!(
            "parameters: {{same: {{type: string, default: x}}, size: {{type: number, default: {size}, immutable: true}}, key: {{type: string, default: k{size}, hidden: true}}}}"
        )
    };
    let types = types();
    let [old, new] = [1, 2].map(|size| stack(&parameters(size), "{}", &types));
    let planned = plan(old.version(), new.version(), Types(&types));
    let found = planned.parameters.iter().map(|change| (change.name.as_str(), change.is_hidden));
    assert_eq!(found.collect::<Vec<_>>(), [("size", false), ("key", true)]);
    assert_eq!(planned.immutable_parameters, ["size"]);
}

#[test]
fn the_preview_has_no_ids_of_what_is_not_created_yet() {
    fn check(properties: [&str; 2], expect: &[&str]) {
        let [old, new] =
            properties.map(|properties| format!("s: {{type: My::Server, properties: {{{properties}}}}}"));
        resources(&old, &format!("n: {{type: My::Net}}, {new}"), expect);
    }
    let created = "n: created";
    // In the preview, the ID of a resource is its name, and its attributes are null.
    check(["net: n", "net: {get_resource: n}"], &[created, "s: replaced, unchanged"]);
    check(["note: n", "note: {get_resource: n}"], &[created, "s: updated, unchanged"]);
    check(["note: m", "note: {get_resource: n}"], &[created, "s: updated"]);
    check(["note: null", "note: {get_attr: [n, mac]}"], &[created, "s: updated, unchanged"]);
    let joined = |value: &str| format!("note: {{list_join: ['', [a, {value}, b]]}}");
    check(["note: anb", &joined("{get_resource: n}")], &[created, "s: updated, unchanged"]);
    check(["note: ab", &joined("{get_attr: [n, mac]}")], &[created, "s: updated, unchanged"]);
    check(["tags: [n]", "tags: [{get_resource: n}]"], &[created, "s: updated, unchanged"]);
}

#[test]
fn all_properties_that_differ_are_listed_where_there_is_nothing_to_compare_them_by() {
    fn check(old: &str, new: &str, expect: &[&str]) {
        let types = types();
        let [old, new] = [old, new].map(|text| stack(&format!("resources: {{r: {text}}}"), "{}", &types));
        let planned = plan(old.version(), new.version(), Types(&types));
        let changes = planned.resources[0].changes.iter().map(|change| match &change.part {
            Part::Property(name) => name.as_str(),
            other => panic!("{other:?}"),
        });
        assert_eq!(changes.collect::<Vec<_>>(), expect, "{}", new.template.source().text());
    }
    let net = "{type: My::Net, properties: {name: x, range: a}}";
    check(net, "{type: My::Server, properties: {net: n, note: x}}", &["net", "note", "name", "range"]);
    check(net, "{type: OS::Heat::None, properties: {name: y, range: a}}", &["name"]);
    check(net, "{type: My::Net, properties: {name: x, range: a}}", &[]);
    check(net, "{type: My::Net, properties: {name: y, range: a}}", &["name"]);
    let none = |value: &str| format!("{{type: OS::Heat::None, properties: {{a: {value}, b: c}}}}");
    check(&none("x"), &none("y"), &["a"]);
    let unknown = |value: &str| format!("{{type: My::Else, properties: {{a: {value}, b: c}}}}");
    check(&unknown("x"), &unknown("y"), &["a"]);
    // The same value written in another way is not a difference.
    let server = |size: &str| format!("{{type: My::Server, properties: {{size: {size}}}}}");
    check(&server("1"), &server("'1'"), &[]);
    check(&server("1"), &server("2"), &["size"]);
}
