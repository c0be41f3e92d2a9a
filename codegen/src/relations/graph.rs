//! The edges of the graph.

use std::collections::BTreeMap;

use foldhash::HashMap;
use heat_hot::language::{HotVersion, Keys, TemplateVersion};
use heat_model::{NestedSchema, PropertySchema, ResourceType, Status};
use indexmap::IndexMap;

use super::examples::Use;
use super::references::{References, resolving, takes_text};
use crate::site::named_properties::{NamedProperty, named_properties};

/// The key of a definition with the type of the resource.
const RESOURCE_TYPE: &str = Keys::of(TemplateVersion::Hot(HotVersion::NEWEST)).resource.resource_type;

/// How the catalogue knows an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// By a custom constraint or a translation rule.
    Lookup,
    /// From examples.
    Example,
    /// By a dependency by value.
    Waits,
}

/// A property of a type that refers to resources of a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge<'a> {
    /// The type with the property.
    pub from: &'a str,
    /// The names of the property, from the top; items of lists have none. Empty for a dependency by value.
    pub path: Vec<&'a str>,
    /// Whether every resource has to have the property.
    pub required: bool,
    /// The type of the resources.
    pub to: &'a str,
    /// How the catalogue knows it.
    pub source: Source,
}

/// The relations between the types of a catalogue: the edges, by type and in the order of their properties.
#[derive(Debug, Default)]
pub struct Relations<'a> {
    edges: Vec<Edge<'a>>,
    from: BTreeMap<&'a str, Vec<usize>>,
    to: BTreeMap<&'a str, Vec<usize>>,
}

impl<'a> Relations<'a> {
    /// Finds the edges.
    #[must_use]
    pub fn new(references: &References<'a>) -> Self {
        let mut relations = Self::default();
        for edge in references.types().values().flat_map(|schema| edges_from(schema, references)) {
            let index = relations.edges.len();
            relations.from.entry(edge.from).or_default().push(index);
            relations.to.entry(edge.to).or_default().push(index);
            relations.edges.push(edge);
        }
        relations
    }

    /// The edges from the properties of a type.
    pub fn needs(&self, type_name: &str) -> impl Iterator<Item = &Edge<'a>> {
        self.from.get(type_name).into_iter().flatten().filter_map(|index| self.edges.get(*index))
    }

    /// The edges to a type.
    pub fn used_by(&self, type_name: &str) -> impl Iterator<Item = &Edge<'a>> {
        self.to.get(type_name).into_iter().flatten().filter_map(|index| self.edges.get(*index))
    }
}

fn edges_from<'a>(schema: &'a ResourceType, references: &References<'a>) -> Vec<Edge<'a>> {
    let mut edges: Vec<Edge<'a>> = Vec::new();
    // By the properties that they set: examples set few of those that a type has.
    let mut uses: HashMap<&str, Vec<Use<'_>>> = HashMap::default();
    for used in references.uses_of(&schema.name) {
        used.properties.keys().for_each(|name| uses.entry(name).or_default().push(used));
    }
    for property in named_properties(schema).filter(|property| !property.policy && is_usable(property)) {
        let setting = property.names.first().and_then(|name| uses.get(name));
        for (to, source) in targets(schema, &property, setting.map_or(&[], Vec::as_slice), references) {
            if !edges.iter().any(|edge| edge.to == to && edge.path == property.names) {
                let required = is_required(&schema.properties, &property.names);
                edges.push(Edge { from: &schema.name, path: property.names.clone(), required, to, source });
            }
        }
    }
    for dependency in &schema.dependencies_by_value {
        let to = references.types().get_key_value(&dependency.resource_type);
        if let Some((to, _)) = to.filter(|(to, _)| !edges.iter().any(|edge| edge.to == to.as_str())) {
            let (from, source) = (&schema.name, Source::Waits);
            edges.push(Edge { from, path: Vec::new(), required: false, to, source });
        }
    }
    edges
}

fn is_usable(property: &NamedProperty<'_>) -> bool {
    !matches!(property.schema.support_status.status(), Status::Deprecated | Status::Hidden)
}

/// The types to whose resources a property refers.
fn targets<'a>(
    schema: &'a ResourceType,
    property: &NamedProperty<'a>,
    uses: &[Use<'_>],
    references: &References<'a>,
) -> Vec<(&'a str, Source)> {
    let by_rule = resolving(schema, &property.names).filter_map(|rule| references.constraint_like(rule));
    let constraints = references.lookup(property.schema).into_iter().chain(by_rule);
    let found = constraints.filter_map(|constraint| references.looked_up_by(constraint).resource_type);
    let mut targets: Vec<_> = found.map(|to| (to, Source::Lookup)).collect();
    for used in uses {
        let values = used.values_at(&property.names).into_iter();
        let named = values.filter_map(|value| {
            let referred = used.referred_type(value).filter(|_| takes_text(property.schema));
            // A definition of a resource, such as that of the members of a group.
            let name = referred.or_else(|| value.get(RESOURCE_TYPE)?.as_str())?;
            references.types().get_key_value(name)
        });
        targets.extend(named.map(|(to, _)| (to.as_str(), Source::Example)));
    }
    targets
}

/// Whether a property and all those around it are required.
fn is_required(members: &IndexMap<String, PropertySchema>, names: &[&str]) -> bool {
    let Some((first, rest)) = names.split_first() else { return true };
    let Some(schema) = members.get(*first).filter(|schema| schema.required) else { return false };
    let mut nested = schema.schema.as_ref();
    while let Some(NestedSchema::Item(item)) = nested {
        nested = item.schema.as_ref();
    }
    match nested {
        Some(NestedSchema::Members(members)) => is_required(members, rest),
        _ => rest.is_empty(),
    }
}
