//! The life of a resource: what Heat does around the hooks of a plug-in.

mod compare;
mod events;
mod expressible;
mod script;
mod scripted;

use std::sync::Arc;

use heat_model::evaluate::{Query, ResolveError, Resolver};
use heat_model::{AttributeSchema, ResourceType, Value};
use heat_plugin::engine::ResourceClass;
use heat_plugin::testing::{Resource, Restricted, Settings};
use indexmap::IndexMap;

use self::compare::Stored;
use self::script::Script;
use self::scripted::Scripted;
use super::Family;
use super::finder::Finders;
use crate::compare::{Comparison, Difference};
use crate::data_folder::DataFolder;
use crate::schema::{self, Rules};
use crate::vector::{Fields, Unanswerable, Vector};

/// Input `{engine, type, hooks, definition, stack_name?, config?, referenced?, restricted_actions?, events}`: the docs of `recorder/life_cycle.py`
/// describe it. After each event, everything is compared: states and their reasons, what is stored, the events that Heat adds,
/// the calls of hooks with what they are given, exceptions, and the time.
pub(crate) struct LifeCycle;

impl Family for LifeCycle {
    fn name(&self) -> &'static str {
        "life_cycle"
    }

    fn verdicts(&self) -> &'static [&'static str] {
        &["steps"]
    }

    fn details(&self) -> &'static [&'static str] {
        &[]
    }

    fn differences(&self, vector: &Vector, _: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
        let input = &vector.input;
        expressible::check(input)?;
        let hooks = input.field("hooks").map_or_else(|| Ok(IndexMap::new()), |hooks| hooks.map().cloned())?;
        let script = Arc::new(Script::new(hooks));
        let definition = input.required("type")?;
        let rules = definition.field("rules").map_or_else(|| Ok(Rules::default()), schema::rules)?;
        let class = Scripted { schema: resource_type(definition, &rules)?, script: Arc::clone(&script) };
        let settings = settings(input, rules)?;
        let mut resource = Resource::with_settings(ResourceClass::from_class(class), settings);
        resource.define(events::definition(input.field("definition")));
        let (Value::List(asked), Value::List(steps)) =
            (input.required("events")?, vector.output.required("steps")?)
        else {
            return Err(Unanswerable::Malformed("`events` or `steps` is not a list".to_owned()));
        };
        let (mut found, mut stored) = (Comparison::default(), Stored::default());
        for (number, event) in asked.iter().enumerate() {
            let happened = events::run(&mut resource, &script, event)?;
            let Some(recorded) = steps.get(number) else { break };
            compare::step(&mut found, &format!("step {number}"), recorded, &happened, &mut stored);
        }
        Ok(found.differences)
    }
}

fn resource_type(definition: &Value, rules: &Rules) -> Result<ResourceType, Unanswerable> {
    let mut made = ResourceType::new("Test::Token");
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

fn settings(input: &Value, rules: Rules) -> Result<Settings, Unanswerable> {
    let config = |key: &str| input.field("config").and_then(|config| config.field(key));
    let limit = match config("action_retry_limit") {
        Some(Value::Integer(limit)) => u32::try_from(limit.as_i64().unwrap_or_default()).unwrap_or_default(),
        _ => Settings::default().action_retry_limit,
    };
    let referenced = match input.field("referenced") {
        Some(Value::List(paths)) => {
            paths.iter().map(events::path).map(|(name, path)| (name.to_owned(), path.to_vec())).collect()
        }
        _ => Vec::new(),
    };
    let restricted = match input.field("restricted_actions") {
        Some(Value::List(actions)) => actions.to_vec(),
        action => action.cloned().into_iter().collect(),
    };
    let restricts = |word: &str| restricted.iter().any(|action| action.as_str() == Some(word));
    let restricted_actions = [("update", Restricted::Update), ("replace", Restricted::Replace)]
        .into_iter()
        .filter_map(|(word, action)| restricts(word).then_some(action))
        .collect();
    let stack_name = input.field("stack_name").and_then(Value::as_str).unwrap_or("stack");
    Ok(Settings {
        name: "thing".to_owned(),
        class_name: "Token".to_owned(),
        stack_name: stack_name.to_owned(),
        project_id: Some("test_tenant_id".to_owned()),
        legacy: input.text("engine")? == "legacy",
        action_retry_limit: limit,
        restricted_actions,
        observe_on_update: config("observe_on_update").is_some_and(Value::is_truthy),
        referenced,
        resolver: Arc::new(Recorded(rules)),
        ..Settings::default()
    })
}

/// The recorded answers of finders.
struct Recorded(Rules);

impl Resolver for Recorded {
    fn resolve(&self, query: &Query<'_>) -> Result<Value, ResolveError> {
        Finders(&self.0).resolve(query)
    }
}
