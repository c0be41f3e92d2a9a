//! Tests of the rules of a project.

#![allow(clippy::unwrap_used, reason = "tests say what must hold by panicking")]

use std::fs;
use std::path::PathBuf;

use crate::support::{folder, project, run_in, write};

const TEMPLATE: &str = "heat_template_version: 2018-08-31
parameters:
  costs: {type: string}
  env: {type: string, default: production}
resources:
  server:
    type: OS::Nova::Server
    properties: {flavor: m1, image: debian, networks: [{network: private}]}
  group:
    type: OS::Heat::ResourceGroup
    properties:
      count: 3
      resource_def:
        type: OS::Nova::Server
        properties: {flavor: m1, image: debian, networks: [{network: private}], metadata: {costs: {get_param: costs}}}
outputs:
  all: {value: [{get_resource: server}, {get_resource: group}, {get_param: env}]}
";

const RULE: &str = "rule: costs-tag
summary: A server has no tag `costs`
why: Costs are assigned by it.
applies_to: [OS::Nova::Server]
all: [[metadata, costs]]
";

/// A project with a template and rules.
fn with_rules(name: &str, rules: &[(&str, &str)]) -> PathBuf {
    let folder = folder(&format!("own_rules_{name}"));
    write(&folder.join("heat-codegen.yaml"), "");
    write(&folder.join("a.yaml"), TEMPLATE);
    for (file, text) in rules {
        write(&folder.join(format!("rules/{file}")), text);
    }
    folder
}

#[test]
fn rules_are_reported_selected_and_allowed() {
    let folder = with_rules("validate", &[("costs.yaml", RULE), ("other.yaml", "not: a rule\n")]);
    let found = |arguments: &[&str]| {
        let ran = run_in(&folder, &[&["validate", "a.yaml", "--format", "json"], arguments].concat());
        let found: Vec<serde_json::Value> = serde_json::from_str(&ran.out).unwrap();
        let shown = found.iter().map(|one| format!("{}: {}", one["line"], one["message"].as_str().unwrap()));
        shown.collect::<Vec<_>>().join("; ")
    };
    assert_eq!(found(&[]), "6: `server`: a server has no tag `costs`");
    assert_eq!(found(&["--select", "costs-tag"]), "6: `server`: a server has no tag `costs`");
    assert_eq!(found(&["--ignore", "costs-tag"]), "");
    assert_eq!(found(&["--parameter", "costs="]).matches("`group/0`").count(), 1);
    let open =
        "13: `group/0`: a value is not known, so this rule has no verdict: a server has no tag `costs`";
    assert!(found(&["--strict-rules"]).contains(open), "{}", found(&["--strict-rules"]));
    let ran = run_in(&folder, &["validate", "a.yaml", "--select", "costs-tags"]);
    assert!(ran.code == 2 && ran.err.contains("did you mean `costs-tag`?"), "{ran}");
    let line = "  server:\n    type: OS::Nova::Server\n    properties: {flavor";
    let allowed = line.replace("server:\n", "server:  # heat-codegen: allow(costs-tag) a test\n");
    fs::write(folder.join("a.yaml"), TEMPLATE.replace(line, &allowed)).unwrap();
    assert_eq!(found(&[]), "");
    fs::write(folder.join("a.yaml"), TEMPLATE).unwrap();
    write(&folder.join("heat-codegen.yaml"), "templates: {allow: [{rule: costs-tag, reason: later}]}\n");
    assert_eq!(found(&[]), "");
    write(&folder.join("heat-codegen.yaml"), "templates: {ignore: [costs-tag]}\n");
    assert_eq!(found(&[]), "");
    write(&folder.join("heat-codegen.yaml"), "templates: {rules: [gone]}\n");
    let ran = run_in(&folder, &["validate", "a.yaml"]);
    assert!(ran.out.contains("there are no rules at `gone`"), "{ran}");
}

#[test]
fn rules_without_a_verdict_are_reported_on_request() {
    let value = RULE.replace("OS::Nova::Server", "OS::Heat::Value").replace("costs-tag", "value-x");
    let value = value.replace("all: [[metadata, costs]]", "none: [{property: [value, x], equals: y}]");
    let stack = "rule: few-servers\nsummary: Too many servers\nwhy: They are expensive.\napplies_to: stack\nall: [{items: [resources, '*', $nested, resources], count: {max: 2}}]\n";
    let folder = with_rules("open", &[("costs.yaml", RULE), ("value.yaml", &value), ("stack.yaml", stack)]);
    let found = |resources: &str| {
        let template = format!(
            "heat_template_version: 2018-08-31\nparameters: {{n: {{type: number}}}}\nresources:\n{resources}\n  r: {{type: OS::Heat::RandomString}}\noutputs: {{o: {{value: {{get_param: n}}}}}}\n"
        );
        fs::write(folder.join("b.yaml"), template).unwrap();
        let ran = run_in(&folder, &["validate", "b.yaml", "--strict-rules", "--format", "json"]);
        let found: Vec<serde_json::Value> = serde_json::from_str(&ran.out).unwrap();
        let of_rules = found
            .iter()
            .filter(|one| ["costs-tag", "value-x", "few-servers"].iter().any(|rule| one["code"] == *rule));
        let mut shown: Vec<_> = of_rules
            .map(|one| format!("[{}]: {}", one["code"].as_str().unwrap(), one["message"].as_str().unwrap()))
            .collect();
        shown.sort();
        shown.join("\n")
    };
    let unknown = "a value is not known, so this rule has no verdict";
    let open =
        |code: &str, subject: &str, summary: &str| format!("[{code}]: {subject}: {unknown}: {summary}");
    let [of_value, of_server] = ["a server has no tag `costs`"; 2];
    // A type whose schema depends on a value, with a value that is unknown as a whole, and in part.
    let expect = open("value-x", "`v`", of_value);
    assert_eq!(
        found("  v: {type: OS::Heat::Value, properties: {type: json, value: {get_attr: [r, value]}}}"),
        expect
    );
    assert_eq!(
        found("  v: {type: OS::Heat::Value, properties: {type: json, value: {x: {get_attr: [r, value]}}}}"),
        expect
    );
    assert_eq!(
        found("  v: {type: OS::Heat::Value, properties: {type: json, value: {z: {get_attr: [r, value]}}}}"),
        ""
    );
    // A group whose size is not known.
    let group = "  g:\n    type: OS::Heat::ResourceGroup\n    properties: {count: {get_param: n}, resource_def: {type: OS::Nova::Server, properties: {flavor: m1, image: i, networks: [{network: n}]}}}";
    let expect = [
        open("costs-tag", "members of `g`", of_server),
        open("few-servers", "the stack", "too many servers"),
    ];
    assert_eq!(found(group), expect.join("\n"));
    assert_eq!(found(&group.replace("OS::Nova::Server", "OS::Cinder::Volume")), expect[1]);
    // In a nested group, and a group within it.
    let properties = "{count: {get_param: n}, resource_def: {type: OS::Nova::Server, properties: {flavor: m1, image: i, networks: [{network: n}]}}}";
    let of_outer = |count: &str| {
        format!(
            "  outer:\n    type: OS::Heat::ResourceGroup\n    properties: {{count: {count}, resource_def: {{type: OS::Heat::ResourceGroup, properties: {properties}}}}}"
        )
    };
    assert!(found(&of_outer("2")).contains("[costs-tag]: members of `outer/0`: a value is not known"));
    assert!(
        found(&of_outer("{get_param: n}")).contains("[costs-tag]: members of `outer`: a value is not known")
    );
    // Nothing is unknown of a group without members, or of properties that Heat refuses.
    assert_eq!(found(&group.replace("{get_param: n}, r", "0, r")), "");
    assert_eq!(
        found(
            "  s: {type: OS::Nova::Server, properties: {image: i, networks: [{network: n}], metadata: {costs: {get_attr: [r, value]}}}}"
        ),
        ""
    );
}

#[test]
fn errors_of_rules_fail_and_can_be_allowed() {
    let folder =
        with_rules("errors", &[("costs.yaml", &RULE.replace("summary", "severity: error\nsummary"))]);
    assert_eq!(run_in(&folder, &["validate", "a.yaml"]).code, 1);
    write(
        &folder.join("a.test.yaml"),
        "cases: {c: {parameters: {costs: x}, expect: [{resource: server}]}}\n",
    );
    let ran = run_in(&folder, &["test"]);
    assert!(
        ran.code == 1 && ran.out.contains("error[costs-tag]: `c`: `server`: a server has no tag"),
        "{ran}"
    );
    // Heat does not refuse what a rule of the project reports.
    assert_eq!(run_in(&folder, &["validate", "a.yaml", "--ignore", "costs-tag"]).code, 0);
    assert_eq!(run_in(&folder, &["validate", "a.yaml", "--select", "unused-condition"]).code, 0);
    write(&folder.join("heat-codegen.yaml"), "templates: {ignore: [costs-tag]}\n");
    assert_eq!(run_in(&folder, &["validate", "a.yaml"]).code, 0);
    assert_eq!(run_in(&folder, &["test"]).code, 0);
    write(&folder.join("heat-codegen.yaml"), "templates: {allow: [{rule: costs-tag, reason: later}]}\n");
    assert_eq!(run_in(&folder, &["validate", "a.yaml"]).code, 0);
    assert_eq!(run_in(&folder, &["test"]).code, 0);
}

#[test]
fn rules_are_about_stacks_and_updates() {
    let stack = "rule: env-is-known
summary: The environment has no known name
why: Deployments go by it.
applies_to: stack
all: [{property: [parameters, env], in: [test]}]
";
    let update = "rule: keeps-servers
severity: error
summary: A server is deleted
why: Servers are kept.
applies_to: updates
when: [{property: [type], equals: 'OS::Nova::Server'}, {property: [$parameters, env], equals: production}]
none: [{property: [action], in: [deleted, replaced]}]
message: '`{resource_name}` is {action}'
";
    let folder = with_rules("stacks", &[("stack.yaml", stack), ("update.yaml", update)]);
    let ran = run_in(&folder, &["validate", "a.yaml"]);
    assert!(
        ran.out.contains("warning[env-is-known]: the environment has no known name\n --> a.yaml:4:3"),
        "{ran}"
    );
    let cfn = "AWSTemplateFormatVersion: 2010-09-09
Parameters:
  env: {Type: String, Default: production}
Resources: {a: {Type: OS::Heat::None}}
";
    write(&folder.join("cfn.yaml"), cfn);
    let ran = run_in(&folder, &["validate", "cfn.yaml"]);
    assert!(
        ran.out.contains("warning[env-is-known]: the environment has no known name\n --> cfn.yaml:3:3"),
        "{ran}"
    );
    let (head, rest) = TEMPLATE.split_once("  server:\n").unwrap();
    let group = rest.split_once("  group:\n").unwrap().1;
    let without = format!("{head}  group:\n{group}").replace("{get_resource: server}, ", "");
    write(&folder.join("b.yaml"), &without);
    let ran = run_in(&folder, &["plan", "a.yaml", "b.yaml", "--parameter", "costs=x"]);
    assert!(ran.code == 1 && ran.err.contains("error[keeps-servers]: `server` is deleted"), "{ran}");
    let allowed = format!("# heat-codegen: allow-file(keeps-servers) moved\n{without}");
    write(&folder.join("c.yaml"), allowed);
    let ran = run_in(&folder, &["plan", "a.yaml", "c.yaml", "--parameter", "costs=x"]);
    assert!(ran.code == 0 && !ran.err.contains("keeps-servers"), "{ran}");
    assert!(!run_in(&folder, &["validate", "c.yaml"]).out.contains("keeps-servers"));
    let ran =
        run_in(&folder, &["plan", "a.yaml", "b.yaml", "--parameter", "costs=x", "--parameter", "env=test"]);
    assert!(ran.code == 0 && !ran.err.contains("keeps-servers"), "{ran}");
    for allowed in [
        "ignore: [keeps-servers]",
        "allow: [{rule: keeps-servers, reason: moved}]",
        "allow: [{rule: keeps-servers, reason: moved, files: [b.yaml]}]",
    ] {
        write(&folder.join("heat-codegen.yaml"), format!("templates: {{{allowed}}}\n"));
        let ran = run_in(&folder, &["plan", "a.yaml", "b.yaml", "--parameter", "costs=x"]);
        assert!(ran.code == 0 && !ran.err.contains("keeps-servers"), "{allowed}: {ran}");
        // What `plan` needs is not called unused.
        let ran = run_in(&folder, &["validate", "b.yaml"]);
        assert!(!ran.out.contains("keeps-servers"), "{allowed}: {ran}");
    }
    // A resource whose name differs in case is another one, and what is allowed there is not allowed here.
    write(&folder.join("heat-codegen.yaml"), "");
    let renamed = TEMPLATE.replace("  server:\n", "  Server:  # heat-codegen: allow(keeps-servers) moved\n");
    write(&folder.join("d.yaml"), renamed.replace("{get_resource: server}", "{get_resource: Server}"));
    let ran = run_in(&folder, &["plan", "a.yaml", "d.yaml", "--parameter", "costs=x"]);
    assert!(ran.code == 1 && ran.err.contains("`server` is deleted\n --> d.yaml\n"), "{ran}");
}

/// A finding about an update is at the key of the resource, or of the group that it is in.
#[test]
fn findings_of_updates_are_at_keys() {
    let rule = "rule: replaced
summary: A resource is replaced
why: Because.
applies_to: updates
none: [{property: [action], equals: replaced}]
";
    let folder = with_rules("keys", &[("replaced.yaml", rule)]);
    let template = |network: &str| {
        format!(
            "heat_template_version: 2018-08-31
resources:
  1: {{type: OS::Neutron::Port, properties: {{network: {network}}}}}
  group:
    type: OS::Heat::ResourceGroup
    properties:
      count: 1
      resource_def: {{type: OS::Neutron::Port, properties: {{network: {network}}}}}
"
        )
    };
    write(&folder.join("old.yaml"), template("a"));
    write(&folder.join("new.yaml"), template("b"));
    let ran = run_in(&folder, &["plan", "old.yaml", "new.yaml"]);
    assert!(ran.err.contains("`1`: a resource is replaced\n --> new.yaml:3:3"), "{ran}");
    assert!(ran.err.contains("`group/0`: a resource is replaced\n --> new.yaml:4:3"), "{ran}");
    let ran = run_in(&folder, &["rules", "--check"]);
    assert!(
        ran.out.contains("rules/replaced.yaml:1:1") || ran.err.contains("rules/replaced.yaml:1:1"),
        "{ran}"
    );
}

#[test]
fn rules_are_about_templates_parameters_environments_and_plans() {
    let rule = |id: &str, subject: &str, requirement: &str| {
        format!("rule: {id}\nsummary: Not so\nwhy: Because.\napplies_to: {subject}\n{requirement}\n")
    };
    let rules = [
        rule("described", "template", "all: [[description]]"),
        rule("no-groups", "template", "for_each: [resources]\nnone: [{property: [type], contains: Group}]"),
        rule("has-default", "parameters", "all: [{property: [default], is: given}]"),
        rule("no-costs", "environments", "none: [[parameters, costs]]"),
        rule(
            "keeps",
            "plan",
            "all: [{property: [summary, deleted], range: {max: 0}}]\nmessage: '{summary.deleted} deleted'",
        ),
    ];
    let named: Vec<(String, &String)> =
        rules.iter().enumerate().map(|(index, text)| (format!("{index}.yaml"), text)).collect();
    let named: Vec<(&str, &str)> = named.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let folder = with_rules("documents", &named);
    write(&folder.join("env.yaml"), "parameters:\n  costs: x\n");
    let found = |arguments: &[&str]| {
        let ran = run_in(&folder, &[&["validate", "a.yaml", "--format", "json"], arguments].concat());
        let found: Vec<serde_json::Value> = serde_json::from_str(&ran.out).unwrap();
        let shown = found.iter().map(|one| {
            format!("{}:{} {}", one["file"].as_str().unwrap(), one["line"], one["message"].as_str().unwrap())
        });
        shown.collect::<Vec<_>>().join("; ")
    };
    assert_eq!(
        found(&["-e", "env.yaml"]),
        "a.yaml:1 not so; a.yaml:3 `costs`: not so; a.yaml:10 `resources.group`: not so; env.yaml:2 not so"
    );
    let without = TEMPLATE.split_once("  group:\n").unwrap().0;
    write(&folder.join("b.yaml"), without);
    let ran = run_in(&folder, &["plan", "a.yaml", "b.yaml", "-e", "env.yaml"]);
    // The group, and its three members.
    assert!(ran.err.contains("warning[keeps]: 4 deleted"), "{ran}");
}

/// A value that an update sets can be an ID that is not known yet: it is there, and equals nothing for certain.
#[test]
fn rules_about_updates_do_not_take_unknown_values_for_others() {
    let rule = |id: &str, requirement: &str| {
        format!(
            "rule: {id}\nsummary: Not so\nwhy: Because.\napplies_to: updates\nfor_each: [changes]\n{requirement}\n"
        )
    };
    let folder = with_rules(
        "unknown_changes",
        &[
            ("equal.yaml", &rule("is-x", "all: [{property: [new], equals: x}]")),
            ("differs.yaml", &rule("is-not-x", "none: [{property: [new], equals: x}]")),
            ("filled.yaml", &rule("is-empty", "none: [[new]]")),
        ],
    );
    let template = |value: &str| {
        format!(
            "heat_template_version: 2018-08-31\nresources:\n  a: {{type: OS::Heat::Value, properties: {{value: {value}}}}}\n  b: {{type: OS::Nova::KeyPair, properties: {{name: b}}}}\n"
        )
    };
    write(&folder.join("old.yaml"), template("old"));
    let found = |value: &str| {
        write(&folder.join("new.yaml"), template(value));
        let ran = run_in(&folder, &["plan", "old.yaml", "new.yaml"]);
        ["is-x", "is-not-x", "is-empty"].map(|id| ran.err.contains(&format!("[{id}]")))
    };
    assert_eq!(found("x"), [false, true, true]);
    assert_eq!(found("y"), [true, false, true]);
    assert_eq!(found("{get_resource: b}"), [false, false, true]);
    assert_eq!(found("{get_attr: [b, public_key]}"), [false, false, false]);
    let strict = run_in(&folder, &["plan", "old.yaml", "new.yaml", "--strict-rules"]);
    let open = "[is-x]: `a`: a value is not known, so this rule has no verdict: not so\n --> new.yaml:3:3";
    assert!(strict.err.contains(open), "{strict}");
}

#[test]
fn rules_are_about_schemas() {
    let folder = with_rules("schemas", &[]);
    write(&folder.join("schemas/A.yaml"), "type: My::A\nproperties:\n  size:\n    type: integer\n");
    let rule = "rule: described-property
summary: A property has no description
why: Readers need one.
applies_to: schemas
for_each: [properties]
all: [[description]]
example: |
  type: My::A
  properties: {a: {type: string}}
use_instead: |
  type: My::A
  properties: {a: {type: string, description: Name of the thing.}}
";
    write(&folder.join("rules/described.yaml"), rule);
    let check = ["check", "--schemas", "schemas"];
    let ran = run_in(&folder, &check);
    let expect =
        "warning[described-property]: `My::A`: a property has no description\n --> schemas/A.yaml:3:3";
    assert!(ran.code == 0 && ran.out.contains(expect), "{ran}");
    let ran = run_in(&folder, &[&check[..], &["--ignore", "described-property"]].concat());
    assert!(!ran.out.contains("described-property"), "{ran}");
    let ran = run_in(&folder, &["rules", "--check"]);
    assert!(ran.code == 0 && ran.out == "no mistakes in 1 rule\n", "{ran}");
    write(&folder.join("rules/described.yaml"), rule.replace("all: [[desc", "none: [[desc"));
    let ran = run_in(&folder, &["rules", "--check"]);
    assert!(ran.code == 1 && ran.err.contains("finds nothing in its `example`"), "{ran}");
}

#[test]
fn updates_are_examples_too() {
    let folder = folder("own_rules_update_examples");
    let template = |size: u8| {
        format!(
            "  heat_template_version: 2018-08-31\n  resources: {{v: {{type: OS::Cinder::Volume, properties: {{size: {size}}}}}}}\n"
        )
    };
    let rule = |before: u8, example: u8, instead: u8| {
        let [before, example, instead] = [before, example, instead].map(template);
        format!(
            "rule: keeps-data\nsummary: Data is lost\nwhy: It is kept.\napplies_to: updates\nnone: [[loses_data]]\nbefore: |\n{before}example: |\n{example}use_instead: |\n{instead}"
        )
    };
    let check = |text: &str| {
        write(&folder.join("rules/keeps-data.yaml"), text);
        run_in(&folder, &["rules", "--check"])
    };
    let text = rule(2, 2, 3).replacen(
        "type: OS::Cinder::Volume",
        "type: OS::Cinder::Volume, deletion_policy: Delete",
        1,
    );
    let gone = text.replacen(
        &format!("example: |\n{}", template(2)),
        "example: |\n  heat_template_version: 2018-08-31\n  resources: {r: {type: OS::Heat::None}}\n",
        1,
    );
    let ran = check(&gone);
    assert!(ran.code == 0 && ran.out == "no mistakes in 1 rule\n", "{ran}");
    let ran = check(&text);
    assert!(ran.code == 1 && ran.err.contains("finds nothing in its `example`"), "{ran}");
    let ran = check(&gone.replacen("size: 2", "size: x", 1));
    assert!(ran.code == 1 && ran.err.contains("`before` of the rule `keeps-data` has an error"), "{ran}");
    let ran = check(gone.split_once("before").unwrap().0);
    assert!(ran.err.contains("the rule `keeps-data` has no `before`"), "{ran}");
}

#[test]
fn examples_are_the_tests_of_rules() {
    let folder = folder("own_rules_check");
    let ran = run_in(&folder, &["rules", "new", "costs-tag"]);
    assert!(ran.code == 0 && ran.out.contains("rules/costs-tag.yaml"), "{ran}");
    assert_eq!(run_in(&folder, &["rules", "new", "costs-tag"]).code, 1);
    assert_eq!(run_in(&folder, &["rules", "new", "Costs Tag"]).code, 1);
    let ran = run_in(&folder, &["rules", "--check"]);
    assert!(ran.code == 0 && ran.out == "no mistakes in 1 rule\n", "{ran}");
    let rule = fs::read_to_string(folder.join("rules/costs-tag.yaml")).unwrap();
    let check = |from: &str, to: &str, expect: &[&str]| {
        assert!(rule.contains(from), "{from}");
        fs::write(folder.join("rules/costs-tag.yaml"), rule.replace(from, to)).unwrap();
        let ran = run_in(&folder, &["rules", "--check"]);
        assert_eq!(ran.code, 1, "{from}: {ran}");
        for part in expect {
            assert!(ran.err.contains(part), "{part}: {ran}");
        }
    };
    check(
        "[OS::Nova::Server]",
        "[OS::Nova::Sever]",
        &["there is no resource type `OS::Nova::Sever`", "did you mean"],
    );
    check(
        "[metadata, costs]",
        "[metadat, costs]",
        &["`OS::Nova::Server` has no property `metadat`", "did you mean"],
    );
    check("is: filled", "is: missing", &["finds nothing in its `example`", "reports its `use_instead`"]);
    check("image: debian, ", "imag: debian, ", &["`example` of the rule `costs-tag` has an error"]);
    check("why: >\n  Costs are assigned by this tag.\n", "", &["a rule needs `why`"]);
    check(
        "applies_to: [OS::Nova::Server]",
        "applies_to: servers",
        &["neither a list of resource types nor a document"],
    );
    check("severity: warning", "severity: high", &["`severity` is `error`, `warning` or `note`"]);
    check("all:\n", "al:\n", &["did you mean `all`?"]);
}

#[test]
fn rules_have_ids_of_their_own() {
    let folder = folder("own_rules_ids");
    let check = |expect: &str| {
        let ran = run_in(&folder, &["rules", "--check"]);
        assert!(ran.code == 1 && ran.err.contains(expect), "{ran}");
    };
    write(&folder.join("rules/a.yaml"), "");
    check("there is no rule in this file");
    write(&folder.join("rules/a.yaml"), RULE.replace("costs-tag", "unused-config"));
    check("`unused-config` is the id of a built-in rule");
    write(&folder.join("rules/a.yaml"), RULE);
    write(&folder.join("rules/b.yaml"), RULE.replace("no tag", "no"));
    check("there is already a rule `costs-tag`, in rules/a.yaml");
}

/// The page of the guide is true.
#[test]
fn the_guide_has_rules_without_mistakes() {
    let page =
        fs::read_to_string(project().join("site/guide/template-authors/67-rules-of-your-own.md")).unwrap();
    let blocks = |fence: &str| {
        let start = format!("```{fence}\n");
        let found = page.split(start.as_str()).skip(1).filter_map(|rest| rest.split("```").next());
        found.map(str::to_owned).collect::<Vec<_>>()
    };
    let rules = blocks("yaml,rule");
    let named: Vec<(String, &str)> =
        rules.iter().enumerate().map(|(index, text)| (format!("{index}.yaml"), text.as_str())).collect();
    let named: Vec<(&str, &str)> = named.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    let folder = with_rules("guide", &named);
    let ran = run_in(&folder, &["rules", "--check"]);
    assert!(ran.code == 0 && ran.out == "no mistakes in 6 rules\n", "{ran}");
    let example = rules[0].split("example: |\n").nth(1).unwrap().split("use_instead").next().unwrap();
    let lines: Vec<&str> = example.lines().map(|line| line.strip_prefix("  ").unwrap_or(line)).collect();
    let example = lines.join("\n");
    write(&folder.join("server.yaml"), &example);
    let ran = run_in(&folder, &["validate", "server.yaml", "--select", "costs-tag"]);
    assert!(ran.out.starts_with(blocks("text,rule")[0].trim_end()), "{ran}");
}
