//! The commands of the catalogue against those of python-openstackclient 10.5 with the plug-ins of all services, as
//! `openstack command list` lists them.

use std::collections::BTreeSet;

use heat_model::Commands;
use heat_model::commands::is_value;

use super::catalogue;

/// The commands that read something.
const KNOWN_COMMANDS: &str = include_str!("../../tests/fixtures/openstack-commands.txt");

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
