//! A section of an environment, merged key by key, with the source file of each entry.

use std::sync::Arc;

use heat_model::Value;
use heat_yaml::{Mapping, Node, Source};
use indexmap::IndexMap;

use super::combine::no_item_assignment;
use super::location::EntryLocation;
use crate::Exception;
use crate::fault::Problem;
use crate::plain::{key_of, plain_value};

/// State of a section after merging the files read so far.
#[derive(Debug, Clone, Default)]
pub(super) enum MergedSection {
    /// No file has the section.
    #[default]
    Nothing,
    /// Entries by key.
    Map(IndexMap<String, SectionEntry>),
    /// Another value, which Heat accepts without a check.
    Other(Arc<Source>, Node),
}

impl MergedSection {
    /// Merges the value of the section in a file, which is not empty, key by key.
    pub(super) fn merge(&mut self, source: &Arc<Source>, node: &Node) -> Result<(), Exception> {
        let mapping = node.as_mapping();
        if let Self::Nothing = self {
            *self = match mapping {
                Some(mapping) => Self::Map(entries(source, mapping).collect()),
                None => Self::Other(Arc::clone(source), node.clone()),
            };
            return Ok(());
        }
        let Some(mapping) = mapping else {
            return Err(Exception::attribute_error(Problem::InvalidEnvironment, &plain_value(node), "items"));
        };
        for (key, entry) in entries(source, mapping).filter(|(_, entry)| !entry.value.is_null()) {
            match self {
                Self::Map(map) => _ = map.insert(key, entry),
                Self::Other(_, present) => return Err(no_item_assignment(&plain_value(present))),
                Self::Nothing => {}
            }
        }
        Ok(())
    }

    pub(super) fn value(&self) -> Value {
        match self {
            Self::Nothing => Value::List(Vec::new().into()),
            Self::Map(map) => {
                map.iter().map(|(key, entry)| (key.clone(), plain_value(&entry.value))).collect()
            }
            Self::Other(_, node) => plain_value(node),
        }
    }
}

fn entries<'n>(
    source: &'n Arc<Source>,
    mapping: &'n Mapping,
) -> impl Iterator<Item = (String, SectionEntry)> + use<'n> {
    mapping.iter().map(move |entry| {
        let loaded =
            SectionEntry { source: Arc::clone(source), key: entry.key.clone(), value: entry.value.clone() };
        (key_of(&entry.key), loaded)
    })
}

/// An entry of a section, with the file that it comes from.
#[derive(Debug, Clone)]
pub(super) struct SectionEntry {
    pub(super) source: Arc<Source>,
    pub(super) key: Node,
    pub(super) value: Node,
}

impl SectionEntry {
    pub(super) fn location(&self) -> EntryLocation {
        EntryLocation::of(&self.source, &self.key, &self.value)
    }
}
