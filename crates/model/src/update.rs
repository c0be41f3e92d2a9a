//! The effect of an update on a resource.
//!
//! Follows `heat.engine.resource.Resource`: `update_template_diff_properties` for the properties,
//! `_needs_update` and `preview_update` for the resource as a whole. Only properties at the top decide; the
//! update rules of nested members have no effect. Rules that individual plug-ins implement in code
//! (`needs_replace_with_prop_diff`) are not part of the schema.

use std::fmt;

use indexmap::IndexMap;

use crate::evaluate::{Context, Evaluator, Properties, Resolved};
use crate::validate::{Raised, ValueError};
use crate::{PropertySchema, Value};

/// The effect of changing a property on the resource. The schema language has no other, so a `match` can be
/// exhaustive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UpdateBehaviour {
    /// The resource is updated in place (`update_allowed`).
    InPlace,
    /// The resource is replaced by a new one.
    Replace,
    /// The update is refused (`immutable`).
    Refused,
}

impl PropertySchema {
    /// The effect of changing it, if it is at the top.
    #[must_use]
    pub fn update_behaviour(&self) -> UpdateBehaviour {
        if self.immutable {
            UpdateBehaviour::Refused
        } else if self.update_allowed {
            UpdateBehaviour::InPlace
        } else {
            UpdateBehaviour::Replace
        }
    }
}

/// The outcome of an update.
///
/// Code that updates a resource has to handle each outcome, so a `match` can be exhaustive: if Heat adds
/// another one, the compiler should point at that code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decision {
    /// Nothing changed.
    NoChange,
    /// The resource is updated in place.
    InPlace,
    /// The resource is replaced by a new one.
    Replace,
    /// The update is refused: an immutable property changed. This takes precedence over replacement.
    Refused,
}

/// A description: `replaced`.
impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoChange => "unchanged",
            Self::InPlace => "updated in place",
            Self::Replace => "replaced",
            Self::Refused => "refused",
        })
    }
}

/// A description: `replaces the resource`.
impl fmt::Display for UpdateBehaviour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::InPlace => "updates in place",
            Self::Replace => "replaces the resource",
            Self::Refused => "is refused",
        })
    }
}

/// The properties that an update changes, and the outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changes {
    /// The positions of the changed properties, in schema order.
    pub changed: Vec<usize>,
    /// The outcome.
    pub decision: Decision,
}

impl Changes {
    /// The changes, given the positions of the changed properties.
    #[must_use]
    pub fn of(properties: &IndexMap<String, PropertySchema>, changed: Vec<usize>) -> Self {
        Self::with(changed, |position| Some(properties.get_index(position)?.1.update_behaviour()))
    }

    fn with(changed: Vec<usize>, behaviour: impl Fn(usize) -> Option<UpdateBehaviour>) -> Self {
        let decision = match changed.iter().filter_map(|position| behaviour(*position)).max() {
            None => Decision::NoChange,
            Some(UpdateBehaviour::InPlace) => Decision::InPlace,
            Some(UpdateBehaviour::Replace) => Decision::Replace,
            Some(UpdateBehaviour::Refused) => Decision::Refused,
        };
        Self { changed, decision }
    }
}

/// The changes between two readings with the same schema. Values are compared as Heat reads them: for an
/// integer, `"5"` is no change from `5`, and neither is `true` from `1` where both are allowed.
#[must_use]
pub fn changes(
    properties: &IndexMap<String, PropertySchema>,
    before: &[Resolved],
    after: &[Resolved],
) -> Changes {
    let changed =
        before.iter().zip(after).enumerate().filter(|(_, (before, after))| !before.python_eq(after));
    Changes::of(properties, changed.map(|(position, _)| position).collect())
}

/// The state of a resource, as Heat names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResourceState<'a> {
    /// `INIT`, `CREATE`, `UPDATE`, `CHECK`, `DELETE` and so on.
    pub action: &'a str,
    /// `IN_PROGRESS`, `COMPLETE` or `FAILED`.
    pub status: &'a str,
}

impl ResourceState<'_> {
    /// Whether any update of a resource in this state replaces it: one that failed, was deleted, or was never
    /// created.
    ///
    /// `previewed` is whether the update is only previewed (`check_init_complete=False`), where a resource
    /// that was never created is treated as one that will be. `replaces_after_check` is the type's
    /// `always_replace_on_check_failed`; for a plug-in that overrides `needs_replace_failed`,
    /// `replaces_failed` is its result.
    #[must_use]
    pub fn replaces(self, previewed: bool, replaces_after_check: bool, replaces_failed: bool) -> bool {
        match (self.action, self.status) {
            ("CHECK", "FAILED") => replaces_after_check || replaces_failed,
            (_, "FAILED") => replaces_failed,
            ("DELETE", "COMPLETE") => true,
            ("INIT", "COMPLETE") => !previewed,
            _ => false,
        }
    }
}

/// The properties in which two sets of data differ, each property being read with the same schema.
///
/// A property that cannot be read from the old data counts as changed, except for names that cannot be
/// resolved: these stay unchanged. `also_in_place` names properties that a plug-in updates in place whatever
/// the schema says (`update_allowed_properties`).
///
/// # Errors
/// Errors in the new data, in the parts that are read; constraints are not checked. Properties in the old
/// data that exclude each other.
pub fn changes_between(
    evaluator: &Evaluator<'_>,
    before: &IndexMap<String, Value>,
    after: &IndexMap<String, Value>,
    context: &Context<'_>,
    also_in_place: &[String],
) -> Result<Changes, Vec<ValueError>> {
    // What was resolved once may no longer exist: in the old data, names that cannot be resolved are left
    // unchanged.
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

/// `properties.get(name)`: a rule that takes its value from nowhere turns a property into one without a
/// value.
fn read(properties: &mut Properties<'_>, name: &str) -> Result<Resolved, Vec<ValueError>> {
    properties.get(name).or_else(|errors| {
        let is_key_error = errors.first().is_some_and(|error| error.raised == Raised::KeyError);
        if is_key_error { Ok(Resolved::NULL) } else { Err(errors) }
    })
}

fn is_of_value(error: &ValueError) -> bool {
    matches!(error.raised, Raised::ValueError | Raised::TypeError)
}

/// The parts of a resource definition that an update compares (`rsrc_defn.ResourceDefinition`).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Definition {
    /// The resource type.
    pub resource_type: String,
    /// The description. Changing only the description is not an update, unless the type has an updatable
    /// property `description` that is not given, which takes its value from it.
    pub description: Option<String>,
    /// The property data.
    pub properties: Option<IndexMap<String, Value>>,
    /// The metadata.
    pub metadata: Option<Value>,
    /// The names of the resources that it depends on.
    pub depends: Option<Value>,
    /// What to do with the physical resource when the resource is deleted.
    pub deletion_policy: Option<Value>,
    /// The update policy.
    pub update_policy: Option<Value>,
    /// The ID of an existing physical resource.
    pub external_id: Option<Value>,
    /// The condition under which the resource is created.
    pub condition: Option<Value>,
}

/// Which parts of a definition differ (`ResourceDefinition.Diff`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DefinitionDiff {
    /// The property data, as written.
    pub properties: bool,
    /// The metadata.
    pub metadata: bool,
    /// The update policy.
    pub update_policy: bool,
}

impl Definition {
    /// The parts that differ, among those that a plug-in is notified of.
    #[must_use]
    pub fn diff(&self, before: &Self) -> DefinitionDiff {
        DefinitionDiff {
            properties: !same_properties(self.properties.as_ref(), before.properties.as_ref()),
            metadata: !same(self.metadata.as_ref(), before.metadata.as_ref()),
            update_policy: !same(self.update_policy.as_ref(), before.update_policy.as_ref()),
        }
    }

    fn is_same(&self, other: &Self) -> bool {
        let DefinitionDiff { properties, metadata, update_policy } = self.diff(other);
        let rest = |definition: &Self| {
            [&definition.depends, &definition.deletion_policy, &definition.external_id, &definition.condition]
                .map(Clone::clone)
        };
        !(properties || metadata || update_policy)
            && self.resource_type == other.resource_type
            && rest(self).iter().zip(&rest(other)).all(|(left, right)| same(left.as_ref(), right.as_ref()))
    }
}

fn same(left: Option<&Value>, right: Option<&Value>) -> bool {
    match (left, right) {
        (Some(left), Some(right)) => left.python_eq(right),
        (None, None) => true,
        _ => false,
    }
}

fn same_properties(left: Option<&IndexMap<String, Value>>, right: Option<&IndexMap<String, Value>>) -> bool {
    match (left, right) {
        (Some(left), Some(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .all(|(name, value)| right.get(name).is_some_and(|other| value.python_eq(other)))
        }
        (None, None) => true,
        _ => false,
    }
}

/// Whether an update from one definition to another has anything to do on a resource whose state does not replace it by itself:
/// the definitions differ, or the properties read differently (`_needs_update`).
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

/// The effect of an update from one definition to another on a resource whose state does not replace it by
/// itself (see [`ResourceState::replaces`]).
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

/// Whether Heat can compare data with themselves, as each update of a stack does with the resources that it does not change: a value
/// that has not the type of its property ends the update.
pub(crate) fn can_be_compared(
    evaluator: &Evaluator<'_>,
    data: &IndexMap<String, Value>,
    context: &Context<'_>,
) -> bool {
    let before_context = Context { ignore_resolve_errors: true, ..*context };
    let mut old = evaluator.properties(data, &before_context);
    let mut new = evaluator.properties(data, context);
    read_the_same(evaluator, &mut old, &mut new).is_ok()
}

/// Whether all properties read the same (`before_props != after_props`); false if one cannot be read.
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
                Err(errors) if errors.iter().all(|error| error.raised == Raised::ValueError) => {
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
