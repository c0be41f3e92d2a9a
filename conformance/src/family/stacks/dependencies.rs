//! Graph of a stack: which resource waits for which.

use std::collections::BTreeSet;

use heat_model::Value;

use super::update_preview::Stack;
use crate::compare::{Comparison, Difference};
use crate::data_folder::DataFolder;
use crate::family::Family;
use crate::family::templates::environment::VectorFiles;
use crate::vector::{Fields, Unanswerable, Vector};

/// The family about dependencies. Input `{template, environment?, files?}`. The answer is what each resource needs when the stack is
/// created (`needs`); where the engines differ, `legacy` and `convergence`, of which convergence is the default and is compared.
pub(crate) const FAMILY: Family = Family {
    name: "dependencies",
    verdicts: &["needs", "convergence", "legacy"],
    details: &["validation"],
    differences,
};

fn differences(vector: &Vector, data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
    let files = VectorFiles(vector.input.field("files"));
    let stack = Stack::read(&vector.input, &files, data)?;
    let output = &vector.output;
    let needs = output.field("convergence").or_else(|| output.field("needs"));
    let Some(needs) = needs.and_then(Value::as_map) else {
        return Err(Unanswerable::NotHere("a graph without an order"));
    };
    let mut found = Comparison::default();
    let dependencies = &stack.version().resolved.dependencies;
    for (name, needed) in needs {
        let heat: BTreeSet<&str> = needed.as_list().into_iter().flatten().filter_map(Value::as_str).collect();
        let ours: BTreeSet<&str> = dependencies.required_by(name).collect();
        if heat != ours {
            found.differs(name, needed, &ours.into_iter().collect::<Vec<_>>().join(", "));
        }
    }
    Ok(found.differences)
}
