//! The properties of a type as pages name them: with their path, and their anchor on the type's page.

use heat_model::{Constraint, NestedSchema, PropertySchema, ResourceType};
use indexmap::IndexMap;

/// A property, a nested property or a part of the update policy, with its names from the top level; items of lists have no name.
pub struct NamedProperty<'a> {
    /// The property's schema.
    pub schema: &'a PropertySchema,
    /// The names along the path, ending with the property's own; items of lists have no name.
    pub names: Vec<&'a str>,
    /// `true` if the property belongs to the update policy.
    pub policy: bool,
}

impl NamedProperty<'_> {
    /// The property's path, `networks.fixed_ip`.
    #[must_use]
    pub fn path(&self) -> String {
        self.names.join(".")
    }

    /// The anchor of the property's row on its type's page.
    #[must_use]
    pub fn anchor(&self) -> String {
        let prefix = if self.policy { "policy" } else { "prop" };
        format!("{prefix}-{}", self.path())
    }
}

/// All properties of a type that have a name, in source order.
pub fn named_properties(schema: &ResourceType) -> impl Iterator<Item = NamedProperty<'_>> {
    let mut out = Vec::new();
    collect(&schema.properties, &[], false, &mut out);
    collect(&schema.update_policy, &[], true, &mut out);
    out.into_iter()
}

fn collect<'a>(
    members: &'a IndexMap<String, PropertySchema>,
    around: &[&'a str],
    policy: bool,
    out: &mut Vec<NamedProperty<'a>>,
) {
    for (name, schema) in members {
        let names: Vec<&str> = around.iter().copied().chain([name.as_str()]).collect();
        let nested = named_members(schema).map(|members| (members, names.clone()));
        out.push(NamedProperty { schema, names, policy });
        if let Some((members, around)) = nested {
            collect(members, &around, policy, out);
        }
    }
}

/// The number of properties of a type that have a name.
#[must_use]
pub fn count_named(schema: &ResourceType) -> usize {
    count(&schema.properties) + count(&schema.update_policy)
}

fn count(members: &IndexMap<String, PropertySchema>) -> usize {
    let nested = members.values().filter_map(|schema| named_members(schema).map(count));
    members.len() + nested.sum::<usize>()
}

/// The fields of a map, or of the items of a list.
fn named_members(schema: &PropertySchema) -> Option<&IndexMap<String, PropertySchema>> {
    let mut nested = schema.schema.as_ref();
    while let Some(NestedSchema::Item(item)) = nested {
        nested = item.schema.as_ref();
    }
    match nested {
        Some(NestedSchema::Members(members)) => Some(members),
        _ => None,
    }
}

/// Calls `visit` with every property of a type, including the items of lists, which have no name.
pub fn each_property<'a>(schema: &'a ResourceType, visit: &mut impl FnMut(&'a PropertySchema)) {
    for property in schema.properties.values().chain(schema.update_policy.values()) {
        with_nested(property, visit);
    }
}

fn with_nested<'a>(property: &'a PropertySchema, visit: &mut impl FnMut(&'a PropertySchema)) {
    visit(property);
    match &property.schema {
        Some(NestedSchema::Item(item)) => with_nested(item, visit),
        Some(NestedSchema::Members(members)) => {
            members.values().for_each(|member| with_nested(member, visit));
        }
        None => {}
    }
}

/// The constraints of a property, and those of its items, which have no name of their own.
#[must_use]
pub fn own_and_items(schema: &PropertySchema) -> Vec<&Constraint> {
    let mut constraints: Vec<&Constraint> = schema.constraints.iter().collect();
    let mut nested = schema.schema.as_ref();
    while let Some(NestedSchema::Item(item)) = nested {
        constraints.extend(&item.constraints);
        nested = item.schema.as_ref();
    }
    constraints
}
