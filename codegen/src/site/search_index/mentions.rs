//! How well known a type is: the number of other types that mention it in their texts, or refer to it in a property.
//!
//! Among equal matches, the search puts the types first that are more fundamental: of all types that have a port, a server's
//! network port is what most people look for.

use std::collections::{HashMap, HashSet};

use heat_model::custom_constraint::CustomConstraintTable;
use heat_model::{ConstraintKind, NestedSchema, PropertySchema, ResourceType};

/// One digit per type, 0 if no other type mentions it; each step is about 1.5 times the previous one.
pub(super) fn digits(types: &[&ResourceType], constraints: &CustomConstraintTable) -> String {
    let mut counts: HashMap<&str, u32> = types.iter().map(|schema| (schema.name.as_str(), 0)).collect();
    for schema in types {
        let mut named = Mentioned { constraints, names: HashSet::new() };
        named.resource_type(schema);
        for name in named.names {
            if let Some(count) = counts.get_mut(name).filter(|_| name != schema.name) {
                *count += 1;
            }
        }
    }
    types.iter().map(|schema| digit(counts.get(schema.name.as_str()).copied().unwrap_or_default())).collect()
}

fn digit(count: u32) -> char {
    let more = u64::from(count) + 1;
    char::from_digit(more.saturating_mul(more).ilog2().min(9), 10).unwrap_or('9')
}

/// The types that a type mentions.
struct Mentioned<'a> {
    constraints: &'a CustomConstraintTable,
    names: HashSet<&'a str>,
}

impl<'a> Mentioned<'a> {
    fn resource_type(&mut self, schema: &'a ResourceType) {
        self.text(schema.description.as_deref());
        for property in schema.properties.values().chain(schema.update_policy.values()) {
            self.property(property);
        }
        for attribute in schema.attributes.values() {
            self.text(attribute.description.as_deref());
        }
        for example in &schema.examples {
            self.text(Some(&example.template));
        }
    }

    fn property(&mut self, property: &'a PropertySchema) {
        self.text(property.description.as_deref());
        for constraint in &property.constraints {
            if let ConstraintKind::Custom(name) = &constraint.kind {
                self.names.extend(
                    self.constraints.get(name).and_then(|constraint| constraint.resource_type.as_deref()),
                );
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

    fn text(&mut self, text: Option<&'a str>) {
        let is_part = |char: char| char.is_alphanumeric() || matches!(char, ':' | '_');
        let runs = text.unwrap_or_default().split(move |char| !is_part(char));
        self.names.extend(runs.map(|run| run.trim_matches(':')).filter(|run| run.contains("::")));
    }
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
        assert_eq!(digits(&types.iter().collect::<Vec<_>>(), &table), "4000");
        assert_eq!([0, 1, 2, 3, 10, 1000, u32::MAX].map(digit), ['0', '2', '3', '4', '6', '9', '9']);
    }
}
