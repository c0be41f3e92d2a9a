//! Alternatives for a value with docs.
//!
//! If the YAML language server assumes that all alternatives match, it shows the plain description instead of the Markdown. As it
//! compares alternatives by their properties, each one gets a `properties` key, even without any properties.

use serde_json::{Value as Json, json};

/// A schema that matches if one of the alternatives does.
pub(super) fn any_of(alternatives: impl IntoIterator<Item = Json>) -> Json {
    let distinct = alternatives.into_iter().map(|mut alternative| {
        if alternative.get("$ref").is_none() {
            alternative["properties"] = json!({});
        }
        alternative
    });
    Json::Array(distinct.collect())
}

/// Names that editors offer, followed by another alternative. The `enum` is left out if there are no names, because it must not
/// be empty.
pub(super) fn offered_or(names: &[&str], other: Json) -> Json {
    let offered = (!names.is_empty()).then(|| json!({"enum": names}));
    Json::Array(offered.into_iter().chain([other]).collect())
}

/// Returns the schema of any value. Editors complete the colon after a key if there are alternatives.
pub(super) fn anything() -> Json {
    any_of([json!({}), json!({"not": {}})])
}
