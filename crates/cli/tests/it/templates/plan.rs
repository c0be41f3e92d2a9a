//! Tests of `plan`: the effects of an update, in every format, from files and from revisions.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{Ran, folder, run_in, write};
use insta::assert_snapshot;

const OLD: &str = r"heat_template_version: 2018-08-31
parameters:
  flavor: {type: string, default: small}
  image: {type: string}
  password: {type: string, hidden: true, default: first-secret}
  size: {type: number, default: 2}
  with_spare: {type: boolean, default: true}
conditions:
  spare_wanted: {get_param: with_spare}
resources:
  net: {type: OS::Neutron::Net}
  subnet: {type: OS::Neutron::Subnet, properties: {network: {get_resource: net}, cidr: 10.0.0.0/24}}
  port: {type: OS::Neutron::Port, properties: {network: {get_resource: net}, fixed_ips: [{subnet: {get_resource: subnet}}]}}
  server:
    type: OS::Nova::Server
    properties:
      flavor: {get_param: flavor}
      image: {get_param: image}
      networks: [{port: {get_resource: port}}]
      user_data:
        str_replace:
          template: |
            #!/bin/sh
            set-password $password
            listen $address
            install nginx
          params:
            $password: {get_param: password}
            $address: {get_attr: [port, fixed_ips, 0, ip_address]}
  data: {type: OS::Cinder::Volume, properties: {size: 10, volume_type: fast}}
  attachment:
    type: OS::Cinder::VolumeAttachment
    properties: {volume_id: {get_resource: data}, instance_uuid: {get_resource: server}}
  spare: {type: OS::Cinder::Volume, condition: spare_wanted, properties: {size: 10}}
  kept: {type: OS::Cinder::Volume, deletion_policy: retain, properties: {size: 10}}
  group:
    type: OS::Heat::ResourceGroup
    properties:
      count: {get_param: size}
      resource_def: {type: OS::Neutron::FloatingIP, properties: {floating_network: public, port_id: {get_resource: port}}}
outputs:
  address: {value: {get_attr: [server, first_address]}}
  volume: {value: {get_resource: data}}
";

fn new() -> String {
    let changes = [
        ("default: small", "default: large"),
        ("default: first-secret", "default: second-secret"),
        ("10.0.0.0/24", "10.0.1.0/24"),
        ("install nginx", "install apache"),
        ("volume_type: fast", "volume_type: slow"),
        ("size: {type: number, default: 2}", "size: {type: number, default: 3}"),
        ("default: true", "default: false"),
        ("  kept: {type: OS::Cinder::Volume, deletion_policy: retain, properties: {size: 10}}\n", ""),
    ];
    changes.iter().fold(OLD.to_owned(), |text, (old, new)| text.replace(old, new))
}

/// Plans an update with other arguments, in a folder with both templates and with other files.
fn check(name: &str, files: &[(&str, &str)], arguments: &[&str]) -> Ran {
    let folder = folder(&format!("plan-{name}"));
    write(&folder.join("old.yaml"), OLD);
    write(&folder.join("new.yaml"), new());
    for (path, text) in files {
        write(&folder.join(path), text);
    }
    let arguments: Vec<&str> = ["plan"].iter().chain(arguments).copied().collect();
    run_in(&folder, &arguments)
}

#[test]
fn a_plan_is_text() {
    assert_snapshot!(check("text", &[], &["old.yaml", "new.yaml"]));
}

#[test]
fn a_plan_is_a_comment() {
    assert_snapshot!(check("markdown", &[], &["old.yaml", "new.yaml", "--format", "markdown"]));
}

#[test]
fn a_plan_is_json() {
    let template = "heat_template_version: 2018-08-31
resources:
  volume: {type: OS::Cinder::Volume, properties: {size: 10, volume_type: fast}}
  group: {type: OS::Heat::ResourceGroup, properties: {count: 1, resource_def: {type: OS::Heat::RandomString}}}
outputs: {id: {value: {get_resource: volume}}}
";
    let changed =
        template.replace("size: 10", "availability_zone: a, size: 20").replace("count: 1", "count: 2");
    let files = [("a.yaml", template), ("b.yaml", changed.as_str())];
    assert_snapshot!(check("json", &files, &["a.yaml", "b.yaml", "--format", "json"]));
}

/// The engines differ, as `tests/engine/plans.py` shows.
#[test]
fn a_change_of_metadata_that_follows_from_another_resource_names_the_engine() {
    let template = |length: u8, more: &str| {
        format!(
            "heat_template_version: 2018-08-31
resources:
  source: {{type: OS::Heat::RandomString, properties: {{length: {length}}}}}
  reader:
    type: OS::Heat::Value
    properties: {{value: x}}
    metadata: {{id: {{get_resource: source}}{more}}}
"
        )
    };
    let names_engine = |name: &str, more: &str| {
        let (old, new) = (template(5, ""), template(6, more));
        let files = [("a.yaml", old.as_str()), ("b.yaml", new.as_str())];
        let ran = check(name, &files, &["a.yaml", "b.yaml"]);
        assert!(ran.out.contains("~ reader OS::Heat::Value  updated in place"), "{ran}");
        ran.out.contains("only the legacy engine does this")
    };
    assert!(names_engine("metadata", ""));
    assert!(!names_engine("metadata-and-more", ", name: x"));
}

#[test]
fn what_heat_refuses_is_said_and_fails() {
    let template = |policy: &str| {
        format!(
            "heat_template_version: 2018-08-31
parameters: {{zone: {{type: string, default: {policy}, immutable: true}}}}
resources:
  named: {{type: OS::Nova::KeyPair, properties: {{name: {policy}}}}}
  outside: {{type: OS::Cinder::Volume, external_id: {policy}}}
  quota: {{type: OS::Zun::Container, properties: {{image: a, command: {policy}}}}}
"
        )
    };
    let (old, new) = (template("first"), template("second"));
    let environment = "resource_registry: {resources: {named: {restricted_actions: replace}}}\n";
    let files = [("a.yaml", old.as_str()), ("b.yaml", new.as_str()), ("e.yaml", environment)];
    assert_snapshot!(check("refused", &files, &["a.yaml", "b.yaml", "-e", "e.yaml"]));
}

#[test]
fn what_a_service_accepts_only_once_is_said_with_what_to_do() {
    fn check(name: &str, old: &str, new: &str, expect: &str) {
        let side = |resources: &str| format!("heat_template_version: 2018-08-31\nresources:\n{resources}\n");
        let (old, new) = (side(old), side(new));
        let ran =
            super::plan::check(name, &[("old.yaml", &old), ("new.yaml", &new)], &["old.yaml", "new.yaml"]);
        assert!(ran.out.contains(expect), "{ran}");
    }
    check(
        "taken-name",
        "  f: {type: OS::Nova::Flavor, properties: {name: f, ram: 512, vcpus: 1}}",
        "  f: {type: OS::Nova::Flavor, properties: {name: f, ram: 256, vcpus: 1}}",
        "only one resource can have this `name`, and the old resource still has it when Heat creates the new one: the service refuses \
         it (`Flavor with name f already exists.`); change the `name` too, or omit it, and an unused one is generated\n",
    );
    check(
        "taken-network",
        "  s: {type: OS::Neutron::Subnet, properties: {network: n, cidr: 10.0.0.0/8}}",
        "  s: {type: OS::Neutron::Subnet, properties: {network: n, cidr: 10.0.0.0/8}}
  t: {type: OS::Neutron::Subnet, properties: {network: n, cidr: 10.0.0.0/9}}",
        "no second resource can have an overlapping `cidr`, and `s` has it, too: the service refuses it (",
    );
    check(
        "taken-member",
        "  m: {type: OS::Octavia::PoolMember, properties: {pool: p, address: 10.0.0.1, protocol_port: 80}}",
        "  n: {type: OS::Octavia::PoolMember, properties: {pool: p, address: 10.0.0.1, protocol_port: 80}}",
        "only one resource can have this combination of `address` and `protocol_port`, and `m` still has it: Heat waits until the \
         stack times out (",
    );
}

#[test]
fn environments_and_parameters_can_differ() {
    let files =
        [("small.yaml", "parameters: {flavor: small}\n"), ("large.yaml", "parameters: {flavor: huge}\n")];
    let arguments =
        ["old.yaml", "old.yaml", "--old-environment", "small.yaml", "-e", "large.yaml", "-P", "size=2"];
    let arguments = [&arguments[..], &["--old-parameter", "size=1"]].concat();
    assert_snapshot!(check("environments", &files, &arguments));
}

#[test]
fn what_to_fail_for_is_chosen() {
    let code = |fail_on: &str| check("fail", &[], &["old.yaml", "new.yaml", "--fail-on", fail_on]).code;
    assert_eq!(
        ["refused", "interrupted", "data-loss", "replaced", "deleted", "changed", "none"].map(code),
        [0, 1, 1, 1, 1, 1, 0]
    );
    assert_eq!(check("fail", &[], &["old.yaml", "old.yaml", "--fail-on", "changed"]).code, 0);
}

/// The costs of updates in place: interruptions, losses of data, and refusals by a service, each with the reason and the
/// condition.
#[test]
fn what_updates_cost_is_said_and_fails() {
    let template = |server: &str, more: &str| {
        format!(
            "heat_template_version: 2018-08-31
resources:
  server: {{type: OS::Nova::Server, properties: {{name: web, networks: [{{port: a}}], {server}}}}}
  volume: {{type: OS::Cinder::Volume, properties: {{size: 1, {more}}}}}
"
        )
    };
    let (rebuild, ignore) =
        ("image: b, flavor: a, user_data: a", "image: a, flavor: a, user_data_update_policy: IGNORE");
    let files = [
        ("a.yaml", template("image: a, flavor: a, user_data: a", "name: a")),
        ("rebuild.yaml", template(rebuild, "name: b")),
        ("resize.yaml", template("image: a, flavor: b, user_data: a", "name: a")),
        ("read-only.yaml", template("image: a, flavor: a, user_data: a", "name: a, read_only: true")),
        ("ignore.yaml", template(&format!("{ignore}, user_data: a"), "name: a")),
        ("ignored.yaml", template(&format!("{ignore}, user_data: b"), "name: a")),
        ("router.yaml", "heat_template_version: 2018-08-31\nresources: {r: {type: OS::Neutron::Router, properties: {availability_zone_hints: [a]}}}\n".to_owned()),
        ("moved.yaml", "heat_template_version: 2018-08-31\nresources: {r: {type: OS::Neutron::Router, properties: {availability_zone_hints: [b]}}}\n".to_owned()),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let planned =
        |old: &str, new: &str, fail_on: &str| check("costs", &files, &[old, new, "--fail-on", fail_on]);
    assert_snapshot!("plan_of_a_rebuild", planned("a.yaml", "rebuild.yaml", "data-loss"));
    assert_snapshot!("plan_of_a_reattachment", planned("a.yaml", "read-only.yaml", "interrupted"));
    assert_snapshot!("plan_of_what_a_service_refuses", planned("router.yaml", "moved.yaml", "refused"));
    assert_eq!(planned("a.yaml", "resize.yaml", "interrupted").code, 1);
    assert_eq!(planned("a.yaml", "resize.yaml", "data-loss,refused").code, 0);
    assert_eq!(planned("ignore.yaml", "ignored.yaml", "interrupted,data-loss,refused,replaced").code, 0);
    let arguments = ["a.yaml", "rebuild.yaml", "--format", "json"];
    assert_snapshot!("plan_of_a_rebuild_in_json", check("costs", &files, &arguments));
    let arguments = ["a.yaml", "read-only.yaml", "--format", "markdown"];
    assert_snapshot!("plan_of_a_reattachment_in_markdown", check("costs", &files, &arguments));
}

#[test]
fn reports_are_written_to_files() {
    let ran = check("report", &[], &["old.yaml", "new.yaml", "--report", "markdown=out/comment.md"]);
    assert_eq!(ran.code, 0, "{ran}");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli/plan-report");
    assert!(
        fs::read_to_string(folder.join("out/comment.md")).unwrap().starts_with("<!-- heat-codegen plan -->")
    );
}

/// A repository whose last commit changes a nested template, an environment and a file.
fn repository(name: &str) -> std::path::PathBuf {
    let folder = folder(&format!("plan-{name}"));
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        let user = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgSign=false"];
        git.current_dir(&folder).args(user).args(arguments).env("GIT_CONFIG_NOSYSTEM", "1");
        git.env("GIT_CONFIG_GLOBAL", "/dev/null");
        assert!(git.output().unwrap().status.success(), "{arguments:?}");
    };
    git(&["init", "--quiet", "--initial-branch=main"]);
    let template = "heat_template_version: 2018-08-31
parameters: {size: {type: number}}
resources:
  nested: {type: nested/volume.yaml, properties: {size: {get_param: size}}}
  config: {type: OS::Heat::SoftwareConfig, properties: {config: {get_file: script.sh}}}
";
    let nested = "heat_template_version: 2018-08-31
parameters: {size: {type: number}}
resources:
  volume: {type: OS::Cinder::Volume, properties: {size: {get_param: size}, availability_zone: here}}
";
    write(&folder.join("stacks/template.yaml"), template);
    write(&folder.join("stacks/nested/volume.yaml"), nested);
    write(&folder.join("stacks/script.sh"), "echo one\n");
    write(&folder.join("production.yaml"), "parameters: {size: 1}\n");
    git(&["add", "--all"]);
    git(&["commit", "--quiet", "-m", "first"]);
    git(&["checkout", "--quiet", "-b", "change"]);
    write(&folder.join("stacks/nested/volume.yaml"), nested.replace("here", "there"));
    write(&folder.join("stacks/script.sh"), "echo two\n");
    write(&folder.join("production.yaml"), "parameters: {size: 2}\n");
    git(&["add", "--all"]);
    git(&["commit", "--quiet", "-m", "second"]);
    folder
}

fn in_git(folder: &Path, arguments: &[&str]) -> Ran {
    let mut command = crate::support::command(folder, &["plan"]);
    let output = command.args(arguments).env("PATH", std::env::var("PATH").unwrap()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

#[test]
fn a_revision_has_its_own_files() {
    let folder = repository("git");
    assert_snapshot!(in_git(&folder, &["main", "-e", "production.yaml", "--", "stacks/template.yaml"]));
    let below = folder.join("stacks");
    let ranges: [&[&str]; 3] = [&["main..change"], &["main...change"], &["main", "change"]];
    for range in ranges {
        let arguments = [range, &["--format", "json", "--", "template.yaml"]].concat();
        let arguments = [&["-e", "../production.yaml"], arguments.as_slice()].concat();
        let ran = in_git(&below, &arguments);
        assert!(ran.code == 0 && ran.out.contains(r#""old": "here""#), "{range:?}: {ran}");
    }
}

#[test]
fn what_cannot_be_read_is_said() {
    let folder = repository("unreadable");
    let mut found = String::new();
    let questions: [&[&str]; 6] = [
        &["main"],
        &["main", "stacks/template.yaml"],
        &["nowhere", "--", "stacks/template.yaml"],
        &["main", "--", "stacks/none.yaml"],
        &["none.yaml", "stacks/template.yaml"],
        &["main", "-e", "none.yaml", "--", "stacks/template.yaml"],
    ];
    for arguments in questions {
        write!(found, "{}\n{}", arguments.join(" "), in_git(&folder, arguments)).unwrap();
    }
    assert_snapshot!(found);
}

/// Each template has an answer, and none causes a panic.
#[test]
fn hostile_templates_have_a_plan_or_an_error() {
    let head = "heat_template_version: 2018-08-31\nresources:\n";
    let many: String = (0..3_000).fold(head.to_owned(), |mut text, index| {
        writeln!(
            text,
            "  r{index}: {{type: OS::Heat::Value, properties: {{value: {{get_resource: r{}}}}}}}",
            index + 1
        )
        .unwrap();
        text
    });
    let cycle = format!(
        "{head}  a: {{type: OS::Heat::Value, properties: {{value: {{get_resource: b}}}}}}\n  b: {{type: OS::Heat::Value, properties: {{value: {{get_resource: a}}}}}}\n"
    );
    let itself = format!("{head}  a: {{type: self.yaml}}\n");
    let deep = format!(
        "{head}  a: {{type: OS::Heat::Value, properties: {{value: {}1{}}}}}\n",
        "[".repeat(150),
        "]".repeat(150)
    );
    let odd = format!(
        "{head}  a: {{type: OS::Heat::Value, properties: {{value: \"\u{10FF00}\u{10FF20}\u{10FF01} \u{10FF00}\"}}}}\n"
    );
    let texts = [
        many,
        cycle,
        itself,
        deep,
        odd,
        "[".to_owned(),
        String::new(),
        "a: b\n".to_owned(),
        "\u{0}".to_owned(),
    ];
    let folder = folder("plan-hostile");
    write(&folder.join("old.yaml"), OLD);
    for text in &texts {
        write(&folder.join("self.yaml"), text);
        for (sides, format) in [
            (["old.yaml", "self.yaml"], "text"),
            (["self.yaml", "old.yaml"], "markdown"),
            (["self.yaml", "self.yaml"], "json"),
        ] {
            let arguments = [&["plan"], &sides[..], &["--format", format]].concat();
            let ran = run_in(&folder, &arguments);
            assert!(ran.code <= 2 && !ran.err.contains("panicked"), "{arguments:?}: {ran}");
            assert!(format != "markdown" || ran.out.len() < 65_000, "{}", ran.out.len());
        }
    }
}

/// The plan for groups of volumes `g` with these properties, without the parts that every plan has.
fn of_group(name: &str, old: &str, new: &str) -> String {
    let text = |resources: &str| {
        format!(
            "heat_template_version: 2021-04-16\nparameters: {{n: {{type: number}}, f: {{type: boolean}}, h: {{type: boolean}}}}\n\
             conditions: {{c: {{get_param: f}}, d: {{get_param: h}}}}\n\
             resources:\n  x: {{type: OS::Heat::RandomString, condition: c}}\n  y: {{type: OS::Heat::RandomString, condition: d}}\n  {resources}\n"
        )
    };
    let folder = folder(&format!("plan-group-{name}"));
    write(&folder.join("old.yaml"), text(old));
    write(&folder.join("new.yaml"), text(new));
    let ran = run_in(&folder, &["plan", "old.yaml", "new.yaml", "--fail-on", "none"]);
    let about = |line: &&str| {
        !line.is_empty() && !line.starts_with(['u', 'o', 'p']) && !line.starts_with(char::is_numeric)
    };
    ran.out.lines().filter(about).map(str::trim).collect::<Vec<_>>().join("\n")
}

#[test]
fn members_whose_number_is_not_known_may_go_with_their_data() {
    fn check(name: &str, old: &str, new: &str, expect: &[&str]) {
        assert_eq!(of_group(name, old, new), expect.join("\n"), "{name}");
    }
    let volume = "{type: OS::Cinder::Volume, properties: {size: 1}}";
    let counted = |count: &str| {
        format!(
            "g: {{type: OS::Heat::ResourceGroup, properties: {{count: {count}, resource_def: {volume}}}}}"
        )
    };
    let scaled = |desired: &str| {
        format!(
            "g: {{type: OS::Heat::AutoScalingGroup, properties: {{min_size: 0, max_size: 5, desired_capacity: {desired}, resource: {volume}}}}}"
        )
    };
    let loss = "may lose the data on the volume of each member that goes";
    let summary = "data loss: g (members that go, if any)";
    let updated = "~ g OS::Heat::ResourceGroup  updated in place";
    // None of the members is reported as deleted or created.
    check(
        "unknown-new",
        &counted("2"),
        &counted("{get_param: n}"),
        &[
            updated,
            "how many members are to be is not known (`count`): members may be created or deleted",
            loss,
            "count: 2 → <parameter n>",
            summary,
        ],
    );
    check(
        "unknown-old",
        &counted("{get_param: n}"),
        &counted("2"),
        &[
            updated,
            "how many members there are is not known (`count`): members may be created or deleted",
            loss,
            "count: <parameter n> → 2",
            summary,
        ],
    );
    // The number is unknown but the same, so no member is added or removed.
    check(
        "unknown-same",
        &counted("{get_param: n}"),
        &counted("{get_param: n}"),
        &[updated, "each update of the stack updates it"],
    );
    // Scaling may have added members to a group that began without any.
    check(
        "scaled",
        &scaled("0"),
        &scaled("{get_param: n}"),
        &[
            "~ g OS::Heat::AutoScalingGroup  updated in place",
            "how many members are to be is not known (`desired_capacity`): members may be created or deleted",
            loss,
            "desired_capacity: 0 → <parameter n>",
            summary,
        ],
    );
    // The whole group is deleted.
    check(
        "deleted",
        &counted("{get_param: n}"),
        "",
        &[
            "- g OS::Heat::ResourceGroup  deleted",
            "all its members, whose number is not known, are deleted with it",
            "loses the data on the volume of each of them",
            "data loss: g (all members)",
        ],
    );
    check(
        "deleted-scaled",
        &scaled("0"),
        "",
        &[
            "- g OS::Heat::AutoScalingGroup  deleted",
            "members that scaling added are deleted with it",
            "loses the data on the volume of each of them",
            "data loss: g (up to 5 members)",
        ],
    );
    // The data of these members stay when they are deleted.
    let kept = counted("{get_param: n}").replace("size: 1}}", "size: 1}, deletion_policy: retain}");
    check(
        "kept",
        &kept,
        "",
        &[
            "- g OS::Heat::ResourceGroup  deleted",
            "all its members, whose number is not known, are deleted with it",
        ],
    );
}

#[test]
fn what_goes_if_a_new_condition_is_false_may_lose_data() {
    let volume = |more: &str| format!("v: {{type: OS::Cinder::Volume, {more}properties: {{size: 1}}}}");
    let may_go = "~ v OS::Cinder::Volume  updated in place
if its new condition is true, which is not known: otherwise it is deleted
loses the data on the volume if its condition is false
condition: (none) → \"c\"
data loss: v (if its condition is false)";
    assert_eq!(of_group("condition-new", &volume(""), &volume("condition: c, ")), may_go);
    let other = of_group("condition-other", &volume("condition: c, "), &volume("condition: d, "));
    assert!(other.ends_with("data loss: v (if its condition is false)"), "{other}");
    // The condition is the same, so existing resources stay.
    assert_eq!(of_group("condition-same", &volume("condition: c, "), &volume("condition: c, ")), "");
    // The data of a group's members are lost with it.
    let group = |more: &str| {
        format!(
            "g: {{type: OS::Heat::ResourceGroup, {more}properties: {{count: 2, resource_def: {{type: OS::Cinder::Volume, properties: {{size: 1}}}}}}}}"
        )
    };
    let found = of_group("condition-group", &group(""), &group("condition: c, "));
    assert!(found.contains("loses the data on the volume if its condition is false"), "{found}");
}

#[test]
fn files_beside_the_templates_are_read_wherever_it_is_run() {
    let (stacks, elsewhere) = (folder("plan-stacks"), folder("plan-elsewhere"));
    let outer = "heat_template_version: 2018-08-31\nresources: {inner: {type: inner.yaml}}\n";
    let inner = |size| {
        format!(
            "heat_template_version: 2018-08-31\nresources: {{data: {{type: OS::Cinder::Volume, properties: {{size: {size}}}}}}}\n"
        )
    };
    for (name, size) in [("old", 1), ("new", 2)] {
        write(&stacks.join(name).join("outer.yaml"), outer);
        write(&stacks.join(name).join("inner.yaml"), inner(size));
    }
    let [old, new] = ["old", "new"].map(|name| stacks.join(name).join("outer.yaml").display().to_string());
    let ran = run_in(&elsewhere, &["plan", &old, &new]);
    assert!(ran.out.contains("inner/data"), "{ran}");
    assert!(ran.err.is_empty(), "{ran}");
}
