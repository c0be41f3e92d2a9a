//! The effect of an update on a resource.

use heat_model::Value;
use heat_model::evaluate::{Context, Evaluator};
use heat_model::update::{
    Changes, Decision, Definition, DefinitionDiff, ResourceState, changes_between, preview,
};
use heat_model::validate::ValueError;
use indexmap::IndexMap;

use crate::compare::{Comparison, Difference, in_words, same, untagged};
use crate::custom;
use crate::data_folder::DataFolder;
use crate::family::Family;
use crate::family::schemas::finder::Finders;
use crate::family::schemas::properties::{definition, resource_type};
use crate::schema::{self, Rules};
use crate::vector::{Fields, Unanswerable, Vector};

/// The family about updates of a resource. Input `{kind: prop_diff, schema | schema_ref, before, after, rules?,
/// update_allowed_properties?}`, in which `before` and `after` are property data; or `{kind: preview, schema, state, before,
/// after}`, in which they are definitions.
///
/// Rules that individual plug-ins add are not part of this family, and were not part of the recorded resource either.
pub(crate) const FAMILY: Family = Family {
    name: "update",
    verdicts: &["result"],
    details: &["changed", "diff", "needs_update"],
    differences,
};

fn differences(vector: &Vector, data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
    let input = &vector.input;
    let rules = input.field("rules").map_or_else(|| Ok(Rules::default()), schema::rules)?;
    let resource_type = resource_type(definition(input, data)?, &rules)?;
    let finders = Finders(&rules);
    let custom_constraints = custom::as_recorded();
    let context = Context::new(custom_constraints).with_resolver(&finders);
    let asked = Question {
        evaluator: &Evaluator::new(&resource_type),
        before: input.required("before")?,
        after: input.required("after")?,
        output: &vector.output,
    };
    match input.text("kind")? {
        "prop_diff" => asked.properties(&context, &names(input.field("update_allowed_properties"))),
        "preview" => asked.preview(&context, input),
        other => Err(Unanswerable::Malformed(format!("a kind that is not known: {other}"))),
    }
}

fn names(list: Option<&Value>) -> Vec<String> {
    match list {
        Some(Value::List(names)) => {
            names.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect()
        }
        _ => Vec::new(),
    }
}

struct Question<'a> {
    evaluator: &'a Evaluator<'a>,
    before: &'a Value,
    after: &'a Value,
    output: &'a Value,
}

impl Question<'_> {
    fn properties(
        &self,
        context: &Context<'_>,
        also_in_place: &[String],
    ) -> Result<Vec<Difference>, Unanswerable> {
        self.check_changed()?;
        let (before, after) = (self.before.map()?, self.after.map()?);
        let changes = changes_between(self.evaluator, before, after, context, also_in_place);
        let mut found = Comparison::default();
        self.result(&mut found, &changes, after, context);
        Ok(found.differences)
    }

    /// An update in place must list its changes.
    fn check_changed(&self) -> Result<(), Unanswerable> {
        let is_update = self.output.field("result") == Some(&"update".into());
        if is_update { self.output.required("changed").map(drop) } else { Ok(()) }
    }

    fn preview(&self, context: &Context<'_>, input: &Value) -> Result<Vec<Difference>, Unanswerable> {
        self.check_changed()?;
        let (before, after) = (read(self.before), read(self.after));
        let mut found = Comparison::default();
        let replaced = state(input)?.replaces(false, true, true);
        // If the state determines the result, Heat checks nothing else.
        if replaced {
            if self.output.field("result") != Some(&"replace".into()) || self.output.field("diff").is_some() {
                found.differs("result", self.output, &"replace, because of the state");
            }
            return Ok(found.differences);
        }
        let mut context = *context;
        context.resource_description = self.after.field("description").and_then(Value::as_str);
        let changes = preview(self.evaluator, &before, &after, &context);
        let none = IndexMap::new();
        self.result(&mut found, &changes, after.properties.as_ref().unwrap_or(&none), &context);
        if let Some(needs) = self.output.field("needs_update") {
            let ours = Value::Bool(
                changes.is_err() || changes.is_ok_and(|found| found.decision != Decision::NoChange),
            );
            if *needs != ours {
                found.differs("needs_update", needs, &ours);
            }
        }
        let DefinitionDiff { properties, metadata, update_policy } = after.diff(&before);
        for (part, ours) in
            [("properties", properties), ("metadata", metadata), ("update_policy", update_policy)]
        {
            let heat = self.output.field("diff").and_then(|diff| diff.field(part));
            if heat.is_some_and(|heat| *heat != Value::Bool(ours)) {
                found.differs(&format!("diff.{part}"), &!ours, &ours);
            }
        }
        Ok(found.differences)
    }

    /// Compares a decision and the changed values with the recorded ones.
    fn result(
        &self,
        found: &mut Comparison,
        changes: &Result<Changes, Vec<ValueError>>,
        after: &IndexMap<String, Value>,
        context: &Context<'_>,
    ) {
        let heat = self.output.field("result").and_then(Value::as_str).unwrap_or_default();
        let (ours, words) = match changes {
            Ok(changes) => {
                let word = match changes.decision {
                    Decision::NoChange => "no_change",
                    Decision::InPlace => "update",
                    Decision::Replace => "replace",
                    Decision::Refused => "immutable",
                };
                (word, format!("{word}: {}", self.names_of(changes).join(", ")))
            }
            Err(errors) => ("error", in_words(errors)),
        };
        if heat != ours {
            found.differs("result", self.output, &words);
            return;
        }
        if let (Some(heat), Ok(changes)) = (self.output.field("changed"), changes) {
            let (heat, ours) = (untagged(heat), self.values_of(changes, after, context));
            if !same(&heat, &ours) {
                found.differs("changed", &heat, &ours);
            }
        }
    }

    fn names_of(&self, changes: &Changes) -> Vec<&str> {
        let schemas = self.evaluator.schemas();
        changes
            .changed
            .iter()
            .filter_map(|position| schemas.get_index(*position))
            .map(|(name, _)| name.as_str())
            .collect()
    }

    /// The new values of the changed properties; null for those that cannot be read.
    fn values_of(&self, changes: &Changes, after: &IndexMap<String, Value>, context: &Context<'_>) -> Value {
        let mut properties = self.evaluator.properties(after, context);
        // Reading one property may determine the value of another. Heat has read all of them when it collects the values.
        for name in self.evaluator.schemas().keys() {
            _ = properties.get(name);
        }
        let schemas = self.evaluator.schemas();
        let entries = changes.changed.iter().filter_map(|position| schemas.get_index(*position));
        let values = entries.map(|(name, schema)| {
            let value = properties.get(name).map_or(Value::Null, |value| value.to_value(schema));
            (name.clone(), value)
        });
        values.collect()
    }
}

/// Reads the old state of the resource.
fn state(input: &Value) -> Result<ResourceState<'_>, Unanswerable> {
    let state = match input.required("state")? {
        Value::List(state) => state.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    match state.as_slice() {
        [action, status] => Ok(ResourceState { action, status }),
        _ => Err(Unanswerable::Malformed("`state` is not an action and a status".to_owned())),
    }
}

/// Reads a resource's definition. All of a vector's definitions have the same type, unless they set another one.
fn read(definition: &Value) -> Definition {
    let field = |key: &str| definition.field(key).filter(|value| **value != Value::Null).cloned();
    Definition {
        description: definition.field("description").and_then(Value::as_str).map(str::to_owned),
        resource_type: definition.field("type").and_then(Value::as_str).unwrap_or_default().to_owned(),
        properties: definition.field("properties").and_then(Value::as_map).cloned(),
        metadata: field("metadata"),
        depends: field("depends"),
        deletion_policy: field("deletion_policy"),
        update_policy: field("update_policy"),
        external_id: field("external_id"),
        condition: field("condition"),
    }
}
