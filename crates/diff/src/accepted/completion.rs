//! Completes property data that validation rules or properties groups refuse.
//!
//! A caller that wants to test a property sets it together with the required ones. Rules and groups may ask for others as well, or
//! refuse the values. So data are repaired: one property that a violated rule names is changed at a time, and the fewest changes
//! win. If no completion is found, that proves nothing.

use std::collections::{HashSet, VecDeque};

use heat_admit::Judge;
use heat_model::validate::{ErrorKind, ValueError};
use heat_model::{ResourceType, Value};
use indexmap::{IndexMap, IndexSet};

use super::interest::Interest;
use super::options::{Data, options, with};
use crate::schema::named::{grouped, named};

/// The maximum number of data sets to judge: for one completion, and for all failed ones together.
const MAX_TRIED: usize = 150;
const MAX_FAILED: usize = 600;

/// The maximum number of values of one property, and of completions that are reused.
const MAX_VALUES: usize = 16;
const MAX_KNOWN: usize = 4;

/// Changes that completed some data: properties with their new values, or `None` if they were removed.
type Changes = Vec<(String, Option<Value>)>;

/// Completes property data so that a type accepts them.
pub struct Completion<'a> {
    schema: &'a ResourceType,
    judge: Judge<'a>,
    interest: Interest,
    options: IndexMap<String, Vec<Value>>,
    /// The completions that were found, the latest first.
    known: VecDeque<Changes>,
    /// The number of data sets that led to no completion.
    failed: usize,
}

impl<'a> Completion<'a> {
    /// Prepares completions for data of a type.
    #[must_use]
    pub fn new(schema: &'a ResourceType) -> Self {
        Self {
            schema,
            judge: Judge::new(schema),
            interest: Interest::of([schema, schema]),
            options: IndexMap::new(),
            known: VecDeque::new(),
            failed: 0,
        }
    }

    /// The data with as few changes as possible, so that the type accepts them. Fixed properties keep their values; maps and lists
    /// among these may get more members. `None` if the data have errors other than violated rules or groups, or if no completion
    /// was found.
    pub fn of(&mut self, data: &IndexMap<String, Value>, fixed: &[&str]) -> Option<IndexMap<String, Value>> {
        let errors = self.judge.errors(data);
        if errors.is_empty() {
            return Some(data.clone());
        }
        if !is_repairable(&errors) {
            return None;
        }
        if let Some(known) = self.completed_as_before(data, fixed) {
            return Some(known);
        }
        if self.failed > MAX_FAILED {
            return None;
        }
        let mut tried = HashSet::from([key(data)]);
        let Some(completed) = self.searched(data, errors, fixed, &mut tried) else {
            self.failed += tried.len();
            return None;
        };
        self.known.push_front(changes(data, &completed, fixed));
        self.known.truncate(MAX_KNOWN);
        Some(completed)
    }

    /// The data with a known completion. If it suffices to remove properties, nothing else is changed.
    fn completed_as_before(&self, data: &Data, fixed: &[&str]) -> Option<Data> {
        let changed = |changes: &Changes, removes_only: bool| {
            let mut completed = data.clone();
            for (name, value) in changes.iter().filter(|(name, _)| !fixed.contains(&name.as_str())) {
                match value {
                    Some(value) if !removes_only => _ = completed.insert(name.clone(), value.clone()),
                    Some(_) => {}
                    None => _ = completed.shift_remove(name),
                }
            }
            self.judge.accepts(&completed).then_some(completed)
        };
        self.known.iter().find_map(|changes| {
            let removes = changes.iter().any(|(_, value)| value.is_none());
            removes.then(|| changed(changes, true)).flatten().or_else(|| changed(changes, false))
        })
    }

    /// The first accepted data, in the order of the number of changes.
    fn searched(
        &mut self,
        data: &Data,
        errors: Vec<ValueError>,
        fixed: &[&str],
        tried: &mut HashSet<String>,
    ) -> Option<Data> {
        let mut open = VecDeque::from([(data.clone(), errors)]);
        while let Some((data, errors)) = open.pop_front() {
            for name in self.suspects(&errors) {
                for changed in self.changed(&data, &name, fixed.contains(&name.as_str())) {
                    if !tried.insert(key(&changed)) {
                        continue;
                    }
                    if tried.len() > MAX_TRIED {
                        return None;
                    }
                    let errors = self.judge.errors(&changed);
                    if errors.is_empty() {
                        return Some(changed);
                    }
                    if is_repairable(&errors) {
                        open.push_back((changed, errors));
                    }
                }
            }
        }
        None
    }

    /// The properties that the first violated rule or group looks at, and the properties whose values translation rules move there.
    /// HIDDEN ones come last.
    fn suspects(&self, errors: &[ValueError]) -> IndexSet<String> {
        let Some(error) = errors.first() else { return IndexSet::new() };
        let violated = self.schema.validation_rules.iter().filter(|rule| rule.words() == error.message);
        let mut names = if error.kind == ErrorKind::Group {
            grouped(self.schema)
        } else {
            violated.flat_map(named).collect()
        };
        for rule in &self.schema.translation_rules {
            if rule.translation_path.first().is_some_and(|target| names.contains(target)) {
                names.extend(rule.properties_read().into_iter().map(str::to_owned));
            }
        }
        names.sort_by_key(|name| {
            self.schema.properties.get(name).is_none_or(|property| property.support_status.is_hidden())
        });
        names
    }

    /// Copies of the data without a property, and with other values of it. A fixed property only gets more members.
    fn changed(&mut self, data: &Data, name: &str, is_fixed: bool) -> Vec<Data> {
        let Some(property) = self.schema.properties.get(name) else { return Vec::new() };
        let mut all = Vec::new();
        let is_needed = property.required && property.default.is_none();
        if !is_fixed && !is_needed && data.contains_key(name) {
            all.push(with(data, name, None));
        }
        if !property.implemented {
            return all;
        }
        let none = Interest::default();
        let interest = self.interest.members.get(name).unwrap_or(&none);
        let values = self.options.entry(name.to_owned()).or_insert_with(|| {
            let mut values = options(property, interest);
            values.truncate(MAX_VALUES);
            // A value that a rule moves has to fit its target.
            let moves = self
                .schema
                .translation_rules
                .iter()
                .filter(|rule| rule.source_path().is_some_and(|path| path == [name]));
            let targets = moves.filter_map(|rule| self.schema.properties.get(rule.translation_path.first()?));
            values.extend(targets.flat_map(|target| options(target, &none).into_iter().take(MAX_KNOWN)));
            values
        });
        let given = data.get(name);
        for value in values.iter() {
            let value = match given {
                Some(given) if is_fixed => merged(value, given),
                None if is_fixed => return all,
                _ => value.clone(),
            };
            if given != Some(&value) {
                all.push(with(data, name, Some(&value)));
            }
        }
        all
    }
}

/// Returns whether only rules and groups refuse data.
fn is_repairable(errors: &[ValueError]) -> bool {
    errors.iter().all(|error| matches!(error.kind, ErrorKind::Rule | ErrorKind::Group))
}

/// The data as text, in which 1, 1.0 and true are different.
fn key(data: &Data) -> String {
    Value::from(data.clone()).to_string()
}

/// The properties that differ, except the fixed ones.
fn changes(data: &Data, completed: &Data, fixed: &[&str]) -> Changes {
    let names = completed.keys().chain(data.keys().filter(|name| !completed.contains_key(*name)));
    names
        .filter(|name| !fixed.contains(&name.as_str()) && data.get(*name) != completed.get(*name))
        .map(|name| (name.clone(), completed.get(name).cloned()))
        .collect()
}

/// A value with the additional members of another one: members of maps, and of the items of lists.
fn merged(more: &Value, value: &Value) -> Value {
    match (more, value) {
        (Value::Map(more), Value::Map(map)) => {
            let own = map.iter().map(|(name, value)| {
                let value = more.get(name).map_or_else(|| value.clone(), |more| merged(more, value));
                (name.clone(), value)
            });
            let others = more.iter().filter(|(name, _)| !map.contains_key(*name));
            own.chain(others.map(|(name, value)| (name.clone(), value.clone()))).collect()
        }
        (Value::List(more), Value::List(items)) => {
            let Some(first) = more.first() else { return value.clone() };
            items.iter().map(|item| merged(first, item)).collect()
        }
        _ => value.clone(),
    }
}
