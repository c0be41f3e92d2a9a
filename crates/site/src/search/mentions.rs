//! The prominence of types: the number of other types that mention a type in their texts, or refer to it in a property.
//!
//! Among equal matches, the search lists more fundamental types first: of all types with a port in their name, a server's network
//! port is what most people look for.

use std::collections::{BTreeSet, HashMap};

use heat_model::custom_constraint::CustomConstraintTable;
use heat_model::{ConstraintKind, NestedSchema, PropertySchema, ResourceType};
use memchr::memmem;

/// The types and constraints that a type mentions.
#[derive(Debug, Default)]
pub(super) struct Mentions {
    /// The names of types in the type's texts.
    names: BTreeSet<String>,
    /// The custom constraints of the type's properties.
    constraints: BTreeSet<String>,
}

/// Returns the number of other types that mention each type, as a digit on a logarithmic scale: 0 for none; each step multiplies
/// it by about 1.4.
pub(super) fn digits<'a>(
    types: impl Iterator<Item = (&'a str, &'a Mentions)> + Clone,
    constraints: &CustomConstraintTable,
) -> String {
    let mut counts: HashMap<&str, u32> = types.clone().map(|(name, _)| (name, 0)).collect();
    for (type_name, mentions) in types.clone() {
        for name in mentions.types(constraints) {
            if let Some(count) = counts.get_mut(name).filter(|_| name != type_name) {
                *count += 1;
            }
        }
    }
    types.map(|(name, _)| digit(counts.get(name).copied().unwrap_or_default())).collect()
}

fn digit(count: u32) -> char {
    let more = u64::from(count) + 1;
    char::from_digit(more.saturating_mul(more).ilog2().min(9), 10).unwrap_or('9')
}

impl Mentions {
    /// Collects the names and constraints that a type mentions.
    pub(super) fn new(schema: &ResourceType) -> Self {
        let mut mentions = Self::default();
        mentions.text(schema.description.as_deref());
        for property in schema.properties.values().chain(schema.update_policy.values()) {
            mentions.property(property);
        }
        for attribute in schema.attributes.values() {
            mentions.text(attribute.description.as_deref());
        }
        for example in &schema.examples {
            mentions.text(Some(&example.template));
        }
        mentions
    }

    /// The mentioned types, and the types that the mentioned constraints look up.
    fn types<'a>(&'a self, constraints: &'a CustomConstraintTable) -> BTreeSet<&'a str> {
        let makers =
            self.constraints.iter().filter_map(|name| constraints.get(name)?.resource_type.as_deref());
        self.names.iter().map(String::as_str).chain(makers).collect()
    }

    fn property(&mut self, property: &PropertySchema) {
        self.text(property.description.as_deref());
        for constraint in &property.constraints {
            if let ConstraintKind::Custom(name) = &constraint.kind
                && !self.constraints.contains(name)
            {
                self.constraints.insert(name.clone());
            }
        }
        match &property.schema {
            Some(NestedSchema::Item(item)) => self.property(item),
            Some(NestedSchema::Members(members)) => {
                members.values().for_each(|member| self.property(member));
            }
            None => {}
        }
    }

    fn text(&mut self, text: Option<&str>) {
        for name in text.map(names_in).into_iter().flatten() {
            if !self.names.contains(name) {
                self.names.insert(name.to_owned());
            }
        }
    }
}

/// The words of a text that contain `::`. As most texts have few, only the words around each `::` are examined.
fn names_in(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |char: char| char.is_alphanumeric() || matches!(char, ':' | '_');
    let mut done = 0;
    memmem::find_iter(text.as_bytes(), "::").filter_map(move |at| {
        if at < done {
            return None;
        }
        let start = text[..at].trim_end_matches(is_part).len();
        done = text.len() - text[at..].trim_start_matches(is_part).len();
        Some(text[start..done].trim_matches(':')).filter(|name| name.contains("::"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use heat_model::load::load_schema;
    use heat_yaml::Source;

    #[test]
    fn a_type_is_counted_once_for_each_other_type_that_mentions_it() {
        let schema = |text: &str| load_schema(&Source::new("", text)).file.unwrap().schema;
        let types = [
            schema("type: A::Net"),
            schema("type: A::Port\ndescription: 'Joins an `A::Net`: see A::Net, A::Port.'"),
            schema(
                "type: A::Server\nproperties: {n: {type: list, schema: {'*': {type: string, constraints: [{custom_constraint: a.net}]}}}}",
            ),
            schema("type: A::Subnet\nexamples: [{title: t, template: 'type: A::Net'}]"),
        ];
        let mut table = CustomConstraintTable::default();
        let known = heat_model::CustomConstraint {
            resource_type: Some("A::Net".to_owned()),
            ..heat_model::CustomConstraint::default()
        };
        table.constraints.insert("a.net".to_owned(), known);
        let mentions: Vec<_> = types.iter().map(Mentions::new).collect();
        let names = types.iter().map(|schema| schema.name.as_str());
        assert_eq!(digits(names.zip(&mentions), &table), "4000");
        assert_eq!([0, 1, 2, 3, 10, 1000, u32::MAX].map(digit), ['0', '2', '3', '4', '6', '9', '9']);
    }

    #[test]
    fn names_are_whole_words() {
        let check =
            |text: &str, expect: &[&str]| assert_eq!(names_in(text).collect::<Vec<_>>(), expect, "{text}");
        check("A::B, the `C::D::E`: not F: or ::G, é::ü_1 and H::", &["A::B", "C::D::E", "é::ü_1"]);
        check("::::", &[]);
        check("a:::b", &["a:::b"]);
    }
}
