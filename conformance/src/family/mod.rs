//! The families of vectors: what can be asked of Heat, and how we answer it.

pub(crate) mod constraints;
pub(crate) mod diff;
mod finder;
pub(crate) mod intrinsic_functions;
pub(crate) mod properties;
pub(crate) mod properties_groups;
pub(crate) mod schema_validity;
pub(crate) mod support_status;
pub(crate) mod template_text;
pub(crate) mod update;
mod written;

use heat_model::Value;

use crate::compare::Difference;
use crate::vector::{DataFolder, Fields, Unanswerable, Vector};

/// A family of vectors.
pub trait Family: Sync {
    /// The name that its vectors carry.
    fn name(&self) -> &'static str;

    /// The keys of an answer that say how it went, beside an error.
    fn verdicts(&self) -> &'static [&'static str];

    /// The keys that an answer may have besides.
    fn details(&self) -> &'static [&'static str];

    /// Puts a vector before our engine, and says where we do not answer as Heat did. None: we agree.
    ///
    /// # Errors
    /// Why the vector cannot be judged.
    fn differences(&self, vector: &Vector, data: &DataFolder) -> Result<Vec<Difference>, Unanswerable>;
}

/// What an answer says of an error.
const ERROR_KEYS: [&str; 5] = ["error_class", "message", "path", "error", "error_message"];

/// Whether a recorded answer has the form of its family: it says how it went, and nothing that nobody looks at.
///
/// # Errors
/// What is missing, or the key that is too much.
pub(crate) fn check_form(family: &dyn Family, output: &Value) -> Result<(), Unanswerable> {
    let output = output.map()?;
    let says = |key: &&str| output.contains_key(*key);
    if !(says(&"error_class") || family.verdicts().iter().any(says)) {
        let verdicts = family.verdicts().join("`, `");
        return Err(Unanswerable::Malformed(format!("the answer has neither an error nor `{verdicts}`")));
    }
    let is_known = |key: &str| {
        ERROR_KEYS.contains(&key) || family.verdicts().contains(&key) || family.details().contains(&key)
    };
    match output.keys().find(|key| !is_known(key)) {
        Some(odd) => Err(Unanswerable::Malformed(format!("nobody looks at `{odd}` in the answer"))),
        None => Ok(()),
    }
}
