//! Tests of the tables against the catalogue, and against the commands of python-openstackclient 10.5 with the plug-ins of all
//! services, as `openstack command list` lists them.

use std::collections::BTreeSet;
use std::path::Path;

use super::*;
use crate::catalogue::Catalogue;
use crate::schema_files::SchemaFiles;

/// The commands that read something.
const KNOWN_COMMANDS: &str = include_str!("../../tests/fixtures/openstack-commands.txt");

fn catalogue() -> Catalogue {
    let files = SchemaFiles::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas"));
    assert!(!files.has_errors(), "{:?}", files.diagnostics);
    files.catalogue()
}

#[test]
fn every_visible_type_has_commands_or_a_reason() {
    let catalogue = catalogue();
    let unknown: Vec<&str> = catalogue
        .visible()
        .filter(|schema| physical(schema) == Physical::Unknown)
        .map(|schema| schema.name.as_str())
        .collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn the_tables_name_only_what_exists() {
    let catalogue = catalogue();
    let by_type = BY_TYPE.iter().map(|row| row.0);
    let others = WITHOUT_COMMANDS.iter().chain(REFERENCES).map(|row| row.0);
    let translated = table::NEEDED_FOR_TRANSLATION.iter().map(|row| &row.0);
    let lists = NESTED_STACKS.iter().chain(table::LOOKED_UP).chain(translated).copied();
    let missing: Vec<&str> = by_type
        .chain(others)
        .chain(lists)
        .filter(|name| !catalogue.visible().any(|schema| schema.name == *name))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
    let entities: BTreeSet<_> = catalogue
        .visible()
        .filter_map(|schema| schema.default_client_name.as_deref().zip(schema.entity.as_deref()))
        .collect();
    let unused: Vec<_> = BY_ENTITY.iter().filter(|row| !entities.contains(&(row.0, row.1))).collect();
    assert!(unused.is_empty(), "{unused:?}");
    // A type is in only one table.
    for (name, _) in WITHOUT_COMMANDS {
        assert!(!BY_TYPE.iter().any(|row| row.0 == *name) && !NESTED_STACKS.contains(name), "{name}");
    }
}

#[test]
fn the_commands_are_those_of_the_client() {
    let known: BTreeSet<&str> = KNOWN_COMMANDS.lines().collect();
    let rows = BY_ENTITY.iter().map(|row| (row.2, row.3)).chain(BY_TYPE.iter().map(|row| (row.1, row.2)));
    for (list, show) in rows.chain([(NESTED_STACK.list, NESTED_STACK.show)]) {
        for command in [list, show].into_iter().filter(|command| !command.is_empty()) {
            let words = command.split(' ').take_while(|word| !is_value(word) && !word.starts_with("--"));
            let name = words.collect::<Vec<_>>().join(" ");
            assert!(known.contains(name.as_str()), "`openstack {name}` is no command");
        }
    }
}

#[test]
fn the_values_of_commands_are_identifiers_or_properties() {
    for schema in catalogue().visible() {
        let Physical::Known(commands) = physical(schema) else { continue };
        for command in [commands.list, commands.show] {
            for value in command.split(' ').filter(|word| is_value(word)) {
                let is_property = schema.properties.keys().any(|name| value_of(name) == value);
                let is_identifier = ["ID", "NAME", "URI", "ADDRESS"].contains(&value);
                assert!(is_property || is_identifier, "{}: {command}", schema.name);
            }
        }
    }
}

fn of_type(name: &str) -> ResourceType {
    catalogue().types.shift_remove(name).unwrap_or_else(|| ResourceType::new(name))
}

#[test]
fn references_say_what_the_command_takes() {
    let check = |name: &str, expect: &str| assert_eq!(reference(&of_type(name)), expect);
    check("OS::Nova::Server", "Its ID, which `openstack server show` accepts.");
    check("OS::Nova::KeyPair", "Its name, which `openstack keypair show` accepts.");
    check("OS::Barbican::Secret", "Its URI, which `openstack secret get` accepts.");
    check("OS::Octavia::PoolMember", "Its ID, which `openstack loadbalancer member show` accepts.");
    check("OS::Heat::ResourceGroup", "ID of the stack that it creates.");
    check("OS::Heat::RandomString", "The random string.");
    check("My::Own::Type", "Its ID, or its name in the template if it has none.");
}

#[test]
fn some_existing_resources_need_properties() {
    let check = |name: &str, expect: Option<&[&str]>| {
        let schema = of_type(name);
        let parents = match physical(&schema) {
            Physical::Known(commands) if can_be_external(&schema) => {
                Some(needed_with_external_id(&schema, &commands))
            }
            _ => None,
        };
        assert_eq!(parents.as_deref(), expect, "{name}");
    };
    check("OS::Nova::Server", Some(&[]));
    check("OS::Octavia::PoolMember", Some(&["pool"]));
    check("OS::Neutron::RBACPolicy", Some(&["object_type"]));
    check("OS::Zaqar::Subscription", Some(&["queue_name"]));
    check("OS::Neutron::RouterInterface", None);
    check("OS::Neutron::FloatingIPPortForward", None);
    check("OS::Nova::Quota", None);
    check("OS::Heat::RandomString", None);
    check("AWS::EC2::Instance", None);
}

/// The value of `get_resource` is known for every visible type: the general text is for types of other catalogues.
#[test]
fn every_visible_type_has_a_reference_of_its_own() {
    for schema in catalogue().visible() {
        assert!(!reference(schema).starts_with("Its ID, or its name"), "{}", schema.name);
    }
}
