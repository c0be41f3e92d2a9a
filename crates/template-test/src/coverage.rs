//! The parts of a template that no case reaches.

use std::collections::{BTreeMap, BTreeSet};

use heat_hot::parameter::ParameterSet;
use heat_hot::resolve::{ImplementedBy, Resolved};
use heat_hot::template::Template;
use heat_model::{ConstraintKind, Value};
use heat_template_check::ResolvedStack;

/// Parts of one template that cases have reached.
#[derive(Debug, Default)]
pub struct Coverage {
    /// Values that each condition has had.
    conditions: BTreeMap<String, BTreeSet<bool>>,
    /// Resources of the template, with whether a stack has had them.
    resources: BTreeMap<String, bool>,
    /// Outputs, with whether they have had a value.
    outputs: BTreeMap<String, bool>,
    /// Allowed values of parameters, with those that were set.
    values: BTreeMap<String, (Vec<Value>, Vec<Value>)>,
}

/// A part that no case reaches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Gap {
    /// A condition that never had a value.
    Condition(String, bool),
    /// A resource that no stack has.
    Resource(String),
    /// An output that never has a value.
    Output(String),
    /// An allowed value that a parameter never has.
    Value(String, String),
}

impl std::fmt::Display for Gap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Condition(name, value) => write!(f, "the condition `{name}` is never {value}"),
            Self::Resource(name) => write!(f, "no stack has the resource `{name}`"),
            Self::Output(name) => write!(f, "the output `{name}` never has a value"),
            Self::Value(name, value) => write!(f, "the parameter `{name}` is never `{value}`"),
        }
    }
}

impl Coverage {
    /// Returns what the stack of a case reaches, of its template and of each nested one, by the names of their sources.
    #[must_use]
    pub fn of(stack: &ResolvedStack) -> Vec<(String, Self)> {
        let mut own = Self::default();
        own.add(&stack.template, &stack.resolved);
        own.add_values(&stack.parameters);
        let mut found = vec![(stack.template.source().name().to_owned(), own)];
        let mut open = vec![&stack.resolved];
        while let Some(resolved) = open.pop() {
            for resource in resolved.resources.values() {
                let Some(nested) = &resource.nested else { continue };
                open.push(&nested.resolved);
                // Heat itself writes the templates of groups.
                if matches!(resource.implementation, Some(ImplementedBy::Template(_))) {
                    let mut own = Self::default();
                    own.add(&nested.template, &nested.resolved);
                    found.push((nested.template.source().name().to_owned(), own));
                }
            }
        }
        found
    }

    fn add(&mut self, template: &Template, resolved: &Resolved) {
        let keys = template.keys();
        for entry in template.entries(keys.resources).into_iter().flatten() {
            if let Some(name) = entry.key.as_str() {
                *self.resources.entry(name.to_owned()).or_default() |= has_certainly(resolved, name);
            }
        }
        for (name, value) in &resolved.conditions {
            let seen = self.conditions.entry(name.clone()).or_default();
            if let Some(Value::Bool(value)) = value.as_known() {
                seen.insert(*value);
            }
        }
        for (name, value) in &resolved.outputs {
            let is_null = value.as_known().is_some_and(Value::is_null);
            *self.outputs.entry(name.clone()).or_default() |= !is_null;
        }
    }

    fn add_values(&mut self, parameters: &ParameterSet) {
        for (name, parameter) in parameters.iter().filter(|(name, _)| !parameters.is_reserved(name)) {
            let constraints = parameter.definition.constraints.iter();
            let allowed = constraints.filter_map(|constraint| match &constraint.kind {
                ConstraintKind::AllowedValues(values) => Some(values),
                _ => None,
            });
            for values in allowed {
                let (known, seen) = self.values.entry(name.to_owned()).or_default();
                known.clone_from(values);
                if let (true, Ok(value)) = (parameter.has_value(), parameter.value()) {
                    seen.push(value);
                }
            }
        }
    }

    /// Adds what other cases have reached.
    pub fn merge(&mut self, other: Self) {
        for (name, seen) in other.conditions {
            self.conditions.entry(name).or_default().extend(seen);
        }
        for (name, is_reached) in other.resources {
            *self.resources.entry(name).or_default() |= is_reached;
        }
        for (name, is_reached) in other.outputs {
            *self.outputs.entry(name).or_default() |= is_reached;
        }
        for (name, (known, seen)) in other.values {
            let own = self.values.entry(name).or_default();
            own.0 = known;
            own.1.extend(seen);
        }
    }

    /// Returns the parts that no stack has reached.
    #[must_use]
    pub fn gaps(&self) -> Vec<Gap> {
        let mut gaps = Vec::new();
        for (name, seen) in &self.conditions {
            let missing = [true, false].into_iter().filter(|value| !seen.contains(value));
            gaps.extend(missing.map(|value| Gap::Condition(name.clone(), value)));
        }
        let unreached = |parts: &BTreeMap<String, bool>, gap: fn(String) -> Gap| -> Vec<Gap> {
            parts.iter().filter(|(_, is_reached)| !**is_reached).map(|(name, _)| gap(name.clone())).collect()
        };
        gaps.extend(unreached(&self.resources, Gap::Resource));
        gaps.extend(unreached(&self.outputs, Gap::Output));
        for (name, (known, seen)) in &self.values {
            let is_seen = |value: &Value| {
                seen.iter().any(|one| one.to_string() == value.to_string() || one.python_eq(value))
            };
            let missing = known.iter().filter(|value| !is_seen(value));
            gaps.extend(
                missing.map(|value| Gap::Value(name.clone(), value.to_string().trim_matches('"').to_owned())),
            );
        }
        gaps
    }

    /// Number of parts: of values of conditions, resources, outputs, and allowed values.
    #[must_use]
    pub fn parts(&self) -> usize {
        self.conditions.len() * 2
            + self.resources.len()
            + self.outputs.len()
            + self.values.values().map(|(known, _)| known.len()).sum::<usize>()
    }
}

fn has_certainly(resolved: &Resolved, name: &str) -> bool {
    resolved.resources.get(name).is_some_and(|resource| !resource.is_conditional)
}
