//! Templates as text, in the usual layout.

use heat_hot_language::{HotVersion, Keys, TemplateVersion};
use heat_model::Value;
use heat_schema_text::emit::{self, STEP};
use heat_schema_text::item::{Item, Layout};
use heat_schema_text::value;
use indexmap::IndexMap;

use super::resource_names::resource_name;

/// The version of the generated templates: the newest that every recorded release knows, so that a page that several releases share
/// has templates for all of them. The version after it only allows `if` without an alternative.
pub const VERSION: TemplateVersion = TemplateVersion::Hot(HotVersion::V2018_08_31);

/// The definition of a resource: the type and each property on a separate line.
#[must_use]
pub fn definition(type_name: &str, properties: &IndexMap<String, Value>) -> Vec<(String, Item)> {
    let keys = Keys::of(VERSION).resource;
    let mut definition = vec![(keys.resource_type.to_owned(), Item::line(type_name))];
    if !properties.is_empty() {
        let entries = properties.iter().map(|(name, value)| (name.clone(), value::item(value)));
        definition.push((keys.properties.to_owned(), Item::Map(entries.collect(), Layout::Block)));
    }
    definition
}

/// The section of a template with this definition as its only resource.
#[must_use]
pub fn resources(type_name: &str, definition: Vec<(String, Item)>) -> (String, Item) {
    let resource = Item::Map(definition, Layout::Block);
    let section = Item::Map(vec![(resource_name(type_name), resource)], Layout::Block);
    (Keys::of(VERSION).resources.to_owned(), section)
}

/// A resource of a template.
#[derive(Debug)]
pub(super) struct Resource<'a> {
    pub(super) type_name: &'a str,
    pub(super) properties: IndexMap<String, Value>,
}

/// A whole template, with blank lines between its sections and resources.
pub(super) fn text(
    parameters: &IndexMap<String, Value>,
    resources: &IndexMap<String, Resource<'_>>,
) -> String {
    let keys = Keys::of(VERSION);
    let (key, version) = VERSION.declaration();
    let mut out = format!("{key}: {version}\n");
    if !parameters.is_empty() {
        let definitions = parameters.iter().map(|(name, definition)| (name.clone(), block(definition)));
        out.push('\n');
        out.push_str(&emit::entry(keys.parameters, &Item::Map(definitions.collect(), Layout::Block), 0));
    }
    out.push('\n');
    out.push_str(keys.resources);
    out.push_str(":\n");
    for (place, (name, resource)) in resources.iter().enumerate() {
        if place > 0 {
            out.push('\n');
        }
        let definition = Item::Map(definition(resource.type_name, &resource.properties), Layout::Block);
        out.push_str(&emit::entry(name, &definition, STEP));
    }
    out
}

/// A definition with each key on its own line.
fn block(definition: &Value) -> Item {
    match value::item(definition) {
        Item::Map(entries, _) => Item::Map(entries, Layout::Block),
        other => other,
    }
}
