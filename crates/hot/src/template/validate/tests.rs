mod creation;
mod definitions;
mod groups;
mod help;
mod many;
mod nested;
mod offline;
mod properties;

use heat_model::PreparedTypes;
use heat_model::custom_constraint::WithoutCloud;
use heat_model::load::load_schema;
use heat_model::{ResourceType, Value, json};
use heat_yaml::Source;
use indexmap::IndexMap;

use super::*;
use crate::Fault;
use crate::fault::Exception;
use crate::parameter::ParameterInputs;
use crate::template::Template;
use crate::template::known::KnownAttributes;
use crate::template::type_environment::TypesAlone;

fn types() -> IndexMap<String, ResourceType> {
    let schemas = [
        "type: My::Thing
properties:
  name: {type: string, required: true, constraints: [{length: {max: 5, min: 1}}]}
  size: {type: integer, constraints: [{range: {min: 1}, description: too small}]}
  flags: {type: list, schema: {'*': {type: map, schema: {open: {type: boolean, required: true}}}}}
  kind: {type: string, constraints: [{allowed_values: [a, b]}]}
attributes: {address: {type: string}}
update_policy: {batch: {type: integer}}
",
        "type: OS::Heat::None\nany_property: true\nany_attribute: true\n",
        "type: My::Grouped
properties: {user: {type: string}, group: {type: string}, owner: {type: map, schema: {mail: {type: string}}}}
properties_groups: [{xor: [[user], [group]]}, {and: [[user], [owner, mail]]}]\n",
        "type: OS::Neutron::Subnet\nproperties: {network: {type: string}}\n",
        "type: OS::Neutron::Port\nproperties: {network: {type: string}, network_id: {type: string}}
translation_rules: [{rule: replace, translation_path: [network], value_path: [network_id]}]
dependencies_by_value: [{type: OS::Neutron::Subnet, property: [network], equals: [network]}]\n",
        "type: My::Server
properties: {nets: {type: list, schema: {'*': {type: map, schema: {net: {type: string}, id: {type: string}}}}}}
dependencies_by_value:
  - {type: OS::Neutron::Subnet, property: [network], equals: [nets, net], or_equals: id, empty: matches}\n",
        "type: My::Mapped
properties: {net: {type: map, schema: {id: {type: string}}}}
dependencies_by_value: [{type: OS::Neutron::Subnet, property: [network], equals: [net, id], empty: matches}]\n",
        "type: My::Either
properties: {network: {type: string}, other: {type: string}}
dependencies_by_value: [{type: OS::Neutron::Subnet, property: [network], equals: [network], or_equals: other}]\n",
        "type: My::Twin
properties: {nets: {type: list, schema: {'*': {type: map, schema: {net: {type: string}, id: {type: string}}}}}}\n",
        "type: My::Address
properties: {server: {type: string}}
dependencies_by_value:
  - {type: OS::Neutron::Subnet, property: [network], equals: [nets, net], of: My::Server, empty: is_null}\n",
        "type: My::First
properties: {server: {type: string}}
dependencies_by_value:
  - {type: OS::Neutron::Subnet, property: [network], equals: [nets, net], of: My::Server, first_item: true}\n",
        "type: My::Policed\nupdate_policy: {batch: {type: integer, required: true}}\n",
        "type: OS::Heat::SoftwareComponent\nproperties: {configs: {type: list, required: true}}\n",
        "type: OS::Heat::SoftwareDeployment\nproperties: {config: {type: string}, server: {type: string}}\n",
        "type: OS::Heat::SoftwareDeploymentGroup\nproperties: {config: {type: string}, servers: {type: map}}\n",
        "type: OS::Heat::Value\nproperties: {type: {type: string}, value: {type: any, required: true}}\nattributes: {value: {}}\n",
        "type: OS::Heat::ResourceGroup
any_attribute: true
properties:
  count: {type: integer, default: 1}
  index_var: {type: string, default: '%index%'}
  removal_policies: {type: list, default: []}
  resource_def: {type: map, required: true}
",
        "type: OS::Heat::ResourceChain
any_attribute: true
properties: {resources: {type: list}, concurrent: {type: boolean, default: false}, resource_properties: {type: map}}
",
        "type: OS::Heat::AutoScalingGroup
any_attribute: true
properties: {min_size: {type: integer}, desired_capacity: {type: integer}, resource: {type: map}}
",
        "type: OS::Heat::InstanceGroup
properties: {LaunchConfigurationName: {type: string}, Size: {type: integer}, Tags: {type: list}}
",
        "type: AWS::AutoScaling::LaunchConfiguration
properties: {ImageId: {type: string}, KeyName: {type: string}, InstanceId: {type: string}}
",
        // The type replaces the one of an instance.
        "type: OS::Heat::ScaledResource\nproperties: {ImageId: {type: string}, Tags: {type: list}}\n",
    ];
    let loaded = schemas.map(|text| load_schema(&Source::new("test.yaml", text)).file.unwrap().schema);
    loaded.into_iter().map(|schema| (schema.name.clone(), schema)).collect()
}

fn validated(version: &str, text: &str, values: &str, strict: bool) -> Validated {
    validated_with(version, text, values, strict, NestedStacks::Validated)
}

fn validated_with(version: &str, text: &str, values: &str, strict: bool, nested: NestedStacks) -> Validated {
    let source = Source::new("test", format!("heat_template_version: {version}\n{text}"));
    let template = Template::read(&source).template.unwrap();
    let Value::Map(values) = json::parse(values).unwrap() else { panic!("no map") };
    let inputs = ParameterInputs { values: values.into_inner(), defaults: IndexMap::new() };
    let (parameters, faults) = template.parameters(None, &inputs);
    assert_eq!(faults, []);
    // The program also shares evaluators between templates: that must not hide the schema of a single resource.
    let types = types();
    let types = PreparedTypes::new(&types);
    let (surroundings, customs) = (TypesAlone::new(&types), WithoutCloud::timeless());
    let setting = Setting { strict, nested, ..Setting::new(&parameters, &surroundings, &customs) };
    validate(&template, setting)
}

/// Compares the errors in the resources of a template.
fn check(resources: &str, expect: &[&str]) {
    let found = validated("2018-08-31", &format!("resources: {resources}"), "{}", true).faults;
    let found: Vec<_> = found.iter().map(ToString::to_string).collect();
    assert_eq!(found, expect, "{resources}");
}

#[test]
fn conditions_of_resources_name_themselves_but_not_their_parts() {
    check(
        "{a: {type: OS::Heat::None, condition: nope}}",
        &["resources.a.condition: Invalid condition \"nope\""],
    );
    check("{a: {type: OS::Heat::None, condition: {not: nope}}}", &["Invalid condition \"nope\""]);
    check(
        "{a: {type: OS::Heat::None, condition: {equals: [{get_param: ''}, x]}}}",
        &["Function \"get_param\" must have arguments"],
    );
}

#[test]
fn values_that_refer_to_resources_are_only_converted() {
    let thing = "{type: My::Thing, properties: {name: n}}";
    check(
        &format!(
            "{{long_name: {thing}, b: {{type: My::Thing, properties: {{name: {{get_resource: long_name}}}}}}}}"
        ),
        &[],
    );
    check(
        &format!(
            "{{a: {thing}, b: {{type: My::Thing, properties: {{name: n, size: {{get_resource: a}}}}}}}}"
        ),
        &["Property error: resources.b.properties.size: Value 'a' is not an integer"],
    );
}

#[test]
fn without_values_only_names_are_checked() {
    let text =
        "parameters: {p: {type: string}}\nresources: {a: {type: My::Thing, properties: {size: x, y: 1}}}";
    let found = validated("2018-08-31", text, "{}", false).faults;
    let found: Vec<_> = found.iter().map(ToString::to_string).collect();
    assert_eq!(found, ["Property error: resources.a.properties: Unknown Property y"]);
}

#[test]
fn types_names_and_policies_are_checked() {
    check("{a: {type: My::Other}}", &["The Resource Type (My::Other) could not be found."]);
    check("{a/b: {type: OS::Heat::None}}", &["Resource name may not contain \"/\""]);
    check(
        "{a: {type: My::Thing, properties: {name: n}, deletion_policy: snapshot}}",
        &["resources.a.deletion_policy: \"Snapshot\" deletion policy not supported"],
    );
    check(
        "{a: {type: OS::Heat::None, external_id: x, depends_on: b}, b: {type: OS::Heat::None}}",
        &["Invalid dependency with external OS::Heat::None resource: x"],
    );
    // An ID that is null does not refer to a resource.
    let unknown = "Property error: resources.a.properties: Unknown Property y";
    for (id, expect) in [("x", &[][..]), ("''", &[]), ("{if: [false, x, null]}", &[unknown])] {
        check(&format!("{{a: {{type: My::Server, external_id: {id}, properties: {{y: 1}}}}}}"), expect);
    }
    check("{OS::stack_id: {type: OS::Heat::None}}", &["Duplicate names {'OS::stack_id'}"]);
    // The property that is read at once sees other resources by their names.
    let got = "Value must be a string; got {'x': 'n'}";
    check(
        "{a: {type: OS::Heat::Value, properties: {type: {x: {get_resource: n}}, value: 1}}, n: {type: OS::Heat::None}}",
        &[got, &format!("Property error: resources.a.properties.type: {got}")],
    );
}

#[test]
fn attributes_are_those_of_the_type() {
    let a = "a: {type: My::Thing, properties: {name: n}}, n: {type: OS::Heat::None}";
    let at = |resource: &str, attribute: &str| {
        format!(
            "{{{a}, b: {{type: OS::Heat::Value, properties: {{value: {{get_attr: [{resource}, {attribute}]}}}}}}}}"
        )
    };
    check(&at("a", "address"), &[]);
    check(&at("a", "show"), &[]);
    check(&at("n", "anything"), &[]);
    check(
        &at("a", "other"),
        &["resources.b.properties.value.get_attr: The Referenced Attribute (a other) is incorrect."],
    );
}

#[test]
fn a_text_of_two_letters_is_taken_apart() {
    let found = |argument: &str| {
        let text = format!(
            "AWSTemplateFormatVersion: 2010-09-09\nResources: {{r: {{Type: OS::Heat::None}}, s: {{Type: My::Thing, Properties: {{name: n}}}}}}\nOutputs: {{o: {{Value: {{'Fn::GetAtt': {argument}}}}}}}"
        );
        let template = Template::read(&Source::new("test", text)).template.unwrap();
        let (parameters, _) = template.parameters(None, &ParameterInputs::default());
        let (types, customs) = (types(), WithoutCloud::timeless());
        let surroundings = TypesAlone::new(&types);
        let setting = Setting::new(&parameters, &surroundings, &customs);
        validate(&template, setting).faults.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert!(found("r1").is_empty());
    assert_eq!(found("s1"), ["Outputs.o.Value.Fn::GetAtt: The Referenced Attribute (s 1) is incorrect."]);
    assert_eq!(
        found("r.1"),
        [
            "Outputs.o.Value.Fn::GetAtt: Arguments to \"Fn::GetAtt\" must be of the form [resource_name, attribute]"
        ]
    );
}

#[test]
fn heat_adds_dependencies_of_equal_values() {
    fn check(resources: &str, expect: &[(&str, &str)]) {
        let validated = validated("2018-08-31", &format!("resources: {resources}"), "{}", true);
        assert_eq!(validated.faults, []);
        assert_eq!(validated.dependencies.edges().collect::<Vec<_>>(), expect);
    }
    let subnet = "s: {type: OS::Neutron::Subnet, properties: {network: n}}";
    check(
        &format!("{{p: {{type: OS::Neutron::Port, properties: {{network: n}}}}, {subnet}}}"),
        &[("p", "s")],
    );
    check(&format!("{{p: {{type: OS::Neutron::Port, properties: {{network: m}}}}, {subnet}}}"), &[]);
    let server = |nets: &str| format!("{subnet}, v: {{type: My::Server, properties: {{nets: [{nets}]}}}}");
    // Any item is compared, and an empty value matches any value. An empty list contains nothing.
    check(&format!("{{{}}}", server("{net: m}, {net: n}")), &[("v", "s")]);
    check(&format!("{{{}}}", server("{net: m}")), &[]);
    check(&format!("{{{}}}", server("{id: n}")), &[("v", "s")]);
    check(&format!("{{{}}}", server("{id: m}")), &[]);
    check(&format!("{{{}}}", server("{}")), &[("v", "s")]);
    check(&format!("{{{}}}", server("")), &[]);
    // The dependency leads through the servers that a resource refers to.
    let through = |nets: &str, kind: &str| {
        format!("{{{}, a: {{type: {kind}, properties: {{server: {{get_resource: v}}}}}}}}", server(nets))
    };
    let (far, near) = ([("v", "s"), ("a", "v"), ("a", "s")], [("a", "v")]);
    check(&through("{net: m}, {net: n}", "My::Address"), &far);
    check(&through("{net: m}", "My::Address"), &near);
    check(&through("{net: n}, {net: m}", "My::First"), &far);
    check(&through("{net: m}, {net: n}", "My::First"), &[("v", "s"), ("a", "v")]);
    let either = |properties: &str, expect: &[(&str, &str)]| {
        check(&format!("{{{subnet}, e: {{type: My::Either, properties: {{{properties}}}}}}}"), expect);
    };
    either("network: n, other: m", &[("e", "s")]);
    either("network: m, other: n", &[]);
    either("other: n", &[("e", "s")]);
    either("network: '', other: n", &[("e", "s")]);
    either("other: m", &[]);
    // Only servers are compared.
    let twin = format!(
        "{{{subnet}, w: {{type: My::Twin, properties: {{nets: [{{net: n}}]}}}}, a: {{type: My::Address, depends_on: w}}}}"
    );
    check(&twin, &[("a", "w")]);
    let empty = "{s: {type: OS::Neutron::Subnet}, v: {type: My::Server},
        a: {type: My::Address, depends_on: v}, f: {type: My::First, depends_on: v}}";
    check(empty, &[("a", "v"), ("a", "s"), ("f", "v")]);
}

#[test]
fn circles_and_outputs_are_reported() {
    check(
        "{a: {type: OS::Heat::None, depends_on: b}, b: {type: OS::Heat::None, depends_on: a}}",
        &["Circular Dependency Found: {a: {b}, b: {a}}"],
    );
    let text = "resources: {a: {type: My::Thing, properties: {name: n}}}
outputs: {o: {value: [{get_attr: [a, x]}]}, p: {value: {get_attr: [b, x]}}, q: {}}";
    let found = validated("2018-08-31", text, "{}", true).faults;
    let found: Vec<_> = found.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "Output validation error: outputs.q: Each output definition must contain a value key.",
            "outputs.o.Value[0].get_attr: The Referenced Attribute (a x) is incorrect.",
            "outputs.p.value.get_attr: The specified reference \"b\" (in unknown) is incorrect.",
        ]
    );
}

#[test]
fn a_type_that_does_nothing_is_not_validated_before_it_is_created() {
    let text = "resources: {a: {type: OS::Heat::None, update_policy: {b: 1}, deletion_policy: Snapshot}}";
    let faults = |nested| validated_with("2018-08-31", text, "{}", true, nested).faults.len();
    assert_eq!((faults(NestedStacks::LeftOut), faults(NestedStacks::Validated)), (1, 0));
}

#[test]
fn names_of_resources_in_outputs_are_evaluated_early() {
    let text = "resources: {a: {type: OS::Heat::None}}
outputs:
  o: {value: {get_resource: {get_param: missing}}}
  p: {value: [{get_resource: missing}, {get_resource: {get_param: missing}}]}";
    let found = validated("2018-08-31", text, "{}", true).faults;
    let missing: Vec<_> =
        found.iter().map(ToString::to_string).filter(|words| words.contains("provided")).collect();
    assert_eq!(missing, ["The Parameter (missing) was not provided."]);
}

#[test]
fn small_templates_do_not_make_endless_work() {
    let properties = (0..1_000).map(|at| format!("x{at}: {{get_param: p}}")).collect::<Vec<_>>().join(", ");
    let text = format!(
        "parameters: {{p: {{type: string, default: {}}}}}\nresources: {{a: {{type: My::Thing, properties: {{{properties}}}}}}}",
        "x".repeat(100_000)
    );
    let found = validated("2018-08-31", &text, "{}", true).faults;
    assert_eq!(found.len(), 1_001);
    let resource = |at: usize| {
        let kind = if at.is_multiple_of(2) { "Port" } else { "Subnet" };
        format!("r{at}: {{type: OS::Neutron::{kind}}}")
    };
    let resources = (0..2_000).map(resource).collect::<Vec<_>>().join(", ");
    let found = validated("2018-08-31", &format!("resources: {{{resources}}}"), "{}", true);
    assert_eq!(found.dependencies.edges().count(), 500_000);
}
