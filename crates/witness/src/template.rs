//! A witness as a HOT template.

use heat_hot_language::{DeletionPolicy, Function, Keys};
use heat_model::Value;
use heat_samples::snippet::{VERSION, definition, resource_name, resources};
use heat_schema_text::item::{Item, Layout, TextStyle};
use heat_schema_text::{emit, value};

use super::resource::{Purpose, Resource};

/// The template with this single resource.
pub(super) fn text(resource: &Resource<'_>) -> String {
    let keys = Keys::of(VERSION);
    let mut properties = resource.properties.clone();
    if let Purpose::UndeclaredProperty(name) = resource.purpose {
        properties.insert(name.to_owned(), "a".into());
    }
    let mut definition = definition(resource.type_name, &properties);
    if resource.purpose == Purpose::SnapshotDeletion {
        let policy = Item::line(DeletionPolicy::Snapshot.as_str());
        definition.push((keys.resource.deletion_policy.to_owned(), policy));
    }
    let (key, version) = VERSION.declaration();
    let version = (key.to_owned(), Item::Text(version.to_owned(), TextStyle::Line));
    let mut sections = vec![version, resources(resource.type_name, definition)];
    if let Purpose::Attribute(attribute) = resource.purpose {
        let block = |entries| Item::Map(entries, Layout::Block);
        let arguments = Value::from(vec![resource_name(resource.type_name).as_str(), attribute]);
        let call = Value::from_iter([(Function::GET_ATTR.name().to_owned(), arguments)]);
        let output = block(vec![(keys.output_value.to_owned(), value::item(&call))]);
        sections.push((keys.outputs.to_owned(), block(vec![(attribute.to_owned(), output)])));
    }
    emit::entries(&sections, 0)
}
