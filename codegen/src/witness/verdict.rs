//! What Heat makes of a resource by some schema.

use heat_model::custom_constraint::WithoutCloud;
use heat_model::evaluate::{Context, Evaluator};
use heat_model::update::{Decision, changes_between};
use heat_model::validate::ValueError;
use heat_model::{ResourceType, Value};
use indexmap::IndexMap;

/// The engine with one schema. There is no cloud: names are not resolved, and what only a cloud can judge is accepted.
/// Time stands still, for no witness may be fine today and wrong tomorrow.
pub(super) struct Judge<'a> {
    evaluator: Evaluator<'a>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(schema: &'a ResourceType) -> Self {
        Self { evaluator: Evaluator::new(schema) }
    }

    /// All that is wrong with property data.
    pub(super) fn errors(&self, data: &IndexMap<String, Value>) -> Vec<ValueError> {
        self.evaluator.resolve(data, &Context::new(&WithoutCloud::timeless())).err().unwrap_or_default()
    }

    /// What an update from one set of data to another comes to, if both can be read.
    pub(super) fn update(
        &self,
        old: &IndexMap<String, Value>,
        new: &IndexMap<String, Value>,
    ) -> Option<Decision> {
        let changes =
            changes_between(&self.evaluator, old, new, &Context::new(&WithoutCloud::timeless()), &[]).ok()?;
        Some(changes.decision)
    }
}
