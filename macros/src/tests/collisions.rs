//! Colliding names, and the help for them.

use super::derived;

const SCHEMA: &str = r#"schema = "src/testing/Collisions.yaml""#;

fn messages(options: &str) -> String {
    let derived = derived(&format!("#[heat({SCHEMA}{options})] struct Type;"));
    derived.errors.map(|errors| errors.to_string()).unwrap_or_default()
}

#[test]
fn each_collision_is_reported_once_and_its_help_fixes_it() {
    let messages = messages("");
    let collisions: Vec<&str> =
        messages.lines().filter_map(|line| line.trim().strip_prefix("error[name-collision]: ")).collect();
    assert_eq!(
        collisions,
        [
            "`fixed_ip` and `fixed-ip` have the same name in Rust: `fixed_ip`",
            "`fixed_ip` and `FixedIp` have the same name in Rust: `fixed_ip`",
            "the allowed values `on` and `ON` have the same name in Rust: `On`",
            "the allowed values `on` and `On` have the same name in Rust: `On`",
            "the allowed values `on` and `ON` have the same name in Rust: `On`",
            "the allowed values `on` and `On` have the same name in Rust: `On`",
            "the allowed values `on` and `ON` have the same name in Rust: `On`",
            "the allowed values `on` and `On` have the same name in Rust: `On`",
            "the attributes `first-address` and `first_address` have the same name in Rust: `FirstAddress`",
            "the attributes `first-address` and `firstAddress` have the same name in Rust: `FirstAddress`",
            "the attributes `Show` and `show` have the same name in Rust: `Show`",
            "the types of `networks.port` and `networks_port` have the same name in Rust: `NetworksPort`",
        ]
    );
    let helps = messages.lines().filter_map(|line| line.split_once("#[heat(")?.1.strip_suffix(")]"));
    let options = helps.map(|help| format!(", {help}")).collect::<Vec<_>>().concat();
    assert_eq!(options.matches("rename").count(), collisions.len());
    assert_eq!(self::messages(&options), "");
}

#[test]
fn names_of_builders_collide_only_if_builders_are_derived() {
    let collision = "`VolumesBuilder`";
    assert!(!messages("").contains(collision));
    let messages_with = messages(", builders");
    assert!(
        messages_with.contains(
            "the types of `volumes` and `volumes_builder` have the same name in Rust: `VolumesBuilder`"
        ),
        "{messages_with}"
    );
    let help = r#"rename_type("volumes_builder" = "VolumesBuilder2")"#;
    assert!(messages_with.contains(help), "{messages_with}");
    assert!(!messages(&format!(", builders, {help}")).contains(collision));
}

#[test]
fn a_given_name_must_not_collide_with_the_module() {
    let message = messages(r#", rename_type("networks" = "Values")"#);
    assert!(
        message.contains("the types of the module itself and `networks` have the same name"),
        "{message}"
    );
    assert!(message.contains(r#"rename_type("networks" = "Values2")"#), "{message}");
}
