//! Tests of `validate`: the findings in templates.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use crate::support::{Ran, folder, run_in, run_with_catalogue, write};
use insta::assert_snapshot;

/// The options that enable the rules that are off by default.
const ENABLED: [&str; 2] = ["--enable=unused-parameter", "--enable=undescribed-parameter"];

/// Validates files, each passed as its name and its text, with these arguments.
fn check(name: &str, files: &[(&str, &str)], arguments: &[&str]) -> Ran {
    let folder = folder(&format!("validate-{name}"));
    for (file, text) in files {
        write(&folder.join(file), text);
    }
    run_with_catalogue(&folder, &[&["validate"], arguments].concat())
}

#[test]
fn errors_and_warnings_are_reported_together_in_the_order_of_the_text() {
    let template = "heat_template_version: 2016-10-14
parameters:
  size: {type: number, description: How large the server is.}
  password: {type: string, description: Of the administrator.}
resources:
  port: {type: My::Net::Port}
  server:
    type: My::Compute::Server
    properties: {siez: {get_param: size}}
    metadata: {other: {get_resource: prot}}
";
    let ran = check("mistakes", &[("a.yaml", template)], &["a.yaml", ENABLED[0]]);
    assert_eq!(ran.code, 1);
    assert_snapshot!(ran.out);
}

#[test]
fn a_good_template_has_no_findings_and_parameters_need_values_only_if_that_is_asked_for() {
    let template = "heat_template_version: rocky
parameters: {size: {type: number, description: How large the server is.}}
resources: {server: {type: My::Compute::Server, properties: {size: {get_param: size}}}}
";
    let files = [("a.yaml", template)];
    let ran = check("good", &files, &["a.yaml"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "no findings in 1 file\n"));
    let ran = check("good", &files, &["a.yaml", "--strict"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.out.starts_with("error[missing-parameter]: the parameter `size` has no value"),
        "{}",
        ran.out
    );
    let ran = check("good", &files, &["a.yaml", "--strict", "--parameter", "size=2"]);
    assert_eq!(ran.code, 0, "{}", ran.out);
}

#[test]
fn what_cannot_be_read_hides_nothing_else() {
    let files = [("a.yaml", "heat_template_version: rocky\nresource: {}\n")];
    let ran = check("unreadable", &files, &["no.yaml", "a.yaml"]);
    assert_eq!(ran.code, 2);
    assert_snapshot!(ran.out);
}

#[test]
fn mistakes_in_an_environment_are_reported_once() {
    let template = "heat_template_version: rocky\nresources: {}\n";
    let files = [("a.yaml", template), ("b.yaml", template), ("env.yaml", "parameter: {a: 1}\n")];
    let ran = check("environment", &files, &["a.yaml", "b.yaml", "-e", "env.yaml"]);
    assert_eq!(ran.code, 1);
    assert_eq!(ran.out.matches("error[").count(), 1, "{}", ran.out);
}

#[test]
fn programs_read_the_same_findings() {
    let template = "heat_template_version: rocky\nparameters: {a: {type: string, description: A name.}}\nresources: {}\n";
    let ran = check("json", &[("a.yaml", template)], &["a.yaml", "--format", "json", ENABLED[0]]);
    let findings: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(findings[0]["code"], "unused-parameter");
    assert_eq!((findings[0]["line"].as_u64(), findings[0]["column"].as_u64()), (Some(2), Some(14)));
    let ran = check("sarif", &[("a.yaml", template)], &["a.yaml", "--format", "sarif", ENABLED[0]]);
    let sarif: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let index = usize::try_from(sarif["runs"][0]["results"][0]["ruleIndex"].as_u64().unwrap()).unwrap();
    assert_eq!(sarif["runs"][0]["tool"]["driver"]["rules"][index]["id"], "unused-parameter");
    let misspelt = template.replace("resources: {}", "resources: {p: {type: My::Net::Prot}}");
    let ran = check("sarif-fix", &[("a.yaml", &misspelt)], &["a.yaml", "--format", "sarif", ENABLED[0]]);
    let sarif: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let fix = &sarif["runs"][0]["results"][1]["fixes"][0];
    assert_eq!(fix["properties"]["applicability"], "unsafe");
    let change = &fix["artifactChanges"][0];
    assert_eq!(change["artifactLocation"]["uri"], "a.yaml");
    let replacement = &change["replacements"][0];
    assert_eq!(replacement["insertedContent"]["text"], "My::Net::Port");
    assert_eq!(replacement["deletedRegion"]["startColumn"], 23);
}

/// The codes of the errors of a template, each with the requests to Heat that fail because of it, and the codes of warnings.
fn refusals(name: &str, template: &str, arguments: &[&str]) -> Vec<String> {
    let arguments: Vec<&str> = ["a.yaml", "--format", "json"].iter().chain(arguments).copied().collect();
    let ran = check(name, &[("a.yaml", template)], &arguments);
    let findings: Vec<serde_json::Value> = serde_json::from_str(&ran.out).unwrap();
    let shown = findings.iter().map(|finding| {
        let tags = finding["tags"].as_array().into_iter().flatten().filter_map(serde_json::Value::as_str);
        let tags: Vec<_> = tags.collect();
        format!(
            "{}[{}]: {}",
            finding["severity"].as_str().unwrap(),
            finding["code"].as_str().unwrap(),
            tags.join(" ")
        )
    });
    shown.collect()
}

#[test]
fn errors_say_which_requests_fail_for_them() {
    let both = "refused-by-template-validate refused-by-stack-create";
    // A missing property is only reported at the creation.
    let template = "heat_template_version: rocky
resources:
  a: {type: My::Compute::Server}
  b: {type: My::Compute::Server, properties: {siez: 1, size: 2}}
";
    assert_eq!(
        refusals("verdicts", template, &["--strict"]),
        [
            "error[missing-property]: refused-by-stack-create".to_owned(),
            format!("error[unknown-property]: {both}")
        ]
    );
    // Both requests refuse a template that cannot be read.
    assert_eq!(refusals("verdicts-text", "a: [", &[]), [format!("error[syntax]: {both}")]);
    // The validation reports a parameter without a value if a function needs it.
    let template = "heat_template_version: rocky
parameters: {a: {type: string, description: A.}, b: {type: string, description: B.}}
resources: {c: {type: My::Compute::Server, properties: {size: {get_param: a}}, metadata: {d: {get_param: [b, {get_param: a}]}}}}
";
    assert_eq!(
        refusals("verdicts-parameters", template, &["--strict"]),
        [
            "error[missing-parameter]: refused-by-stack-create",
            "error[missing-parameter]: refused-by-stack-create"
        ]
    );
    // Neither request reports an output that cannot be resolved.
    let template = "heat_template_version: rocky
outputs: {a: {value: {str_split: [',', [b]]}}}
";
    assert_eq!(refusals("verdicts-later", template, &[]), ["warning[invalid-argument-value]: fails-later"]);
}

#[test]
fn warnings_are_allowed_by_comments_and_by_the_settings_and_errors_are_not() {
    let template = "heat_template_version: rocky
parameters:
  # heat-codegen: allow(unused-parameter) a later version uses it
  a: {type: string, description: A name.}
  b: {type: string}
resources:
  server: {type: My::Compute::Sever}  # heat-codegen: allow(unknown-resource-type) no
";
    let settings = "templates:
  allow:
    - {rule: undescribed-parameter, files: [a.yaml], reason: The names say it.}
    - {rule: hidden-type, files: [a.yaml], reason: It was one.}
";
    let files = [("a.yaml", template), ("heat-codegen.yaml", settings)];
    let ran = check("allowed", &files, &["a.yaml", ENABLED[0], ENABLED[1]]);
    assert_eq!(ran.code, 1);
    assert_snapshot!(ran.out);
}

#[test]
fn rules_that_are_off_by_default_run_where_they_are_switched_on() {
    let template = "heat_template_version: rocky\nparameters: {a: {type: string}}\nresources: {server: {type: My::Compute::Server, properties: {size: 2}}}\n";
    let settings = "templates: {enable: [{rule: undescribed-parameter, files: [web]}]}\n";
    let files = [("a.yaml", template), ("web/b.yaml", template), ("heat-codegen.yaml", settings)];
    let codes = |arguments: &[&str]| {
        let ran = check("enable", &files, &[&["--format", "json"], arguments].concat());
        let findings: Vec<serde_json::Value> = serde_json::from_str(&ran.out).unwrap();
        findings.iter().map(|found| found["code"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert!(codes(&["a.yaml"]).is_empty());
    assert_eq!(codes(&["a.yaml", ENABLED[0]]), ["unused-parameter"]);
    assert_eq!(codes(&["web/b.yaml"]), ["undescribed-parameter"]);
    assert_eq!(codes(&["web/b.yaml", ENABLED[0]]), ["undescribed-parameter", "unused-parameter"]);
    // A rule that is on by default stays on.
    assert!(codes(&["a.yaml", "--enable", "hidden-type"]).is_empty());
    let ran = check("enable", &files, &["a.yaml", "--enable", "unused-paramter"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("unused-parameter"), "{}", ran.err);
}

#[test]
fn the_nearest_settings_name_the_environments() {
    let template = "heat_template_version: rocky
parameters: {size: {type: number, description: How large the server is.}, old: {type: string}}
resources: {server: {type: My::Compute::Server, properties: {size: {get_param: size}}}}
";
    let settings = "templates:
  environments:
    - size.yaml
    - {environment: missing.yaml, files: [other.yaml]}
  allow:
    - {rule: unused-parameter, files: [web.yaml], reason: Later.}
    - {rule: undescribed-parameter, reason: Later.}
";
    let files = [
        ("a/web.yaml", template),
        ("a/other.yaml", "heat_template_version: rocky\n"),
        ("a/size.yaml", "parameters: {size: many, old: x}\n"),
        ("a/four.yaml", "parameters: {size: 4}\n"),
        ("a/heat-codegen.yaml", settings),
        ("heat-codegen.yaml", "templates: {allow: [{rule: unused-parameter}]}\n"),
    ];
    let ran = check("nearest", &files, &["a/web.yaml"]);
    assert_eq!(ran.code, 1);
    assert_snapshot!(ran.out);
    // Passed environments replace those of the settings, and so do the settings of another folder.
    let ran = check("nearest", &files, &["a/web.yaml", "-e", "a/four.yaml"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "no findings in 1 file\n"));
    let ran = check("nearest", &files, &["a/other.yaml"]);
    assert_eq!(ran.code, 2);
    assert!(ran.out.contains("`a/missing.yaml` cannot be read"), "{}", ran.out);
    let ran = check("nearest", &files, &["a/other.yaml", "--settings", "heat-codegen.yaml"]);
    assert!(ran.out.contains("a reason is required"), "{}", ran.out);
}

#[test]
fn fixes_change_what_is_certain_and_nothing_else() {
    let template = "heat_template_version: rocky   # ä\r
parameters:
  size: {type: number, description: How large it is.}
  zones: {type: comma_delimited_list, description: Where it may run., default: 'a, b'}
resources:
  server:
    type:   My::Compute::Server
    properties: {size: {get_parm: size}, kind: on}
outputs: {size: {value: {\"get_parm\": size}}, zones: {value: {get_param: zones}}}
";
    let files = [("a.yaml", template)];
    let ran = check("fix", &files, &["a.yaml", "--diff"]);
    assert_eq!(ran.code, 1);
    assert_snapshot!(ran.out);
    let ran = check("fix", &files, &["a.yaml", "--diff", "--unsafe-fixes"]);
    assert_snapshot!("guesses_are_shown_too", ran.out);
    let ran = check("fix", &files, &["a.yaml", "--format", "json", ENABLED[0]]);
    assert_snapshot!("programs_are_given_the_fixes", ran.out);
    let folder = folder("validate-fix");
    write(&folder.join("a.yaml"), template);
    let arguments = ["validate", "a.yaml", "--fix"];
    let ran = run_with_catalogue(&folder, &arguments);
    assert!(ran.err.starts_with("2 findings fixed"), "{}", ran.err);
    let fixed = template.replace("'a, b'", "'a,b'").replace("kind: on", "kind: 'on'");
    let read = || std::fs::read_to_string(folder.join("a.yaml")).unwrap();
    assert_eq!(read(), fixed);
    let again = run_with_catalogue(&folder, &arguments);
    assert!(again.err.starts_with("0 findings fixed"), "{}", again.err);
    let guessed = run_with_catalogue(&folder, &[&arguments[..], &["--unsafe-fixes"]].concat());
    assert!(guessed.err.starts_with("2 findings fixed"), "{}", guessed.err);
    assert_eq!(read(), fixed.replace("get_parm", "get_param"));
}

#[test]
fn types_of_a_cloud_are_added_as_its_api_shows_them() {
    let template = "heat_template_version: rocky
resources:
  shown: {type: My::Cloud::Token, properties: {length: 600, lenght: 3}}
  listed: {type: My::Cloud::Listed, properties: {anything: 1}}
  unknown: {type: My::Cloud::Lsited}
outputs:
  shown: {value: {get_attr: [shown, valeu]}}
  listed: {value: {get_attr: [listed, whatever]}}
";
    let types = r#"{
  "resource_type": "My::Cloud::Token",
  "properties": {
    "length": {"type": "integer", "required": false, "update_allowed": false, "immutable": false,
               "constraints": [{"range": {"min": 1, "max": 512}}]}
  },
  "attributes": {"value": {"type": "string", "description": "The token."}},
  "support_status": {"status": "SUPPORTED", "message": null, "version": null, "previous_status": null}
}
[{"Resource Type": "My::Cloud::Token"}, {"Resource Type": "My::Cloud::Listed"}]
"#;
    let files = [("a.yaml", template), ("types.json", types)];
    let ran = check("types", &files, &["a.yaml", "--types", "types.json"]);
    assert_eq!(ran.code, 1);
    assert_snapshot!(ran.out);
    let ran = check("types", &files, &["a.yaml", "--types", "gone.json"]);
    assert_eq!(ran.code, 2);
    assert_snapshot!(ran.err);
}

#[test]
fn the_nesting_comes_before_the_findings() {
    let template = "heat_template_version: rocky
parameters: {more: {type: boolean, description: Whether there is another one.}}
conditions: {has_more: {get_param: more}}
resources:
  plain: {type: OS::Heat::RandomString}
  one: {type: random.yaml, properties: {length: 2}}
  another: {type: random.yaml, condition: has_more, properties: {length: 3}}
  group:
    type: OS::Heat::ResourceGroup
    properties: {count: 3, resource_def: {type: pair.yaml}}
";
    let random = "heat_template_version: rocky
parameters: {length: {type: number, description: How long it is.}}
resources: {string: {type: OS::Heat::RandomString, properties: {length: {get_param: length}}}}
";
    let pair = "heat_template_version: rocky
resources:
  left: {type: random.yaml, properties: {length: 1}}
  right: {type: random.yaml, properties: {length: 1}}
";
    let folder = folder("validate-tree");
    for (file, text) in [("a.yaml", template), ("random.yaml", random), ("pair.yaml", pair)] {
        write(&folder.join(file), text);
    }
    let ran = run_in(&folder, &["--schemas", "built-in", "validate", "a.yaml", "--tree"]);
    assert_eq!(ran.code, 0);
    assert_snapshot!(ran.out);
}

#[test]
fn other_files_are_left_out() {
    let files = [
        ("a.yaml", "heat_template_version: 2016-10-14\nresources: {a: {type: None}}\n"),
        (
            "b.json",
            "{\"HeatTemplateFormatVersion\": \"2012-12-12\", \"Resources\": {\"a\": {\"Type\": \"None\"}}}",
        ),
        ("environment.yaml", "parameters: {a: 1}\n"),
        ("playbook.yaml", "- hosts: all\n"),
    ];
    let names = ["a.yaml", "b.json", "environment.yaml", "playbook.yaml"];
    let ran = check("others", &files, &[&["--templates-only"], &names[..]].concat());
    assert_eq!(ran.code, 1, "{ran}");
    assert!(ran.out.ends_with("2 errors in 2 of 2 files\n"), "{ran}");
    let ran = check("no-templates", &files, &["--templates-only", "environment.yaml"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "no findings in 0 files\n"), "{ran}");
    // A file that cannot be read may be a template.
    let ran = check("unreadable-templates", &files, &["--templates-only", "none.yaml"]);
    assert_eq!(ran.code, 2, "{ran}");
}

#[test]
fn a_reference_to_nothing_says_what_the_name_is() {
    let template = "heat_template_version: rocky
parameters: {size: {type: number, default: 1, description: How large the server is.}}
conditions: {never: {equals: [1, 2]}}
resources:
  spare: {type: My::Compute::Server, condition: never, properties: {size: {get_param: size}}}
outputs:
  removed: {value: {get_attr: [spare, addresses]}}
  parameter: {value: {get_attr: [size, addresses]}}
";
    let ran = check("references", &[("a.yaml", template)], &["a.yaml"]);
    let helps: Vec<&str> = ran.out.lines().filter_map(|line| line.trim().strip_prefix("= help: ")).collect();
    assert_eq!(
        helps,
        [
            "the condition of `spare` is false: refer to it only where the same condition is true, by `if`",
            "`size` is a parameter: write `{get_param: size}`",
        ]
    );
}

/// The codes of findings with their locations and tags, as `severity[code] file:line: tags`.
fn places(name: &str, files: &[(&str, &str)], arguments: &[&str]) -> Vec<String> {
    let arguments: Vec<&str> = ["a.yaml", "--format", "json"].iter().chain(arguments).copied().collect();
    let ran = check(name, files, &arguments);
    let findings: Vec<serde_json::Value> = serde_json::from_str(&ran.out).unwrap();
    let shown = findings.iter().map(|finding| {
        let tags = finding["tags"].as_array().into_iter().flatten().filter_map(serde_json::Value::as_str);
        let text = |key: &str| finding[key].as_str().unwrap();
        let (severity, code, file, line) = (text("severity"), text("code"), text("file"), &finding["line"]);
        format!("{severity}[{code}] {file}:{line}: {}", tags.collect::<Vec<_>>().join(" "))
    });
    shown.collect()
}

const INNER: &str = "heat_template_version: rocky
parameters:
  size: {type: number, description: How large it is.}
resources:
  server:
    type: My::Compute::Server
    properties: {size: {get_param: size}}
outputs: {address: {value: {get_resource: server}}}
";

#[test]
fn what_fails_in_a_nested_template_is_reported_in_its_line() {
    let outer = |resource: &str| {
        format!("heat_template_version: rocky\nresources:\n  inner:\n    type: inner.yaml\n    {resource}\n")
    };
    let check = |name: &str, resource: &str, expect: &[&str]| {
        let files = [("a.yaml", &*outer(resource)), ("inner.yaml", INNER)];
        assert_eq!(places(&format!("nested-{name}"), &files, &["--strict"]), expect, "{resource}");
    };
    check("right", "properties: {size: 2}", &[]);
    check("wrong", "properties: {size: 3}", &["error[property-constraint] inner.yaml:7: fails-later"]);
    // The error is in the property of the resource, not in the value that the template computes from it.
    check(
        "type",
        "properties: {size: big}",
        &["error[invalid-property-value] a.yaml:5: refused-by-stack-create"],
    );
    check("missing", "properties: {}", &["error[missing-property] a.yaml:5: refused-by-stack-create"]);
    let used = |attribute: &str| {
        format!(
            "properties: {{size: 2}}\n  other:\n    type: My::Compute::Server\n    properties: {{size: 2, name: {{get_attr: [inner, {attribute}]}}}}"
        )
    };
    check("output", &used("address"), &[]);
    check("unknown-output", &used("adress"), &["error[unknown-attribute] a.yaml:8: fails-later"]);
    check("member", &used("resource.server.name"), &[]);
    check(
        "unknown-member",
        &used("resource.sever.name"),
        &["error[unknown-attribute] a.yaml:8: fails-later"],
    );
    check("unknown-member-id", &used("resource.sever"), &["error[unknown-attribute] a.yaml:8: fails-later"]);
}

#[test]
fn what_fails_in_a_group_is_reported_in_its_line() {
    let group = |properties: &str| {
        format!(
            "heat_template_version: rocky\nresources:\n  group:\n    type: OS::Heat::ResourceGroup\n    properties:\n{properties}"
        )
    };
    let types = [
        "type: OS::Heat::ResourceGroup",
        "any_attribute: true",
        "properties:",
        "  count: {type: integer, default: 1}",
        "  index_var: {type: string, default: '%index%'}",
        "  removal_policies: {type: list, default: []}",
        "  resource_def: {type: map, required: true}",
    ];
    let types = types.join("\n") + "\n";
    let check = |name: &str, properties: &str, expect: &[&str]| {
        let files = [("a.yaml", &*group(properties)), ("inner.yaml", INNER), ("types.yaml", &*types)];
        let arguments = ["--strict", "--types", "types.yaml"];
        assert_eq!(places(&format!("group-{name}"), &files, &arguments), expect, "{properties}");
    };
    check("right", "      resource_def:\n        type: inner.yaml\n        properties: {size: 2}\n", &[]);
    check(
        "wrong",
        "      count: 3\n      resource_def:\n        type: My::Compute::Server\n        properties:\n          size: 66\n          kind: none\n",
        &[
            "error[property-constraint] a.yaml:10: fails-later",
            "error[property-constraint] a.yaml:11: fails-later",
        ],
    );
    check(
        "missing",
        "      count: 3\n      resource_def:\n        type: inner.yaml\n        properties: {}\n",
        &["error[missing-property] a.yaml:9: fails-later"],
    );
    check(
        "nested",
        "      count: 3\n      resource_def:\n        type: inner.yaml\n        properties: {size: '%index%'}\n",
        // One size is zero, and one is odd.
        &["error[property-constraint] inner.yaml:7: fails-later"],
    );
    check("empty", "      count: 0\n      resource_def:\n        type: My::Compute::Server\n", &[]);
}
