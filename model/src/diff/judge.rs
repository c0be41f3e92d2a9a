//! What Heat makes of property data by some schema.

use indexmap::IndexMap;

use crate::custom_constraint::WithoutCloud;
use crate::evaluate::{Context, Evaluator, Query, ResolveError, Resolver};
use crate::update::{Changes, changes_between};
use crate::validate::ValueError;
use crate::{PropertySchema, ResourceType, Value};

/// The engine with one schema. There is no cloud: names stand for themselves, and what only a cloud can judge is accepted.
/// Time stands still, so that an answer that holds today holds tomorrow.
pub struct Judge<'a> {
    evaluator: Evaluator<'a>,
}

/// Finds everything under the name that it is asked for.
struct Identity;

impl Resolver for Identity {
    fn resolve(&self, query: &Query<'_>) -> Result<Value, ResolveError> {
        Ok(query.value.clone())
    }
}

impl<'a> Judge<'a> {
    /// Judges by the properties, rules and groups of a type.
    #[must_use]
    pub fn new(schema: &'a ResourceType) -> Self {
        Self { evaluator: Evaluator::new(schema) }
    }

    /// Judges by properties alone.
    pub(super) fn of_properties(properties: &'a IndexMap<String, PropertySchema>) -> Self {
        Self { evaluator: Evaluator::of_properties(properties) }
    }

    /// Everything that is wrong with property data.
    #[must_use]
    pub fn errors(&self, data: &IndexMap<String, Value>) -> Vec<ValueError> {
        let constraints = WithoutCloud::timeless();
        let context = Context::new(&constraints).with_resolver(&Identity);
        self.evaluator.resolve(data, &context).err().unwrap_or_default()
    }

    /// Whether nothing is wrong with property data.
    #[must_use]
    pub fn accepts(&self, data: &IndexMap<String, Value>) -> bool {
        self.errors(data).is_empty()
    }

    /// What an update from one set of data to another changes, if both can be read.
    #[must_use]
    pub fn update(&self, old: &IndexMap<String, Value>, new: &IndexMap<String, Value>) -> Option<Changes> {
        let constraints = WithoutCloud::timeless();
        let context = Context::new(&constraints).with_resolver(&Identity);
        changes_between(&self.evaluator, old, new, &context, &[]).ok()
    }
}

/// A property by itself, on both sides: judges single values.
pub(super) struct PropertyJudge {
    sides: [IndexMap<String, PropertySchema>; 2],
}

/// The name under which a property is judged. It is none that Heat treats differently from others.
const NAME: &str = "property";

impl PropertyJudge {
    pub(super) fn new(before: &PropertySchema, after: &PropertySchema) -> Self {
        Self { sides: [before, after].map(|schema| IndexMap::from([(NAME.to_owned(), schema.clone())])) }
    }

    /// Whether a value was accepted and is now refused.
    pub(super) fn loses(&self, value: &Value) -> bool {
        let data = IndexMap::from([(NAME.to_owned(), value.clone())]);
        let [before, after] = &self.sides;
        Judge::of_properties(before).accepts(&data) && !Judge::of_properties(after).accepts(&data)
    }
}
