//! Tests of `graph`: the dependencies in a template, in each format.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use crate::support::{Ran, folder, run_in, write};
use insta::assert_snapshot;

/// Draws a template in one of the formats.
fn check(name: &str, template: &str, format: &str) -> Ran {
    let folder = folder(&format!("graph-{name}"));
    write(&folder.join("a.yaml"), template);
    write(&folder.join("member.yaml"), MEMBER);
    run_in(&folder, &["--schemas", "built-in", "graph", "a.yaml", "--format", format])
}

const MEMBER: &str = "heat_template_version: rocky
resources:
  port: {type: OS::Neutron::Port, properties: {network: private}}
  server: {type: OS::Nova::Server, properties: {flavor: small, image: debian, networks: [{port: {get_resource: port}}]}}
";

const TEMPLATE: &str = "heat_template_version: rocky
parameters: {size: {type: string, default: small}}
conditions: {is_big: {equals: [{get_param: size}, big]}}
resources:
  net: {type: OS::Neutron::Net}
  subnet: {type: OS::Neutron::Subnet, properties: {network: {get_resource: net}, cidr: 10.0.0.0/24}}
  members: {type: OS::Heat::ResourceGroup, depends_on: subnet, properties: {count: 3, resource_def: {type: member.yaml}}}
  volume: {type: OS::Cinder::Volume, condition: is_big, properties: {size: 1, name: {get_resource: subnet}}}
";

const CYCLE: &str = "heat_template_version: rocky
resources:
  '<a>\"':  {type: OS::Heat::Value, properties: {value: {get_resource: b}}}
  b: {type: OS::Heat::Value, properties: {value: {get_resource: c}}}
  c: {type: OS::Heat::Value, properties: {value: {get_resource: '<a>\"'}}}
  d: {type: OS::Heat::Value, depends_on: [b], properties: {value: 1}}
";

#[test]
fn each_format_has_nested_stacks_conditions_and_reasons() {
    for format in ["mermaid", "dot", "json"] {
        let ran = check(format, TEMPLATE, format);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        assert_snapshot!(format, ran.out);
    }
}

#[test]
fn cycles_are_marked_and_described() {
    for format in ["mermaid", "dot"] {
        let ran = check(&format!("cycle-{format}"), CYCLE, format);
        assert!(ran.code == 1 && ran.err.starts_with("error[circular-dependency]"), "{ran}");
        assert_snapshot!(format!("cycle-{format}"), ran.out);
    }
    let json: serde_json::Value = serde_json::from_str(&check("cycle-json", CYCLE, "json").out).unwrap();
    assert_eq!(json["cycles"], serde_json::json!([["<a>\"", "b", "c"]]));
}

#[test]
fn a_picture_is_a_document_of_its_own() {
    let ran = check("svg", CYCLE, "svg");
    let start = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"graph\"";
    assert!(ran.out.starts_with(start) && ran.out.contains("prefers-color-scheme: dark"), "{ran}");
    assert!(
        ran.out.contains("A cycle: &lt;a&gt;&quot; needs b, which needs c, which needs &lt;a&gt;&quot;."),
        "{ran}"
    );
    // Two lines lead down, the third one leads back up.
    assert_eq!(ran.out.matches("class=\"line circle\"").count(), 3, "{ran}");
    assert_eq!(ran.out.matches("class=\"node of-heat circle\"").count(), 3, "{ran}");
}

#[test]
fn a_picture_of_too_much_is_refused() {
    let resources: Vec<String> =
        (0..501).map(|index| format!("  r{index}: {{type: OS::Neutron::Net}}\n")).collect();
    let template = format!("heat_template_version: rocky\nresources:\n{}", resources.concat());
    let ran = check("large", &template, "svg");
    assert!(ran.code == 1 && ran.err.contains("501 resources are too many for a picture"), "{ran}");
    let all: Vec<String> = (0..250).map(|index| format!("r{index}")).collect();
    let halves: Vec<String> = all
        .iter()
        .map(|name| {
            format!("  {name}: {{type: A}}\n  s{name}: {{type: A, depends_on: [{}]}}\n", all.join(", "))
        })
        .collect();
    let halves = format!("heat_template_version: rocky\nresources:\n{}", halves.concat());
    let ran = check("halves", &halves, "svg");
    assert!(
        ran.err.contains("the lines between the resources are too many for a picture: 62500 pieces"),
        "{ran}"
    );
    let ran = check("large", &template, "dot");
    assert_eq!((ran.code, ran.out.matches("label=").count()), (0, 501));
}
