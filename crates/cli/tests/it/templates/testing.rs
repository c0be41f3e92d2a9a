//! Tests of `test`.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests say what must hold by panicking")]

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{Ran, folder, project, run_in, write};

const TEMPLATE: &str = r#"heat_template_version: 2018-08-31
parameters:
  size: {type: string, default: small, constraints: [{allowed_values: [small, large]}]}
  zone: {type: string, default: ""}
conditions:
  has_zone: {not: {equals: [{get_param: zone}, ""]}}
resources:
  server:
    type: OS::Nova::Server
    properties:
      image: debian
      flavor: {list_join: [".", [m1, {get_param: size}]]}
      networks: [{network: private}]
  volume:
    type: OS::Cinder::Volume
    properties: {size: 1, name: data}
  attachment:
    type: OS::Cinder::VolumeAttachment
    properties: {instance_uuid: {get_resource: server}, volume_id: {get_resource: volume}}
  address:
    type: OS::Neutron::FloatingIP
    condition: has_zone
    properties: {floating_network: public}
  group:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def: {type: OS::Neutron::Port, properties: {network: private, name: p-%index%}}
outputs:
  address: {value: {get_attr: [server, first_address]}}
"#;

/// Runs `test` on a template and the cases of its tests.
#[track_caller]
fn test(name: &str, cases: &str, arguments: &[&str]) -> Ran {
    let folder = folder(&format!("testing_{name}"));
    write(&folder.join("server.yaml"), TEMPLATE);
    write(&folder.join("server.test.yaml"), cases);
    run_in(&folder, &[&["test"], arguments].concat())
}

/// Checks whether an expectation of the template with its defaults is met: `code: message` of its failure, or nothing.
#[track_caller]
fn check(folder: &Path, expectation: &str, expect: &str) {
    fs::write(folder.join("server.test.yaml"), format!("cases: {{c: {{expect: [{expectation}]}}}}\n"))
        .unwrap();
    let ran = run_in(folder, &["test", "--format", "json"]);
    let report: Value = serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran}"));
    let found = report["findings"].as_array().unwrap();
    let shown: Vec<String> = found
        .iter()
        .map(|one| {
            let message = one["message"].as_str().unwrap();
            format!("{}: {}", one["code"].as_str().unwrap(), message.strip_prefix("`c`: ").unwrap_or(message))
        })
        .collect();
    assert_eq!(shown.join("; "), expect, "{expectation}");
    assert_eq!(ran.code, i32::from(!expect.is_empty()), "{ran}");
}

#[test]
fn expectations_are_met_or_not_or_open() {
    let folder = folder("testing_expectations");
    write(&folder.join("server.yaml"), TEMPLATE);
    let check = |expectation: &str, expect: &str| check(&folder, expectation, expect);
    check("{resource: server, property: [flavor], equals: m1.small}", "");
    check(
        "{resource: server, property: [flavor], in: [m1.tiny]}",
        "unmet-expectation: `server`: `flavor` must be `m1.tiny`",
    );
    check("{resource: servr}", "unmet-expectation: there is no resource `servr`");
    check("{resource: address, is: missing}", "");
    check("{resource: volume, is: missing}", "unmet-expectation: the resource `volume` exists");
    check("{resource: group/1, property: [name], equals: p-1}", "");
    check("{resource: group, members: {max: 1}}", "unmet-expectation: `group` has 2 members");
    check("{resource: attachment, after: [server, volume]}", "");
    check("{resource: server, after: volume}", "unmet-expectation: `server` does not wait for `volume`");
    check("{resource: attachment, property: [volume_id], is: given}", "");
    check(
        "{resource: attachment, property: [volume_id], equals: abc}",
        "open-expectation: `attachment`: not known: `volume_id` must be `abc`",
    );
    check(
        "{output: address, equals: 10.0.0.3}",
        "open-expectation: output `address`: not known: the value must be `10.0.0.3`",
    );
    check("{output: adress}", "unmet-expectation: there is no output `adress`");
    check("{condition: has_zone, equals: false}", "");
    check("{parameter: size, length: 5}", "");
    check("{items: [resources], where: [{property: [type], equals: OS::Nova::Server}], count: 1}", "");
    check(
        "{resource: server, property: [networks, '*', network], contains: pub}",
        "unmet-expectation: `server`: `networks.*.network` must contain `pub`",
    );
}

#[test]
fn mistakes_in_files_have_their_places() {
    let folder = folder("testing_mistakes");
    write(&folder.join("server.yaml"), TEMPLATE);
    let check = |text: &str, expect: &str| {
        fs::write(folder.join("server.test.yaml"), text).unwrap();
        let ran = run_in(&folder, &["test"]);
        assert_eq!(ran.code, 1, "{text}: {ran}");
        assert!(ran.out.contains(expect), "{text}: {ran}");
    };
    check("", "the file has no tests");
    check("cases: {}", "`cases` is empty: nothing is tested");
    check("case: {}", "did you mean `cases`?");
    check("cases: {a: {}}", "the case `a` expects nothing");
    check("cases: {a: {expect: [{resource: server, proprety: [a], equals: 1}]}}", "did you mean `property`?");
    check("cases: {a: {expect: [{property: [a]}]}}", "a condition of a property must have exactly one of");
    check("cases: {a: {expect: [{resource: a, output: b}]}}", "an expectation has one of `resource`");
    check("cases: {a: {expect: [{output: a, type: b}]}}", "`type` is about a resource");
    check("cases: {a: {expect: [{resource: a, equals: 1}]}}", "its properties are named by `property`");
    check("cases: {a: {expect: [{resource: a, action: updated}]}}", "this case has no `from`");
    check("cases: {a: {from: b, snapshot: true}}", "there is no case `b`");
    check(
        "cases: {a: {from: b, snapshot: true}, b: {from: a, snapshot: true}}",
        "the case `a` begins from itself",
    );
    // A case that begins from a cycle is not in it.
    let into_cycle = "cases: {c: {from: a, snapshot: true}, a: {from: b, snapshot: true}, b: {from: a, snapshot: true}, d: {from: d, snapshot: true}}";
    fs::write(folder.join("server.test.yaml"), into_cycle).unwrap();
    let ran = run_in(&folder, &["test"]).out;
    let cyclic: Vec<&str> = ran
        .lines()
        .filter_map(|line| line.split("the case `").nth(1)?.strip_suffix("` begins from itself"))
        .collect();
    assert_eq!(cyclic, ["a", "b", "d"]);
    check("{template: gone.yaml, cases: {a: {snapshot: true}}}", "`gone.yaml` cannot be read");
    check("cases: {a: {environments: [gone.yaml], snapshot: true}}", "`gone.yaml` cannot be read");
    check("cases: {a: {refused: true, expect: [{resource: a}]}}", "a case that Heat refuses has no stack");
    check(
        "{answers: {attributes: {a: 1}}, cases: {a: {snapshot: true}}}",
        "does not list attributes by resource",
    );
}

#[test]
fn updates_start_from_other_cases() {
    let cases = "
cases:
  small: {expect: [{resource: server}]}
  large:
    from: small
    parameters: {size: large}
    expect:
      - {resource: server, action: updated}
      - {resource: volume, action: unchanged}
      - {resource: server, loses_data: false}
      - {loses_data: false}
  wrong:
    from: small
    parameters: {size: large, zone: east}
    expect: [{resource: server, action: replaced}, {resource: address, action: created}]
";
    let ran = test("updates", cases, &[]);
    assert_eq!(ran.code, 1, "{ran}");
    assert!(ran.out.contains("`wrong`: `server` is updated, not replaced"), "{ran}");
    assert!(ran.out.contains("2 cases passed, 1 failed in 1 file"), "{ran}");
}

/// Heat reads the conditions in definitions of resources before it checks the parameters, and those of outputs later.
#[test]
fn the_first_error_of_heat_is_its_refusal() {
    let folder = folder("testing_first_error");
    let refused = |body: &str, message: &str| {
        let template = format!(
            "heat_template_version: 2018-08-31\nparameters: {{n: {{type: number}}}}\n\
             conditions: {{three: {{equals: [{{get_param: n}}, 3]}}}}\n{body}"
        );
        write(&folder.join("a.yaml"), template);
        let case = format!("cases: {{c: {{parameters: {{n: abc}}, refused: {{message: \"{message}\"}}}}}}\n");
        fs::write(folder.join("a.test.yaml"), case).unwrap();
        run_in(&folder, &["test"]).code == 0
    };
    let resource = |more: &str| format!("resources:\n  r: {{type: OS::Heat::RandomString{more}}}\n");
    let named = resource(", condition: three");
    assert!(refused(&named, "resources.r.condition: could not convert") && !refused(&named, "Parameter 'n'"));
    let inline = resource(", condition: {equals: [{get_param: n}, 3]}");
    assert!(
        refused(&inline, "could not convert string to float: 'abc'") && !refused(&inline, "Parameter 'n'")
    );
    let output = format!("{}outputs: {{o: {{value: {{if: [three, a, b]}}}}}}\n", resource(""));
    assert!(refused(&output, "Parameter 'n' is invalid") && !refused(&output, "outputs.o.value"));
}

#[test]
fn refusals_are_expected_or_not() {
    let cases = "
cases:
  right: {parameters: {size: huge}, refused: {exception: StackValidationFailed, message: is not an allowed value}}
  other class: {parameters: {size: huge}, refused: {exception: Forbidden}}
  other words: {parameters: {size: huge}, refused: {message: is too small}}
  accepted: {refused: true}
  unexpected: {parameters: {colour: red}, expect: [{resource: server}]}
";
    let ran = test("refusals", cases, &["--cases"]);
    assert_eq!(ran.code, 1, "{ran}");
    for part in [
        "passed  server.test.yaml: right",
        "FAILED  server.test.yaml: other class",
        "`other words`: Heat refuses the stack for another reason",
        "`accepted`: Heat accepts the stack",
        "`unexpected`: Heat refuses the stack: The Parameter (colour) was not defined in template.",
    ] {
        assert!(ran.out.contains(part), "{part}: {ran}");
    }
}

#[test]
fn snapshots_are_written_on_request_alone() {
    let folder = folder("testing_snapshots");
    write(&folder.join("server.yaml"), TEMPLATE);
    write(&folder.join("server.test.yaml"), "cases: {c: {snapshot: true}}\n");
    let snapshot = folder.join("server.test.snapshot.yaml");
    let ran = run_in(&folder, &["test"]);
    assert!(
        ran.code == 1 && ran.out.contains("`c`: there is no snapshot in server.test.snapshot.yaml"),
        "{ran}"
    );
    assert!(!snapshot.exists());
    let ran = run_in(&folder, &["test", "--update"]);
    assert!(ran.code == 0 && ran.err.contains("1 snapshot written"), "{ran}");
    let first = fs::read_to_string(&snapshot).unwrap();
    assert_eq!(run_in(&folder, &["test"]).code, 0);
    // The same resources, in a nested template.
    let (head, rest) = TEMPLATE.split_once("  volume:\n").unwrap();
    let volume = "    type: OS::Cinder::Volume\n    properties: {size: 1, name: data}\n";
    let nested = format!(
        "heat_template_version: 2018-08-31\nresources:\n  volume:\n{volume}outputs:\n  id: {{value: {{get_resource: volume}}}}\n"
    );
    fs::write(folder.join("storage.yaml"), nested).unwrap();
    let outer = format!("{head}  storage: {{type: storage.yaml}}\n{}", rest.strip_prefix(volume).unwrap());
    let outer = outer.replace("{get_resource: volume}", "{get_attr: [storage, id]}");
    fs::write(folder.join("server.yaml"), &outer).unwrap();
    let ran = run_in(&folder, &["test"]);
    assert_eq!(ran.code, 0, "{ran}");
    fs::write(folder.join("server.yaml"), TEMPLATE.replace("name: data", "name: other")).unwrap();
    let ran = run_in(&folder, &["test"]);
    assert!(ran.out.contains("at `resources.volume.properties.name`: `other` instead of `data`"), "{ran}");
    write(&folder.join("server.test.yaml"), "cases: {d: {expect: [{resource: server}]}}\n");
    let ran = run_in(&folder, &["test"]);
    assert!(ran.code == 1 && ran.out.contains("no case has the snapshot `c`"), "{ran}");
    assert_eq!(fs::read_to_string(&snapshot).unwrap(), first);
    assert_eq!(run_in(&folder, &["test", "--update"]).code, 0);
    assert!(!fs::read_to_string(&snapshot).unwrap().contains("OS::Nova::Server"));
}

#[test]
fn answers_are_of_attributes_files_constraints_and_the_stack() {
    let folder = folder("testing_answers");
    let template = r"
heat_template_version: 2018-08-31
parameters: {flavor: {type: string, default: m1, constraints: [{custom_constraint: nova.flavor}]}}
resources:
  group:
    type: OS::Heat::ResourceGroup
    properties: {count: 2, resource_def: {type: OS::Heat::RandomString}}
  script: {type: OS::Heat::SoftwareConfig, properties: {config: {get_file: start.sh}}}
outputs:
  values: {value: {get_attr: [group, value]}}
  stack: {value: {get_param: 'OS::stack_name'}}
";
    write(&folder.join("a.yaml"), template.trim_start());
    let tests = r##"
answers:
  attributes: {group: {$nested: {"0": {value: x}, "1": {value: y}}}}
  files: {start.sh: "#!/bin/sh"}
  constraints: {nova.flavor: [m1]}
  stack: {name: shop}
cases:
  known:
    expect:
      - {output: values, equals: [x, y]}
      - {output: stack, equals: shop}
      - {resource: script, property: [config], equals: "#!/bin/sh"}
  unknown flavor: {parameters: {flavor: m2}, refused: {message: m2}}
"##;
    write(&folder.join("a.test.yaml"), tests);
    let ran = run_in(&folder, &["test"]);
    assert!(ran.code == 0 && ran.out == "2 cases passed in 1 file\n", "{ran}");
}

#[test]
fn cases_are_selected_and_reported() {
    let cases = "cases: {a: {expect: [{resource: server}]}, b: {expect: [{resource: gone}]}}\n";
    let ran = test("reports", cases, &["--filter", "yaml: a", "--format", "tap"]);
    assert_eq!(ran.out, "TAP version 14\n1..1\nok 1 - server.test.yaml: a\n", "{ran}");
    let folder = folder("testing_reports_of_both");
    write(&folder.join("server.yaml"), TEMPLATE);
    write(&folder.join("server.test.yaml"), cases);
    let ran = run_in(&folder, &["test", "--format", "junit", "--report", "tap=t.tap"]);
    assert_eq!(ran.code, 1, "{ran}");
    assert!(ran.out.contains("tests=\"2\" failures=\"1\""), "{ran}");
    assert!(ran.out.contains("<testcase classname=\"server.test.yaml\" name=\"a\"/>"), "{ran}");
    assert!(ran.out.contains("<failure message=\"`b`: there is no resource `gone`\">"), "{ran}");
    let tap = fs::read_to_string(folder.join("t.tap")).unwrap();
    assert!(tap.contains("not ok 2 - server.test.yaml: b\n  ---\n  message: |\n"), "{tap}");
    let ran = run_in(&folder, &["test", "--filter", "nothing"]);
    assert_eq!(ran.code, 1, "{ran}");
    let ran = run_in(&folder, &["test", "--coverage", "--filter", ": a"]);
    for part in
        ["the condition `has_zone` is never true", "the parameter `size` is never `large`", "`address`"]
    {
        assert!(ran.out.contains(part), "{part}: {ran}");
    }
}

#[test]
fn expectations_are_about_something() {
    let folder = folder("testing_about_something");
    write(&folder.join("server.yaml"), TEMPLATE);
    let found = |cases: &str| {
        write(
            &folder.join("server.test.yaml"),
            format!("cases:\n  ok: {{expect: [{{resource: server}}]}}\n{cases}"),
        );
        let ran = run_in(&folder, &["test"]);
        assert_eq!(ran.code, 1, "{cases}: {ran}");
        ran.out
    };
    let check = |cases: &str, expect: &str| {
        let out = found(cases);
        assert!(out.contains(expect), "{cases}: {out}");
    };
    check(
        "  bad: {parameters: {size: huge}, refused: true}\n  next: {from: bad, expect: [{resource: server, action: unchanged}]}\n",
        "`next`: there is no stack to update: Heat refuses that of `bad`",
    );
    check(
        "  b: {from: ok, expect: [{resource: typo, loses_data: false}]}\n",
        "neither stack has a resource `typo`",
    );
    check("  b: {expect: []}\n", "the case `b` expects nothing");
    let required = TEMPLATE.replacen("zone: {type: string, default: \"\"}", "zone: {type: string}", 1);
    write(&folder.join("server.yaml"), required);
    check("", "help: set it under `parameters` of the case or of the file");
    write(&folder.join("server.yaml"), TEMPLATE);
    check("  b: {snapshot: false}\n", "the case `b` expects nothing");
    check("  b: {refused: false}\n", "`refused` is `true` or a map, not a boolean");
    check(
        "  b: {expect: [{resource: server, property: [networks, 0, network], equals: x}]}\n",
        "the items of a list have no names in a path",
    );
    let unknown = TEMPLATE.replace("count: 2", "count: {get_attr: [server, show, size]}");
    write(&folder.join("server.yaml"), unknown);
    for exists in ["{resource: group/0}", "{resource: group/0, is: missing}"] {
        check(&format!("  b: {{expect: [{exists}]}}\n"), "whether `group/0` exists is not known");
    }
}

#[test]
fn the_item_that_fails_is_shown() {
    let folder = folder("testing_failing_item");
    let template = "heat_template_version: 2018-08-31
resources:
  group:
    type: OS::Neutron::SecurityGroup
    properties:
      rules:
        - {remote_ip_prefix: 10.0.0.0/8}
        - {remote_ip_prefix: 10.1.0.0/16}
        - {remote_ip_prefix: 0.0.0.0/0}
";
    write(&folder.join("a.yaml"), template);
    let each =
        "{resource: group, for_each: [rules], all: [{property: [remote_ip_prefix], within: 10.0.0.0/8}]}";
    write(&folder.join("a.test.yaml"), format!("cases: {{c: {{expect: [{each}]}}}}\n"));
    let ran = run_in(&folder, &["test"]);
    assert!(ran.out.contains("a.yaml:9:11") && ran.out.contains("`rules[2]` is"), "{ran}");
    assert!(!ran.out.contains("is not set"), "{ran}");
}

#[test]
fn nested_templates_are_covered() {
    let folder = folder("testing_nested_coverage");
    let nested = "heat_template_version: 2018-08-31
parameters: {size: {type: string}}
conditions: {is_large: {equals: [{get_param: size}, large]}}
resources:
  port: {type: OS::Neutron::Port, properties: {network: private}}
  volume: {type: OS::Cinder::Volume, condition: is_large, properties: {size: 1}}
";
    let template = "heat_template_version: 2018-08-31
resources: {part: {type: part.yaml, properties: {size: small}}}
";
    write(&folder.join("part.yaml"), nested);
    write(&folder.join("site.yaml"), template);
    write(&folder.join("site.test.yaml"), "cases: {a: {expect: [{resource: part/port}]}}\n");
    let ran = run_in(&folder, &["test", "--coverage"]);
    let expect = "1 case passed in 1 file
site.yaml: 1 of 1 parts reached
part.yaml: 2 of 4 parts reached
  the condition `is_large` is never true
  no stack has the resource `volume`
";
    assert_eq!(ran.out, expect, "{ran}");
}

#[test]
fn answers_name_what_the_template_has() {
    let folder = folder("testing_answered_names");
    write(&folder.join("server.yaml"), TEMPLATE);
    let found = |answers: &str| {
        let text =
            format!("cases: {{c: {{answers: {{attributes: {answers}}}, expect: [{{resource: server}}]}}}}\n");
        write(&folder.join("server.test.yaml"), text);
        let ran = run_in(&folder, &["test", "--format", "json"]);
        let report: Value = serde_json::from_str(&ran.out).unwrap();
        let shown = report["findings"].as_array().unwrap().iter().map(|one| {
            format!(
                "{}: {} ({})",
                one["column"],
                one["message"].as_str().unwrap(),
                one["help"].as_str().unwrap_or_default()
            )
        });
        shown.collect::<Vec<_>>().join("; ")
    };
    assert_eq!(
        found(
            "{server: {first_address: 10.0.0.1, show: {}, get_resource: a}, group: {refs: [a], resource.0: b}}"
        ),
        ""
    );
    assert_eq!(found("{servr: {}}"), "36: the template has no resource `servr` (did you mean `server`?)");
    assert_eq!(
        found("{server: {first_adress: x}}"),
        "45: `OS::Nova::Server` has no attribute `first_adress` (did you mean `first_address`?)"
    );
    // The members of a group, and the resources of a nested template.
    assert_eq!(found("{group: {$nested: {'0': {mac_address: a, $nested: {}}}}}"), "");
    assert_eq!(
        found("{group: {$nested: {'0': {mac_adress: a}}}}"),
        "60: `OS::Neutron::Port` has no attribute `mac_adress` (did you mean `mac_address`?)"
    );
    let parts = TEMPLATE.split_once("resources:\n").unwrap();
    write(&folder.join("inner.yaml"), TEMPLATE);
    write(
        &folder.join("server.yaml"),
        format!("{}resources:\n  app:\n    type: inner.yaml\n    properties: {{}}\n{}", parts.0, parts.1),
    );
    assert_eq!(found("{app: {$nested: {server: {first_address: a}}}}"), "");
    assert_eq!(
        found("{app: {$nested: {servr: {}, server: {first_adress: a}}}}"),
        "52: `inner.yaml` has no resource `servr` (did you mean `server`?); \
         72: `OS::Nova::Server` has no attribute `first_adress` (did you mean `first_address`?)"
    );
    // The settings have an environment, which can replace the type.
    write(&folder.join("heat-codegen.yaml"), "templates: {environments: [env.yaml]}\n");
    write(&folder.join("env.yaml"), "parameter_defaults: {}\n");
    assert_eq!(found("{server: {first_adress: a}}"), "");
}

#[test]
fn a_first_file_has_a_case_for_each_value_of_a_condition() {
    let folder = folder("testing_first");
    write(&folder.join("server.yaml"), TEMPLATE);
    let ran = run_in(&folder, &["test", "--init", "server.yaml"]);
    assert!(ran.code == 0 && ran.out.contains("2 cases to begin with"), "{ran}");
    assert_eq!(run_in(&folder, &["test"]).out, "2 cases passed in 1 file\n");
    assert_eq!(run_in(&folder, &["test", "--init", "server.yaml"]).code, 1);
    let ran = run_in(&folder, &["test", "gone"]);
    assert_eq!(ran.code, 2, "{ran}");
}

/// The page of the guide is true.
#[test]
fn the_guide_tests_its_template() {
    let page =
        fs::read_to_string(project().join("site/guide/template-authors/66-testing-templates.md")).unwrap();
    let block = |fence: &str| {
        let start = format!("```{fence}\n");
        page.split(start.as_str()).nth(1).and_then(|rest| rest.split("```").next()).unwrap().to_owned()
    };
    let folder = folder("testing_guide");
    write(&folder.join("server.yaml"), block("yaml,tested"));
    write(&folder.join("server.test.yaml"), block("yaml,tests"));
    let ran = run_in(&folder, &["test"]);
    assert!(ran.code == 0 && ran.out == "4 cases passed in 1 file\n", "{ran}");
    write(&folder.join("server.yaml"), block("yaml,tested").replace("m1.small", "m1.tiny"));
    assert_eq!(run_in(&folder, &["test"]).out, block("text,tests"));
}

/// The schemas of tests and rules for editors have the conditions of schemas, and all keys of their files.
#[test]
fn editors_know_the_keys() {
    let export = |format: &str| -> Value {
        let ran = run_in(project(), &["export", "--format", format]);
        serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{format}: {error}: {ran}"))
    };
    let language = export("schema-language");
    for format in ["template-tests", "project-rule"] {
        let schema = export(format);
        for name in ["condition", "path", "bounds"] {
            assert_eq!(schema["$defs"][name], language["$defs"][name], "{format}: {name}");
        }
    }
    let keys = |schema: &Value| -> Vec<String> {
        schema["properties"].as_object().unwrap().keys().cloned().collect()
    };
    let folder = folder("testing_keys");
    write(&folder.join("server.yaml"), TEMPLATE);
    let refused = |text: String| {
        write(&folder.join("server.test.yaml"), text);
        run_in(&folder, &["test"]).out
    };
    let tests = export("template-tests");
    for key in keys(&tests) {
        assert!(!refused(format!("{key}: 1\n")).contains("has no key"), "{key}");
    }
    for key in keys(&tests["$defs"]["case"]) {
        assert!(!refused(format!("cases: {{a: {{{key}: 1}}}}\n")).contains("has no key"), "{key}");
    }
    for key in keys(&tests["$defs"]["expectation"]) {
        assert!(
            !refused(format!("cases: {{a: {{expect: [{{{key}: 1}}]}}}}\n")).contains("has no key"),
            "{key}"
        );
    }
    let rule = export("project-rule");
    let words = heat_template_check::Document::ALL.map(heat_template_check::Document::as_str);
    assert_eq!(rule["properties"]["applies_to"]["anyOf"][0]["enum"], serde_json::json!(words));
    for key in keys(&rule["$defs"]["case"]) {
        write(&folder.join("rules/a.yaml"), format!("rule: a\ncases: [{{{key}: 1}}]\n"));
        assert!(!run_in(&folder, &["rules", "--check"]).err.contains("has no key"), "{key}");
    }
    for key in keys(&rule) {
        write(&folder.join("rules/a.yaml"), format!("{key}: 1\n"));
        assert!(!run_in(&folder, &["rules", "--check"]).err.contains("has no key"), "{key}");
    }
}
