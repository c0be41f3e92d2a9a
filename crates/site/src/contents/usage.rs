//! Uses of each type: in examples of other types, and in architectures.

use std::collections::BTreeMap;

use heat_catalogue::Catalogue;
use heat_model::ResourceType;
use memchr::memmem;
use serde::Serialize;

use crate::guide::architectures::{Architecture, Architectures};
use crate::links::addresses::type_url;
use crate::links::targets::TypeNames;
use crate::text::markdown;

/// A template that uses a type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct TemplateUse {
    /// The type to which the example belongs; empty for an architecture.
    owner: String,
    /// The title of the example.
    title: String,
    /// The address of the example or architecture, relative to the site's root.
    url: String,
    /// A shorter address that shows the same, if there is one: the first example of a page is open.
    short_url: String,
}

/// The templates that use each type.
#[derive(Debug, Default)]
pub(crate) struct Usage {
    /// The uses of each type: first the architectures, then the examples of other types in the order of the catalogue.
    of_type: BTreeMap<String, Vec<TemplateUse>>,
}

impl Usage {
    /// Collects the uses of some types in the examples of a catalogue and in the architectures.
    pub(crate) fn new(of: &TypeNames<'_>, catalogue: &Catalogue, architectures: &Architectures) -> Self {
        let mut usage = Self::default();
        for architecture in &architectures.list {
            for name in types_of(architecture).filter(|name| of.contains(name)) {
                let url = architecture.url();
                usage.add(
                    name,
                    TemplateUse {
                        owner: String::new(),
                        title: architecture.title.clone(),
                        short_url: url.clone(),
                        url,
                    },
                );
            }
        }
        for schema in catalogue.types.values() {
            for (index, example) in schema.examples.iter().enumerate() {
                let names = types_in(&example.template);
                for name in names.filter(|name| of.contains(name) && *name != schema.name) {
                    let page = type_url(&schema.name);
                    let url = format!("{page}#{}", example_id(schema, index));
                    let short_url = if index == 0 { format!("{page}#use") } else { url.clone() };
                    let (owner, title) = (schema.name.clone(), example.title.clone());
                    usage.add(name, TemplateUse { owner, title, url, short_url });
                }
            }
        }
        usage
    }

    fn add(&mut self, name: &str, found: TemplateUse) {
        let uses = self.of_type.entry(name.to_owned()).or_default();
        // A template that uses a type twice would add it twice in a row.
        if uses.last() != Some(&found) {
            uses.push(found);
        }
    }

    /// The templates that use a type.
    pub(crate) fn uses_of(&self, name: &str) -> &[TemplateUse] {
        self.of_type.get(name).map_or(&[], Vec::as_slice)
    }

    /// The types that are used by the example or architecture at an address.
    pub(crate) fn types_of(&self, url: &str) -> impl Iterator<Item = &str> {
        let is_there = move |uses: &Vec<TemplateUse>| uses.iter().any(|found| found.url == url);
        self.of_type.iter().filter(move |(_, uses)| is_there(uses)).map(|(name, _)| name.as_str())
    }
}

/// The anchors of a type's examples on the page of the type.
pub(crate) fn example_ids(schema: &ResourceType) -> impl Iterator<Item = String> {
    (0..schema.examples.len()).map(|index| example_id(schema, index))
}

fn example_id(schema: &ResourceType, index: usize) -> String {
    let title = &schema.examples[index].title;
    let id = format!("example-{}", markdown::slug(title));
    match schema.examples[..index].iter().filter(|other| other.title == *title).count() {
        0 => id,
        namesakes => format!("{id}-{}", namesakes + 1),
    }
}

/// The names of types that the files of an architecture use.
pub(crate) fn types_of(architecture: &Architecture) -> impl Iterator<Item = &str> {
    architecture.files.iter().flat_map(|(_, text)| types_in(text))
}

/// The names of types that a template uses: the values of its keys `type` and `Type`.
fn types_in(template: &str) -> impl Iterator<Item = &str> {
    let key = "ype:";
    memmem::find_iter(template.as_bytes(), key).filter_map(move |at| {
        let rest = &template[at + key.len()..];
        let is_quote = |char: char| matches!(char, '"' | '\'');
        let value = rest.trim_start_matches(' ').trim_start_matches(is_quote);
        let ends = |char: char| char.is_whitespace() || is_quote(char) || matches!(char, ',' | '}');
        value.split(ends).next().filter(|name| name.contains("::"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_found_in_every_style() {
        let text = "a: {type: A::B, x: 1}\nb:\n  type: \"C::D\"\n  type: string\n  Type: E::F # G::H\n";
        assert_eq!(types_in(text).collect::<Vec<_>>(), ["A::B", "C::D", "E::F"]);
    }

    #[test]
    fn a_type_lists_other_types_examples_once() {
        let schema = |json: &str| -> (String, ResourceType) {
            let schema: ResourceType = serde_json::from_str(json).unwrap();
            (schema.name.clone(), schema)
        };
        let types = [
            schema(
                r#"{"type": "A::A", "examples": [
                {"title": "T", "template": "type: A::A\ntype: B::B\ntype: B::B"}, {"title": "T", "template": "type: B::B"}]}"#,
            ),
            schema(r#"{"type": "B::B"}"#),
        ];
        let catalogue = Catalogue { types: types.into_iter().collect(), ..Catalogue::default() };
        let of = catalogue.types.keys().map(String::as_str).collect();
        let usage = Usage::new(&of, &catalogue, &Architectures::default());
        assert_eq!(usage.uses_of("A::A"), []);
        let urls: Vec<_> = usage.uses_of("B::B").iter().map(|found| found.url.as_str()).collect();
        assert_eq!(urls, ["types/A/A.html#example-t", "types/A/A.html#example-t-2"]);
    }
}
