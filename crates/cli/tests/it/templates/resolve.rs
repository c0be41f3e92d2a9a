//! Tests of `resolve`: the printed template, and the findings about it.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use crate::support::{Ran, folder, run_in, run_with_catalogue, write};
use insta::assert_snapshot;

/// Resolves a template with other arguments, in a folder with a file of known attributes.
fn check(name: &str, template: &str, arguments: &[&str]) -> Ran {
    let folder = folder(&format!("resolve-{name}"));
    write(&folder.join("template.yaml"), template);
    write(&folder.join("known.yaml"), "port: {get_resource: 7f3c, mac: fa:16}\n");
    run_with_catalogue(&folder, &[&["resolve", "template.yaml"], arguments].concat())
}

const SERVER: &str = r#"heat_template_version: rocky
parameters:
  names: {type: comma_delimited_list, default: 'a,b'}
  size: {type: number, default: 2}
  password: {type: string, hidden: true, default: secret}
  zone: {type: string, default: ''}
conditions:
  has_zone: {not: {equals: [{get_param: zone}, '']}}
resources:
  port:
    type: My::Net::Port
  server:
    type: My::Compute::Server
    properties: {size: {get_param: size}}
    metadata:
      volumes:
        repeat:
          for_each: {"%name%": {get_param: names}}
          template: {name: vol-%name%, size: {get_param: size}}
      url: {make_url: {scheme: http, host: example.org, port: 8080}}
      digest: {digest: [md5, {get_param: password}]}
      login: {list_join: [':', [admin, {get_param: password}]]}
      zone: {if: [has_zone, {get_param: zone}, default]}
      port: {get_resource: port}
      label: {list_join: ['-', [server, {get_resource: port}]]}
      ports: {list_concat: [[{get_resource: port}], [other]]}
  spare:
    type: My::Compute::Server
    condition: has_zone
    properties: {size: 4}
outputs:
  port: {value: {get_resource: port}}
"#;

#[test]
fn parameters_conditions_and_functions_are_resolved() {
    assert_snapshot!(check("plain", SERVER, &[]));
}

#[test]
fn what_is_given_is_known() {
    let given =
        ["--parameter", "zone=east", "-P", "names=x", "--attributes", "known.yaml", "--format", "json"];
    assert_snapshot!(check("given", SERVER, &given));
}

/// Secrets are masked in values. Names, types and keys stay, even if they are the same words.
#[test]
fn values_of_hidden_parameters_are_masked_and_names_are_not() {
    let folder = folder("resolve-hidden");
    write(
        &folder.join("inner.yaml"),
        "heat_template_version: 2018-08-31
parameters: {own: {type: string, hidden: true, default: inner-secret}}
resources: {port: {type: My::Net::Port, metadata: {own: {get_param: own}}}}
",
    );
    let template = "heat_template_version: 2018-08-31
parameters:
  alpha: {type: string, hidden: true, default: alpha}
  year: {type: number, hidden: true, default: 2018}
  metadata: {type: string, hidden: true, default: metadata}
  list: {type: comma_delimited_list, hidden: true, default: 'list-secret,other-secret'}
  map: {type: json, hidden: true, default: {key: {deep: map-secret}}}
resources:
  alpha: {type: My::Net::Port, metadata: {alpha: [{get_param: alpha}, {get_param: year}]}}
  app: {type: inner.yaml}
outputs:
  alpha: {value: {get_param: alpha}}
  list: {value: {list_join: ['/', {get_param: list}]}}
  map: {value: {get_param: map}}
";
    write(&folder.join("template.yaml"), template);
    let ran = run_with_catalogue(&folder, &["resolve", "template.yaml", "--format", "json"]);
    let document: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(document["heat_template_version"], "2018-08-31");
    assert_eq!(document["resources"]["alpha"]["type"], "My::Net::Port");
    assert_eq!(document["resources"]["alpha"]["metadata"]["alpha"], serde_json::json!(["******", "******"]));
    let inner = &document["resources"]["app"]["$nested"]["resources"]["port"]["metadata"];
    assert_eq!(*inner, serde_json::json!({"own": "******"}));
    let outputs = serde_json::json!({
        "alpha": {"value": "******"},
        "list": {"value": "******/******"},
        "map": {"value": {"key": {"deep": "******"}}},
    });
    assert_eq!(document["outputs"], outputs);
}

#[test]
fn known_values_of_a_nested_stack_are_read_from_outside() {
    let folder = folder("resolve-known-nested");
    write(
        &folder.join("inner.yaml"),
        "heat_template_version: 2018-08-31\nresources: {port: {type: My::Net::Port}}\n",
    );
    let template = "heat_template_version: 2018-08-31
resources: {app: {type: inner.yaml}, outer: {type: outer.yaml}}
outputs:
  mac: {value: {get_attr: [app, resource.port, mac]}}
  dotted: {value: {get_attr: [app, resource.port.mac]}}
  id: {value: {get_attr: [app, resource.port]}}
  deep: {value: {get_attr: [outer, resource.app.resource.port.mac]}}
";
    write(&folder.join("template.yaml"), template);
    write(
        &folder.join("outer.yaml"),
        "heat_template_version: 2018-08-31\nresources: {app: {type: inner.yaml}}\n",
    );
    let port = "{$nested: {port: {get_resource: 7f3c, mac: 'fa:16'}}}";
    write(&folder.join("known.yaml"), format!("app: {port}\nouter: {{$nested: {{app: {port}}}}}\n"));
    let ran = run_with_catalogue(&folder, &["resolve", "template.yaml", "--attributes", "known.yaml"]);
    let outputs = ran.out.split_once("outputs:\n").unwrap().1;
    assert_eq!(
        outputs,
        "  mac: {value: fa:16}\n  dotted: {value: fa:16}\n  id: {value: 7f3c}\n  deep: {value: fa:16}\n"
    );
}

#[test]
fn a_parameter_without_a_value_is_unknown() {
    let template = "\
heat_template_version: 2021-04-16
parameters:
  image: {type: string}
  big: {type: boolean}
conditions:
  is_big: {get_param: big}
resources:
  server:
    type: My::Compute::Server
    condition: is_big
    properties: {size: 4}
    metadata:
      image: {get_param: image}
      flavor: {if: [is_big, large, small]}
      twice: {if: [{not: is_big}, same, same]}
      extra: {if: [is_big, more]}
";
    assert_snapshot!(check("unknown", template, &[]));
}

#[test]
fn all_mistakes_are_reported_at_once() {
    let template = "\
heat_template_version: 2018-08-31
parameters:
  size: {type: number, default: two}
resources:
  server:
    type: My::Compute::Server
    metadata:
      a: {get_resource: prot}
      b: {list_join: [',', one]}
      c: {str_replace: {template: x}}
      d: {get_attr: [server, nope]}
  port:
    type: My::Net::Port
    depends_on: [port, gone]
";
    assert_snapshot!(check("mistakes", template, &["--parameter", "sise=3"]));
}

#[test]
fn environments_are_merged_and_files_are_read() {
    let folder = folder("resolve-environment");
    write(
        &folder.join("stacks/template.yaml"),
        "\
heat_template_version: 2018-08-31
parameters:
  names: {type: comma_delimited_list}
  size: {type: number, default: 2}
resources:
  server:
    type: My::Compute::Server
    properties: {size: {get_param: size}}
    metadata:
      names: {get_param: names}
      size: {get_param: size}
      script: {get_file: ../scripts/boot.sh}
      remote: {get_file: 'https://example.org/a'}
",
    );
    write(&folder.join("scripts/boot.sh"), "#!/bin/sh\n");
    write(
        &folder.join("a.yaml"),
        "parameters: {names: 'a'}\nparameter_defaults: {size: 6}\nparameter_merge_strategies: {names: merge}\n",
    );
    write(&folder.join("b.yaml"), "parameters: {names: 'b'}\nparameter_merge_strategies: {names: merge}\n");
    let run = |root: &str| {
        let arguments = ["resolve", "stacks/template.yaml", "-e", "a.yaml", "-e", "b.yaml", "--root", root];
        run_with_catalogue(&folder, &arguments)
    };
    assert_snapshot!(run("."));
    let outside = run("stacks");
    assert!(outside.err.contains("outside the folder that may be read"), "{outside}");
    assert!(outside.out.contains("script: {$unknown: content of scripts/boot.sh}"), "{outside}");
}

#[test]
fn nested_stacks_are_resolved_and_validated() {
    let folder = folder("resolve-nested");
    write(
        &folder.join("template.yaml"),
        "\
heat_template_version: 2018-08-31
resources:
  web:
    type: My::Web
    properties: {name: web, sizes: [small, '4'], peer: {get_attr: [db, address]}}
  db:
    type: lib/db.yaml
outputs:
  label: {value: {get_attr: [web, label]}}
  address: {value: {get_attr: [db, address]}}
",
    );
    write(
        &folder.join("lib/web.yaml"),
        "\
heat_template_version: 2018-08-31
parameters:
  name: {type: string}
  sizes: {type: comma_delimited_list}
  peer: {type: string}
resources:
  server:
    type: My::Compute::Server
    properties: {size: {get_param: [sizes, 1]}, flavour: large}
    metadata: {peer: {get_param: peer}, script: {get_file: boot.sh}}
outputs:
  label: {value: {list_join: ['-', [{get_param: name}, {get_param: [sizes, 0]}]]}}
",
    );
    write(&folder.join("lib/boot.sh"), "#!/bin/sh\n");
    write(
        &folder.join("lib/db.yaml"),
        "\
heat_template_version: 2018-08-31
resources:
  again: {type: db.yaml}
outputs:
  address: {value: 10.0.0.3}
",
    );
    write(&folder.join("environment.yaml"), "resource_registry: {'My::Web': lib/web.yaml}\n");
    let arguments = ["resolve", "template.yaml", "-e", "environment.yaml", "--root", "."];
    assert_snapshot!(run_with_catalogue(&folder, &arguments));
    // The known attributes of a nested stack have the same form as those of the outermost one.
    write(&folder.join("known.yaml"), "web: {$nested: {server: {get_resource: 7f3c}}}\n");
    write(
        &folder.join("lib/web.yaml"),
        "\
heat_template_version: 2018-08-31
parameters: {name: {type: string}, sizes: {type: comma_delimited_list}, peer: {type: string}}
resources: {server: {type: My::Compute::Server, properties: {size: 4}}}
outputs: {label: {value: {get_resource: server}}}
",
    );
    let with_known = [&arguments[..], &["--attributes", "known.yaml"]].concat();
    let known = run_with_catalogue(&folder, &with_known);
    assert!(known.out.contains("\n  label: {value: 7f3c}\n"), "{known}");
    write(&folder.join("known.yaml"), "web: {$nested: 7f3c}\n");
    let wrong = run_with_catalogue(&folder, &with_known);
    assert_eq!(wrong.code, 2, "{wrong}");
    assert!(wrong.err.contains("does not list attributes by resource"), "{wrong}");
}

#[test]
fn a_nested_template_in_another_folder_stands_for_itself() {
    let folder = folder("resolve-subfolder");
    let resource = "r: {type: nested.yaml, properties: {size: 1}}";
    write(
        &folder.join("web/template.yaml"),
        format!("heat_template_version: rocky\nresources:\n  {resource}\n"),
    );
    write(
        &folder.join("web/nested.yaml"),
        "heat_template_version: rocky\nparameters: {size: {type: number}}\n",
    );
    let ran = run_with_catalogue(&folder, &["resolve", "web/template.yaml"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}

#[test]
fn of_many_mistakes_the_first_are_shown() {
    let output = |number: usize| format!("  o{number}: {{value: {{get_param: p}}}}\n");
    let outputs = (0..1_002).map(output).collect::<Vec<_>>().concat();
    let ran = check("many", &format!("heat_template_version: rocky\noutputs:\n{outputs}"), &[]);
    assert_eq!(ran.err.matches("warning[unknown-parameter]").count(), 1_000);
    assert!(ran.err.ends_with("and 2 more findings\n\n"), "{}", &ran.err[ran.err.len() - 100..]);
}

#[test]
fn what_cannot_be_read_is_said() {
    assert_snapshot!(check("version", "heat_template_version: 2018-08-30\n", &[]));
    assert_snapshot!(check("yaml", "heat_template_version: [\n", &[]));
    assert_snapshot!(check("gone", SERVER, &["--attributes", "gone.yaml"]));
}

/// Runs `yaql` on an expression, with data in a file.
fn query(name: &str, expression: &str, data: &str, arguments: &[&str]) -> Ran {
    let folder = folder(&format!("yaql-{name}"));
    write(&folder.join("data.yaml"), data);
    run_in(&folder, &[&["yaql", expression, "--data", "data.yaml"], arguments].concat())
}

#[test]
fn expressions_are_tried() {
    let data = "ports: [{name: http, number: 80}, {name: https, number: 443}]\nbig: 123456789012345678901\n";
    let check = |name: &str, expression: &str, arguments: &[&str]| {
        format!("$ {expression}\n{}", query(name, expression, data, arguments))
    };
    let json: &[&str] = &["--format", "json"];
    let shown = [
        check("result", "$.data.ports.where($.number > 100).select($.name)", &[]),
        check("json", "$.data.ports.len()", json),
        check("odd", "[set(1), {1 => a}, timespan(hours => 1), $.data.big, 1.5, null]", json),
        check("method", "$.data.ports.selct($.name)", &[]),
        check("key", "$.data.port", &[]),
        check("key-json", "$.data.port", json),
        check("syntax", "$.data.ports.", &[]),
        check("limit", "range(201).toList()", &[]),
    ];
    assert_snapshot!("yaql", shown.join("\n"));
}

#[test]
fn data_of_an_expression_come_from_the_standard_input_too() {
    let folder = folder("yaql-standard-input");
    let run = |input: &[u8]| {
        let mut command = crate::support::command(&folder, &["yaql", "$.data.a", "--data", "-"]);
        let mut child = command
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), input).unwrap();
        let output = child.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
    };
    assert_eq!(run(b"{\"a\": [1]}"), (Some(0), "[\n  1\n]\n".to_owned()));
    let (code, text) = run(b"{\"a\": ");
    assert_eq!(code, Some(2));
    assert!(text.starts_with("error: the standard input cannot be read: "), "{text}");
}

#[test]
fn mistakes_in_expressions_are_shown_at_their_line() {
    let template = "\
heat_template_version: 2018-08-31
parameters:
  ports: {type: comma_delimited_list, default: '80,443'}
resources:
  first: {type: OS::Heat::Value, properties: {value: x}}
  folded:
    type: OS::Heat::Value
    properties:
      value:
        yaql:
          expression: >
            $.data.x
            .selct($ * 2)
          data: {x: {get_param: ports}}
  null_before_creation:
    type: OS::Heat::Value
    properties:
      value: {yaql: {expression: '$.data.x.len()', data: {x: {get_attr: [first, value]}}}}
outputs:
  syntax: {value: {yaql: {expression: \"$.data.x.where($ > 1\", data: {x: 1}}}}
  missing: {value: {yaql: {expression: '$.data.y.len()', data: {x: [1]}}}}
";
    let folder = folder("yaql-places");
    write(&folder.join("template.yaml"), template);
    assert_snapshot!("yaql_places", run_in(&folder, &["--schemas", "built-in", "validate", "template.yaml"]));
}
