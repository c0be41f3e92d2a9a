//! Dependencies that Heat adds by comparing property values.
//!
//! Some plug-ins make their resources wait for others that they do not refer to: a server, for example, waits for the subnets of
//! its networks. Schemas declare this as [`ValueDependency`]; values are read in the order in which Heat's plug-ins read them.

use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;

use heat_model::{EmptyValue, Value, ValueDependency};
use indexmap::IndexMap;

use super::planned_resource::{PlannedResource, ReadValue};
use super::properties::is_unknown;
use crate::Fault;
use crate::fault::Exception;
use crate::template::order::Dependencies;

type Resources<'r, 'a> = &'r IndexMap<&'a str, PlannedResource<'a>>;

/// Maximum number of pairs of resources to compare, and of dependencies to add. Heat has no such limits, but by default it
/// accepts at most 1,000 resources.
const MAX_COMPARED: usize = 4_000_000;
const MAX_ADDED: usize = 500_000;

/// Adds the dependencies by value. Returns whether there are any.
pub(super) fn add(
    dependencies: &mut Dependencies,
    resources: Resources<'_, '_>,
    faults: &mut Vec<Fault>,
) -> bool {
    let mut by_type: HashMap<&str, Vec<&PlannedResource<'_>>> = HashMap::new();
    for resource in resources.values() {
        let (word, name) = (&resource.definition.resource_type.0, &resource.implementation.schema.name);
        by_type.entry(name).or_default().push(resource);
        if word != name {
            by_type.entry(word).or_default().push(resource);
        }
    }
    let (left, mut added) = (Cell::new(MAX_COMPARED), 0);
    for resource in resources.values() {
        let adding = Adding { resource, resources, by_type: &by_type, dependencies, left: &left };
        match adding.needed() {
            Ok(needed) => {
                for name in needed.into_iter().take(MAX_ADDED - added) {
                    added += 1;
                    dependencies.add(&resource.definition.name, name, resource.definition.span);
                }
            }
            Err(exception) => faults.push(Fault::at(resource.definition.span, exception)),
        }
    }
    added > 0
}

struct Adding<'r, 'a, 'd> {
    resource: &'r PlannedResource<'a>,
    resources: Resources<'r, 'a>,
    by_type: &'r HashMap<&'r str, Vec<&'r PlannedResource<'a>>>,
    dependencies: &'d Dependencies,
    left: &'r Cell<usize>,
}

impl PlannedResource<'_> {
    fn is(&self, name: &str) -> bool {
        self.implementation.schema.name == name || self.definition.resource_type.0 == name
    }

    /// The value of a property, which is read once.
    fn value(&self, name: &str) -> ReadValue {
        if let Some(known) = self.values.borrow().get(name) {
            return known.clone();
        }
        let read = self.reader().value(name).map(|value| value.map(Rc::new));
        self.values.borrow_mut().insert(name.to_owned(), read.clone());
        read
    }

    fn compared<'p>(
        &self,
        path: &'p [String],
        or: Option<&'p str>,
    ) -> Result<Option<ComparedValues<'p>>, Exception> {
        let Some((first, rest)) = path.split_first() else { return Ok(None) };
        let value = match (self.value(first)?, or) {
            (Some(value), Some(other)) if rest.is_empty() && !value.is_truthy() => self.value(other)?,
            (read, _) => read,
        };
        Ok(value.map(|value| ComparedValues { value, rest, or }))
    }
}

/// Values of a property that are compared.
struct ComparedValues<'p> {
    /// The value of the top-level property.
    value: Rc<Value>,
    /// Remaining path inside of that value.
    rest: &'p [String],
    /// Alternative to the last property of the path: its value is used if that one is empty.
    or: Option<&'p str>,
}

impl ComparedValues<'_> {
    /// Returns whether any of the values satisfies a condition.
    fn any(&self, dependency: &ValueDependency, test: &mut dyn FnMut(&Value) -> bool) -> bool {
        if !self.rest.is_empty() && !self.value.is_truthy() {
            return dependency.empty == Some(EmptyValue::IsNull) && test(&Value::Null);
        }
        any_below(&self.value, self.rest, self.or, dependency.first_item, test)
    }
}

/// Returns whether any value at a path satisfies a condition. Lists have no step in the path: all items are visited.
fn any_below(
    value: &Value,
    path: &[String],
    or: Option<&str>,
    first_item: bool,
    test: &mut dyn FnMut(&Value) -> bool,
) -> bool {
    let Some((step, rest)) = path.split_first() else { return test(value) };
    let around = match value {
        Value::List(items) if first_item => items.get(..1).unwrap_or_default(),
        Value::List(items) => items,
        // Nothing is known about the inside of the value.
        value if is_unknown(value) => &[],
        value => std::slice::from_ref(value),
    };
    around.iter().any(|around| {
        let inner = member(around, step);
        match or.filter(|_| rest.is_empty() && !inner.is_truthy()) {
            Some(other) => test(member(around, other)),
            None => any_below(inner, rest, or, first_item, test),
        }
    })
}

/// The value of a member; null if the value does not have it.
fn member<'v>(value: &'v Value, name: &str) -> &'v Value {
    const NULL: &Value = &Value::Null;
    value.as_map().and_then(|map| map.get(name)).unwrap_or(NULL)
}

impl<'r> Adding<'r, '_, '_> {
    /// The names of the resources on which this one depends, in the order of the template for each dependency.
    fn needed(&self) -> Result<Vec<&'r str>, Exception> {
        let mut needed = Vec::new();
        for dependency in &self.resource.implementation.schema.dependencies_by_value {
            if self.has_nothing_inside(dependency)? {
                continue;
            }
            // Even if there are no owners, Heat reads the property of the other resources.
            let owners = self.owners(dependency);
            let all = self.by_type.get(dependency.resource_type.as_str()).map_or(&[][..], Vec::as_slice);
            for other in all.iter().take(self.left.get()) {
                if is_needed(dependency, other, &owners)? {
                    needed.push(other.definition.name.as_str());
                }
            }
            self.left.set(self.left.get().saturating_sub(all.len()));
        }
        Ok(needed)
    }

    /// Returns whether the resource's own property is empty, so that it contains no value to compare. In that case, Heat does not
    /// read the properties of other resources.
    fn has_nothing_inside(&self, dependency: &ValueDependency) -> Result<bool, Exception> {
        match dependency.equals.as_slice() {
            [first, _, ..] if dependency.of.is_none() => {
                Ok(self.resource.value(first)?.is_none_or(|value| !value.is_truthy()))
            }
            _ => Ok(false),
        }
    }

    /// The resources whose property is compared with that of the others.
    fn owners(&self, dependency: &ValueDependency) -> Vec<&'r PlannedResource<'_>> {
        let Some(resource_type) = &dependency.of else { return vec![self.resource] };
        self.dependencies
            .required_by(&self.resource.definition.name)
            .filter_map(|name| self.resources.get(name))
            .filter(|other| other.is(resource_type))
            .collect()
    }
}

/// Returns whether a resource has the same value as one of the owners.
fn is_needed(
    dependency: &ValueDependency,
    other: &PlannedResource<'_>,
    owners: &[&PlannedResource<'_>],
) -> Result<bool, Exception> {
    let Some(theirs) = other.compared(&dependency.property, dependency.or_property.as_deref())? else {
        return Ok(false);
    };
    for owner in owners {
        let Some(ours) = owner.compared(&dependency.equals, dependency.or_equals.as_deref())? else {
            continue;
        };
        let is_equal = ours.any(dependency, &mut |ours| {
            theirs.any(dependency, &mut |theirs| are_equal(dependency.empty, ours, theirs))
        });
        if is_equal {
            return Ok(true);
        }
    }
    Ok(false)
}

fn are_equal(empty: Option<EmptyValue>, ours: &Value, theirs: &Value) -> bool {
    let is_open = empty == Some(EmptyValue::Matches) && !(ours.is_truthy() && theirs.is_truthy());
    is_open || ours.python_eq(theirs)
}
