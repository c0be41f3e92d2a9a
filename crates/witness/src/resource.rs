//! The single resource of a witness, and its template.

use heat_catalogue::property_path::{PathStep, PropertyPath};
use heat_hot_language::{DeletionPolicy, Function, Keys};
use heat_model::Value;
use heat_samples::snippet::{VERSION, definition, resource_name, resources};
use heat_schema_text::item::{Item, Layout, TextStyle};
use heat_schema_text::{emit, value};
use indexmap::IndexMap;

/// Part of the template that shows the change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Purpose<'a> {
    /// The properties of the resource.
    #[default]
    Properties,
    /// An attribute, in the template's output.
    Attribute(&'a str),
    /// The deletion policy `Snapshot`.
    SnapshotDeletion,
    /// A property that no schema declares.
    UndeclaredProperty(&'a str),
}

/// The contents of a template's single resource.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Resource<'a> {
    pub(super) type_name: &'a str,
    pub(super) properties: IndexMap<String, Value>,
    pub(super) purpose: Purpose<'a>,
    /// The distance of the resource's values from usual ones: 0 if they have the types of the schema.
    pub(super) oddness: u8,
}

impl Resource<'_> {
    /// The resource without a top-level property.
    pub(super) fn without(mut self, path: &PropertyPath<'_>) -> Self {
        if let [PathStep::Name(name)] = path.0.as_slice() {
            self.properties.shift_remove(*name);
        }
        self
    }

    /// The HOT template with this single resource.
    pub(super) fn template(&self) -> String {
        let keys = Keys::of(VERSION);
        let mut properties = self.properties.clone();
        if let Purpose::UndeclaredProperty(name) = self.purpose {
            properties.insert(name.to_owned(), "a".into());
        }
        let mut definition = definition(self.type_name, &properties);
        if self.purpose == Purpose::SnapshotDeletion {
            let policy = Item::line(DeletionPolicy::Snapshot.as_str());
            definition.push((keys.resource.deletion_policy.to_owned(), policy));
        }
        let (key, version) = VERSION.declaration();
        let version = (key.to_owned(), Item::Text(version.to_owned(), TextStyle::Line));
        let mut sections = vec![version, resources(self.type_name, definition)];
        if let Purpose::Attribute(attribute) = self.purpose {
            let block = |entries| Item::Map(entries, Layout::Block);
            let arguments = Value::from(vec![resource_name(self.type_name).as_str(), attribute]);
            let call = Value::from_iter([(Function::GET_ATTR.name().to_owned(), arguments)]);
            let output = block(vec![(keys.output_value.to_owned(), value::item(&call))]);
            sections.push((keys.outputs.to_owned(), block(vec![(attribute.to_owned(), output)])));
        }
        emit::entries(&sections, 0)
    }
}
