//! Tests of the commands in the catalogue against those of python-openstackclient 10.5 with the plug-ins of all services, as
//! `openstack command list` lists them.

use std::collections::BTreeSet;

use super::*;
use crate::catalogue::Catalogue;

/// The commands that read something.
const KNOWN_COMMANDS: &str = include_str!("../../tests/fixtures/openstack-commands.txt");

fn catalogue() -> Catalogue {
    crate::SchemaFiles::built_in().into_catalogue()
}

#[test]
fn every_visible_type_has_commands_or_a_reason() {
    for schema in catalogue().visible() {
        let Commands { list, show, none } = &schema.commands;
        assert!(none.is_some() != (list.is_some() || show.is_some()), "{}", schema.name);
    }
}

#[test]
fn the_commands_are_those_of_the_client() {
    let known: BTreeSet<&str> = KNOWN_COMMANDS.lines().collect();
    for schema in catalogue().visible() {
        for command in [&schema.commands.list, &schema.commands.show].into_iter().flatten() {
            let words = command.split(' ').take_while(|word| !is_value(word) && !word.starts_with("--"));
            let name = words.collect::<Vec<_>>().join(" ");
            assert!(known.contains(name.as_str()), "{}: `openstack {name}` is no command", schema.name);
        }
    }
}

#[test]
fn the_values_of_commands_are_identifiers_or_properties() {
    for schema in catalogue().visible() {
        for command in [&schema.commands.list, &schema.commands.show].into_iter().flatten() {
            for value in command.split(' ').filter(|word| is_value(word)) {
                let is_property = schema.properties.keys().any(|name| name.to_uppercase() == value);
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
        let parents = external_key(&schema).map(|_| needed_with_external_id(&schema));
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
