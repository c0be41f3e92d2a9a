//! Resources outside of Heat: the commands that list and show them, whether a template can use an existing one, and the value of
//! `get_resource`.

mod references;
mod table;

use heat_model::ResourceType;

use references::REFERENCES;
use table::{BY_ENTITY, BY_TYPE, NESTED_STACKS, WITHOUT_COMMANDS};

/// The commands that list and show the resources of a type, without `openstack` at the beginning. Words in capitals represent
/// values: the last one of `show` is the resource's identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Commands {
    /// The command that lists the resources; empty if there is none.
    pub list: &'static str,
    /// The command that shows a resource; empty if there is none.
    pub show: &'static str,
}

/// Commands for the resources of a type outside of Heat, if there are any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Physical {
    /// There are commands for the resources.
    Known(Commands),
    /// There are no commands, for this reason.
    Without(&'static str),
    /// The type is not in the tables.
    Unknown,
}

/// The commands for a stack that a resource creates.
const NESTED_STACK: Commands = Commands { list: "stack resource list ID", show: "stack show ID" };

/// Finds the commands for a type's resources: by the type, or by the client and the entity that its plug-in names.
#[must_use]
pub fn physical(schema: &ResourceType) -> Physical {
    let name = schema.name.as_str();
    if NESTED_STACKS.contains(&name) {
        return Physical::Known(NESTED_STACK);
    }
    if let Some((_, reason)) = WITHOUT_COMMANDS.iter().find(|(known, _)| *known == name) {
        return Physical::Without(reason);
    }
    let by_type = BY_TYPE.iter().find(|(known, _, _)| *known == name).map(|(_, list, show)| (*list, *show));
    let entity = schema.default_client_name.as_deref().zip(schema.entity.as_deref());
    let by_entity = || BY_ENTITY.iter().find(|row| Some((row.0, row.1)) == entity).map(|row| (row.2, row.3));
    match by_type.or_else(by_entity) {
        Some((list, show)) => Physical::Known(Commands { list, show }),
        None => Physical::Unknown,
    }
}

impl Commands {
    /// The words that represent values, in the order of `show`.
    fn values(&self) -> impl DoubleEndedIterator<Item = &'static str> {
        self.show.split(' ').filter(|word| is_value(word))
    }

    /// The command that shows a resource, without its arguments.
    fn show_command(&self) -> String {
        let words: Vec<&str> = self.show.split(' ').take_while(|word| !is_value(word)).collect();
        words.join(" ")
    }

    /// The kind of identifier that `show` accepts; `None` if it accepts none.
    #[must_use]
    pub fn key(&self) -> Option<Key> {
        match self.values().next_back() {
            Some("ID") => Some(Key::Id),
            Some("NAME") => Some(Key::Name),
            Some("URI") => Some(Key::Uri),
            _ => None,
        }
    }
}

/// The properties that Heat needs to find an existing resource: those that identify the resource containing it, and those without
/// which Heat cannot translate the others.
pub fn needed_with_external_id<'a>(schema: &'a ResourceType, commands: &Commands) -> Vec<&'a str> {
    let parents = commands.values().rev().skip(1);
    let translated = table::NEEDED_FOR_TRANSLATION.iter().filter(|(name, _)| *name == schema.name);
    let values: Vec<String> =
        parents.map(str::to_owned).chain(translated.map(|(_, property)| value_of(property))).collect();
    let names = schema.properties.keys().map(String::as_str);
    names.filter(|name| values.contains(&value_of(name))).collect()
}

/// The kind of identifier by which a service finds a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// An ID.
    Id,
    /// A name.
    Name,
    /// An address.
    Uri,
}

impl Key {
    /// The word for this identifier in a sentence.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Id => "ID",
            Self::Name => "name",
            Self::Uri => "URI",
        }
    }
}

/// Returns whether a word of a command represents a value.
fn is_value(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_uppercase())
}

/// The word that represents the value of a property in a command.
fn value_of(property: &str) -> String {
    property.to_uppercase()
}

/// Returns whether Heat can look up an existing resource of a type, so that a template can use it by `external_id`.
#[must_use]
pub fn can_be_external(schema: &ResourceType) -> bool {
    let Physical::Known(commands) = physical(schema) else { return false };
    let is_looked_up = schema.entity.is_some() || table::LOOKED_UP.contains(&schema.name.as_str());
    commands.key().is_some() && is_looked_up
}

/// Description of the value of `get_resource` for a created resource, in CommonMark.
pub fn reference(schema: &ResourceType) -> String {
    if let Some((_, text)) = REFERENCES.iter().find(|(name, _)| *name == schema.name) {
        return (*text).to_owned();
    }
    if NESTED_STACKS.contains(&schema.name.as_str()) {
        return "ID of the stack that it creates.".to_owned();
    }
    match physical(schema) {
        Physical::Known(commands) if commands.key().is_some() => {
            let word = commands.key().map_or("ID", Key::word);
            format!("Its {word}, which `openstack {}` accepts.", commands.show_command())
        }
        _ => "Its ID, or its name in the template if it has none.".to_owned(),
    }
}

#[cfg(test)]
mod tests;
