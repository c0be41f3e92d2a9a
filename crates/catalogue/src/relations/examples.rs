//! Uses of each type in the examples of the catalogue: the property data of its resources, with the template around them.
//!
//! Examples are checked templates that people wrote. Where a schema only says that a property is a string, they show whose
//! reference it takes, and what its values look like.

use std::collections::{BTreeMap, HashMap};
use std::slice;
use std::sync::{Arc, PoisonError, RwLock};

use foldhash::fast::RandomState;
use heat_hot_language::{Function, HotVersion, Keys, TemplateVersion};
use heat_lint::{ParsedExample, ParsedExamples};
use heat_model::load::value_of;
use heat_model::{ResourceType, Value};
use indexmap::IndexMap;

use crate::threads;

const KEYS: Keys = Keys::of(TemplateVersion::Hot(HotVersion::NEWEST));

/// An example: the parts of its template that a use of a type refers to.
#[derive(Debug)]
pub struct Example {
    parameters: IndexMap<String, Value>,
    resources: IndexMap<String, Value>,
    /// The resources that have a type.
    typed: Vec<TypedResource>,
}

/// A resource that has a type.
#[derive(Debug)]
struct TypedResource {
    /// The name of the type.
    name: String,
    /// The index of the resource.
    resource: usize,
    /// The index of the property data in the resource's definition, if it has any.
    properties: Option<usize>,
    /// The number of properties that the resource sets.
    size: usize,
}

impl TypedResource {
    fn new(place: usize, resource: &Value) -> Option<Self> {
        let definition = resource.as_map()?;
        let name = definition.get(KEYS.resource.resource_type)?.as_str()?.to_owned();
        let properties = definition.get_full(KEYS.resource.properties);
        let size = properties.and_then(|(.., data)| data.as_map()).map_or(0, IndexMap::len);
        Some(Self { name, resource: place, properties: properties.map(|(place, ..)| place), size })
    }
}

impl Example {
    fn read(template: &ParsedExample) -> Option<Self> {
        let (value, diagnostics) = value_of(&template.source, template.parsed.root.as_ref()?);
        if !diagnostics.is_empty() {
            return None;
        }
        let section = |name: &str| value.get(name).and_then(Value::as_map).cloned().unwrap_or_default();
        let (parameters, resources) = (section(KEYS.parameters), section(KEYS.resources));
        let typed = resources
            .values()
            .enumerate()
            .filter_map(|(place, resource)| TypedResource::new(place, resource));
        Some(Self { typed: typed.collect(), parameters, resources })
    }

    /// The definition of a parameter.
    pub fn parameter(&self, name: &str) -> Option<&Value> {
        self.parameters.get(name)
    }

    /// The type of a resource.
    pub fn type_of(&self, resource: &str) -> Option<&str> {
        self.resources.get(resource)?.get(KEYS.resource.resource_type)?.as_str()
    }
}

/// Sort key of a resource that ranks how suitable it is for showing what its type needs, best first.
type Rank = (bool, usize, bool);

/// The first part of a type's name: the types of OpenStack, and those of other clouds, are mostly used with each other.
fn family(type_name: &str) -> &str {
    type_name.split("::").next().unwrap_or(type_name)
}

/// A resource of some type in an example.
#[derive(Debug, Clone, Copy)]
pub struct Use<'e> {
    /// The example.
    pub example: &'e Example,
    /// The resource's property data.
    pub properties: &'e IndexMap<String, Value>,
}

/// The examples that have been read, by their texts: the types of one release mostly have the examples of another.
#[derive(Debug, Default)]
pub struct ReadExamples {
    read: RwLock<HashMap<String, Option<Arc<Example>>, RandomState>>,
    /// The examples that the rules about schemas have parsed, and others.
    parsed: ParsedExamples,
}

impl ReadExamples {
    /// Starts without examples that have been read, and with some that have been parsed.
    pub fn new(parsed: ParsedExamples) -> Self {
        Self { read: RwLock::default(), parsed }
    }

    /// Reads the examples of these types on all cores.
    pub fn read_all<'t>(&self, types: impl Iterator<Item = &'t ResourceType>) {
        let texts: Vec<&str> =
            types.flat_map(|schema| &schema.examples).map(|example| example.template.as_str()).collect();
        let unread: Vec<&str> = {
            let known = self.read.read().unwrap_or_else(PoisonError::into_inner);
            texts.into_iter().filter(|text| !known.contains_key(*text)).collect()
        };
        if !unread.is_empty() {
            let read = threads::map(&unread, |text| Example::read(&self.parsed.take(text)).map(Arc::new));
            let mut known = self.read.write().unwrap_or_else(PoisonError::into_inner);
            known.extend(unread.into_iter().map(str::to_owned).zip(read));
        }
    }

    fn get(&self, text: &str) -> Option<Arc<Example>> {
        self.read.read().unwrap_or_else(PoisonError::into_inner).get(text).cloned().flatten()
    }
}

/// Position of a resource in the examples.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ResourcePlace {
    /// The index of the example.
    example: usize,
    /// The index of the resource among those of the example.
    resource: usize,
    /// The index of the property data in the resource's definition, if it has any.
    properties: Option<usize>,
}

/// All examples of a catalogue.
#[derive(Debug)]
pub(crate) struct Examples {
    all: Vec<Arc<Example>>,
    /// The resources of each type, best first.
    uses: BTreeMap<String, Vec<ResourcePlace>>,
    none: IndexMap<String, Value>,
}

impl Examples {
    /// Gathers the examples of these types; `known` has those that have been read before.
    pub(crate) fn new<'t>(
        types: impl Iterator<Item = &'t ResourceType> + Clone,
        known: &ReadExamples,
    ) -> Self {
        known.read_all(types.clone());
        let mut examples = Vec::new();
        let mut uses: BTreeMap<String, Vec<(Rank, ResourcePlace)>> = BTreeMap::new();
        for schema in types {
            for example in schema.examples.iter().filter_map(|example| known.get(&example.template)) {
                for TypedResource { name, resource, properties, size } in &example.typed {
                    let at = ResourcePlace {
                        example: examples.len(),
                        resource: *resource,
                        properties: *properties,
                    };
                    let rank = (family(name) != family(&schema.name), *size, *name != schema.name);
                    match uses.get_mut(name) {
                        Some(known) => known.push((rank, at)),
                        None => _ = uses.insert(name.clone(), vec![(rank, at)]),
                    }
                }
                examples.push(example);
            }
        }
        let sorted = uses.into_iter().map(|(name, mut places)| {
            places.sort_unstable();
            (name, places.into_iter().map(|(_, at)| at).collect())
        });
        Self { uses: sorted.collect(), all: examples, none: IndexMap::new() }
    }

    /// The resources of a type, best first: those in examples of the same family of types, then those with the fewest
    /// properties, then those in the type's own examples.
    pub(crate) fn uses_of(&self, type_name: &str) -> impl Iterator<Item = Use<'_>> {
        let places = self.uses.get(type_name).into_iter().flatten();
        places.filter_map(|at| {
            let example = self.all.get(at.example)?;
            let (_, resource) = example.resources.get_index(at.resource)?;
            let properties = at.properties.and_then(|place| resource.as_map()?.get_index(place)?.1.as_map());
            Some(Use { example, properties: properties.unwrap_or(&self.none) })
        })
    }
}

impl<'e> Use<'e> {
    /// The values of a property at a path; items of lists add no step to it.
    #[must_use]
    pub fn values_at(&self, path: &[&str]) -> Vec<&'e Value> {
        let mut found = Vec::new();
        self.visit_written(path, &mut |value| found.extend(items(value)));
        found
    }

    /// The values at a path, with lists as written instead of their items.
    #[must_use]
    pub fn written_at(&self, path: &[&str]) -> Vec<&'e Value> {
        let mut found = Vec::new();
        self.visit_written(path, &mut |value| found.push(value));
        found
    }

    fn visit_written(&self, path: &[&str], visit: &mut dyn FnMut(&'e Value)) {
        let Some((first, rest)) = path.split_first() else { return };
        if let Some(value) = self.properties.get(*first) {
            visit_at(value, rest, visit);
        }
    }

    /// The type of the resource to which a value refers, if it is a call of `get_resource`.
    #[must_use]
    pub fn referred_type(&self, value: &Value) -> Option<&'e str> {
        self.example.type_of(argument(value, Function::GET_RESOURCE)?.as_str()?)
    }

    /// The name and definition of the parameter from which a value is taken.
    #[must_use]
    pub fn parameter(&self, value: &'e Value) -> Option<(&'e str, &'e Value)> {
        let argument = argument(value, Function::GET_PARAM)?;
        let name = argument.as_str().or_else(|| argument.as_list()?.first()?.as_str())?;
        Some((name, self.example.parameter(name)?))
    }
}

/// Calls `visit` with the values at a path in a value; items of lists add no step to it.
fn visit_at<'e>(value: &'e Value, path: &[&str], visit: &mut dyn FnMut(&'e Value)) {
    let Some((name, rest)) = path.split_first() else { return visit(value) };
    for inner in items(value).iter().filter_map(|value| value.get(*name)) {
        visit_at(inner, rest, visit);
    }
}

/// The items of a list, or the value itself if it is not a list.
fn items(value: &Value) -> &[Value] {
    value.as_list().map_or(slice::from_ref(value), |list| list)
}

/// The argument of a call of this function, if the value is one.
#[must_use]
pub fn argument(value: &Value, function: Function) -> Option<&Value> {
    value.as_map().filter(|map| map.len() == 1)?.get(function.name())
}
