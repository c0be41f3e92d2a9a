//! A set of data, read property by property.
//!
//! Follows `heat.engine.properties.Properties` and `Property`; the method names in the comments are Heat's.

use std::collections::HashMap;

use indexmap::IndexMap;

use super::prepare::Node;
use super::wording::{Problem, PropertyInput};
use super::{Context, Evaluator, Resolved};
use crate::pattern::PatternBudget;
use crate::validate::{ErrorKind, Step, ValueError, ValuePath};
use crate::{PropertyType, Value};

/// Maximum number of errors that are collected. Otherwise, a list of a million invalid items would take a gigabyte of messages.
pub(super) const MAX_ERRORS: usize = 10_000;

/// Maximum number of unknown names that get a hint.
pub(super) const MAX_HINTS: usize = 50;

/// A failure that has already been recorded as an error.
#[derive(Debug)]
pub(super) struct RecordedFailure;

/// Mode of reading a value.
#[derive(Clone, Copy)]
pub(super) struct Mode {
    /// `true` if the value is checked against its constraints, and its members' names against the schema.
    pub(super) validate: bool,
    /// `true` if rules apply. Heat reads the value that translation put in place of a missing one without rules.
    pub(super) translate: bool,
}

/// The data around a property, before reading.
#[derive(Clone, Copy)]
pub(super) enum Scope<'d> {
    Map(&'d IndexMap<String, Value>),
    /// The items of a list, in which nothing can be found by name.
    List,
}

/// A step of the path to the value being read.
#[derive(Clone, Copy)]
pub(super) enum PathStep<'e> {
    Name(&'e str),
    Item(usize),
}

/// A set of data, read with a schema: Heat's `heat.engine.properties.Properties`.
///
/// Like Heat's class, it keeps the results of translation from one property to the next, so reading changes it.
#[expect(clippy::struct_excessive_bools, reason = "Heat's own flags, and two that control how much is kept")]
pub struct Properties<'e> {
    pub(super) evaluator: &'e Evaluator<'e>,
    pub(super) data: &'e IndexMap<String, Value>,
    pub(super) context: &'e Context<'e>,
    pub(super) path: Vec<PathStep<'e>>,
    pub(super) errors: Vec<ValueError>,
    /// Number of errors about unknown names.
    pub(super) unknown_names: usize,
    /// Heat's path of the property being read: names and indexes joined with dots.
    pub(super) key: String,
    /// Results of translation, by key (`resolved_translations`).
    pub(super) resolved: HashMap<String, Value>,
    /// Lists that an add rule has extended in place, by key, until the next property at the top is read.
    pub(super) extended: HashMap<String, Value>,
    /// The list that the last rules for a path extended in place, if they extended one.
    pub(super) grown: Option<Value>,
    /// `true` if rules apply; they do not while one of them looks up its value.
    pub(super) is_active: bool,
    /// Number of path steps that Heat reports, if it reads without validating on the way down.
    pub(super) blind: Option<usize>,
    /// `true` if reading continues after an error.
    pub(super) collects: bool,
    /// `true` if a cycle of rules has been found.
    pub(super) is_circular: bool,
    /// Number of rules followed from one to the next.
    pub(super) rules_followed: usize,
    /// `true` if nothing is read twice, so that only values that other properties' rules look up have to be kept.
    pub(super) one_shot: bool,
    /// The remaining budget for patterns, shared by all values.
    pub(super) patterns: PatternBudget,
    /// `true` if a value that cannot be read stays as stored, instead of being an error.
    pub(super) keeps: bool,
    /// `true` if Heat has already read the data: rules have been applied, and null means that there is no value.
    pub(super) is_translated: bool,
    /// `true` if an integer was read that is too large for the caller.
    pub(super) has_large_integers: bool,
    /// For each rule, whether it applies to these data, and the value that it puts in place of `{get_property: …}`.
    pub(super) conditions: Vec<(bool, Option<Value>)>,
}

impl<'e> Properties<'e> {
    pub(super) fn new(
        evaluator: &'e Evaluator<'e>,
        data: &'e IndexMap<String, Value>,
        context: &'e Context<'e>,
    ) -> Self {
        let mut properties = Self {
            evaluator,
            data,
            context,
            path: Vec::with_capacity(8),
            errors: Vec::new(),
            unknown_names: 0,
            key: String::with_capacity(if evaluator.root.touched_below { 64 } else { 0 }),
            resolved: HashMap::new(),
            extended: HashMap::new(),
            grown: None,
            is_active: true,
            blind: None,
            collects: false,
            is_circular: false,
            rules_followed: 0,
            one_shot: false,
            patterns: PatternBudget::new(),
            keeps: false,
            is_translated: false,
            has_large_integers: false,
            conditions: Vec::new(),
        };
        if evaluator.rules.any_conditional {
            properties.decide_conditions();
        }
        properties
    }

    /// The value of a property: converted, translated, or its default; null if it has none
    /// (`properties[name]`).
    ///
    /// # Errors
    /// The property does not exist, or its value cannot be read. Constraints are not checked.
    pub fn get(&mut self, name: &str) -> Result<Resolved, Vec<ValueError>> {
        let node = self.node(name)?;
        let read = self.top(node, Mode { validate: false, translate: true });
        self.answer(read)
    }

    /// The value set for a property, converted and translated; null if none is set (`get_user_value`).
    ///
    /// # Errors
    /// The property does not exist, or its value cannot be read.
    pub fn user_value(&mut self, name: &str) -> Result<Resolved, Vec<ValueError>> {
        let node = self.node(name)?;
        let mode = Mode { validate: false, translate: true };
        let read =
            self.at_top(node, |this| this.user_value_of(node, this.data.get(node.name), this.scope(), mode));
        self.answer(read.map(|value| value.unwrap_or(Resolved::NULL)))
    }

    /// All errors in the data, in the order in which Heat would find them (`validate()`).
    ///
    /// Properties groups come last: Heat 27 does not check data against any.
    #[must_use]
    pub fn validate(&mut self) -> Vec<ValueError> {
        let mut values = self.validated();
        if self.errors.is_empty() && !self.evaluator.validation_rules.is_empty() {
            // A plug-in looks at values that are valid on their own.
            self.read_emptied(&mut values);
            self.errors.clear();
            self.check_rules(&values);
        }
        self.check_sizes(&values);
        self.check_groups();
        drop(values);
        std::mem::take(&mut self.errors)
    }

    /// The errors in the names alone (`validate(with_value=False)`): properties that do not exist, or that
    /// Heat does not implement.
    #[must_use]
    pub fn validate_without_values(&mut self) -> Vec<ValueError> {
        self.slots(&self.evaluator.root, self.data, true);
        for node in &self.evaluator.root.nodes {
            if self.data.contains_key(node.name) && !self.is_gone(node) {
                self.at(PathStep::Name(node.name), |this| this.check_implemented(node));
            }
        }
        std::mem::take(&mut self.errors)
    }

    /// Validates everything, then reads every property: see [`Evaluator::resolve`].
    pub(super) fn resolve(mut self) -> Result<Vec<Resolved>, Vec<ValueError>> {
        self.one_shot = true;
        let mut values = self.validated();
        let mut cycles = Vec::new();
        if self.errors.is_empty() {
            self.read_emptied(&mut values);
            cycles = std::mem::take(&mut self.errors);
            self.check_rules(&values);
        }
        self.check_sizes(&values);
        self.check_groups();
        // Rules that form a cycle are found when Heat reads properties that it does not validate.
        let errors = if self.errors.is_empty() { cycles } else { self.errors };
        if errors.is_empty() { Ok(values) } else { Err(errors) }
    }

    /// Reads the properties that a rule has emptied, and that Heat does not validate: those that have a default get it again.
    pub(super) fn read_emptied(&mut self, values: &mut [Resolved]) {
        self.collects = true;
        for (node, value) in self.evaluator.root.nodes.iter().zip(values) {
            if node.touched && self.is_gone(node) {
                // This fails if a plug-in asks for a property that a rule has emptied, and that is required or has a default
                // that cannot be read; none does.
                let known = self.errors.len();
                let read = self.top(node, Mode { validate: false, translate: true });
                let is_read = self.errors.len() == known;
                // Rules that form a cycle are an error of the schema.
                if !self.is_circular {
                    self.errors.truncate(known);
                }
                *value = read.ok().filter(|_| is_read).unwrap_or(Resolved::NULL);
            }
        }
        self.collects = false;
    }

    /// Treats the data as already read by Heat: see [`Evaluator::convert`] and [`Evaluator::convert_stored`].
    pub(super) fn translated(mut self) -> Self {
        self.is_translated = true;
        self
    }

    /// Reads every property of stored data: see [`Evaluator::read_stored`].
    pub(super) fn stored(mut self) -> Vec<Resolved> {
        self.keeps = true;
        self.read().unwrap_or_default()
    }

    /// Returns the value set for a property, if there is one.
    pub(super) fn given<'d>(&self, node: &Node<'_>, value: Option<&'d Value>) -> Option<&'d Value> {
        let is_absent = |value: &&Value| {
            self.is_translated && value.is_null() && node.schema.property_type != PropertyType::Any
        };
        value.filter(|value| !is_absent(value))
    }

    /// Reads every property without checks: see [`Evaluator::read`].
    pub(super) fn read(mut self) -> Result<Vec<Resolved>, Vec<ValueError>> {
        self.collects = true;
        let mode = Mode { validate: false, translate: !self.is_translated };
        let mut values = Vec::with_capacity(self.evaluator.root.nodes.len());
        for node in &self.evaluator.root.nodes {
            let known = self.errors.len();
            let read = self.top(node, mode);
            if mode.translate && self.is_gone(node) {
                // As in `resolve`: no plug-in asks for it.
                self.errors.truncate(known);
            }
            values.push(read.unwrap_or(Resolved::NULL));
        }
        self.check_sizes(&values);
        if self.errors.is_empty() { Ok(values) } else { Err(self.errors) }
    }

    /// Validates every property and reads it at the same time. A value that cannot be read is null.
    pub(super) fn validated(&mut self) -> Vec<Resolved> {
        self.collects = true;
        let root = &self.evaluator.root;
        let slots = self.slots(root, self.data, true);
        let mode = Mode { validate: true, translate: true };
        let mut values = Vec::with_capacity(root.nodes.len());
        for (node, slot) in root.nodes.iter().zip(&slots) {
            if self.is_full() {
                break;
            }
            if (slot.is_none() && self.reads_as_null(node, &slots)) || (node.touched && self.is_gone(node)) {
                values.push(Resolved::NULL);
                continue;
            }
            if let Some(value) = self.fast_path(PathStep::Name(node.name), node, *slot, mode) {
                values.push(value);
                continue;
            }
            let read = self.at_top(node, |this| {
                let read = this.property_value(node, *slot, this.scope(), mode);
                if read.is_ok() && slot.is_some() {
                    this.check_implemented(node);
                }
                read
            });
            values.push(read.unwrap_or(Resolved::NULL));
        }
        self.collects = false;
        values
    }

    /// Returns whether translation rules apply to the next property. They do not apply after a rule could not find its value,
    /// which leaves Heat's translation switched off.
    #[must_use]
    pub fn is_translating(&self) -> bool {
        self.is_active
    }

    /// Switches the translation rules on or off for the properties that are read next.
    pub fn set_translating(&mut self, is_active: bool) {
        self.is_active = is_active;
    }

    pub(super) fn node(&self, name: &str) -> Result<&'e Node<'e>, Vec<ValueError>> {
        let root = &self.evaluator.root;
        root.position(name).and_then(|position| root.nodes.get(position)).ok_or_else(|| {
            let path = ValuePath(vec![Step::Name(name.to_owned())]);
            vec![ValueError::new(path, ErrorKind::Unknown, format!("unknown property{}", root.hint(name)))]
        })
    }

    fn answer(&mut self, read: Result<Resolved, RecordedFailure>) -> Result<Resolved, Vec<ValueError>> {
        read.map_err(|RecordedFailure| std::mem::take(&mut self.errors))
    }

    pub(super) fn scope(&self) -> Scope<'e> {
        Scope::Map(self.data)
    }

    /// Reads a property at the top.
    fn top(&mut self, node: &'e Node<'e>, mode: Mode) -> Result<Resolved, RecordedFailure> {
        self.at_top(node, |this| {
            let given = this.given(node, this.data.get(node.name));
            this.property_value(node, given, this.scope(), mode)
        })
    }

    pub(super) fn at_top<T>(&mut self, node: &'e Node<'e>, read: impl FnOnce(&mut Self) -> T) -> T {
        self.extended.clear();
        self.is_circular = false;
        self.at_node(PathStep::Name(node.name), node, read)
    }
}

impl Properties<'_> {
    /// Formats a problem as a message, in the caller's wording, or else in the built-in one.
    pub(super) fn say(&self, problem: Problem<'_>, own: impl FnOnce() -> String) -> String {
        self.context.wording.map_or_else(own, |wording| wording(problem))
    }

    /// Returns how a property is set. The caller decides this only for top-level properties.
    pub(super) fn how_given(&self, node: &Node<'_>) -> PropertyInput {
        let Some(given) = self.context.given else { return PropertyInput::Value };
        let is_top = self.evaluator.root.nodes.iter().any(|top| std::ptr::eq(top, node));
        if is_top { given(node.name) } else { PropertyInput::Value }
    }
}
