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
