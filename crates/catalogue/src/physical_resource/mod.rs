//! Resources outside of Heat: the identifier by which a service finds them, whether a template can use an existing one, and the
//! value of `get_resource`.

use heat_model::{Commands, ResourceType, RuleKind};

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
    /// The kind of identifier that the command `show` takes as its last value; `None` if it takes none.
    #[must_use]
    pub fn of(commands: &Commands) -> Option<Self> {
        match values(commands).next_back() {
            Some("ID") => Some(Self::Id),
            Some("NAME") => Some(Self::Name),
            Some("URI") => Some(Self::Uri),
            _ => None,
        }
    }

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

/// The words that represent values, in the order of the command `show`.
fn values(commands: &Commands) -> impl DoubleEndedIterator<Item = &str> {
    commands.show.iter().flat_map(|show| show.split(' ')).filter(|word| is_value(word))
}

/// Whether a word of a command represents a value.
fn is_value(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_uppercase())
}

/// The properties that Heat needs to find an existing resource: those that identify the resource containing it, and those without
/// which Heat cannot translate the others.
#[must_use]
pub fn needed_with_external_id(schema: &ResourceType) -> Vec<&str> {
    let parents = values(&schema.commands).rev().skip(1);
    let resolved = schema.translation_rules.iter().filter(|rule| rule.rule == RuleKind::Resolve);
    let deciding = resolved.filter_map(|rule| Some(rule.when.as_ref()?.property.to_uppercase()));
    let values: Vec<String> = parents.map(str::to_owned).chain(deciding).collect();
    let names = schema.properties.keys().map(String::as_str);
    names.filter(|name| values.contains(&name.to_uppercase())).collect()
}

/// Kind of identifier by which Heat looks up an existing resource of a type, so that a template can use it by `external_id`; `None`
/// if it cannot.
#[must_use]
pub fn external_key(schema: &ResourceType) -> Option<Key> {
    Key::of(&schema.commands).filter(|_| schema.entity.is_some() || schema.has_record())
}

/// Description of the value of `get_resource` for a created resource, in CommonMark.
#[must_use]
pub fn reference(schema: &ResourceType) -> String {
    if let Some(text) = &schema.get_resource {
        return text.clone();
    }
    match (Key::of(&schema.commands), &schema.commands.show) {
        (Some(key), Some(show)) => {
            let words: Vec<&str> = show.split(' ').take_while(|word| !is_value(word)).collect();
            format!("Its {}, which `openstack {}` accepts.", key.word(), words.join(" "))
        }
        _ => "Its ID, or its name in the template if it has none.".to_owned(),
    }
}

#[cfg(test)]
mod tests;
