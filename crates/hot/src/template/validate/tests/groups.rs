//! Tests of groups and chains of resources, and of the stacks that they generate from their properties.

use heat_model::value;

use super::*;
use crate::Data;
use crate::resolve::Resolved;

#[test]
fn the_member_of_a_scaling_group_has_a_type() {
    let group = |keys: &str| format!("{{g: {{type: OS::Heat::AutoScalingGroup, properties: {{{keys}}}}}}}");
    let missing = "KeyError: resources.g<nested_stack>: 'Resource member is missing \"type\"'";
    check(&group("min_size: 1, resource: {properties: {}}"), &[missing]);
    check(&group("min_size: 1, resource: {}"), &[missing]);
    check(&group("min_size: 0, resource: {properties: {}}"), &[]);
    check(&group("min_size: 1, resource: {type: My::Thing}"), &[]);
}

#[test]
fn the_members_of_groups_are_validated() {
    let thing = "type: My::Thing, properties: {name: 'n%index%', size: 0}";
    check(
        &format!("{{g: {{type: OS::Heat::ResourceGroup, properties: {{resource_def: {{{thing}}}}}}}}}"),
        // The values are only checked when the stack is created.
        &[],
    );
    let misspelt = "type: My::Thing, properties: {nam: x}";
    check(
        &format!("{{g: {{type: OS::Heat::ResourceGroup, properties: {{resource_def: {{{misspelt}}}}}}}}}"),
        &["Property error: resources.g<nested_stack>.resources[0].properties: Unknown Property nam"],
    );
    check(
        &format!(
            "{{g: {{type: OS::Heat::ResourceGroup, properties: {{count: 0, resource_def: {{{misspelt}}}}}}}}}"
        ),
        &[],
    );
    check(
        "{g: {type: OS::Heat::ResourceGroup, properties: {resource_def: {type: My::Thin}}}}",
        &["The Resource Type (My::Thin) could not be found."],
    );
    let chain = |types: &str| {
        format!("{{g: {{type: OS::Heat::ResourceChain, properties: {{resources: [{types}]}}}}}}")
    };
    check(&chain("OS::Heat::None, My::Thin"), &["The Resource Type (My::Thin) could not be found."]);
    check(
        "{g: {type: OS::Heat::AutoScalingGroup, properties: {min_size: 1, resource: {type: My::Thin}}}}",
        &["resources.g<nested_stack>: The Resource Type (My::Thin) could not be found."],
    );
    check(
        "{g: {type: OS::Heat::ResourceChain, properties: {resources: [My::Thing, OS::Heat::None], resource_properties: {x: 1}}}}",
        &["Property error: resources.g<nested_stack>.resources[0].properties: Unknown Property x"],
    );
    check(
        &format!(
            "{{g: {{type: OS::Heat::AutoScalingGroup, properties: {{min_size: 1, resource: {{{misspelt}}}}}}}}}"
        ),
        &["Property error: resources.g<nested_stack>.resources.member.properties: Unknown Property nam"],
    );
}

#[test]
fn instances_have_the_properties_of_their_launch_configuration() {
    let group = "g: {type: OS::Heat::InstanceGroup, properties: {LaunchConfigurationName: {get_resource: l}, Size: 1}}";
    let launch = |properties: &str| {
        format!(
            "{{{group}, l: {{type: AWS::AutoScaling::LaunchConfiguration, properties: {{{properties}}}}}}}"
        )
    };
    check(&launch("ImageId: i"), &[]);
    // Properties of an existing instance are only known to the service.
    check(&launch("ImageId: i, KeyName: k, InstanceId: x"), &[]);
    // Without members, nothing is created from it.
    check(&launch("ImageId: i, KeyName: k").replace("Size: 1", "Size: 0"), &[]);
    check(
        &launch("ImageId: i, KeyName: k"),
        &["Property error: resources.g<nested_stack>.Resources.member.Properties: Unknown Property KeyName"],
    );
    // A resource of another type is not a launch configuration.
    check(&format!("{{{group}, l: {{type: My::Thing, properties: {{name: n}}}}}}"), &[]);
}

#[test]
fn what_a_group_is_made_from_is_read_even_if_values_are_not_validated() {
    let check = |resource: &str, expect: &[&str]| {
        let text = format!("parameters: {{m: {{type: string}}}}\nresources: {{g: {{type: {resource}}}}}");
        let found = validated("2018-08-31", &text, "{}", false).faults;
        let found: Vec<_> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found, expect, "{resource}");
    };
    let missing = "The Parameter (m) was not provided.";
    check("OS::Heat::Value, properties: {value: {get_param: m}}", &[]);
    check(
        "OS::Heat::ResourceChain, properties: {resources: [My::Thing], resource_properties: {name: {get_param: m}}}",
        &[&format!("ValueError: resources.g<nested_stack>: {missing}")],
    );
    check(
        "OS::Heat::ResourceChain, properties: {resources: [{get_param: m}]}",
        &[&format!("ValueError: resources.g: {missing}")],
    );
    // The number of members is read before the definition is validated.
    check(
        "OS::Heat::AutoScalingGroup, properties: {min_size: {get_param: m}, resource: {type: OS::Heat::None}}",
        &[&format!("ValueError: resources.g: {missing}")],
    );
    // The properties are read if there is a member; `concurrent` is read if there are several.
    let chain = |types: &str, more: &str| {
        format!("OS::Heat::ResourceChain, properties: {{resources: [{types}], {more}}}")
    };
    check(&chain("", "resource_properties: {name: {get_param: m}}"), &[]);
    check(&chain("My::Thing", "concurrent: maybe"), &[]);
    check(
        &chain("My::Thing, My::Thing", "concurrent: maybe"),
        &["ValueError: resources.g<nested_stack>: \"maybe\" is not a valid boolean"],
    );
    let launched = |image: &str| {
        format!(
            "OS::Heat::InstanceGroup, properties: {{LaunchConfigurationName: {{get_resource: l}}, Size: 1}}}}, l: {{type: AWS::AutoScaling::LaunchConfiguration, properties: {{ImageId: {image}}}"
        )
    };
    check(&launched("i"), &[]);
    check(&launched("{get_param: m}"), &[&format!("ValueError: resources.g<nested_stack>: {missing}")]);
    // A resource group uses an empty value instead.
    let group = |count: &str| {
        format!(
            "OS::Heat::ResourceGroup, properties: {{count: {count}, resource_def: {{type: My::Thing, properties: {{name: {{get_param: m}}}}}}}}"
        )
    };
    check(&group("1"), &[]);
    check(&group("x"), &["ValueError: resources.g: Value 'x' is not an integer"]);
    check(
        "OS::Heat::ResourceGroup, properties: {resource_def: x}",
        &["ValueError: resources.g: \"x\" is not a map"],
    );
    check(
        "OS::Heat::ResourceGroup, properties: {index_var: {get_param: m}, resource_def: {type: My::Thing}}",
        &[&format!("ValueError: resources.g: {missing}")],
    );
}

/// Resolves a template with a group that has these properties.
fn resolved_group(group: &str, outputs: &str, known: &KnownAttributes) -> Resolved {
    resolved(&format!("{{type: OS::Heat::ResourceGroup, properties: {group}}}"), outputs, known)
}

/// Resolves a template with a resource `g`.
fn resolved(resource: &str, outputs: &str, known: &KnownAttributes) -> Resolved {
    let text = format!("heat_template_version: 2018-08-31\nresources: {{g: {resource}}}\noutputs: {outputs}");
    crate::resolve::resolve_alone(&text, &types(), known)
}

#[test]
fn what_is_known_of_members_is_known_of_their_group() {
    let group = "{count: 2, resource_def: {type: My::Thing, properties: {name: x}}}";
    let known = KnownAttributes::from_value(value!({
        "g": {"get_resource": "id", "$nested": {"0": {"address": "10.0.0.4"}, "1": {"address": "10.0.0.5"}}}
    }));
    let outputs = "{id: {value: {get_resource: g}}, all: {value: {get_attr: [g, address]}}, map: {value: {get_attr: [g, attributes, address]}}, one: {value: {get_attr: [g, resource.1.address]}}}";
    let resolved = resolved_group(group, outputs, &known.unwrap());
    assert_eq!((resolved.faults, resolved.resolution_faults), (Vec::new(), Vec::new()));
    assert_eq!(resolved.outputs["id"], Data::Known(value!("id")));
    assert_eq!(resolved.outputs["all"], Data::Known(value!(["10.0.0.4", "10.0.0.5"])));
    assert_eq!(resolved.outputs["map"], Data::Known(value!({"0": "10.0.0.4", "1": "10.0.0.5"})));
    assert_eq!(resolved.outputs["one"], Data::Known(value!("10.0.0.5")));
}

#[test]
fn copies_of_members_are_charged_to_the_budget() {
    let large = "x".repeat(400_000);
    let group =
        format!("{{count: 1000, resource_def: {{type: OS::Heat::None, properties: {{p: {large}}}}}}}");
    let resolved = resolved_group(&group, "{}", &KnownAttributes::new());
    let faults: Vec<_> = resolved.resolution_faults.iter().map(|fault| fault.exception.clone()).collect();
    assert_eq!(faults, [Exception::TooLarge]);
}

#[test]
fn attributes_of_groups_are_those_of_their_members() {
    let group = "{type: OS::Heat::ResourceGroup, properties: {resource_def: {type: My::Thing, properties: {name: x}}}}";
    let uses = |attribute: &str| {
        let value =
            format!("{{type: OS::Heat::Value, properties: {{value: {{get_attr: [g, {attribute}]}}}}}}");
        format!("{{g: {group}, v: {value}}}")
    };
    check(&uses("address"), &[]);
    check(&uses("attributes, address"), &[]);
    check(&uses("resource.0.address"), &[]);
    check(
        &uses("nope"),
        &[
            "resources.g<nested_stack>.outputs.nope.Value[0].get_attr: The Referenced Attribute (0 nope) is incorrect.",
        ],
    );
}

#[test]
fn a_member_has_nothing_for_a_parameter_without_a_value() {
    let group = "{resource_def: {type: My::Thing, properties: {name: n, flags: [{open: true}, {get_param: m}, [{get_param: m}]]}}}";
    let resolved = resolved_group(group, "{}", &KnownAttributes::new());
    let nested = resolved.resources["g"].nested.as_ref().unwrap();
    let member = nested.resolved.resources["0"].properties.as_ref().unwrap();
    assert_eq!(*member, Data::Known(value!({"name": "n", "flags": [{"open": true}, null, [null]]})));
}

#[test]
fn all_members_are_resolved() {
    fn check(resource: &str, expect: &[(&str, &[&str])]) {
        let resolved = resolved(resource, "{}", &KnownAttributes::new());
        assert_eq!((resolved.faults, resolved.resolution_faults), (Vec::new(), Vec::new()));
        let members = &resolved.resources["g"].nested.as_ref().unwrap().resolved;
        let needed =
            |name: &str| members.dependencies.required_by(name).map(str::to_owned).collect::<Vec<_>>();
        let found: Vec<(&str, Vec<String>)> =
            members.resources.keys().map(|name| (name.as_str(), needed(name))).collect();
        let expect: Vec<(&str, Vec<String>)> = expect
            .iter()
            .map(|(name, needed)| (*name, needed.iter().map(|name| (*name).to_owned()).collect()))
            .collect();
        assert_eq!(found, expect, "{resource}");
    }
    check(
        "{type: OS::Heat::ResourceGroup, properties: {count: 2, resource_def: {type: OS::Heat::None}}}",
        &[("0", &[]), ("1", &[])],
    );
    check(
        "{type: OS::Heat::SoftwareDeploymentGroup, properties: {config: c, servers: {a: x, b: y}}}",
        &[("a", &[]), ("b", &[])],
    );
    // Members are created one after the other, unless the chain is concurrent.
    let chain = |more: &str| {
        format!(
            "{{type: OS::Heat::ResourceChain, properties: {{resources: [OS::Heat::None, OS::Heat::None, OS::Heat::None]{more}}}}}"
        )
    };
    check(&chain(""), &[("0", &[]), ("1", &["0"]), ("2", &["1"])]);
    check(&chain(", concurrent: true"), &[("0", &[]), ("1", &[]), ("2", &[])]);
}

#[test]
fn parts_refer_to_resources() {
    let outputs = "{}";
    let references = "{type: OS::Heat::Value, properties: {value: {get_attr: [h, x]}, type: string}, metadata: {a: [{get_resource: i}, {get_attr: [h, y]}]}}, h: {type: OS::Heat::None}, i: {type: OS::Heat::None}";
    let resolved = resolved(references, outputs, &KnownAttributes::new());
    let found = &resolved.resources["g"].references;
    let found: Vec<_> = found.iter().map(|(part, names)| (part.as_str(), names.join(" "))).collect();
    assert_eq!(
        found,
        [("value", "h".to_owned()), (crate::resolve::ResolvedResource::METADATA, "i h".to_owned())]
    );
    assert!(resolved.resources["h"].references.is_empty());
}

#[test]
fn nested_stacks_have_so_many_resources_together_at_most() {
    fn check(groups: usize, expect: &[Exception]) {
        let group = "{type: OS::Heat::ResourceGroup, properties: {count: 1000, resource_def: {type: OS::Heat::None}}}";
        let all: Vec<String> = (1..groups).map(|number| format!("g{number}: {group}")).collect();
        let resolved = resolved(&format!("{group}, {}", all.join(", ")), "{}", &KnownAttributes::new());
        let faults: Vec<_> = resolved.resolution_faults.iter().map(|fault| fault.exception.clone()).collect();
        assert_eq!(faults, expect);
    }
    check(9, &[]);
    check(10, &[Exception::TooManyResources]);
}

#[test]
fn the_members_of_a_chain_are_known_if_all_types_are() {
    let chain = |types: &str| {
        let chain = format!(
            "{{type: OS::Heat::ResourceChain, properties: {{resources: [{types}]}}}}, h: {{type: OS::Heat::None}}"
        );
        resolved(&chain, "{}", &KnownAttributes::new()).resources["g"].nested.is_some()
    };
    assert!(chain("OS::Heat::None"));
    assert!(!chain("OS::Heat::None, {get_attr: [h, x]}"));
}

#[test]
fn conditions_are_resolved() {
    let conditions = "{}\nconditions: {c: {equals: [a, a]}, d: {not: c}}";
    let resolved = resolved("{type: OS::Heat::None}", conditions, &KnownAttributes::new());
    let found: Vec<_> = resolved.conditions.into_iter().collect();
    let expect = [("c", value!(true)), ("d", value!(false))];
    assert_eq!(found, expect.map(|(name, value)| (name.to_owned(), Data::Known(value))));
}
