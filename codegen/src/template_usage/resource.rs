//! The resources of a template, including those that other resources define in their properties.

use std::collections::{HashMap, HashSet};

use heat_yaml::{Mapping, Node, Span, Value};

use super::function::is_function;
use super::templates::{Language, Template};

/// The keys of a resource in a template, or in a property that defines one.
const KEYS: [&str; 9] = [
    "type",
    "properties",
    "metadata",
    "depends_on",
    "update_policy",
    "deletion_policy",
    "description",
    "external_id",
    "condition",
];

/// The type that creates a resource of each type in its property `resources`.
const CHAIN: &str = "OS::Heat::ResourceChain";

/// A resource.
#[derive(Debug)]
pub(super) struct Resource<'t> {
    /// Its name; for one in another's properties, it begins with the other's name: `group.resource_def`.
    pub(super) name: String,
    /// The place of its name, or of the key that contains it.
    pub(super) span: Span,
    pub(super) type_name: &'t str,
    pub(super) type_span: Span,
    pub(super) properties: Option<&'t Node>,
    pub(super) update_policy: Option<&'t Node>,
    /// The resources that it defines in its properties, by index in the list.
    pub(super) members: Vec<usize>,
    /// The texts in its properties that the resources around it replace with a number.
    pub(super) placeholders: Vec<&'t str>,
}

/// The resources of a template.
#[derive(Debug, Default)]
pub(super) struct Resources<'t> {
    pub(super) all: Vec<Resource<'t>>,
    by_name: HashMap<&'t str, usize>,
}

impl<'t> Resources<'t> {
    pub(super) fn of(template: &'t Template) -> Self {
        let (section, type_key, properties, update_policy) = match template.language {
            Language::Hot => ("resources", "type", "properties", "update_policy"),
            Language::Cfn => ("Resources", "Type", "Properties", "UpdatePolicy"),
        };
        let mut resources = Self::default();
        let entries = template.root.as_mapping().and_then(|root| root.get(section)?.as_mapping());
        for entry in entries.into_iter().flatten() {
            let (Some(name), Some(parts)) = (entry.key.as_str(), entry.value.as_mapping()) else { continue };
            let Some(type_node) = parts.get(type_key) else { continue };
            let Some(type_name) = type_node.as_str() else { continue };
            let resource = Resource {
                name: name.to_owned(),
                span: entry.key.span,
                type_name,
                type_span: type_node.span,
                properties: parts.get(properties),
                update_policy: parts.get(update_policy),
                members: Vec::new(),
                placeholders: Vec::new(),
            };
            let index = resources.add(resource, None);
            resources.by_name.insert(name, index);
        }
        resources
    }

    /// The resource with this name in the template.
    pub(super) fn named(&self, name: &str) -> Option<&Resource<'t>> {
        self.all.get(*self.by_name.get(name)?)
    }

    /// Adds a resource, and those in its properties.
    fn add(&mut self, resource: Resource<'t>, parent: Option<usize>) -> usize {
        let (name, properties) = (resource.name.clone(), resource.properties);
        let is_chain = resource.type_name == CHAIN;
        let index = self.push(resource, parent);
        if let Some(properties) = properties {
            if is_chain {
                self.links(properties, &name, index);
            }
            self.within(properties, &name, index);
        }
        index
    }

    /// The texts that are replaced with a number in the members of a resource.
    fn placeholders_in(&self, parent: usize) -> Vec<&'t str> {
        let Some(parent) = self.all.get(parent) else { return Vec::new() };
        let own =
            parent.properties.and_then(|properties| properties.as_mapping()?.get("index_var")?.as_str());
        parent.placeholders.iter().copied().chain([own.unwrap_or("%index%")]).collect()
    }

    fn push(&mut self, resource: Resource<'t>, parent: Option<usize>) -> usize {
        let index = self.all.len();
        self.all.push(resource);
        if let Some(parent) = parent.and_then(|parent| self.all.get_mut(parent)) {
            parent.members.push(index);
        }
        index
    }

    /// Searches a value of a resource's properties for definitions of resources.
    fn within(&mut self, node: &'t Node, path: &str, parent: usize) {
        match &node.value {
            Value::Sequence(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.value(item, item.span, format!("{path}[{index}]"), parent);
                }
            }
            Value::Mapping(map) => {
                for entry in map {
                    let Some(key) = entry.key.as_str() else { continue };
                    // The arguments of a function are at the place of the function.
                    let path = if is_function(key) { path.to_owned() } else { format!("{path}.{key}") };
                    self.value(&entry.value, entry.key.span, path, parent);
                }
            }
            _ => {}
        }
    }

    fn value(&mut self, node: &'t Node, span: Span, path: String, parent: usize) {
        let Some((map, type_node, type_name)) = definition(node) else {
            // A path is only needed if something can be below it.
            if matches!(node.value, Value::Sequence(_) | Value::Mapping(_)) {
                self.within(node, &path, parent);
            }
            return;
        };
        let resource = Resource {
            name: path,
            span,
            type_name,
            type_span: type_node.span,
            properties: map.get("properties"),
            update_policy: map.get("update_policy"),
            members: Vec::new(),
            placeholders: self.placeholders_in(parent),
        };
        self.add(resource, Some(parent));
    }

    /// The resources of a chain: one of each type in a list, all with the same properties. Several of one type count as one
    /// resource here, because they have the same uses.
    fn links(&mut self, properties: &'t Node, path: &str, parent: usize) {
        let Some(map) = properties.as_mapping() else { return };
        let types = map.get("resources").and_then(Node::as_sequence).unwrap_or_default();
        let mut seen = HashSet::new();
        for (place, type_node) in types.iter().enumerate() {
            let Some(type_name) = type_node.as_str().filter(|name| seen.insert(*name)) else { continue };
            self.push(
                Resource {
                    name: format!("{path}.resources[{place}]"),
                    span: type_node.span,
                    type_name,
                    type_span: type_node.span,
                    properties: map.get("resource_properties"),
                    update_policy: None,
                    members: Vec::new(),
                    placeholders: Vec::new(),
                },
                Some(parent),
            );
        }
    }
}

/// The definition of a resource, if the value is one: a map with a type's name, and only the keys of a resource.
fn definition(node: &Node) -> Option<(&Mapping, &Node, &str)> {
    let map = node.as_mapping()?;
    let type_node = map.get("type")?;
    let type_name = type_node.as_str().filter(|name| name.contains("::"))?;
    let is_key = |key: &Node| key.as_str().is_some_and(|key| KEYS.contains(&key));
    map.iter().all(|entry| is_key(&entry.key)).then_some((map, type_node, type_name))
}
