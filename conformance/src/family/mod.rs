//! The families of vectors: what can be asked of Heat, and how we answer it.

mod constraints;
mod finder;
mod properties;
mod properties_groups;
mod schema_validity;
mod support_status;
mod template_text;
mod update;
mod written;

use crate::vector::{DataFolder, Unanswerable, Vector};

/// A family of vectors.
pub trait Family: Sync {
    /// The name that its vectors carry.
    fn name(&self) -> &'static str;

    /// Puts a vector before our engine, and says where we do not answer as Heat did. None: we agree.
    ///
    /// # Errors
    /// Why the vector cannot be judged.
    fn differences(&self, vector: &Vector, data: &DataFolder) -> Result<Vec<Difference>, Unanswerable>;
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
pub static FAMILIES: [&dyn Family; 7] = [
    &properties::Properties,
    &constraints::Constraints,
    &schema_validity::SchemaValidity,
    &support_status::SupportStatus,
    &properties_groups::PropertiesGroups,
    &update::Update,
    &template_text::TemplateText,
];

/// The family of this name.
#[must_use]
pub fn family(name: &str) -> Option<&'static dyn Family> {
    FAMILIES.into_iter().find(|family| family.name() == name)
}
