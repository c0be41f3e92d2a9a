//! The families of vectors: what can be asked of Heat, and how we answer it.

mod constraints;
pub(crate) mod diff;
mod finder;
mod properties;
mod properties_groups;
mod schema_validity;
mod support_status;
mod template_text;
mod update;
mod written;

use heat_model::Value;

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

/// Where an answer of ours is not Heat's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Which part of the answer.
    pub part: String,
    /// What Heat said.
    pub heat: String,
    /// What we say.
    pub ours: String,
}

/// All families, in the order in which they are reported.
pub static FAMILIES: [&dyn Family; 8] = [
    &properties::Properties,
    &constraints::Constraints,
    &schema_validity::SchemaValidity,
    &support_status::SupportStatus,
    &properties_groups::PropertiesGroups,
    &update::Update,
    &template_text::TemplateText,
    &diff::Diff,
];

/// The family of this name.
#[must_use]
pub fn family(name: &str) -> Option<&'static dyn Family> {
    FAMILIES.into_iter().find(|family| family.name() == name)
}
