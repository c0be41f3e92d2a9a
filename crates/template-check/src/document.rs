//! A resolved template as a document: what `resolve` prints, and what conditions about a stack read.

use heat_hot::data::{Data, Shape};
use heat_hot::parameter::{Parameter, ParameterSet, ParameterValue};
use heat_hot::resolve::{Resolved, ResolvedResource};
use heat_hot::template::Template;
use heat_hot::template::known::NESTED;
use heat_hot_language::{DeletionPolicy, Keys};
use heat_model::Value;
use heat_model::validate::Step;
use heat_yaml::{Node, Span, Value as Yaml};
use indexmap::IndexMap;

pub use heat_hot::data::marked;

/// Beginning of the origin of an ID that is not known yet.
const ID: &str = "ID of ";

/// Function that shows data as a value, such as [`marked`], or without secrets.
pub type Show<'s> = &'s dyn Fn(&Data) -> Value;

/// Returns the document of a resolved template, in the form of its version, with its parameters.
#[must_use]
pub fn of_stack(
    template: &Template,
    parameters: &ParameterSet,
    resolved: &Resolved,
    show: Show<'_>,
) -> IndexMap<String, Value> {
    let shown = parameters.iter().filter(|(name, _)| !parameters.is_reserved(name));
    Writer { chosen: None, show }.document(template, shown, resolved)
}

/// Returns the document of a resolved template in the keys of HOT, whatever the version is.
pub(crate) fn of_stack_as_hot(template: &Template, parameters: &ParameterSet, resolved: &Resolved) -> Value {
    let shown = parameters.iter().filter(|(name, _)| !parameters.is_reserved(name));
    Value::from(Writer { chosen: Some(&Keys::HOT), show: &marked }.document(template, shown, resolved))
}

/// Returns the values of the declared parameters; hidden ones are masked.
#[must_use]
pub fn of_parameters(parameters: &ParameterSet) -> Value {
    let shown = parameters.iter().filter(|(name, _)| !parameters.is_reserved(name));
    shown.map(|(name, parameter)| (name.to_owned(), shown_parameter(parameter))).collect()
}

/// Returns whether a value of a document is not known. An ID that is not known yet is no such value: it is there.
#[must_use]
pub fn is_unknown(value: &Value) -> bool {
    matches!(value, Value::Map(map) if map.contains_key("$unknown") || map.contains_key("$one_of"))
        && !is_id(value)
}

/// Returns whether a value of a document is the ID of a resource, which is not known yet.
#[must_use]
pub fn is_id(value: &Value) -> bool {
    let origin = value.as_map().and_then(|map| map.get("$unknown")).and_then(Value::as_str);
    origin.is_some_and(|origin| origin.starts_with(ID))
}

/// Span of the value at the longest part of a path that a template contains, and the number of steps in it.
#[must_use]
pub fn depth_and_span(root: &Node, path: &[Step]) -> (usize, Span) {
    let (mut at, mut span) = (root, root.span);
    for (depth, step) in path.iter().enumerate() {
        let next = match step {
            Step::Name(name) => at.as_mapping().and_then(|map| map.get(name)),
            Step::Item(index) => at.as_sequence().and_then(|items| items.get(*index)),
        };
        let Some(next) = next else { return (depth, span) };
        (at, span) = (next, next.span);
    }
    (path.len(), span)
}

/// Number of steps of a path that a document contains, and the span of what they lead to: of its key if it is a map or a list. The
/// document itself has none.
#[must_use]
pub fn written_at(root: &Node, path: &[Step]) -> (usize, Option<Span>) {
    let (mut at, mut span) = (root, None);
    for (depth, step) in path.iter().enumerate() {
        let (key, next) = match step {
            Step::Name(name) => {
                let mut entries = at.as_mapping().into_iter().flat_map(heat_yaml::Mapping::iter);
                let exact = entries.clone().find(|entry| entry.key.as_str() == Some(name));
                // CFN writes the words of a parameter with a capital letter.
                let is_same =
                    |key: &str| key.eq_ignore_ascii_case(name) || (key == "NoEcho" && name == "hidden");
                let found = exact.or_else(|| entries.find(|entry| entry.key.as_str().is_some_and(is_same)));
                let Some(entry) = found else { return (depth, span) };
                (Some(entry.key.span), &entry.value)
            }
            Step::Item(index) => match at.as_sequence().and_then(|items| items.get(*index)) {
                Some(item) => (None, item),
                None => return (depth, span),
            },
        };
        let is_collection = matches!(next.value, Yaml::Mapping(_) | Yaml::Sequence(_) | Yaml::Set(_));
        (at, span) = (next, key.filter(|_| is_collection).or(Some(next.span)));
    }
    (path.len(), span)
}

/// Writer of documents.
#[derive(Clone, Copy)]
struct Writer<'w> {
    /// Keys of the document; `None` for those of the template's version.
    chosen: Option<&'w Keys>,
    show: Show<'w>,
}

impl Writer<'_> {
    fn document<'p>(
        self,
        template: &Template,
        parameters: impl Iterator<Item = (&'p str, &'p Parameter)>,
        resolved: &Resolved,
    ) -> IndexMap<String, Value> {
        let keys = self.chosen.unwrap_or(template.keys());
        let mut document = IndexMap::new();
        for key in template.keys().versions {
            if let Some(version) = template.section(key).and_then(|node| node.as_str()) {
                document.insert((*key).to_owned(), version.into());
            }
        }
        let mut section = |name: &str, entries: IndexMap<String, Value>| {
            if !entries.is_empty() {
                document.insert(name.to_owned(), Value::from(entries));
            }
        };
        section(
            keys.parameters,
            parameters.map(|(name, value)| (name.to_owned(), shown_parameter(value))).collect(),
        );
        let conditions = resolved.conditions.iter().map(|(name, value)| (name.clone(), (self.show)(value)));
        section(keys.conditions.unwrap_or_default(), conditions.collect());
        let resources =
            resolved.resources.iter().map(|(name, resource)| (name.clone(), self.resource(keys, resource)));
        section(keys.resources, resources.collect());
        let outputs = resolved.outputs.iter().map(|(name, value)| {
            let output = IndexMap::from([(keys.output_value.to_owned(), (self.show)(value))]);
            (name.clone(), Value::from(output))
        });
        section(keys.outputs, outputs.collect());
        document
    }

    fn resource(self, keys: &Keys, resource: &ResolvedResource) -> Value {
        let keys = keys.resource;
        let mut shown =
            IndexMap::from([(keys.resource_type.to_owned(), Value::from(resource.resource_type.as_str()))]);
        let parts = [
            (keys.properties, &resource.properties),
            (keys.metadata, &resource.metadata),
            (keys.update_policy, &resource.update_policy),
            (keys.external_id.unwrap_or_default(), &resource.external_id),
        ];
        for (key, data) in parts {
            if let Some(data) = data {
                shown.insert(key.to_owned(), (self.show)(data));
            }
        }
        let needed = resource.depends_on.iter().flatten();
        let names: Vec<&str> = needed.map(String::as_str).collect();
        if !names.is_empty() {
            shown.insert(keys.depends_on.to_owned(), Value::from(names));
        }
        if let Some(policy) = resource.deletion_policy
            && policy != DeletionPolicy::Delete
        {
            shown.insert(keys.deletion_policy.to_owned(), Value::from(policy.as_str()));
        }
        if resource.is_conditional {
            let unknown = Data::unknown(Shape::Boolean, "an unknown condition");
            shown.insert(keys.condition.unwrap_or_default().to_owned(), (self.show)(&unknown));
        }
        if let Some(nested) = &resource.nested {
            // The parameters of the nested template are the properties of the resource.
            let nested = self.document(&nested.template, std::iter::empty(), &nested.resolved);
            shown.insert(NESTED.to_owned(), Value::from(nested));
        } else if self.chosen.is_some() && resource.unknown_group().is_some() {
            shown.insert(NESTED.to_owned(), (self.show)(&Data::unknown(Shape::Any, "members of the group")));
        }
        Value::from(shown)
    }
}

/// The value of a parameter; values of hidden parameters are masked.
fn shown_parameter(parameter: &Parameter) -> Value {
    if parameter.is_hidden() && parameter.has_value() {
        return Value::from("******");
    }
    match parameter.resolved() {
        Ok(ParameterValue::Given(value) | ParameterValue::Default(value)) => value,
        _ => marked(&Data::unknown(Shape::Any, format!("parameter {}", parameter.definition.name))),
    }
}
