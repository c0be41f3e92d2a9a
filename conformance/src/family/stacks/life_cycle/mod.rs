//! The life cycle of a resource: Heat's work around the hooks of a plug-in.

mod classes;
mod compare;
mod events;
mod expressible;
mod script;
mod scripted;

use std::sync::Arc;

use heat_model::Value;
use heat_model::evaluate::{Query, ResolveError, Resolver};
use heat_plugin::testing::{Breakpoint, Resource, Restricted, Settings};

use self::compare::StoredResources;
use self::script::Script;
use crate::compare::{Comparison, Difference};
use crate::data_folder::DataFolder;
use crate::family::Family;
use crate::family::schemas::finder::Finders;
use crate::schema::Rules;
use crate::vector::{Fields, Unanswerable, Vector};

/// The family about life cycles. Input `{engine, type, hooks, other?, definition, stack_name?, config?, referenced?,
/// restricted_actions?, breakpoints?, events}`, which the docs of `recorder/life_cycle.py` describe. After each event, everything
/// is compared: states and their reasons, the stored data, the events that Heat adds, the calls of hooks with their arguments,
/// exceptions, and the time.
pub(crate) const FAMILY: Family =
    Family { name: "life_cycle", verdicts: &["steps"], details: &[], differences };

fn differences(vector: &Vector, _: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
    let input = &vector.input;
    expressible::check(input)?;
    let script = Arc::new(Script::of_input(input)?);
    let rules = classes::rules(input.required("type")?)?;
    let classes = classes::of_input(input, &script, &rules)?;
    let settings = settings(input, rules)?;
    let first = input.field("definition");
    let mut resource = Resource::with_settings(classes.of(first), settings);
    resource.define(events::definition(first));
    let (Value::List(asked), Value::List(steps)) =
        (input.required("events")?, vector.output.required("steps")?)
    else {
        return Err(Unanswerable::Malformed("`events` or `steps` is not a list".to_owned()));
    };
    let (mut found, mut stored) = (Comparison::default(), StoredResources::default());
    for (number, event) in asked.iter().enumerate() {
        let happened = events::run(&mut resource, &classes, &script, event)?;
        let Some(recorded) = steps.get(number) else { break };
        compare::step(&mut found, &format!("step {number}"), recorded, &happened, &mut stored);
    }
    Ok(found.differences)
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
    let restricted = one_or_many(input.field("restricted_actions"));
    let restricted_actions = [("update", Restricted::Update), ("replace", Restricted::Replace)]
        .into_iter()
        .filter_map(|(word, action)| restricted.contains(&word.into()).then_some(action))
        .collect();
    let breakpoints = one_or_many(input.field("breakpoints"));
    let is_set = |breakpoint: &Breakpoint| breakpoints.contains(&breakpoint.as_str().into());
    let stack_name = input.field("stack_name").and_then(Value::as_str).unwrap_or("stack");
    Ok(Settings {
        name: "thing".to_owned(),
        stack_name: stack_name.to_owned(),
        project_id: Some("test_tenant_id".to_owned()),
        legacy: input.text("engine")? == "legacy",
        action_retry_limit: limit,
        restricted_actions,
        breakpoints: Breakpoint::ALL.into_iter().filter(is_set).collect(),
        observe_on_update: config("observe_on_update").is_some_and(Value::is_truthy),
        referenced,
        resolver: Arc::new(RecordedFinders(rules)),
        ..Settings::default()
    })
}

/// The items of a list, or a single word as a list.
fn one_or_many(given: Option<&Value>) -> Vec<Value> {
    match given {
        Some(Value::List(words)) => words.to_vec(),
        word => word.cloned().into_iter().collect(),
    }
}

/// The recorded answers of finders.
struct RecordedFinders(Rules);

impl Resolver for RecordedFinders {
    fn resolve(&self, query: &Query<'_>) -> Result<Value, ResolveError> {
        Finders(&self.0).resolve(query)
    }
}
