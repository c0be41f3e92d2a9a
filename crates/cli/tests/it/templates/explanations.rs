//! Tests of explanations beside Heat's messages: common mistakes, and the output of `resolve` about them.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use std::fmt::Write as _;

use crate::support::{fixture, folder, run_with_catalogue, write};
use insta::assert_snapshot;

/// The findings about each template; each is a version and the rest of a template, with the name of the mistake.
fn check(name: &str, mistakes: &[(&str, &str, &str)]) -> String {
    let folder = folder(&format!("explanations-{name}"));
    let schemas = fixture("catalogue").join("schemas");
    let mut shown = String::new();
    for (mistake, version, rest) in mistakes {
        let name = format!("{}/template.yaml", mistake.replace(' ', "-"));
        let within = folder.join(mistake.replace(' ', "-"));
        write(&folder.join(name), format!("{version}\n{rest}"));
        let ran = run_with_catalogue(&within, &["resolve", "template.yaml"]);
        assert_eq!(ran.code, 1, "{mistake}: {ran}");
        let err = ran.err.replace(schemas.to_str().unwrap(), "[CATALOGUE]");
        let _ = writeln!(shown, "### {mistake}\n\n{err}");
    }
    shown
}

const ROCKY: &str = "heat_template_version: rocky";
const KILO: &str = "heat_template_version: 2015-04-30";
const AWS: &str = "AWSTemplateFormatVersion: 2010-09-09";

#[test]
fn names() {
    assert_snapshot!(check(
        "names",
        &[
            (
                "a misspelt parameter",
                ROCKY,
                "parameters: {flavor: {type: string, default: small}}
resources: {server: {type: My::Compute::Server, properties: {size: 4, kind: {get_param: flavour}}}}
",
            ),
            (
                "a parameter that is missing",
                ROCKY,
                "resources: {server: {type: My::Compute::Server, properties: {size: {get_param: memory}}}}\n",
            ),
            (
                "a misspelt resource",
                ROCKY,
                "resources:
  server: {type: My::Compute::Server, properties: {size: 4, extra: {get_resource: my_prot}}}
  my_port: {type: My::Net::Port}
",
            ),
            (
                "a parameter taken for a resource",
                ROCKY,
                "parameters: {network: {type: string, default: private}}
resources: {server: {type: My::Compute::Server, properties: {size: 4, extra: {get_resource: network}}}}
",
            ),
            (
                "a misspelt attribute",
                ROCKY,
                "resources: {server: {type: My::Compute::Server, properties: {size: 4}}}
outputs: {ip: {value: {get_attr: [server, adress]}}}
",
            ),
            (
                "a misspelt condition",
                ROCKY,
                "conditions: {is_big: true}
resources: {port: {type: My::Net::Port, condition: is_bg}}
",
            ),
            (
                "a misspelt condition of if",
                ROCKY,
                "conditions: {is_big: true}
resources: {server: {type: My::Compute::Server, properties: {size: {if: [is_bigg, 8, 4]}}}}
",
            ),
            (
                "a misspelt type",
                ROCKY,
                "resources: {server: {type: My::Compute::Sever, properties: {size: 4}}}\n"
            ),
            (
                "a misspelt dependency",
                ROCKY,
                "resources:
  port: {type: My::Net::Port}
  other: {type: My::Net::Port, depends_on: prot}
",
            ),
            (
                "a misspelt mapping",
                AWS,
                "Mappings: {Sizes: {small: {memory: 4}}}
Resources: {server: {Type: My::Compute::Server, Properties: {size: {'Fn::FindInMap': [Size, small, memory]}}}}
",
            ),
            (
                "a misspelt key of a mapping",
                AWS,
                "Mappings: {Sizes: {small: {memory: 4}}}
Resources: {server: {Type: My::Compute::Server, Properties: {size: {'Fn::FindInMap': [Sizes, smal, memory]}}}}
",
            ),
        ]
    ));
}

#[test]
fn properties() {
    assert_snapshot!(check(
        "properties",
        &[
            (
                "a misspelt property",
                ROCKY,
                "resources: {server: {type: My::Compute::Server, properties: {sise: 4}}}\n",
            ),
            (
                "a misspelt property within a list",
                ROCKY,
                "resources:
  server:
    type: My::Compute::Server
    properties:
      size: 4
      networks:
        - port: p
        - prot: q
",
            ),
            (
                "a value that is not allowed",
                ROCKY,
                "resources: {server: {type: My::Compute::Server, properties: {size: 4, kind: lagre}}}\n",
            ),
            (
                "a list where a number belongs",
                ROCKY,
                "resources: {server: {type: My::Compute::Server, properties: {size: [4]}}}\n",
            ),
            (
                "a misspelt function",
                ROCKY,
                "parameters: {size: {type: number, default: 4}}
resources: {server: {type: My::Compute::Server, properties: {size: {get_parm: size}}}}
",
            ),
            (
                "a function that came later",
                KILO,
                "resources: {server: {type: My::Compute::Server, properties: {size: 4, name: {str_split: ['-', a-b, 0]}}}}\n",
            ),
        ]
    ));
}

#[test]
fn functions() {
    assert_snapshot!(check(
        "functions",
        &[
            (
                "str_replace without parameters",
                ROCKY,
                "resources: {port: {type: My::Net::Port, metadata: {text: {str_replace: {template: hello}}}}}\n",
            ),
            (
                "an attribute without its resource",
                ROCKY,
                "resources: {port: {type: My::Net::Port, metadata: {text: {get_attr: address}}}}\n",
            ),
            (
                "if with two values too many",
                ROCKY,
                "conditions: {c: true}
resources: {port: {type: My::Net::Port, metadata: {text: {if: [c, a, b, d]}}}}
",
            ),
            (
                "list_join of texts",
                ROCKY,
                "resources: {port: {type: My::Net::Port, metadata: {text: {list_join: [',', a, b]}}}}\n",
            ),
            (
                "a function of older versions",
                ROCKY,
                "resources: {port: {type: My::Net::Port, metadata: {text: {'Fn::Join': ['', [a, b]]}}}}\n",
            ),
            (
                "a function that is none for conditions",
                "heat_template_version: newton",
                "conditions: {c: {contains: [a, [a]]}, d: {equal: [a, b]}, e: {str_split: [',', a]}}
resources: {port: {type: My::Net::Port}}
",
            ),
        ]
    ));
}

#[test]
fn structure() {
    assert_snapshot!(check(
        "structure",
        &[
            ("a misspelt section", ROCKY, "resource: {port: {type: My::Net::Port}}\n"),
            (
                "a section that came later",
                KILO,
                "conditions: {c: true}\nresources: {port: {type: My::Net::Port}}\n"
            ),
            ("a key that came later", KILO, "resources: {port: {type: My::Net::Port, condition: c}}\n",),
            (
                "a property beside the type",
                ROCKY,
                "resources: {server: {type: My::Compute::Server, size: 4}}\n",
            ),
            (
                "a misspelt key",
                ROCKY,
                "resources: {server: {type: My::Compute::Server, propertys: {size: 4}}}\n"
            ),
            ("a misspelt version", "heat_template_version: roky", "resources: {}\n"),
            (
                "a wrong type of a parameter",
                ROCKY,
                "parameters: {a: {type: strng}, b: {type: text}, c: {type: string, defualt: x}}\n",
            ),
            (
                "an output without its key",
                ROCKY,
                "resources: {port: {type: My::Net::Port}}\noutputs: {a: {vaule: 1}, b: {description: b}}\n",
            ),
            (
                "resources that need each other",
                ROCKY,
                "resources:
  a: {type: My::Net::Port, metadata: {peer: {get_resource: b}}}
  b: {type: My::Net::Port, metadata: {peer: {get_resource: c}}}
  c:
    type: My::Net::Port
    depends_on: [d, a]
  d: {type: My::Net::Port}
  x: {type: My::Net::Port, depends_on: y}
  y: {type: My::Net::Port, metadata: {peer: {get_attr: [x, show]}}}
",
            ),
        ]
    ));
}
