//! The findings of `diff` for a mutant, with their counterexamples and witnesses.

use heat_diff::Finding;
use heat_model::{CustomConstraintTable, ResourceType, SchemaPath};
use heat_witness as witness;
use serde_json::{Map, Value as Json};

use crate::family::schemas::diff::{findings, sides};
use crate::vector::{Unanswerable, Vector};

/// The findings of `diff` for a vector of its family, as a line of JSON. `same` says whether both sides have the same meaning,
/// for example if one has a key with its default and the other omits it.
///
/// # Errors
/// If the vector does not have the form of its family.
pub(crate) fn claims(line: &str) -> Result<String, String> {
    let vector = Vector::parse(line)?;
    let (before, after) = sides(&vector).map_err(|error: Unanswerable| error.to_string())?;
    let findings: Vec<Json> =
        findings(&before, &after).iter().map(|finding| claim(finding, &before, &after)).collect();
    let is_same = before == after;
    Ok(serde_json::json!({"source": vector.source, "same": is_same, "findings": findings}).to_string())
}

fn claim(finding: &Finding, before: &ResourceType, after: &ResourceType) -> Json {
    let mut claim = Map::new();
    claim.insert("rule".to_owned(), finding.rule.id.into());
    claim.insert("severity".to_owned(), finding.severity.as_str().into());
    claim.insert("message".to_owned(), finding.message.as_str().into());
    if let Some(value) = &finding.counterexample {
        // Integers can have any size, so values are written as text.
        claim.insert("counterexample".to_owned(), value.to_string().into());
        claim.insert(
            "path".to_owned(),
            serde_json::json!({"before": names(finding.before.as_ref()), "after": names(finding.after.as_ref())}),
        );
    }
    if let Some(witness) = witness::find(finding, before, Some(after), &CustomConstraintTable::default()) {
        claim.insert(
            "witness".to_owned(),
            serde_json::json!({"template": witness.template, "update": witness.update, "after": witness.after}),
        );
    }
    Json::Object(claim)
}

/// The names along the path to a property, with `*` for an item.
fn names(path: Option<&SchemaPath>) -> Vec<&str> {
    path.map(SchemaPath::property_names).unwrap_or_default()
}
