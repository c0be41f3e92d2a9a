//! Schema changes, and the property data that they break.

use heat_diff::{Finding, Policy, Severity, compare};
use heat_model::{ReleaseTable, ResourceType, Value};

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
pub(crate) struct Diff;

impl Family for Diff {
    fn name(&self) -> &'static str {
        "diff"
    }

    fn verdicts(&self) -> &'static [&'static str] {
        &["breaks"]
    }

    fn details(&self) -> &'static [&'static str] {
        &["was", "data", "update", "asked"]
    }

    fn differences(&self, vector: &Vector, _: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
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
        let said: Vec<_> = found
            .iter()
            .map(|each| format!("{} ({}): {}", each.rule.id, each.severity, each.message))
            .collect();
        Ok(vec![Difference {
            part: "verdict".to_owned(),
            heat: vector.output.to_string(),
            ours: if said.is_empty() { "nothing".to_owned() } else { said.join("; ") },
        }])
    }
}

/// Reads both schemas of a vector.
pub(crate) fn sides(vector: &Vector) -> Result<(ResourceType, ResourceType), Unanswerable> {
    let side = |key: &str| {
        let written = vector.input.required(key)?;
        written::loaded(written).ok_or_else(|| Unanswerable::Malformed(format!("`{key}` is no schema")))
    };
    Ok((side("before")?, side("after")?))
}

/// The findings between two schemas of a type.
pub(crate) fn findings(before: &ResourceType, after: &ResourceType) -> Vec<Finding> {
    compare(&[before], &[after], &Policy::new(&ReleaseTable::default()))
}
