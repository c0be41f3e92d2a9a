//! Tests of a project's own types beside those of Heat.

use crate::support::{Ran, folder, run_in, write};

/// Runs a command in the repository of a plug-in.
fn check(name: &str, arguments: &[&str]) -> Ran {
    let folder = folder(&format!("own-types-{name}"));
    write(
        &folder.join("schemas/My/Own/Thing.yaml"),
        "type: My::Own::Thing\ndescription: Own.\nproperties: {size: {type: integer}}\n",
    );
    write(
        &folder.join("schemas/OS/Heat/Value.yaml"),
        "type: OS::Heat::Value\nproperties: {own: {type: string}}\n",
    );
    write(
        &folder.join("t.yaml"),
        "heat_template_version: 2018-08-31
resources:
  own: {type: My::Own::Thing, properties: {size: 1}}
  heat: {type: OS::Cinder::Volume, properties: {size: 1}}
  replaced: {type: OS::Heat::Value, properties: {own: x}}
",
    );
    run_in(&folder, arguments)
}

#[test]
fn own_types_add_to_those_of_heat() {
    let ran = check("validate", &["validate", "t.yaml"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "no findings in 1 file\n"), "{ran}");
    let listed = check("list", &["list"]).out;
    assert!(listed.contains("My::Own::Thing\n") && listed.contains("OS::Nova::Server\n"), "{listed}");
    for command in ["resolve", "graph"] {
        let ran = check(command, &[command, "t.yaml"]);
        assert_eq!(ran.code, 0, "{ran}");
    }
    let ran = check("plan", &["plan", "t.yaml", "t.yaml"]);
    assert_eq!(ran.code, 0, "{ran}");
}

#[test]
fn only_own_types_leave_those_of_heat_out() {
    let ran = check("only", &["validate", "t.yaml", "--only-own-types"]);
    assert_eq!(ran.code, 1, "{ran}");
    assert!(ran.out.contains("OS::Cinder::Volume") && ran.out.contains("1 error"), "{ran}");
    assert!(ran.err.contains("are those of `schemas` alone, because of --only-own-types"), "{ran}");
    let listed = check("only-list", &["list", "--only-own-types"]).out;
    assert_eq!(listed, "My::Own::Thing\nOS::Heat::Value\n");
    // The reverse case.
    let ran = check("built-in", &["--schemas", "built-in", "validate", "t.yaml"]);
    assert!(ran.out.contains("My::Own::Thing"), "{ran}");
}

#[test]
fn a_service_is_known_by_the_names_in_its_table() {
    let folder = folder("own-types-services");
    write(&folder.join("schemas/My/Own/Thing.yaml"), "type: My::Own::Thing\ndescription: Own.\n");
    write(
        &folder.join("schemas/services.yaml"),
        "- {name: Web shop, client_plugin: shop, types: [My::Own]}\n",
    );
    let check = |service: &str, code: i32, expect: &str| {
        let ran = run_in(&folder, &["list", "--service", service]);
        assert_eq!(ran.code, code, "{ran}");
        assert!(ran.out.contains(expect) || ran.err.contains(expect), "{ran}");
    };
    for service in ["My::Own", "own", "shop", "Web shop", "web SHOP"] {
        check(service, 0, "My::Own::Thing\n");
    }
    check("block storage", 0, "OS::Cinder::Volume\n");
    check("compute", 0, "AWS::EC2::Instance\n");
    check("web shops", 1, "did you mean `Web shop`?");
    // A part of the names of types comes before a client plug-in.
    assert!(!run_in(&folder, &["list", "--service", "nova"]).out.contains("AWS::"));
}

#[test]
fn own_types_stay_in_earlier_releases_of_heat() {
    let ran = check("release", &["validate", "t.yaml", "--release", "antelope"]);
    assert_eq!(ran.code, 0, "{ran}");
    // Types that Heat did not have in that release are unknown.
    let ran = check("release-show", &["show", "OS::Octavia::Flavor", "--release", "rocky"]);
    assert_eq!(ran.code, 1, "{ran}");
}
