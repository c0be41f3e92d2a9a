//! Tests of `validate --release` and `validate --from … --to`: templates on other releases of Heat.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use crate::support::{Ran, folder, run_in, write};
use insta::assert_snapshot;

const TEMPLATE: &str = "heat_template_version: 2021-04-16
resources:
  lb: {type: OS::Octavia::LoadBalancer, properties: {vip_subnet: private}}
  listener:
    type: OS::Octavia::Listener
    properties: {loadbalancer: {get_resource: lb}, protocol: HTTP, protocol_port: 80, allowed_cidrs: [10.0.0.0/8]}
  pool:
    type: OS::Octavia::Pool
    properties: {listener: {get_resource: listener}, lb_algorithm: ROUND_ROBIN, protocol: HTTP, session_persistence: {type: HTTP_COOKIE}}
  domain: {type: OS::Designate::Domain, properties: {name: example.org., email: a@example.org}}
  cluster: {type: OS::Senlin::Cluster, properties: {profile: p}}
";

/// Runs `validate` with these arguments on a template and the built-in catalogue.
fn check(name: &str, template: &str, arguments: &[&str]) -> Ran {
    let folder = folder(&format!("upgrade-{name}"));
    write(&folder.join("a.yaml"), template);
    let arguments = ["--schemas", "built-in", "validate", "a.yaml"].iter().chain(arguments).copied();
    run_in(&folder, &arguments.collect::<Vec<_>>())
}

#[test]
fn an_earlier_release_refuses_what_came_later() {
    let ran = check("earlier", TEMPLATE, &["--release", "rocky"]);
    assert_eq!(ran.code, 1);
    assert_snapshot!(ran.out);
    let ran = check("later", TEMPLATE, &["--release", "2026.2", "--format", "json"]);
    assert!(!ran.out.contains("allowed_cidrs") && !ran.out.contains("unknown-template-version"), "{ran}");
}

#[test]
fn an_error_says_since_and_until_when_heat_accepts_it() {
    let since = check("since", TEMPLATE, &["--release", "train"]);
    assert!(since.out.contains("= note: Heat accepts this since 14.0.0 (Ussuri)"), "{since}");
    let gone = "heat_template_version: rocky
resources:
  cluster: {type: OS::Senlin::Cluster, properties: {profile: p, profle: q}}
  other: {type: OS::Senlin::Clutser}
";
    let never = check("never", gone, &["--release", "rocky"]);
    assert!(never.code == 1 && !never.out.contains("since"), "{never}");
}

#[test]
fn an_upgrade_changes_what_templates_use() {
    let upgrade = ["--from", "rocky", "--to", "27.0.0"];
    let ran = check("changes", TEMPLATE, &upgrade);
    // A change of behaviour that is not an error is a warning.
    assert_eq!(ran.code, 0);
    assert_eq!(check("changes", TEMPLATE, &[&upgrade[..], &["--fail-on", "warning"]].concat()).code, 1);
    assert_snapshot!(ran.out);
    let nothing = "heat_template_version: rocky\nresources: {net: {type: OS::Neutron::Net}}\n";
    let ran = check("nothing", nothing, &["--from", "zed", "--to", "2024.1"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "no findings in 1 file\n"));
}

#[test]
fn releases_are_named() {
    let ran = check("unknown", TEMPLATE, &["--release", "rokcy"]);
    assert!(ran.code == 1 && ran.err.contains("did you mean `Rocky`?"), "{ran}");
    let ran = check("half", TEMPLATE, &["--from", "rocky"]);
    assert!(ran.code == 2 && ran.err.contains("--to <RELEASE>"), "{ran}");
    let ran = check("unrecorded", TEMPLATE, &["--release", "2015.1"]);
    assert!(ran.code == 1 && ran.err.contains("not recorded"), "{ran}");
}
