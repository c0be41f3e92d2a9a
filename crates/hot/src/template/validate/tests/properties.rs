//! The properties and policies of resources.

use super::*;
use crate::fault::Stage;

#[test]
fn errors_of_properties_have_their_place() {
    fn check(properties: &str, expect: &str) {
        let text = format!("resources: {{a: {{type: My::Thing, properties: {{{properties}}}}}}}");
        let fault = validated("rocky", &text, "{}", true).faults.swap_remove(0);
        // The text begins after the version.
        let place = fault.span.map(|span| &text[span.start - 29..span.end - 29]);
        assert_eq!(place, Some(expect), "{properties}: {fault}");
    }
    check("name: n, size: x", "x");
    check("name: n, sizes: 1", "sizes");
    check("name: n, flags: [{open: true}, {open: maybe}]", "maybe");
    check("name: n, flags: [{open: true}, {open: true, more: 1}]", "more");
    check("name: n, flags: [{open: true}, {}]", "{}");
    check("name: n, flags: {if: [true, [{open: maybe}], []]}", "if: [true, [{open: maybe}], []]");
    check("size: 1", "{size: 1}");
}

#[test]
fn a_policy_can_be_required() {
    let missing = "Property error: resources.a.update_policy: Property batch not assigned";
    check("{a: {type: My::Policed}}", &[missing]);
    check("{a: {type: My::Policed, update_policy: {}}}", &[missing]);
    check("{a: {type: My::Policed, update_policy: {batch: 1}}}", &[]);
}

#[test]
fn an_action_belongs_to_one_config() {
    let component = |second: &str| {
        format!(
            "{{a: {{type: OS::Heat::SoftwareComponent, properties: {{configs: [{{actions: [CREATE]}}, {{actions: [{second}]}}]}}}}}}"
        )
    };
    check(&component("UPDATE"), &[]);
    // A plug-in checks this only when it validates a resource of a stack.
    let text = format!("resources: {}", component("CREATE"));
    assert_eq!(validated_with("2018-08-31", &text, "{}", true, NestedStacks::LeftOut).faults, []);
    check(
        &component("CREATE"),
        &[
            "Defining more than one configuration for the same action in SoftwareComponent \"a\" is not allowed.",
        ],
    );
}

#[test]
fn properties_are_validated_in_heats_words() {
    check(
        "{a: {type: My::Thing, properties: {size: 0, x: 1, kind: c, flags: [{}, {open: maybe}]}}}",
        &[
            "Property error: resources.a.properties: Unknown Property x",
            "Property error: resources.a.properties: Property name not assigned",
            "Property error: resources.a.properties.size: too small",
            "Property error: resources.a.properties.flags[0]: Property open not assigned",
            "Property error: resources.a.properties.flags[1].open: \"maybe\" is not a valid boolean",
            "Property error: resources.a.properties.kind: \"c\" is not an allowed value [\"a\", \"b\"]",
        ],
    );
    check(
        "{a: {type: My::Thing, properties: {name: {get_param: nope}}, update_policy: {batch: x}}}",
        &[
            "Property error: resources.a.update_policy.batch: Value 'x' is not an integer",
            "Property error: resources.a.properties.name: The Parameter (nope) was not provided.",
        ],
    );
    check(
        "{a: {type: OS::Heat::Value, properties: {type: number, value: x}}}",
        &["Property error: resources.a.properties.value: could not convert string to float: 'x'"],
    );
    check(
        "{a: {type: My::Thing, properties: {map_merge: [{name: n}]}}}",
        &["TypeError: resources.a: 'MapMerge' object is not iterable"],
    );
}

#[test]
fn what_is_within_a_property_is_noticed_when_it_is_created() {
    fn check(properties: &str, expect: Option<Stage>) {
        let text = format!("resources: {{a: {{type: My::Grouped, properties: {{{properties}}}}}}}");
        let found = validated("2018-08-31", &text, "{}", true).faults;
        assert_eq!(found[0].noticed, expect, "{properties}: {}", found[0]);
    }
    check("user: {}", None);
    check("user: u, owner: {mail: {}}", Some(Stage::Creation));
}

#[test]
fn groups_of_properties_are_checked_against_what_the_template_gives() {
    let grouped = |properties: &str, expect: &[&str]| {
        check(
            &format!(
                "{{a: {{type: My::Grouped, properties: {{{properties}}}}}, b: {{type: My::Thing, properties: {{name: n}}}}}}"
            ),
            expect,
        );
    };
    let either = "Property error: resources.a.properties: exactly one of `user` and `group` must be given";
    let both = "Property error: resources.a.properties: all or none of `user` and `owner.mail` must be given";
    grouped("group: g", &[]);
    grouped("", &[either]);
    grouped("user: u, owner: {mail: m}", &[]);
    grouped("user: u, group: g", &[either, both]);
    grouped("group: g, user: null, owner: {mail: null}", &[]);
    // A value that is not known yet is treated as set.
    grouped("user: {get_attr: [b, address]}, owner: {mail: {get_attr: [b, address]}}", &[]);
    grouped("user: {get_attr: [b, address]}, group: g, owner: {mail: m}", &[either]);
}

#[test]
fn values_within_maps_are_compared_as_far_as_they_are_known() {
    fn check(net: &str, expect: &[(&str, &str)]) {
        let text = format!(
            "parameters: {{p: {{type: json}}}}
resources:
  s: {{type: OS::Neutron::Subnet, properties: {{network: n}}}}
  m: {{type: My::Mapped, properties: {{net: {net}}}}}
  v: {{type: My::Server, properties: {{nets: [{net}]}}}}"
        );
        let validated = validated("2018-08-31", &text, "{}", true);
        let edges = validated.dependencies.edges().filter(|(name, _)| *name == "m");
        assert_eq!(edges.collect::<Vec<_>>(), expect, "{net}");
    }
    check("{id: n}", &[("m", "s")]);
    check("{id: m}", &[]);
    check("{id: ''}", &[("m", "s")]);
    check("{get_param: p}", &[]);
}

/// Heat reads properties to compare them with those of other resources. It ignores an invalid value there, but not two values for
/// one property.
#[test]
fn what_is_wrong_with_a_value_that_is_compared_is_reported_once() {
    let port = |properties: &str| {
        format!(
            "{{s: {{type: OS::Neutron::Subnet, properties: {{network: n}}}}, p: {{type: OS::Neutron::Port, properties: {{{properties}}}}}}}"
        )
    };
    check(&port("network: n"), &[]);
    check(
        &port("network: {}"),
        &["Property error: resources.p.properties.network: Value must be a string; got {}"],
    );
    let both = "Cannot define the following properties at the same time: network, network_id";
    let own = format!("Property error: resources.p.properties.network: {both}");
    check(&port("network: n, network_id: n"), &[both, &own]);
}
