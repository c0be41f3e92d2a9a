//! Composes a template around a resource of a type.

use heat_catalogue::relations::{ReferenceTarget, References, Use};
use heat_hot_language::Function;
use heat_model::resource_type::service_of;
use heat_model::{NestedSchema, PropertySchema, PropertyType, ResourceType, Value};
use indexmap::IndexMap;

use super::parameter;
use super::plausible;
use super::resource_names::{free_name, resource_name, snake};
use super::template::{self, Resource};
use crate::sample::{GroupKind, fits, is_call, selected, wanted};

/// The maximum number of resources in a chain of dependencies, and of resources in a snippet.
const MAX_CHAIN: usize = 8;
const MAX_RESOURCES: usize = 16;

/// Selection of the properties that a resource sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// The properties that the resource needs.
    Minimal,
    /// All properties in use.
    Full,
}

/// A generated template.
pub(super) struct ComposedTemplate {
    pub(super) text: String,
    /// The number of properties of the type's own resource.
    pub(super) size: usize,
}

pub(super) struct Composer<'r, 'a> {
    pub(super) references: &'r References<'a>,
    maker: GroupKind<'a>,
    parameters: IndexMap<String, Value>,
    resources: IndexMap<String, Resource<'a>>,
    /// The resources that are being generated.
    open: Vec<OpenResource<'r, 'a>>,
}

/// A resource that is being generated.
struct OpenResource<'r, 'a> {
    schema: &'a ResourceType,
    /// The types of which the resource needs several resources.
    several: Vec<&'a str>,
    /// Resources of the same type in examples. The first ones set most of the type's properties, so that their values match.
    models: Vec<Use<'r>>,
}

/// A property for which a value is generated.
#[derive(Clone, Copy)]
pub(super) struct TargetProperty<'p, 'a> {
    pub(super) owner: &'a ResourceType,
    /// The property's names from the top; items of lists have no name.
    pub(super) names: &'p [&'p str],
    pub(super) schema: &'p PropertySchema,
    /// `true` if the resource needs the property.
    pub(super) needed: bool,
    /// Selection of the fields that it sets, if it has fields.
    pub(super) extent: Extent,
}

impl<'r, 'a> Composer<'r, 'a> {
    pub(super) fn compose(
        schema: &'a ResourceType,
        references: &'r References<'a>,
        extent: Extent,
    ) -> ComposedTemplate {
        let mut composer = Self {
            references,
            maker: GroupKind::new(references.constraints()),
            parameters: IndexMap::new(),
            resources: IndexMap::new(),
            open: Vec::new(),
        };
        let name = composer.resource(schema, extent);
        let own = name.and_then(|name| composer.resources.get(&name));
        let size = own.map_or(0, |own| own.properties.len());
        ComposedTemplate { text: template::text(&composer.parameters, &composer.resources), size }
    }

    /// Adds a resource, after those that it needs, and returns its name.
    fn resource(&mut self, schema: &'a ResourceType, extent: Extent) -> Option<String> {
        let is_open = self.open.iter().any(|open| open.schema.name == schema.name);
        if is_open || self.open.len() >= MAX_CHAIN || self.resources.len() + self.open.len() >= MAX_RESOURCES
        {
            return None;
        }
        let required = selected(schema, true);
        let wanted: Vec<_> = selected(schema, false)
            .into_iter()
            .map(|(name, property)| {
                let is_required = required.contains_key(name);
                (name, property, is_required, is_required || self.references.is_usual(schema, name))
            })
            .filter(|(.., needed)| extent == Extent::Full || *needed)
            .collect();
        let mut models: Vec<Use<'r>> = self.references.uses_of(&schema.name).collect();
        models.sort_by_cached_key(|used| {
            wanted.iter().filter(|(name, ..)| !used.properties.contains_key(*name)).count()
        });
        let takes: Vec<&str> = wanted
            .iter()
            .filter_map(|(name, ..)| self.references.taken(schema, &[name])?.resource_type)
            .collect();
        let is_repeated = |maker: &&str| takes.iter().filter(|other| *other == maker).count() > 1;
        let several = takes.iter().copied().filter(is_repeated).collect();
        self.open.push(OpenResource { schema, several, models });
        let mut properties = IndexMap::new();
        for (name, property, is_required, needed) in wanted {
            let place = TargetProperty { owner: schema, names: &[name], schema: property, needed, extent };
            let value = self
                .value(place)
                .or_else(|| (is_required || extent == Extent::Full).then(|| self.made_up(place)));
            properties.extend(value.map(|value| (name.to_owned(), value)));
        }
        self.open.pop();
        let short = resource_name(&schema.name);
        let whole = snake(&schema.name.replace("::", "_"));
        let name = free_name([short, whole], |name| {
            self.resources.contains_key(name) || self.parameters.contains_key(name)
        });
        self.resources.insert(name.clone(), Resource { type_name: &schema.name, properties });
        Some(name)
    }

    /// A value for a property from its default, a reference, an example or a secret parameter; `None` if it has to be generated
    /// from its schema.
    fn value(&mut self, place: TargetProperty<'_, 'a>) -> Option<Value> {
        let default = place.schema.default.as_ref().filter(|default| default.is_truthy() && !place.needed);
        if let Some(default) = default.filter(|default| fits(place.schema, default)) {
            return Some(as_boolean(place.schema, default).unwrap_or_else(|| default.clone()));
        }
        if let Some(taken) = self.references.taken(place.owner, place.names)
            && let Some(value) = self.reference(place, taken)
        {
            let is_list = place.schema.property_type == PropertyType::List;
            return Some(if is_list { Value::from(vec![value]) } else { value });
        }
        // Examples set the fields that belong together, but readers of a full template look for all fields.
        if place.extent == Extent::Full
            && let Some(value) = self.nested(place)
        {
            return Some(value);
        }
        self.exemplary(place).or_else(|| self.secret(place)).or_else(|| self.nested(place))
    }

    /// The value that an example sets for a property.
    fn exemplary(&mut self, place: TargetProperty<'_, 'a>) -> Option<Value> {
        let models = self.open.last().map(|open| open.models.clone()).unwrap_or_default();
        for used in models {
            let is_whole = place.names.len() == 1 || place.schema.property_type == PropertyType::List;
            let values = if is_whole { used.written_at(place.names) } else { used.values_at(place.names) };
            for value in values {
                let before = (self.parameters.len(), self.resources.len());
                let adopted = self.adopted(&used, place, value);
                if let Some(value) = adopted.filter(|value| fits(place.schema, value)) {
                    return Some(value);
                }
                self.parameters.truncate(before.0);
                self.resources.truncate(before.1);
            }
        }
        None
    }

    /// A value that is generated from the schema; a parameter if that is not possible, or if examples show that a value has to be
    /// chosen with care, such as the name of a file.
    fn made_up(&mut self, place: TargetProperty<'_, 'a>) -> Value {
        let name = place.names.last().copied().unwrap_or_default();
        let models = self.open.last().map(|open| open.models.as_slice()).unwrap_or_default();
        let is_known = models.iter().any(|used| !used.values_at(place.names).is_empty());
        if !is_known || place.schema.schema.is_some() || !place.schema.constraints.is_empty() {
            let plausible = plausible::value(place.owner, place.names, place.schema);
            if let Some(value) = plausible {
                return value;
            }
            let value = self.maker.value(name, place.schema, place.extent == Extent::Minimal);
            if !calls(&value) && !plausible::is_identifier(name, place.schema) {
                return value;
            }
        }
        let definition = parameter::definition(name, place.schema, None, self.references);
        self.parameter(&snake(name), definition)
    }

    fn secret(&mut self, place: TargetProperty<'_, 'a>) -> Option<Value> {
        let name = place.names.last().filter(|name| parameter::is_secret(name))?;
        let is_text = place.schema.property_type == PropertyType::String;
        is_text.then(|| {
            let definition = parameter::definition(name, place.schema, None, self.references);
            self.parameter(&snake(name), definition)
        })
    }

    /// A map with its fields, or a list with one item.
    fn nested(&mut self, place: TargetProperty<'_, 'a>) -> Option<Value> {
        let value = match place.schema.schema.as_ref()? {
            NestedSchema::Item(item) => {
                Value::from(vec![self.value(TargetProperty { schema: item, ..place })?])
            }
            NestedSchema::Members(members) => {
                let mut map = IndexMap::new();
                for (name, schema) in wanted(members, place.extent == Extent::Minimal) {
                    let names: Vec<&str> = place.names.iter().copied().chain([name.as_str()]).collect();
                    let inner = TargetProperty {
                        names: &names,
                        schema,
                        needed: place.needed && schema.required,
                        ..place
                    };
                    let value = self.value(inner).unwrap_or_else(|| self.made_up(inner));
                    map.insert(name.clone(), value);
                }
                (!map.is_empty()).then(|| Value::from(map))?
            }
        };
        fits(place.schema, &value).then_some(value)
    }

    /// A reference to the target of a property: a resource of the template, or a parameter.
    pub(super) fn reference(
        &mut self,
        place: TargetProperty<'_, 'a>,
        taken: ReferenceTarget<'a>,
    ) -> Option<Value> {
        let references = self.references;
        if let Some(name) = self.part(place, taken).and_then(|maker| self.made(maker)) {
            return Some(call(Function::GET_RESOURCE, name.as_str().into()));
        }
        let constraint = taken.constraint?;
        let name = place.names.last()?;
        let definition = parameter::definition(name, place.schema, Some(constraint), references);
        Some(self.parameter(&parameter::name(place.names), definition))
    }

    /// The type of the resource that is being generated.
    pub(super) fn owner(&self) -> Option<&'a ResourceType> {
        self.open.last().map(|open| open.schema)
    }

    /// The type of the resource to add to the template, if the property refers to something without a meaning outside of it.
    pub(super) fn part(
        &self,
        place: TargetProperty<'_, 'a>,
        taken: ReferenceTarget<'a>,
    ) -> Option<&'a ResourceType> {
        let maker = taken.resource_type.filter(|maker| self.references.in_use(maker))?;
        let is_part = taken.constraint.is_none_or(|constraint| {
            let own_service = service_of(maker) == place.owner.service();
            let is_one = self.open.last().is_none_or(|open| !open.several.contains(&maker));
            place.needed && own_service && is_one && !self.references.is_shared(constraint)
        });
        self.references.types().get(maker).filter(|_| is_part)
    }

    /// The name of the resource of this type, which is added if the template has none.
    pub(super) fn made(&mut self, schema: &'a ResourceType) -> Option<String> {
        let known = self.resources.iter().find(|(_, resource)| resource.type_name == schema.name);
        known.map(|(name, _)| name.clone()).or_else(|| self.resource(schema, Extent::Minimal))
    }

    /// A reference to a parameter, which is added under this name if the name is free.
    pub(super) fn parameter(&mut self, name: &str, definition: Value) -> Value {
        let owner = self.owner().map(|owner| resource_name(&owner.name)).unwrap_or_default();
        let longer = format!("{owner}_{name}");
        // Parameters and resources must not have the same name.
        let is_resource = |name: &str| {
            self.resources.contains_key(name)
                || self.open.iter().any(|open| resource_name(&open.schema.name) == name)
        };
        let name = free_name([name.to_owned(), longer], |name| {
            is_resource(name) || self.parameters.get(name).is_some_and(|known| *known != definition)
        });
        self.parameters.entry(name.clone()).or_insert(definition);
        call(Function::GET_PARAM, name.as_str().into())
    }
}

/// The boolean that a text represents: plug-ins declare defaults such as `"true"`, and nobody writes that.
fn as_boolean(schema: &PropertySchema, value: &Value) -> Option<Value> {
    let text = value.as_str().filter(|_| schema.property_type == PropertyType::Boolean)?;
    text.parse::<bool>().ok().map(Value::from)
}

/// Returns whether a value contains a function call.
fn calls(value: &Value) -> bool {
    match value {
        Value::List(items) => items.iter().any(calls),
        Value::Map(map) => is_call(value) || map.values().any(calls),
        _ => false,
    }
}

pub(super) fn call(function: Function, argument: Value) -> Value {
    Value::from(IndexMap::from([(function.name().to_owned(), argument)]))
}
