//! Converts a resolved template to a document.

use heat_hot::data::{Data, Shape, marked};
use heat_hot::parameter::{Parameter, ParameterValue};
use heat_hot::resolve::{Resolved, ResolvedResource};
use heat_hot::template::Template;
use heat_hot::template::known::NESTED;
use heat_hot_language::DeletionPolicy;
use heat_model::Value;
use indexmap::IndexMap;

/// The document of a resolved template, in the form of its version.
pub(super) fn document<'p>(
    template: &Template,
    parameters: impl Iterator<Item = (&'p str, &'p Parameter)>,
    resolved: &Resolved,
) -> IndexMap<String, Value> {
    let keys = template.keys();
    let mut document = IndexMap::new();
    for key in keys.versions {
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
    let conditions = resolved.conditions.iter().map(|(name, value)| (name.clone(), marked(value)));
    section(keys.conditions.unwrap_or_default(), conditions.collect());
    let resources =
        resolved.resources.iter().map(|(name, resource)| (name.clone(), shown_resource(template, resource)));
    section(keys.resources, resources.collect());
    let outputs = resolved.outputs.iter().map(|(name, value)| {
        let output = IndexMap::from([(keys.output_value.to_owned(), marked(value))]);
        (name.clone(), Value::from(output))
    });
    section(keys.outputs, outputs.collect());
    document
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

fn shown_resource(template: &Template, resource: &ResolvedResource) -> Value {
    let keys = template.keys().resource;
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
            shown.insert(key.to_owned(), marked(data));
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
        shown.insert(keys.condition.unwrap_or_default().to_owned(), marked(&unknown));
    }
    if let Some(nested) = &resource.nested {
        // The parameters of the nested template are the properties of the resource.
        let nested = document(&nested.template, std::iter::empty(), &nested.resolved);
        shown.insert(NESTED.to_owned(), Value::from(nested));
    }
    Value::from(shown)
}
