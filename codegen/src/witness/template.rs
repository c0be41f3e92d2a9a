//! A witness as a HOT template.

use heat_model::Value;

use super::resource::{Purpose, Resource};
use crate::site::snippet::resource_name;
use crate::yaml_text::item::{Item, Layout, TextStyle};
use crate::yaml_text::{emit, value};

/// The newest version of HOT that all releases with versioned templates support.
const VERSION: &str = "2021-04-16";

/// The template with this single resource.
pub(super) fn text(resource: &Resource<'_>) -> String {
    let block = |entries| Item::Map(entries, Layout::Block);
    let name = resource_name(resource.type_name);
    let mut definition = vec![("type".to_owned(), Item::line(resource.type_name))];
    let declared = resource.properties.iter().map(|(name, value)| (name.clone(), value::item(value)));
    let mut properties: Vec<(String, Item)> = declared.collect();
    if let Purpose::UndeclaredProperty(name) = resource.purpose {
        properties.push((name.to_owned(), Item::line("a")));
    }
    if !properties.is_empty() {
        definition.push(("properties".to_owned(), block(properties)));
    }
    if resource.purpose == Purpose::SnapshotDeletion {
        definition.push(("deletion_policy".to_owned(), Item::line("Snapshot")));
    }
    let mut sections = vec![
        ("heat_template_version".to_owned(), Item::Text(VERSION.to_owned(), TextStyle::Line)),
        ("resources".to_owned(), block(vec![(name.clone(), block(definition))])),
    ];
    if let Purpose::Attribute(attribute) = resource.purpose {
        let call = Value::from_iter([("get_attr".to_owned(), Value::from(vec![name.as_str(), attribute]))]);
        let output = block(vec![("value".to_owned(), value::item(&call))]);
        sections.push(("outputs".to_owned(), block(vec![(attribute.to_owned(), output)])));
    }
    emit::entries(&sections, 0)
}
