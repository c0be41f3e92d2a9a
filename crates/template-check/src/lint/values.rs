//! Values of properties, with their schemas.

use std::rc::Rc;

use heat_hot::snippet::{Content, Entry, Snippet};
use heat_model::PropertySchema;
use heat_yaml::Span;
use indexmap::IndexMap;

/// Value of a property, or of a part of one.
pub(crate) struct PropertyValue<'a> {
    /// Name of the property with the names around it: `rules.protocol`. A value without a schema has the path of the value around
    /// it, because its own path can be long, and there can be thousands of such values.
    pub(crate) path: Rc<str>,
    /// Name of the property; for the item of a list, the name of the list.
    pub(crate) name: &'a str,
    /// Span of the property's name; for the item of a list, span of the item.
    pub(crate) key_span: Span,
    /// The value that the property has.
    pub(crate) snippet: &'a Snippet,
    /// Schema of the value; `None` where the type's schema leaves it open.
    pub(crate) schema: Option<&'a PropertySchema>,
}

/// Returns the values of properties, each before the values inside it. Arguments of functions have no schema.
pub(crate) fn values_of<'a>(
    properties: &'a Snippet,
    schemas: &'a IndexMap<String, PropertySchema>,
) -> Vec<PropertyValue<'a>> {
    let mut found = Vec::new();
    let mut open = members(properties, &"".into(), Some(schemas));
    open.reverse();
    while let Some(value) = open.pop() {
        let mut within = match &value.snippet.content {
            Content::List(items) => {
                let schema = value.schema.and_then(PropertySchema::item);
                let item = |snippet| PropertyValue {
                    path: Rc::clone(&value.path),
                    name: value.name,
                    key_span: value.key_span,
                    snippet,
                    schema,
                };
                items.iter().map(item).collect()
            }
            Content::Map(_) => {
                members(value.snippet, &value.path, value.schema.and_then(PropertySchema::members))
            }
            Content::Call(call) => {
                let parts = call.branches.as_ref().map_or_else(
                    || vec![(&call.args, None)],
                    |branches| branches.as_slice().iter().map(|branch| (branch, value.schema)).collect(),
                );
                let part = |(snippet, schema)| PropertyValue {
                    path: Rc::clone(&value.path),
                    name: value.name,
                    key_span: value.key_span,
                    snippet,
                    schema,
                };
                parts.into_iter().map(part).collect()
            }
            Content::Scalar(_) | Content::Invalid(_) | Content::Omitted => Vec::new(),
        };
        within.reverse();
        open.append(&mut within);
        found.push(value);
    }
    found
}

/// Returns the values of a map's entries.
fn members<'a>(
    map: &'a Snippet,
    path: &Rc<str>,
    schemas: Option<&'a IndexMap<String, PropertySchema>>,
) -> Vec<PropertyValue<'a>> {
    let member = |entry: &'a Entry| {
        let schema = schemas.and_then(|schemas| schemas.get(&entry.key));
        let name = entry.key.as_str();
        let path = match schema {
            None => Rc::clone(path),
            Some(_) if path.is_empty() => name.into(),
            Some(_) => format!("{path}.{name}").into(),
        };
        PropertyValue { path, name, key_span: entry.key_span, snippet: &entry.value, schema }
    };
    map.entries().iter().map(member).collect()
}
