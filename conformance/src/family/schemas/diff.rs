//! Schema changes, and the property data that they break.

use heat_diff::{Finding, Policy, Severity, compare};
use heat_model::{CustomConstraintTable, ReleaseTable, ResourceType, SchemaPath, Value};
use heat_witness as witness;
use serde_json::{Map, Value as Json};

use super::written;
use crate::compare::Difference;
use crate::data_folder::DataFolder;
use crate::family::Family;
use crate::vector::{Fields, Unanswerable, Vector};

/// The family about changes of schemas. Input `{before, after}`: two schemas of a type, in our own form. The answer says what
/// happens in Heat to property data that it accepted before: `refused`, `replaced`, or nothing (false), with the data, and their
/// result before the change.
///
/// If the data did not change and the resource is now replaced, a default or a type changed: that is dangerous, and may be
/// reported as breaking.
pub(crate) const FAMILY: Family =
    Family { name: "diff", verdicts: &["breaks"], details: &["was", "data", "update", "asked"], differences };

fn differences(vector: &Vector, _: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
    let (before, after) = sides(vector)?;
    let breaks = *vector.output.required("breaks")? != Value::Bool(false);
    let was = vector.output.field("was").and_then(Value::as_str);
    let found = findings(&before, &after);
    let worst = found.iter().map(|finding| finding.severity).min();
    let agrees = match (breaks, was) {
        (true, Some("no change")) => worst.is_some_and(|worst| worst <= Severity::Dangerous),
        _ => breaks == (worst == Some(Severity::Breaking)),
    };
    if agrees {
        return Ok(Vec::new());
    }
    let said: Vec<_> =
        found.iter().map(|each| format!("{} ({}): {}", each.rule.id, each.severity, each.message)).collect();
    Ok(vec![Difference {
        part: "verdict".to_owned(),
        heat: vector.output.to_string(),
        ours: if said.is_empty() { "nothing".to_owned() } else { said.join("; ") },
    }])
}

/// Reads both schemas of a vector.
fn sides(vector: &Vector) -> Result<(ResourceType, ResourceType), Unanswerable> {
    let side = |key: &str| {
        let written = vector.input.required(key)?;
        written::loaded(written).ok_or_else(|| Unanswerable::Malformed(format!("`{key}` is no schema")))
    };
    Ok((side("before")?, side("after")?))
}

/// The findings between two schemas of a type.
fn findings(before: &ResourceType, after: &ResourceType) -> Vec<Finding> {
    compare(&[before], &[after], &Policy::new(&ReleaseTable::default()))
}

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
