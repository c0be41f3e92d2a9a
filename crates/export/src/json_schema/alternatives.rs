//! Alternatives for a value that has docs.
//!
//! If the YAML language server takes all alternatives for matched, it shows the plain description in place of the Markdown. It
//! compares them by their properties, so each has its own, even if it has none.

use serde_json::{Value as Json, json};

/// A schema that one of the given alternatives has to match.
pub(super) fn any_of(alternatives: impl IntoIterator<Item = Json>) -> Json {
    let distinct = alternatives.into_iter().map(|mut alternative| {
        if alternative.get("$ref").is_none() {
            alternative["properties"] = json!({});
        }
        alternative
    });
    Json::Array(distinct.collect())
}

/// Names that editors offer, before another alternative. There has to be a name in an `enum`.
pub(super) fn offered_or(names: &[&str], other: Json) -> Json {
    let offered = (!names.is_empty()).then(|| json!({"enum": names}));
    Json::Array(offered.into_iter().chain([other]).collect())
}

/// Any value. Editors that see alternatives complete the colon after a key.
pub(super) fn anything() -> Json {
    any_of([json!({}), json!({"not": {}})])
}
