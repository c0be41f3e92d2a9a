//! Maps that could have been meant as calls of functions.

use heat_hot::snippet::{Content, Snippet};
use heat_model::PropertySchema;
use heat_yaml::Span;

use crate::Context;
use crate::values::values_of;

/// A map with one key, which Heat takes for data.
pub(crate) struct PlainMap<'a> {
    /// The key.
    pub(crate) key: &'a str,
    /// Where the key stands.
    pub(crate) key_span: Span,
}

/// The maps with one key in properties and in the values of outputs, except those whose key is one of the schema.
pub(crate) fn plain_maps<'a>(context: &Context<'a>) -> Vec<PlainMap<'a>> {
    let mut found = Vec::new();
    for resource in &context.resources.all {
        let schema = context.types.find(resource.resource_type.0);
        let Some((properties, schema)) = resource.properties.zip(schema) else { continue };
        for value in values_of(properties, &schema.properties) {
            let [only] = value.snippet.entries() else { continue };
            let members = value.schema.and_then(PropertySchema::members);
            if members.is_none_or(|members| !members.contains_key(&only.key)) {
                found.push(PlainMap { key: &only.key, key_span: only.key_span });
            }
        }
    }
    let mut open: Vec<&'a Snippet> = context.outputs().collect();
    while let Some(snippet) = open.pop() {
        match &snippet.content {
            Content::List(items) => open.extend(items),
            Content::Map(entries) => {
                if let [only] = entries.as_slice() {
                    found.push(PlainMap { key: &only.key, key_span: only.key_span });
                }
                open.extend(entries.iter().map(|entry| &entry.value));
            }
            Content::Call(call) => match &call.branches {
                Some(branches) => open.extend(branches.as_slice()),
                None => open.push(&call.args),
            },
            Content::Scalar(_) | Content::Invalid(_) | Content::Omitted => {}
        }
    }
    found
}
