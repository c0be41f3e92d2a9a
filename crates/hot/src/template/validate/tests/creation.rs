//! Tests of errors that occur when Heat creates the stack of a resource, in a template that it accepts.

use super::*;
use crate::fault::Stage;
use crate::resolve::Resolved;

/// Resolves a template.
fn resolved(text: &str, values: &str) -> Resolved {
    let types = types();
    let source = Source::new("test", format!("heat_template_version: 2018-08-31\n{text}"));
    let template = Template::read(&source).template.unwrap();
    let Value::Map(values) = json::parse(values).unwrap() else { panic!("no map") };
    let values = values.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
    let (parameters, _) = template.parameters(None, &ParameterInputs { values, defaults: IndexMap::new() });
    let (surroundings, customs) = (TypesAlone::new(&types), WithoutCloud::timeless());
    let setting = Setting::new(&parameters, &surroundings, &customs);
    crate::resolve::resolve(&template, setting, &KnownAttributes::new())
}

/// The errors as text: how certain each is, the text at its span, and Heat's message.
fn shown(text: &str, faults: &[Fault]) -> Vec<String> {
    let source = format!("heat_template_version: 2018-08-31\n{text}");
    let found = faults.iter().map(|fault| {
        let stage = match fault.stage() {
            Stage::NestedCreation => "fails",
            Stage::PossibleCreation => "may fail",
            stage => stage.as_str(),
        };
        let span = fault.span.unwrap();
        format!("{stage}: {}: {fault}", &source[span.start..span.end])
    });
    found.collect()
}

/// Checks the errors in nested stacks of a template that Heat accepts.
fn check(text: &str, values: &str, expect: &[&str]) {
    let resolved = resolved(text, values);
    let accepted: Vec<String> = resolved.faults.iter().map(ToString::to_string).collect();
    assert_eq!(accepted, [""; 0], "{text}");
    assert_eq!(shown(text, &resolved.resolution_faults), expect, "{text}");
}

fn group(properties: &str) -> String {
    format!("resources: {{g: {{type: OS::Heat::ResourceGroup, properties: {{{properties}}}}}}}")
}

const WITHIN: &str = "Property error: resources.g<nested_stack>.resources";

#[test]
fn values_of_members_are_validated_where_they_stand() {
    check(&group("resource_def: {type: My::Thing, properties: {name: n, size: 1}}"), "{}", &[]);
    check(
        &group("resource_def: {type: My::Thing, properties: {name: n, size: 0, kind: c}}"),
        "{}",
        &[
            &format!("fails: 0: {WITHIN}[0].properties.size: too small"),
            &format!("fails: c: {WITHIN}[0].properties.kind: \"c\" is not an allowed value [\"a\", \"b\"]"),
        ],
    );
    check(
        &group("resource_def: {type: My::Thing}"),
        "{}",
        &[&format!("fails: {{type: My::Thing}}: {WITHIN}[0].properties: Property name not assigned")],
    );
    // A group leaves out null.
    check(
        &group("resource_def: {type: My::Thing, properties: {name: null}}"),
        "{}",
        &[&format!("fails: {{name: null}}: {WITHIN}[0].properties: Property name not assigned")],
    );
}

#[test]
fn a_mistake_is_reported_once_for_all_members() {
    check(
        &group("count: 3, resource_def: {type: My::Thing, properties: {size: 0}}"),
        "{}",
        &[
            &format!("fails: {{size: 0}}: {WITHIN}[0].properties: Property name not assigned"),
            &format!("fails: 0: {WITHIN}[0].properties.size: too small"),
        ],
    );
    // Only some of the members have it.
    let long = "length (6) is out of range (min: 1, max: 5)";
    check(
        &group("count: 12, resource_def: {type: My::Thing, properties: {name: 'name%index%'}}"),
        "{}",
        &[&format!("fails: 'name%index%': {WITHIN}[10].properties.name: {long}")],
    );
    check(
        &group(
            "count: 10, removal_policies: [{resource_list: [3]}], resource_def: {type: My::Thing, properties: {name: 'name%index%'}}",
        ),
        "{}",
        &[&format!("fails: 'name%index%': {WITHIN}[10].properties.name: {long}")],
    );
    check(
        &group(
            "count: 3, index_var: '@', resource_def: {type: My::Thing, properties: {name: '@', kind: 'a@'}}",
        ),
        "{}",
        &[&format!(
            "fails: 'a@': {WITHIN}[0].properties.kind: \"a0\" is not an allowed value [\"a\", \"b\"]"
        )],
    );
}

#[test]
fn what_is_not_known_is_no_error() {
    let wrong = "resource_def: {type: My::Thing, properties: {name: n, size: 0}}";
    check(&group(&format!("count: 0, {wrong}")), "{}", &[]);
    let parameter = |properties: &str| format!("parameters: {{n: {{type: number}}}}\n{}", group(properties));
    let counted = parameter(&format!("count: {{get_param: n}}, {wrong}"));
    check(&counted, r#"{"n": 0}"#, &[]);
    check(&counted, r#"{"n": 1}"#, &[&format!("fails: 0: {WITHIN}[0].properties.size: too small")]);
    let known = "resource_def: {type: My::Thing, properties: {name: n, size: {get_param: n}}}";
    check(
        &parameter(known),
        r#"{"n": 0}"#,
        &[&format!("fails: get_param: n: {WITHIN}[0].properties.size: too small")],
    );
}

#[test]
fn what_may_not_be_created_may_fail() {
    let wrong = "resource_def: {type: My::Thing, properties: {name: n, size: 0}}";
    let may_fail = format!("may fail: 0: {WITHIN}[0].properties.size: too small");
    let conditional = |resources: &str| {
        format!(
            "parameters: {{n: {{type: number}}}}\nconditions: {{c: {{equals: [{{get_param: n}}, 1]}}}}\nresources: {resources}"
        )
    };
    let group = |count: &str, more: &str| {
        format!("g: {{type: OS::Heat::ResourceGroup, {more}properties: {{count: {count}, {wrong}}}}}")
    };
    // The parameter has no value.
    let missing = "The Parameter (n) was not provided.";
    let check = |text: &str, expect: &[&str]| {
        let resolved = resolved(text, "{}");
        let others = resolved.faults.iter().map(ToString::to_string).filter(|fault| fault != missing);
        assert_eq!(others.collect::<Vec<_>>(), [""; 0], "{text}");
        assert_eq!(shown(text, &resolved.resolution_faults), expect, "{text}");
    };
    check(&conditional(&format!("{{{}}}", group("{get_param: n}", ""))), &[&may_fail]);
    check(&conditional(&format!("{{{}}}", group("1", "condition: c, "))), &[&may_fail]);
    check(&conditional(&format!("{{{}}}", group("{if: [c, 1, 0]}", ""))), &[&may_fail]);
    check(&conditional(&format!("{{{}}}", group("1", "condition: {not: c}, "))), &[&may_fail]);
}

#[test]
fn a_type_that_is_not_known_has_no_mistakes() {
    let text = |resource_def: &str| {
        format!(
            "parameters: {{n: {{type: string}}}}\nconditions: {{c: {{equals: [{{get_param: n}}, 1]}}}}\nresources: {{g: {{type: OS::Heat::ResourceGroup, properties: {{resource_def: {{{resource_def}}}}}}}}}"
        )
    };
    let check = |text: &str, expect: &[&str]| {
        let resolved = resolved(text, "{}");
        assert_eq!(resolved.faults, [], "{text}");
        assert_eq!(shown(text, &resolved.resolution_faults), expect, "{text}");
    };
    check(&text("type: {get_param: n}"), &[]);
    check(&text("type: {if: [c, My::Thing, My::Grouped]}, properties: {nam: x}"), &[]);
    check(&text("type: My::Thing, properties: {if: [c, {name: x}, {name: y}]}"), &[]);
    check(&text("type: My::Thing, properties: {get_param: n}"), &[]);
    check(
        &text("type: My::Thing, properties: {name: n, size: {if: [c, 1, 2]}, kind: c}"),
        &[&format!("fails: c: {WITHIN}[0].properties.kind: \"c\" is not an allowed value [\"a\", \"b\"]")],
    );
    let chain = |types: &str| {
        format!(
            "parameters: {{n: {{type: string}}}}\nresources: {{g: {{type: OS::Heat::ResourceChain, properties: {{concurrent: false, resources: [{types}], resource_properties: {{name: name10}}}}}}}}"
        )
    };
    check(&chain("{get_param: n}"), &[]);
    check(
        &chain("{get_param: n}, My::Thing, {get_param: n}, My::Thing"),
        &[&format!(
            "fails: name10: {WITHIN}[1].properties.name: length (6) is out of range (min: 1, max: 5)"
        )],
    );
}

#[test]
fn scaling_groups_have_one_member_for_all() {
    let scaling = |sizes: &str| {
        format!(
            "resources: {{g: {{type: OS::Heat::AutoScalingGroup, properties: {{{sizes}, resource: {{type: My::Thing, properties: {{name: n, size: 0}}}}}}}}}}"
        )
    };
    let fails =
        "fails: 0: Property error: resources.g<nested_stack>.resources.member.properties.size: too small";
    check(&scaling("min_size: 1"), "{}", &[fails]);
    check(&scaling("min_size: 0, desired_capacity: 2"), "{}", &[fails]);
    check(&scaling("min_size: 0"), "{}", &[]);
    let launched = "resources: {
  g: {type: OS::Heat::InstanceGroup, properties: {LaunchConfigurationName: {get_resource: l}, Size: 1}},
  l: {type: AWS::AutoScaling::LaunchConfiguration, properties: {ImageId: [i]}}}";
    assert_eq!(shown(launched, &resolved(launched, "{}").resolution_faults), [""; 0]);
}

#[test]
fn groups_in_groups_are_created_too() {
    let inner = "type: OS::Heat::ResourceGroup, properties: {index_var: '@', resource_def: {type: My::Thing, properties: {name: '@', size: 0}}}";
    check(
        &group(&format!("count: 2, resource_def: {{{inner}}}")),
        "{}",
        &[
            "fails: 0: Property error: resources.g<nested_stack>.resources.0<nested_stack>.resources[0].properties.size: too small",
        ],
    );
}

#[test]
fn what_a_value_passes_on_is_known_when_a_resource_is_created() {
    fn check_size(value: &str, size: &str, expect: &[&str]) {
        let of_thing = format!("{{type: My::Thing, properties: {{name: n, size: {size}}}}}");
        check(
            &format!("resources: {{v: {{type: OS::Heat::Value, properties: {{{value}}}}}, r: {of_thing}}}"),
            "{}",
            expect,
        );
    }
    let size = "{get_attr: [v, value]}";
    let alarm =
        |place: &str, stage: &str| format!("{stage}: {place}: Property error: r.Properties.size: too small");
    check_size("value: 1", size, &[]);
    check_size("value: 0", size, &[&alarm("get_attr: [v, value]", "creation")]);
    check_size(
        "value: {a: [0]}",
        "{get_attr: [v, value, a, 0]}",
        &[&alarm("get_attr: [v, value, a, 0]", "creation")],
    );
    // A resource that is not created passes on nothing.
    check(
        "parameters: {p: {type: string}}
conditions: {c: {equals: [{get_param: p}, x]}}
resources:
  v: {type: OS::Heat::Value, condition: c, properties: {value: 0}}
  r: {type: My::Thing, properties: {name: n, size: {get_attr: [v, value]}}}",
        "{}",
        &[],
    );
    // Heat converts these.
    check_size("type: number, value: '0'", size, &[]);
    check_size("type: number, value: 0", size, &[&alarm("get_attr: [v, value]", "creation")]);
    check(
        "resources:
  v: {type: OS::Heat::Value, properties: {value: 0}}
  w: {type: OS::Heat::Value, properties: {value: {get_attr: [v, value]}}}
  g: {type: OS::Heat::ResourceGroup, properties: {resource_def: {type: My::Thing, properties: {name: n, size: {get_attr: [w, value]}}}}}",
        "{}",
        &[&format!("fails: get_attr: [w, value]: {WITHIN}[0].properties.size: too small")],
    );
}
