//! Comparing the data and the definition of a resource before and after an update.

use indexmap::IndexMap;

use super::definition::Definition;
use super::outcome::{Changes, Decision, UpdateBehaviour};
use crate::Value;
use crate::evaluate::{Context, Evaluator, Properties, Resolved};
use crate::validate::{PythonException, ValueError};

/// Returns the properties in which two sets of data differ, each property being read with the same schema.
///
/// A property that cannot be read from the old data is treated as changed, except for names that cannot be resolved: these stay
/// unchanged. `also_in_place` names properties that a plug-in updates in place regardless of the schema
/// (`update_allowed_properties`).
///
/// Errors in the new data, in the parts that are read; constraints are not checked. Properties in the old data that exclude each
/// other.
pub fn changes_between(
    evaluator: &Evaluator<'_>,
    before: &IndexMap<String, Value>,
    after: &IndexMap<String, Value>,
    context: &Context<'_>,
    also_in_place: &[String],
) -> Result<Changes, Vec<ValueError>> {
    // A name that was resolved once may no longer exist: in the old data, names that cannot be resolved are left unchanged.
    let before_context = Context { ignore_resolve_errors: true, ..*context };
    difference(
        evaluator,
        evaluator.properties(before, &before_context),
        evaluator.properties(after, context),
        also_in_place,
    )
}

fn difference(
    evaluator: &Evaluator<'_>,
    mut before: Properties<'_>,
    mut after: Properties<'_>,
    also_in_place: &[String],
) -> Result<Changes, Vec<ValueError>> {
    let mut differing = Vec::new();
    let mut unread = Vec::new();
    let mut errors = Vec::new();
    for (position, name) in evaluator.schemas().keys().enumerate() {
        match read(&mut before, name) {
            // Heat ignores an error of an old value, but not one that keeps the value from being read at all.
            Err(found) if !found.first().is_some_and(is_of_value) => errors.extend(found),
            Err(_) => {
                differing.push(position);
                unread.push(name);
            }
            Ok(old) => match read(&mut after, name) {
                Ok(new) if old.python_eq(&new) => {}
                Ok(_) => differing.push(position),
                Err(found) => errors.extend(found),
            },
        }
    }
    let changes = Changes::with(differing, |position| {
        let (name, schema) = evaluator.schemas().get_index(position)?;
        let behaviour = schema.update_behaviour();
        let in_place = behaviour == UpdateBehaviour::Replace && also_in_place.contains(name);
        Some(if in_place { UpdateBehaviour::InPlace } else { behaviour })
    });
    // The new values that were not compared are read only by an update in place. Heat reads them in the order
    // of a Python set, and one that cannot be read may leave translation switched off for those after it: any
    // error that some order would report is reported.
    if errors.is_empty() && changes.decision == Decision::InPlace {
        let translates = after.is_translating();
        for name in unread {
            after.set_translating(translates);
            errors.extend(read(&mut after, name).err().unwrap_or_default());
        }
    }
    if errors.is_empty() { Ok(changes) } else { Err(errors) }
}

/// Reads `properties.get(name)`: a rule that takes its value from nowhere leaves the property without a value.
fn read(properties: &mut Properties<'_>, name: &str) -> Result<Resolved, Vec<ValueError>> {
    properties.get(name).or_else(|errors| {
        let is_key_error = errors.first().is_some_and(|error| error.raised == PythonException::KeyError);
        if is_key_error { Ok(Resolved::NULL) } else { Err(errors) }
    })
}

fn is_of_value(error: &ValueError) -> bool {
    matches!(error.raised, PythonException::ValueError | PythonException::TypeError)
}

/// Returns whether an update from one definition to another has anything to do on a resource whose state does not replace it by
/// itself: the definitions differ, or the properties read differently (`_needs_update`).
///
/// # Errors
/// Values that cannot be read at all.
pub fn needs_update(
    evaluator: &Evaluator<'_>,
    before: &Definition,
    after: &Definition,
    context: &Context<'_>,
) -> Result<bool, Vec<ValueError>> {
    let none = IndexMap::new();
    let before_context = Context { ignore_resolve_errors: true, ..*context };
    let mut old = evaluator.properties(before.properties.as_ref().unwrap_or(&none), &before_context);
    let mut new = evaluator.properties(after.properties.as_ref().unwrap_or(&none), context);
    Ok(!(after.is_same(before) && read_the_same(evaluator, &mut old, &mut new)?))
}

/// Returns the effect of an update from one definition to another on a resource whose state does not replace it by itself (see
/// [`ResourceState::replaces`](super::ResourceState::replaces)).
///
/// # Errors
/// Values that cannot be read from the new properties.
pub fn preview(
    evaluator: &Evaluator<'_>,
    before: &Definition,
    after: &Definition,
    context: &Context<'_>,
) -> Result<Changes, Vec<ValueError>> {
    let none = IndexMap::new();
    let before_context = Context {
        ignore_resolve_errors: true,
        resource_description: before.description.as_deref(),
        ..*context
    };
    let after_context = Context { resource_description: after.description.as_deref(), ..*context };
    let mut old = evaluator.properties(before.properties.as_ref().unwrap_or(&none), &before_context);
    let mut new = evaluator.properties(after.properties.as_ref().unwrap_or(&none), &after_context);
    let is_same = after.is_same(before);
    if is_same && read_the_same(evaluator, &mut old, &mut new)? {
        return Ok(Changes { changed: Vec::new(), decision: Decision::NoChange });
    }
    let mut changes = difference(evaluator, old, new, &[])?;
    if changes.decision == Decision::NoChange {
        changes.decision = Decision::InPlace;
    }
    Ok(changes)
}

/// Returns whether Heat can compare data with themselves, as each update of a stack does with the resources that it does not
/// change: a value that does not have the type of its property stops the update.
#[must_use]
pub fn can_be_compared(
    evaluator: &Evaluator<'_>,
    data: &IndexMap<String, Value>,
    context: &Context<'_>,
) -> bool {
    let before_context = Context { ignore_resolve_errors: true, ..*context };
    let mut old = evaluator.properties(data, &before_context);
    let mut new = evaluator.properties(data, context);
    read_the_same(evaluator, &mut old, &mut new).is_ok()
}

/// Returns whether all properties read the same (`before_props != after_props`); false if one cannot be read.
fn read_the_same(
    evaluator: &Evaluator<'_>,
    before: &mut Properties<'_>,
    after: &mut Properties<'_>,
) -> Result<bool, Vec<ValueError>> {
    let read_all = |properties: &mut Properties<'_>| -> Result<Option<Vec<Resolved>>, Vec<ValueError>> {
        let mut values = Vec::new();
        for name in evaluator.schemas().keys() {
            match properties.get(name) {
                Ok(value) => values.push(value),
                Err(errors) if errors.iter().all(|error| error.raised == PythonException::ValueError) => {
                    return Ok(None);
                }
                Err(errors) => return Err(errors),
            }
        }
        Ok(Some(values))
    };
    let (Some(before), Some(after)) = (read_all(before)?, read_all(after)?) else { return Ok(false) };
    Ok(before.iter().zip(&after).all(|(before, after)| before.python_eq(after)))
}
