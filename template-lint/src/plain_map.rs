//! Maps that could have been meant as calls of functions.

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

/// The maps with one key in properties, except those whose key is one of the schema.
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
    found
}
