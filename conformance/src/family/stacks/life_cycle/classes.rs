//! The classes of a script: the class of the resource, and optionally one to which updates change its type.

use std::sync::Arc;

use heat_model::{AttributeSchema, ResourceType, StatusEntry, Value};
use heat_plugin::engine::ResourceClass;

use super::script::{OTHER, Script};
use super::scripted::ScriptedClass;
use crate::schema::{self, Rules};
use crate::vector::{Fields, Unanswerable};

/// The classes that the resource can have in a script.
pub(super) struct Classes {
    first: ResourceClass,
    other: Option<ResourceClass>,
}

impl Classes {
    /// Finds the class of a definition.
    pub(super) fn of(&self, definition: Option<&Value>) -> ResourceClass {
        let is_other = definition.is_some_and(|definition| definition.field("type").is_some());
        self.other.as_ref().filter(|_| is_other).unwrap_or(&self.first).clone()
    }
}

const NAMES: [&str; 2] = ["Test::Token", "Test::Box"];

/// Reads the classes of an input.
pub(super) fn of_input(
    input: &Value,
    script: &Arc<Script>,
    of_first: &Rules,
) -> Result<Classes, Unanswerable> {
    let class = |name: &str, substitute: &str, definition: &Value, rules: &Rules, prefix: &'static str| {
        let mut schema = resource_type(name, definition, rules)?;
        if definition.flag("is_substituted", false) {
            let substitute_class = Some(substitute.to_owned());
            schema.support_status.history = vec![StatusEntry { substitute_class, ..StatusEntry::default() }];
        }
        Ok(ResourceClass::from_class(ScriptedClass { schema, script: Arc::clone(script), prefix }))
    };
    let [first, other] = NAMES;
    let of_other = |input: &Value| {
        let definition = input.required("type")?;
        class(other, first, definition, &rules(definition)?, OTHER)
    };
    Ok(Classes {
        first: class(first, other, input.required("type")?, of_first, "")?,
        other: input.field("other").map(of_other).transpose()?,
    })
}

/// Reads the translation rules of a type.
pub(super) fn rules(definition: &Value) -> Result<Rules, Unanswerable> {
    definition.field("rules").map_or_else(|| Ok(Rules::default()), schema::rules)
}

fn resource_type(name: &str, definition: &Value, rules: &Rules) -> Result<ResourceType, Unanswerable> {
    let mut made = ResourceType::new(name);
    if let Some(properties) = definition.field("properties") {
        made.properties = schema::properties(properties.map()?)?;
    }
    if let Some(attributes) = definition.field("attributes") {
        let attributes = attributes.map()?.iter();
        made.attributes =
            attributes.map(|(name, attribute)| (name.clone(), of_attribute(attribute))).collect();
    }
    made.translation_rules.clone_from(&rules.rules);
    made.always_replace_on_check_failed = definition.flag("always_replace_on_check_failed", true);
    if let Some(Value::List(actions)) = definition.field("no_signal_actions") {
        made.no_signal_actions = actions.iter().filter_map(Value::as_str).map(ToOwned::to_owned).collect();
    }
    if let Some(limit) = definition.field("physical_resource_name_limit") {
        let limit = if let Value::Integer(limit) = limit { limit.as_i64() } else { None };
        made.physical_resource_name_limit =
            limit.and_then(|limit| u32::try_from(limit).ok()).unwrap_or_default();
    }
    Ok(made)
}

fn of_attribute(definition: &Value) -> AttributeSchema {
    let mut made = AttributeSchema::default();
    if definition.field("cache_mode").and_then(Value::as_str) == Some("cache_none") {
        made.cache_mode = heat_model::CacheMode::CacheNone;
    }
    made
}
