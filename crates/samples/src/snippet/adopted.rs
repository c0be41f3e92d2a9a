//! Values from examples, whose references are created again in the new template.

use std::collections::BTreeSet;

use heat_catalogue::relations::{ReferenceTarget, Use, argument};
use heat_hot_language::Function;
use heat_model::{PropertySchema, PropertyType, Value};
use indexmap::IndexMap;

use super::composer::{Composer, Extent, TargetProperty, call};
use super::parameter;
use super::resource_names::resource_name;
use crate::sample::{is_call, is_in_use};

/// The maximum nesting depth of an adopted value.
const MAX_DEPTH: usize = 16;

/// Functions that refer to parts of the example's template that are not adopted: files and conditions.
const FOREIGN: [&str; 3] = ["get_file", "if", "resource_facade"];

/// Prefix of the parameters that every template has.
const PSEUDO: &str = "OS::";

impl<'a> Composer<'_, 'a> {
    /// A value that an example sets for a property; `None` if it is not valid in another template.
    pub(super) fn adopted(
        &mut self,
        used: &Use<'_>,
        place: TargetProperty<'_, 'a>,
        value: &Value,
    ) -> Option<Value> {
        self.adopt(used, Some(place), value, 0)
    }

    /// Part of a value that an example sets for a property. A part without a target is an argument of a function, or is in a map
    /// without a schema.
    fn adopt(
        &mut self,
        used: &Use<'_>,
        place: Option<TargetProperty<'_, 'a>>,
        value: &Value,
        depth: usize,
    ) -> Option<Value> {
        if depth > MAX_DEPTH {
            return None;
        }
        match value {
            _ if is_call(value) => self.adopt_call(used, place, value, depth),
            Value::List(items) => {
                let item = place.map(|place| TargetProperty {
                    schema: place.schema.item().unwrap_or(place.schema),
                    ..place
                });
                let mut adopted = Vec::new();
                let mut referred = BTreeSet::new();
                for value in items {
                    let reference = item.and_then(|item| self.adopt_name(used, item, value));
                    let value = reference.or_else(|| self.adopt(used, item, value, depth + 1))?;
                    let mut names = BTreeSet::new();
                    resources_in(&value, &mut names);
                    // Different resources of a type became the same one, which one item shows.
                    if names.is_empty() || !names.is_subset(&referred) {
                        adopted.push(value);
                    }
                    referred.append(&mut names);
                }
                Some(Value::from(adopted))
            }
            Value::Map(map) => {
                let entries = map.iter().map(|(key, value)| {
                    Some((key.clone(), self.adopt_member(used, place, (key, value), depth + 1)?))
                });
                entries.collect::<Option<IndexMap<String, Value>>>().map(Value::from)
            }
            _ => Some(value.clone()),
        }
    }

    /// An item of a list of names, if it names another resource of the example.
    fn adopt_name(&mut self, used: &Use<'_>, item: TargetProperty<'_, 'a>, value: &Value) -> Option<Value> {
        let is_free = item.schema.constraints.is_empty();
        let type_name = used.example.type_of(value.as_str().filter(|_| is_free)?)?;
        let schema = self.references.types().get(type_name).filter(|_| self.references.in_use(type_name))?;
        self.made(schema).map(|name| name.as_str().into())
    }

    fn adopt_member(
        &mut self,
        used: &Use<'_>,
        place: Option<TargetProperty<'_, 'a>>,
        (key, value): (&str, &Value),
        depth: usize,
    ) -> Option<Value> {
        let member = place.and_then(|place| Some((place, place.schema.members()?.get_key_value(key)?)));
        let Some((place, (name, schema))) = member else { return self.adopt(used, None, value, depth) };
        if !is_in_use(schema) {
            return None;
        }
        let names: Vec<&str> = place.names.iter().copied().chain([name.as_str()]).collect();
        self.adopt(used, Some(TargetProperty { names: &names, schema, ..place }), value, depth)
    }

    fn adopt_call(
        &mut self,
        used: &Use<'_>,
        place: Option<TargetProperty<'_, 'a>>,
        value: &Value,
        depth: usize,
    ) -> Option<Value> {
        // The property's own reference has been tried before its examples.
        let nested = place.filter(|place| place.names.len() > 1);
        let taken = nested.and_then(|place| self.references.taken(place.owner, place.names));
        if let Some(parameter) = argument(value, Function::GET_PARAM) {
            if let Some(reference) = nested.zip(taken).and_then(|(place, taken)| self.reference(place, taken))
            {
                return Some(reference);
            }
            return self.adopt_parameter(used, place, value, parameter);
        }
        if argument(value, Function::GET_RESOURCE).is_some() {
            let taken = taken.or_else(|| self.references.created_by(used.referred_type(value)?))?;
            return self.refer(place, taken);
        }
        if let Some(attribute) = argument(value, Function::GET_ATTR) {
            let (first, rest) = attribute.as_list()?.split_first()?;
            let taken = self.references.created_by(used.example.type_of(first.as_str()?)?)?;
            let name = self.with_place(place, taken, |composer, place| {
                composer.part(place, taken).and_then(|maker| composer.made(maker))
            })?;
            let arguments: Vec<Value> =
                std::iter::once(name.as_str().into()).chain(rest.iter().cloned()).collect();
            return Some(call(Function::GET_ATTR, Value::from(arguments)));
        }
        let (name, arguments) = value.as_map()?.first()?;
        if FOREIGN.contains(&name.as_str()) || name == "Ref" || name.starts_with("Fn::") {
            return None;
        }
        let arguments = self.adopt(used, None, arguments, depth + 1)?;
        Some(Value::from(IndexMap::from([(name.clone(), arguments)])))
    }

    fn refer(&mut self, place: Option<TargetProperty<'_, 'a>>, taken: ReferenceTarget<'a>) -> Option<Value> {
        self.with_place(place, taken, |composer, place| composer.reference(place, taken))
    }

    /// Continues with a target in the resource that is being generated. A target without a name is named after the type that it
    /// refers to.
    fn with_place<T>(
        &mut self,
        place: Option<TargetProperty<'_, 'a>>,
        taken: ReferenceTarget<'a>,
        then: impl FnOnce(&mut Self, TargetProperty<'_, 'a>) -> Option<T>,
    ) -> Option<T> {
        if let Some(place) = place {
            return then(self, place);
        }
        let owner = self.owner()?;
        let name = resource_name(taken.resource_type?);
        let text = PropertySchema::new(PropertyType::String);
        // Names of properties live as long as the schemas; this name only serves for a parameter.
        then(
            self,
            TargetProperty { owner, names: &[&name], schema: &text, needed: true, extent: Extent::Minimal },
        )
    }

    /// A parameter of an example, which is added with its definition.
    fn adopt_parameter(
        &mut self,
        used: &Use<'_>,
        place: Option<TargetProperty<'_, 'a>>,
        value: &Value,
        argument: &Value,
    ) -> Option<Value> {
        let name = argument.as_str().or_else(|| argument.as_list()?.first()?.as_str())?;
        if name.starts_with(PSEUDO) {
            return Some(value.clone());
        }
        let definition = used.example.parameter(name)?;
        let definition = match place {
            Some(place) => {
                let made = parameter::definition(name, place.schema, None, self.references);
                parameter::described(definition, &made)
            }
            None => definition.clone(),
        };
        let adopted = self.parameter(name, definition);
        let Some(list) = argument.as_list() else { return Some(adopted) };
        let first = adopted.get(Function::GET_PARAM.name())?.clone();
        let arguments: Vec<Value> = std::iter::once(first).chain(list.iter().skip(1).cloned()).collect();
        Some(call(Function::GET_PARAM, Value::from(arguments)))
    }
}

/// Collects the names of the resources that a value refers to.
fn resources_in(value: &Value, names: &mut BTreeSet<String>) {
    if let Some(name) = argument(value, Function::GET_RESOURCE).and_then(Value::as_str) {
        names.insert(name.to_owned());
    }
    match value {
        Value::List(items) => items.iter().for_each(|item| resources_in(item, names)),
        Value::Map(map) => map.values().for_each(|item| resources_in(item, names)),
        _ => {}
    }
}
