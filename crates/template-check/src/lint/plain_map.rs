//! Maps that were possibly meant as function calls.

use std::sync::LazyLock;

use heat_hot::snippet::{Content, Snippet};
use heat_model::PropertySchema;
use heat_yaml::Span;
use indexmap::IndexMap;

use crate::Context;
use crate::lint::values::values_of;

/// Map with one key, which Heat takes for data.
pub(crate) struct PlainMap<'a> {
    /// Key of the map's one entry.
    pub(crate) key: &'a str,
    /// Span of the map's key.
    pub(crate) key_span: Span,
    /// Value of the map's one entry, if it is a string.
    pub(crate) text: Option<&'a str>,
    /// `true` if a schema describes the values here. Otherwise, the key may be a name that only has a meaning for the data.
    pub(crate) has_schema: bool,
}

/// Properties of an unknown type.
static UNKNOWN: LazyLock<IndexMap<String, PropertySchema>> = LazyLock::new(IndexMap::new);

/// Returns the maps with one key in properties, in metadata and in the values of outputs, except those whose key is in the
/// schema.
pub(crate) fn plain_maps<'a>(context: &Context<'a>) -> Vec<PlainMap<'a>> {
    let mut found = Vec::new();
    for resource in &context.resources.all {
        let schema = context.schema(resource);
        let Some(properties) = resource.properties else { continue };
        for value in values_of(properties, schema.map_or(&UNKNOWN, |schema| &schema.properties)) {
            let members = value.schema.and_then(PropertySchema::members);
            let only = only(value.snippet, schema.is_some());
            found.extend(only.filter(|only| members.is_none_or(|members| !members.contains_key(only.key))));
        }
    }
    within(context.metadata(), false, &mut found);
    within(context.outputs(), true, &mut found);
    found
}

/// Adds the maps with one key in some values.
fn within<'a>(values: impl Iterator<Item = &'a Snippet>, has_schema: bool, found: &mut Vec<PlainMap<'a>>) {
    let mut open: Vec<&'a Snippet> = values.collect();
    while let Some(snippet) = open.pop() {
        match &snippet.content {
            Content::List(items) => open.extend(items),
            Content::Map(entries) => {
                found.extend(only(snippet, has_schema));
                open.extend(entries.iter().map(|entry| &entry.value));
            }
            Content::Call(call) => match &call.branches {
                Some(branches) => open.extend(branches.as_slice()),
                None => open.push(&call.args),
            },
            Content::Scalar(_) | Content::Invalid(_) | Content::Omitted => {}
        }
    }
}

/// Returns a value as a map with one key, if it is one.
fn only(snippet: &Snippet, has_schema: bool) -> Option<PlainMap<'_>> {
    let [only] = snippet.entries() else { return None };
    Some(PlainMap { key: &only.key, key_span: only.key_span, text: only.value.as_str(), has_schema })
}
