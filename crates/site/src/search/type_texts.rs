//! The entries of single types, packed for the index.

use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};

use heat_model::{
    AttributeType, ConstraintKind, NestedSchema, PropertySchema, PropertyType, ResourceType, Status,
    SupportStatus,
};
use indexmap::IndexMap;

use super::description_words;
use super::description_words::NameWords;
use super::mentions::Mentions;
use crate::contents::known::Known;
use crate::guide::architectures::{Architecture, Architectures};
use crate::text::markdown;

/// The maximum number of allowed values that are indexed for a property. Longer lists are usually lists of codes.
const MAX_VALUES: usize = 32;

/// The entries of a type, packed for the index.
#[derive(Debug)]
pub(super) struct TypeTexts {
    /// The first sentence of the description.
    pub(super) summary: String,
    /// The properties, one line each: depth, status, letter of the type, name.
    pub(super) properties: Vec<String>,
    pub(super) attributes: Vec<String>,
    pub(super) policy: Vec<String>,
    /// The words of all descriptions: the type's, then each entry's, separated by `|`.
    pub(super) descriptions: String,
    pub(super) mentions: Mentions,
}

impl TypeTexts {
    fn new(schema: &ResourceType) -> Self {
        let mut entries = EntryPacker::new(schema);
        Self {
            summary: summary(schema),
            properties: entries.properties(&schema.properties),
            attributes: entries.attributes(schema),
            policy: entries.properties(&schema.update_policy),
            descriptions: entries.descriptions.join("|"),
            mentions: Mentions::new(schema),
        }
    }
}

/// The texts of types and architectures, each packed once for all releases that share it.
#[derive(Debug, Default)]
pub(crate) struct SharedTexts {
    /// The entries of types.
    types: Known<String, Arc<TypeTexts>>,
    /// The words of each architecture.
    architectures: OnceLock<Vec<String>>,
}

impl SharedTexts {
    /// The words of each architecture.
    pub(super) fn architectures(&self, architectures: &Architectures) -> &[String] {
        let words = |architecture: &Architecture| {
            description_words::of_plain_text(
                &markdown::plain(&architecture.text),
                &[NameWords::of_name(&architecture.title)],
            )
        };
        self.architectures.get_or_init(|| architectures.list.iter().map(words).collect())
    }

    /// The entries of the type with this page.
    pub(super) fn of_type(&self, page: Option<&str>, schema: &ResourceType) -> Arc<TypeTexts> {
        self.types.of_page(page, || TypeTexts::new(schema))
    }
}

/// The entries of a type during packing.
struct EntryPacker {
    /// Words that are left out of descriptions, because they already find the entry: those of the type's name, and of the names
    /// around the entry.
    enclosing_names: Vec<NameWords>,
    /// The words of the type's description, then those of each entry's description.
    descriptions: Vec<String>,
}

impl EntryPacker {
    fn new(schema: &ResourceType) -> Self {
        let mut entries =
            Self { enclosing_names: vec![NameWords::of_name(&schema.name)], descriptions: Vec::new() };
        // The titles of examples describe uses of the type: "Launch identical servers".
        let mut text = schema.description.as_deref().map(markdown::plain).unwrap_or_default();
        for example in &schema.examples {
            text.push(' ');
            text.push_str(&markdown::plain(&example.title));
        }
        entries.add_text(&text);
        entries
    }

    fn add_description(&mut self, description: &str) {
        self.add_text(&markdown::plain(description));
    }

    fn add_text(&mut self, plain: &str) {
        self.descriptions.push(description_words::of_plain_text(plain, &self.enclosing_names));
    }

    fn properties(&mut self, members: &IndexMap<String, PropertySchema>) -> Vec<String> {
        let mut lines = Vec::new();
        self.push_members(members, 0, &mut lines);
        lines
    }

    fn push_members(
        &mut self,
        members: &IndexMap<String, PropertySchema>,
        depth: u32,
        lines: &mut Vec<String>,
    ) {
        for (name, schema) in members {
            let letter = type_letter(schema.property_type);
            let letter = if schema.required { letter.to_ascii_uppercase() } else { letter };
            lines.push(entry(depth, &schema.support_status, letter, name));
            self.enclosing_names.push(NameWords::of_name(name));
            let mut text = searchable_text(schema);
            // The items of a list have no name: their descriptions belong to the list.
            let mut nested = schema.schema.as_ref();
            while let Some(NestedSchema::Item(item)) = nested {
                text.push_str(&searchable_text(item));
                nested = item.schema.as_ref();
            }
            self.descriptions.push(description_words::of_plain_text(&text, &self.enclosing_names));
            if let Some(NestedSchema::Members(members)) = nested {
                self.push_members(members, depth + 1, lines);
            }
            self.enclosing_names.pop();
        }
    }

    fn attributes(&mut self, schema: &ResourceType) -> Vec<String> {
        let mut lines = Vec::with_capacity(schema.attributes.len() + 1);
        for (name, attribute) in &schema.attributes {
            let letter = attribute.attribute_type.map_or('-', attribute_letter);
            lines.push(entry(0, &attribute.support_status, letter, name));
            self.enclosing_names.push(NameWords::of_name(name));
            self.add_description(attribute.description.as_deref().unwrap_or_default());
            self.enclosing_names.pop();
        }
        if let Some((name, attribute)) = schema.implicit_attribute() {
            lines.push(entry(0, &attribute.support_status, 'm', name));
            self.add_description("");
        }
        lines
    }
}

/// The words of a property's description, the reasons of its update costs, and its allowed values: people also search for "overwrites
/// disk" and "round robin".
fn searchable_text(schema: &PropertySchema) -> String {
    let mut text = schema.description.as_deref().map(markdown::plain).unwrap_or_default();
    if let Some(effect) = &schema.update_effect {
        // Not the conditions of cases: they name values and properties, which have entries of their own.
        let reasons = effect.cases.iter().map(|case| case.reason.as_str());
        for reason in effect.reason.as_deref().into_iter().chain(reasons) {
            text.push(' ');
            text.push_str(&markdown::plain(reason));
        }
    }
    for constraint in &schema.constraints {
        if let ConstraintKind::AllowedValues(values) = &constraint.kind {
            for value in values.iter().take(MAX_VALUES) {
                text.push(' ');
                text.push_str(value.as_str().unwrap_or_default());
            }
        }
    }
    text.push(' ');
    text
}

fn entry(depth: u32, status: &SupportStatus, letter: char, name: &str) -> String {
    let depth = char::from_digit(depth.min(35), 36).unwrap_or('z');
    let mut line = String::with_capacity(name.len() + 3);
    let _ = write!(line, "{depth}{}{letter}{name}", status_digit(status));
    line
}

fn type_letter(property_type: PropertyType) -> char {
    match property_type {
        PropertyType::String => 's',
        PropertyType::Integer => 'i',
        PropertyType::Number => 'n',
        PropertyType::Boolean => 'b',
        PropertyType::Map => 'm',
        PropertyType::List => 'l',
        PropertyType::Any => 'a',
    }
}

fn attribute_letter(attribute_type: AttributeType) -> char {
    match attribute_type {
        AttributeType::String => 's',
        AttributeType::Map => 'm',
        AttributeType::List => 'l',
        AttributeType::Integer => 'i',
        AttributeType::Boolean => 'b',
    }
}

fn summary(schema: &ResourceType) -> String {
    let plain = schema.description.as_deref().map(markdown::plain).unwrap_or_default();
    markdown::shorten(markdown::first_sentence(&plain), 100)
}

pub(super) fn status_digit(status: &SupportStatus) -> char {
    match status.status() {
        Status::Supported => '0',
        Status::Deprecated => '1',
        Status::Unsupported | Status::Unknown => '2',
        Status::Hidden => '3',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heat_model::load::load_schema;
    use heat_yaml::Source;

    /// Compares the entries of a type with these properties and attributes: their names, and the words of each.
    fn check(yaml: &str, expect: &[(&str, &str)]) {
        let loaded = load_schema(&Source::new("", format!("type: My::Type\n{yaml}")));
        let schema = loaded.file.unwrap().schema;
        let mut entries = EntryPacker::new(&schema);
        let mut names = vec![String::new()];
        names.extend(entries.properties(&schema.properties));
        names.extend(entries.attributes(&schema));
        assert_eq!(names.len(), entries.descriptions.len());
        let shown: Vec<_> =
            names.iter().map(String::as_str).zip(entries.descriptions.iter().map(String::as_str)).collect();
        assert_eq!(shown, expect);
        // The complete index is converted to JSON in the same way.
        let json = serde_json::to_string(&names).unwrap();
        assert_eq!(serde_json::from_str::<Vec<String>>(&json).unwrap(), names);
    }

    #[test]
    fn entries_are_in_source_order_with_their_descriptions() {
        check(
            "description: Boots a machine.
has_show: true
properties:
  disks:
    type: list
    description: Volumes of the machine.
    schema:
      '*':
        type: map
        description: A bootable one.
        schema:
          bus: {type: string, required: true, description: Of the disks., constraints: [{allowed_values: [scsi, Virtio]}]}
  size: {type: integer, update_allowed: true, update_effect: {level: interrupts, reason: The guest reboots.}}
  old: {type: any, support_status: [{status: DEPRECATED}]}
attributes:
  address: {type: string, description: Where clients connect.}
examples:
- {title: Launch two machines, template: ''}",
            &[
                ("", "boots machine launch"),
                ("00ldisks", "volumes machine bootable"),
                ("10Sbus", "scsi virtio"),
                ("00isize", "guest reboots"),
                ("01aold", ""),
                ("00saddress", "clients connect"),
                ("00mshow", ""),
            ],
        );
    }

    #[test]
    fn names_of_any_kind_leave_the_others_alone() {
        check(
            r#"properties: {"a\nb": {type: string, description: "One\n\ntwo | three"}, "": {type: string}, "|": {type: string}, victim: {type: string, description: Safe.}}"#,
            &[("", ""), ("00sa\nb", "three"), ("00s", ""), ("00s|", ""), ("00svictim", "safe")],
        );
    }
}
