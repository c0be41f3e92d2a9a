//! The families of vectors: the questions to Heat, and our answers, in folders by subject.
//!
//! The families are listed in `families`.

pub(crate) mod schemas;
pub(crate) mod stacks;
pub(crate) mod templates;
pub(crate) mod yaql;

use heat_model::Value;

use crate::compare::Difference;
use crate::data_folder::DataFolder;
use crate::vector::{Fields, Unanswerable, Vector};

/// A family of vectors.
pub struct Family {
    /// The name of the family in its vectors.
    pub name: &'static str,
    /// The keys of an answer that contain its result, besides an error.
    pub(crate) verdicts: &'static [&'static str],
    /// The keys that an answer can have besides its verdicts.
    pub(crate) details: &'static [&'static str],
    /// Runs a vector through our engine, and returns the differences between our answer and Heat's; empty if they agree. An error
    /// says why the vector cannot be compared.
    pub(crate) differences: fn(&Vector, &DataFolder) -> Result<Vec<Difference>, Unanswerable>,
}

/// The keys of an error in an answer.
const ERROR_KEYS: [&str; 5] = ["error_class", "message", "path", "error", "error_message"];

/// Checks that a recorded answer has the form of its family: it contains a result, and nothing that is not compared.
///
/// # Errors
/// The missing or unknown key.
pub(crate) fn check_form(family: &Family, output: &Value) -> Result<(), Unanswerable> {
    let output = output.map()?;
    let says = |key: &&str| output.contains_key(*key);
    if !(says(&"error_class") || family.verdicts.iter().any(says)) {
        let verdicts = family.verdicts.join("`, `");
        return Err(Unanswerable::Malformed(format!("the answer has neither an error nor `{verdicts}`")));
    }
    let is_known = |key: &str| {
        ERROR_KEYS.contains(&key) || family.verdicts.contains(&key) || family.details.contains(&key)
    };
    match output.keys().find(|key| !is_known(key)) {
        Some(odd) => Err(Unanswerable::Malformed(format!("nobody looks at `{odd}` in the answer"))),
        None => Ok(()),
    }
}
