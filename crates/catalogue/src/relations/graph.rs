//! The edges of the graph of types.

use std::collections::{BTreeMap, HashMap};

use foldhash::fast::RandomState;
use heat_hot_language::{HotVersion, Keys, TemplateVersion};
use heat_model::{NestedSchema, PropertySchema, PropertyType, ResourceType, Status};
use indexmap::IndexMap;

use super::examples::Use;
use super::references::{References, resolving, takes_text};
use crate::named_properties::{NamedProperty, named_properties};

/// The key of a definition with the type of the resource.
const RESOURCE_TYPE: &str = Keys::of(TemplateVersion::Hot(HotVersion::NEWEST)).resource.resource_type;

/// Evidence for an edge in the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// A custom constraint or a translation rule.
    Lookup,
    /// The description of the property.
    Description,
    /// Resources in examples.
    Example,
    /// Examples that define a resource of this type in the property: any other type can be used, too.
    Definition,
    /// A dependency by value.
    Waits,
}

/// A property of a type that refers to resources of a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge<'a> {
    /// The type with the property.
    pub from: &'a str,
    /// The names of the property, from the top; items of lists have none. Empty for a dependency by value.
    pub path: Vec<&'a str>,
    /// `true` if every resource must have the property.
    pub required: bool,
    /// The type of the resources.
    pub to: &'a str,
    /// Evidence for the edge.
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
    // Grouped by the properties that they set: examples set few of a type's properties.
    let mut uses: HashMap<&str, Vec<Use<'_>>, RandomState> = HashMap::default();
    for used in references.uses_of(&schema.name) {
        used.properties.keys().for_each(|name| uses.entry(name).or_default().push(used));
    }
    for property in named_properties(schema).filter(|property| !property.policy && is_usable(property)) {
        let setting = property.names.first().and_then(|name| uses.get(name));
        for (to, source) in targets(schema, &property, setting.map_or(&[], Vec::as_slice), references) {
            if !edges.iter().any(|edge| edge.to == to && edge.path == property.names) {
                let required =
                    source != Source::Definition && is_required(&schema.properties, &property.names);
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
    property.schema.implemented
        && !matches!(property.schema.support_status.status(), Status::Deprecated | Status::Hidden)
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
    let described =
        described_types(property.schema).filter_map(|name| references.types().get_key_value(name));
    targets.extend(described.map(|(to, _)| (to.as_str(), Source::Description)));
    for used in uses {
        let values = used.values_at(&property.names).into_iter();
        let named = values.filter_map(|value| {
            let referred = used.referred_type(value).filter(|_| takes_text(property.schema));
            // The definition of a resource, such as that of a group's members.
            let defined = || Some((value.get(RESOURCE_TYPE)?.as_str()?, Source::Definition));
            let (name, source) = referred.map(|name| (name, Source::Example)).or_else(defined)?;
            let (to, _) = references.types().get_key_value(name)?;
            Some((to.as_str(), source))
        });
        targets.extend(named);
    }
    targets
}

/// The types that the first sentence of a description names, if the property can contain references to resources: a string,
/// strings, or a map whose contents no schema describes. Later sentences name types for other reasons, such as to recommend them
/// instead.
fn described_types(property: &PropertySchema) -> impl Iterator<Item = &str> {
    let is_reference = match property.property_type {
        PropertyType::Map => property.schema.is_none(),
        _ => takes_text(property),
    };
    let description = property.description.as_deref().filter(|_| is_reference).unwrap_or_default();
    let sentence = description.split_once(". ").map_or(description, |(first, _)| first);
    sentence.split('`').skip(1).step_by(2)
}

/// Returns whether a property and all that contain it are required.
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

#[cfg(test)]
mod tests {
    use heat_model::CustomConstraintTable;
    use heat_model::load::load_schema;
    use heat_yaml::Source as Text;

    use super::*;

    /// Compares the edges from a type, written as `property -> type: evidence`, with a `!` after a required property.
    #[track_caller]
    fn check(schema: &str, expect: &[&str]) {
        let others = ["type: My::Server\n", "type: My::Group\n"];
        let read = |text: &str| {
            let loaded = load_schema(&Text::new("schema.yaml", text));
            assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
            loaded.file.unwrap().schema
        };
        let schema = read(&format!("type: My::Subject\n{schema}"));
        let types = others.into_iter().map(read).chain([schema]);
        let types: IndexMap<String, ResourceType> =
            types.map(|schema| (schema.name.clone(), schema)).collect();
        let constraints = CustomConstraintTable::default();
        let references = References::new(&types, &constraints);
        let relations = Relations::new(&references);
        let shown = relations.needs("My::Subject").map(|edge| {
            let sign = if edge.required { "!" } else { "" };
            format!("{}{sign} -> {}: {:?}", edge.path.join("."), edge.to, edge.source)
        });
        assert_eq!(shown.collect::<Vec<_>>(), expect);
    }

    #[test]
    fn descriptions_name_types_in_their_first_sentence() {
        check(
            "properties:
  server: {type: string, required: true, description: 'ID of a `My::Server`. Not a `My::Group`.'}
  groups: {type: list, description: 'IDs of `My::Group` resources.'}
  hints: {type: map, description: 'Hints, such as `group` with the ID of a `My::Group`.'}
",
            &[
                "server! -> My::Server: Description",
                "groups -> My::Group: Description",
                "hints -> My::Group: Description",
            ],
        );
    }

    #[test]
    fn what_is_no_reference_names_types_for_other_reasons() {
        check(
            "properties:
  shared: {type: boolean, description: 'Whether a `My::Group` can use it.'}
  rules: {type: list, schema: {'*': {type: map, schema: {a: {type: string}}}}, description: 'Rules of a `My::Group`.'}
  old: {type: string, implemented: false, description: 'Not implemented; use a `My::Server`.'}
  unknown: {type: string, description: 'ID of an `Other::Thing`.'}
",
            &[],
        );
    }

    #[test]
    fn a_definition_of_a_resource_is_only_an_example() {
        check(
            "properties:
  member: {type: map, required: true, description: What to repeat.}
  server: {type: string, required: true, description: The server.}
examples:
  - title: Repeat a server
    template: |
      heat_template_version: 2018-08-31
      resources:
        server: {type: My::Server}
        group:
          type: My::Subject
          properties: {member: {type: My::Server}, server: {get_resource: server}}
",
            &["member -> My::Server: Definition", "server! -> My::Server: Example"],
        );
    }
}
