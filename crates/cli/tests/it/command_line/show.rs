//! `show`, for people and for programs.

use insta::assert_snapshot;

use crate::support::{folder, run_in};

#[test]
fn a_type_is_described_for_people() {
    let folder = folder("show-people");
    let ran = run_in(&folder, &["show", "OS::Nova::KeyPair"]);
    assert_eq!(ran.code, 0, "{ran}");
    assert_snapshot!(ran.out);
    let server = run_in(&folder, &["show", "OS::Nova::Server"]);
    assert!(server.out.lines().count() < 80, "{server}");
}

#[test]
fn a_property_has_its_facts_and_members() {
    let folder = folder("show-part");
    let show = |name: &str| {
        let ran = run_in(&folder, &["show", name]);
        assert_eq!(ran.code, 0, "{ran}");
        ran.out
    };
    assert_snapshot!(show("OS::Nova::Server.block_device_mapping_v2.volume_size"));
    assert!(
        show("OS::Nova::Server.networks").contains("\nMembers ("),
        "{}",
        show("OS::Nova::Server.networks")
    );
    assert!(show("OS::Nova::KeyPair.private_key").starts_with("OS::Nova::KeyPair.private_key  attribute"));
}

#[test]
fn programs_get_the_schema() {
    let folder = folder("show-programs");
    let show = |arguments: &[&str]| {
        let ran = run_in(&folder, &[&["show"], arguments].concat());
        assert_eq!(ran.code, 0, "{ran}");
        ran.out
    };
    assert!(show(&["OS::Nova::KeyPair", "--format", "yaml"]).starts_with("type: OS::Nova::KeyPair\n"));
    let part: serde_json::Value =
        serde_json::from_str(&show(&["OS::Nova::KeyPair.name", "--format", "json"])).unwrap();
    assert_eq!(part["type"], "string");
    assert!(show(&["OS::Nova::KeyPair.name", "--format", "yaml"]).contains("type: string\n"));
}

#[test]
fn a_property_says_what_an_update_costs() {
    let folder = folder("show-cost");
    let flavor = run_in(&folder, &["show", "OS::Nova::Server.flavor"]);
    assert!(flavor.out.contains("string, required, interrupts, in some cases replaces"), "{flavor}");
    assert!(flavor.out.contains("On update: "), "{flavor}");
    let server = run_in(&folder, &["show", "OS::Nova::Server"]);
    let line = server.out.lines().find(|line| line.starts_with("  flavor ")).unwrap();
    assert!(line.contains("interrupts") && !line.contains("in place"), "{line}");
}

#[test]
fn old_names_and_hidden_parts_are_known() {
    let folder = folder("show-old-names");
    let check = |arguments: &[&str], code: i32, out: &str, err: &str| {
        let ran = run_in(&folder, &[&["show"], arguments].concat());
        assert_eq!(ran.code, code, "{ran}");
        assert!(ran.out.starts_with(out) && ran.err.contains(err), "{ran}");
    };
    let alarm = "`OS::Metering::Alarm` is an old name of OS::Aodh::Alarm";
    check(&["OS::Metering::Alarm"], 0, "OS::Aodh::Alarm  DEPRECATED", alarm);
    check(&["OS::Quantum::Port.network"], 0, "OS::Neutron::Port.network  string", "is an old name");
    check(&["OS::Quantum::Pool"], 1, "", "OS::Neutron::Pool is not supported");
    let hidden = "`replacement_policy` of OS::Neutron::Port is not supported\n  note: it is HIDDEN since";
    check(&["OS::Neutron::Port.replacement_policy"], 1, "", hidden);
    check(&["OS::Neutron::Port.replacement_policy"], 1, "", "help: --include-hidden shows it");
    check(
        &["OS::Neutron::Port.replacement_policy", "--include-hidden"],
        0,
        "OS::Neutron::Port.replacement_policy",
        "",
    );
}
