//! One set of data, read property by property.
//!
//! Follows `heat.engine.properties.Properties` and `Property`; the method names in the comments are Heat's.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;

use indexmap::IndexMap;

use super::conversion::{convert, raised, value_for_null};
use super::prepare::{Children, Members, Node, referred_property};
use super::translate::How;
use super::{Context, Evaluator, MAX_DEPTH, Resolved};
use crate::custom_constraint::CustomViolation;
use crate::suggest::nearest;
use crate::validate::{ErrorKind, Raised, Step, ValueError, ValuePath, shortened, violation};
use crate::{Constraint, ConstraintKind, PropertyType, RuleKind, Value};

/// How many unknown names are told what was meant.
const MOST_HINTS: usize = 50;

/// Something went wrong, and stands among the errors.
#[derive(Debug)]
pub(super) struct Failed;

/// How a value is read.
#[derive(Clone, Copy)]
pub(super) struct Mode {
    /// Whether it is held against its constraints, and its members' names against the schema.
    pub(super) validate: bool,
    /// Whether rules apply. Heat reads what translation put in the place of a missing value without any.
    pub(super) translate: bool,
}

/// The data that a property stands in, as it was given.
#[derive(Clone, Copy)]
pub(super) enum Scope<'d> {
    Map(&'d IndexMap<String, Value>),
    /// The items of a list, among which nothing can be found by name.
    List,
}

/// A step of the path to the value being read.
#[derive(Clone, Copy)]
enum Place<'e> {
    Name(&'e str),
    Item(usize),
}

/// One set of data held against a schema: Heat's `heat.engine.properties.Properties`.
///
/// Like Heat's, it keeps what translation found from one property to the next, so reading changes it.
pub struct Properties<'e> {
    pub(super) evaluator: &'e Evaluator<'e>,
    pub(super) data: &'e IndexMap<String, Value>,
    pub(super) context: &'e Context<'e>,
    path: Vec<Place<'e>>,
    errors: Vec<ValueError>,
    /// Heat's path of the property being read: names and indexes joined with dots.
    pub(super) key: String,
    /// What translation found, by key (`resolved_translations`).
    pub(super) resolved: HashMap<String, Value>,
    /// Lists that an add rule has made longer where they stand, by key, until the next property at the top is read.
    pub(super) extended: HashMap<String, Value>,
    /// The list that the last rules for a path made longer where it stands, if they did.
    pub(super) grown: Option<Value>,
    /// Whether rules apply; they do not while one of them looks for its value.
    pub(super) is_active: bool,
    /// How many steps of a path Heat still tells, where it reads without validating on the way down.
    blind: Option<usize>,
    /// Whether reading goes on after an error.
    pub(super) collects: bool,
    /// Whether the rules have been found to run in a circle.
    pub(super) is_circular: bool,
    /// How many rules have led from one to the next.
    pub(super) rules_followed: usize,
    /// Whether nothing is read twice, so that only what other properties' rules look for has to be kept.
    pub(super) one_shot: bool,
    /// By rule: whether it applies to these data, and what it puts instead of `{get_property: …}`.
    conditions: Vec<(bool, Option<Value>)>,
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
            path: Vec::new(),
            errors: Vec::new(),
            key: String::new(),
            resolved: HashMap::new(),
            extended: HashMap::new(),
            grown: None,
            is_active: true,
            blind: None,
            collects: false,
            is_circular: false,
            rules_followed: 0,
            one_shot: false,
            conditions: Vec::new(),
        };
        if evaluator.rules.any_conditional {
            properties.decide_conditions();
        }
        properties
    }

    /// A property's value: converted, translated, or its default; null where it has none (`properties[name]`).
    ///
    /// # Errors
    /// That there is no such property, or that its value cannot be read. Constraints are not looked at.
    pub fn get(&mut self, name: &str) -> Result<Resolved, Vec<ValueError>> {
        let node = self.node(name)?;
        let read = self.top(node, Mode { validate: false, translate: true });
        self.answer(read)
    }

    /// The value that was given for a property, converted and translated; null where none was (`get_user_value`).
    ///
    /// # Errors
    /// That there is no such property, or that its value cannot be read.
    pub fn user_value(&mut self, name: &str) -> Result<Resolved, Vec<ValueError>> {
        let node = self.node(name)?;
        let mode = Mode { validate: false, translate: true };
        let read =
            self.at_top(node, |this| this.user_value_of(node, this.data.get(node.name), this.scope(), mode));
        self.answer(read.map(|value| value.unwrap_or(Resolved::NULL)))
    }

    /// All that is wrong with the data, in the order in which Heat would come across it (`validate()`).
    ///
    /// Properties groups come last: Heat 27 has none that it holds data against.
    #[must_use]
    pub fn validate(&mut self) -> Vec<ValueError> {
        let values = self.validated();
        self.check_groups();
        drop(values);
        std::mem::take(&mut self.errors)
    }

    /// What is wrong with the names alone (`validate(with_value=False)`): properties that do not exist, or that Heat
    /// does nothing with.
    #[must_use]
    pub fn validate_without_values(&mut self) -> Vec<ValueError> {
        self.slots(&self.evaluator.root, self.data, true);
        for node in &self.evaluator.root.nodes {
            if self.data.contains_key(node.name) && !self.is_gone(node) {
                self.at(Place::Name(node.name), |this| this.check_implemented(node));
            }
        }
        std::mem::take(&mut self.errors)
    }

    /// See [`Evaluator::resolve`].
    pub(super) fn resolve(mut self) -> Result<Vec<Resolved>, Vec<ValueError>> {
        self.one_shot = true;
        let mut values = self.validated();
        self.check_groups();
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        // What Heat does not validate, it reads all the same. The rest reads as it did while it was validated.
        for (node, value) in self.evaluator.root.nodes.iter().zip(&mut values) {
            if node.touched && self.is_gone(node) {
                // It fails where a plug-in asks for a required property that a rule has emptied; none does.
                let read = self.top(node, Mode { validate: false, translate: true });
                self.errors.retain(|error| error.kind != ErrorKind::Missing);
                *value = read.unwrap_or(Resolved::NULL);
            }
        }
        if self.errors.is_empty() { Ok(values) } else { Err(self.errors) }
    }

    /// Validates every property, and reads it with that. What cannot be read is null.
    fn validated(&mut self) -> Vec<Resolved> {
        self.collects = true;
        let root = &self.evaluator.root;
        let slots = self.slots(root, self.data, true);
        let mode = Mode { validate: true, translate: true };
        let mut values = Vec::with_capacity(root.nodes.len());
        for (node, slot) in root.nodes.iter().zip(slots) {
            if (slot.is_none() && node.is_null_when_absent) || (node.touched && self.is_gone(node)) {
                values.push(Resolved::NULL);
                continue;
            }
            let read = self.at_top(node, |this| {
                let read = this.property_value(node, slot, this.scope(), mode);
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

    fn node(&self, name: &str) -> Result<&'e Node<'e>, Vec<ValueError>> {
        let root = &self.evaluator.root;
        root.position(name).and_then(|position| root.nodes.get(position)).ok_or_else(|| {
            let path = ValuePath(vec![Step::Name(name.to_owned())]);
            vec![ValueError::new(path, ErrorKind::Unknown, format!("unknown property{}", hint(name, root)))]
        })
    }

    fn answer(&mut self, read: Result<Resolved, Failed>) -> Result<Resolved, Vec<ValueError>> {
        read.map_err(|Failed| std::mem::take(&mut self.errors))
    }

    pub(super) fn scope(&self) -> Scope<'e> {
        Scope::Map(self.data)
    }

    /// Reads a property at the top.
    fn top(&mut self, node: &'e Node<'e>, mode: Mode) -> Result<Resolved, Failed> {
        self.at_top(node, |this| this.property_value(node, this.data.get(node.name), this.scope(), mode))
    }

    fn at_top<T>(&mut self, node: &'e Node<'e>, read: impl FnOnce(&mut Self) -> T) -> T {
        self.extended.clear();
        self.is_circular = false;
        self.at_node(Place::Name(node.name), node, read)
    }

    fn at<T>(&mut self, place: Place<'e>, read: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(place);
        let answer = read(self);
        self.path.pop();
        answer
    }

    /// Goes to a property, keeping its key where rules may ask for it.
    fn at_node<T>(&mut self, place: Place<'e>, node: &Node<'_>, read: impl FnOnce(&mut Self) -> T) -> T {
        if !node.touched_below {
            return self.at(place, read);
        }
        let length = self.key.len();
        if !self.key.is_empty() && !self.key.ends_with('.') {
            self.key.push('.');
        }
        match place {
            Place::Name(name) => self.key.push_str(name),
            Place::Item(index @ 0..10) => self.key.extend(char::from_digit(index as u32, 10)),
            Place::Item(index) => self.key.push_str(&index.to_string()),
        }
        let answer = self.at(place, read);
        self.key.truncate(length);
        answer
    }

    /// Reads another property at the top on behalf of the one being read, whose path and name errors bear.
    pub(super) fn read_root(
        &mut self,
        name: &str,
        validate: bool,
    ) -> Result<(Resolved, &'e Node<'e>), Failed> {
        let Ok(node) = self.node(name) else {
            let message = format!("a translation rule takes its value from `{name}`, which does not exist");
            return Err(self.fail_with(Raised::KeyError, message));
        };
        let own_key = std::mem::replace(&mut self.key, name.to_owned());
        let known = self.errors.len();
        let mode = Mode { validate, translate: true };
        let read_it = |this: &mut Self| this.property_value(node, this.data.get(name), this.scope(), mode);
        let read = if validate { read_it(self) } else { self.blindly(read_it) };
        self.key = own_key;
        let steps = self.path.len();
        for error in self.errors.iter_mut().skip(known) {
            let _ = write!(error.message, " (given as `{name}`)");
            if error.kind == ErrorKind::Missing && error.path.0.len() == steps {
                error.heat_steps = steps;
            }
        }
        read.map(|value| (value, node))
    }

    pub(super) fn fail(&mut self, message: impl Into<String>) -> Failed {
        self.error(ErrorKind::Invalid, message);
        Failed
    }

    /// As [`fail`](Self::fail), where Heat raises something else than a `ValueError`.
    pub(super) fn fail_with(&mut self, raised: Raised, message: impl Into<String>) -> Failed {
        let failed = self.fail(message);
        if let Some(error) = self.errors.last_mut() {
            error.raised = raised;
        }
        failed
    }

    pub(super) fn error(&mut self, kind: ErrorKind, message: impl Into<String>) {
        let steps = self.path.iter().map(|place| match place {
            Place::Name(name) => Step::Name((*name).to_owned()),
            Place::Item(index) => Step::Item(*index),
        });
        let mut error = ValueError::new(ValuePath(steps.collect()), kind, message);
        error.heat_steps = error.heat_steps.min(self.blind.unwrap_or(usize::MAX));
        self.errors.push(error);
    }

    pub(super) fn group_error(&mut self, path: ValuePath, message: String) {
        self.errors.push(ValueError::new(path, ErrorKind::Group, message));
    }

    fn check_implemented(&mut self, node: &Node<'_>) {
        if !node.schema.implemented {
            self.error(ErrorKind::NotImplemented, "Heat does not implement this property");
        }
    }

    /// The given values in schema order. Names that are no property's are errors if `validate`.
    fn slots<'d>(
        &mut self,
        members: &'e Members<'e>,
        data: &'d IndexMap<String, Value>,
        validate: bool,
    ) -> Vec<Option<&'d Value>> {
        let mut slots = vec![None; members.nodes.len()];
        for (name, value) in data {
            let slot = members.position(name).and_then(|position| slots.get_mut(position));
            match slot {
                Some(slot) => *slot = Some(value),
                None if validate => self.unknown(name, members),
                None => {}
            }
        }
        slots
    }

    fn unknown(&mut self, name: &str, members: &Members<'_>) {
        // Looking for what was meant takes a while: where there are many, the rest goes without.
        let hinted = self.errors.iter().filter(|error| error.kind == ErrorKind::Unknown).count() < MOST_HINTS;
        let hint = if hinted { hint(name, members) } else { String::new() };
        // The name is not the schema's, so it stands on no path of ours.
        self.error(ErrorKind::Unknown, format!("unknown property{hint}"));
        if let Some(error) = self.errors.last_mut() {
            error.heat_steps = error.path.0.len();
            error.path.0.push(Step::Name(name.to_owned()));
        }
    }

    // Which rules apply.

    /// Decides which rules apply to these data, by properties that no rule has touched yet: in Heat a plug-in makes its
    /// list of rules before they are set.
    fn decide_conditions(&mut self) {
        self.is_active = false;
        let evaluator = self.evaluator;
        let read = |this: &mut Self, name: &str| {
            let value = this.read_root(name, false);
            this.errors.clear();
            value.map_or(Value::Null, |(value, node)| value.to_value(node.schema))
        };
        self.conditions = evaluator
            .rules
            .all
            .iter()
            .map(|rule| {
                let applies = rule.rule.when.as_ref().is_none_or(|when| {
                    let value = read(self, &when.property);
                    let listed =
                        when.values.is_empty() || when.values.iter().any(|known| known.python_eq(&value));
                    value.is_truthy() && listed
                });
                let referred = rule.rule.value.as_ref().and_then(referred_property);
                (applies, referred.map(|name| read(self, name)))
            })
            .collect();
        self.is_active = true;
    }

    /// Whether a rule applies to these data.
    pub(super) fn applies(&self, rule: usize) -> bool {
        let resolves =
            self.evaluator.rules.all.get(rule).is_some_and(|rule| rule.rule.rule == RuleKind::Resolve);
        (!resolves || self.context.resolver.is_some())
            && self.conditions.get(rule).is_none_or(|(applies, _)| *applies)
    }

    /// The value that a rule puts; empty ones count as none.
    pub(super) fn rule_value(&self, rule: usize) -> Option<&Value> {
        let referred = self.conditions.get(rule).and_then(|(_, value)| value.as_ref());
        let written = self.evaluator.rules.all.get(rule)?.rule.value.as_ref();
        referred.or(written).filter(|value| value.is_truthy())
    }

    /// Whether a rule has deleted or emptied it, so that its value is not looked at (`is_deleted`, `is_replaced`).
    fn is_gone(&self, node: &Node<'_>) -> bool {
        self.is_active && node.deleted_by.iter().chain(&node.replaced_by).any(|rule| self.applies(*rule))
    }

    fn has_translation(&self, node: &Node<'_>, mode: Mode) -> bool {
        mode.translate
            && node.touched
            && self.is_active
            && (node.rules.iter().any(|rule| self.applies(*rule))
                || self.resolved.contains_key(&node.rule_key))
    }

    // Reading.

    /// `_get_property_value`, and what `validate` makes of its errors.
    fn property_value(
        &mut self,
        node: &'e Node<'e>,
        given: Option<&Value>,
        scope: Scope<'_>,
        mode: Mode,
    ) -> Result<Resolved, Failed> {
        let known = self.errors.len();
        let read = self.property_value_or_error(node, given, scope, mode);
        if read.is_err() && mode.validate && given.is_none() {
            // Of a required property that is not given, what cannot be read is reported for the map around. Of any
            // other, so is what is no `ValueError`: nothing on the way catches that but what reads a given value.
            let steps = self.path.len();
            for error in self.errors.iter_mut().skip(known) {
                let passes = match error.raised {
                    Raised::StackValidationFailed => false,
                    Raised::ValueError => node.schema.required,
                    Raised::TypeError | Raised::KeyError | Raised::Other => true,
                };
                if passes && error.heat_steps == steps {
                    error.heat_steps = steps.saturating_sub(1);
                }
            }
        }
        read
    }

    fn property_value_or_error(
        &mut self,
        node: &'e Node<'e>,
        given: Option<&Value>,
        scope: Scope<'_>,
        mode: Mode,
    ) -> Result<Resolved, Failed> {
        if let Some(value) = self.user_value_of(node, given, scope, mode)? {
            return Ok(value);
        }
        let schema = node.schema;
        if self.has_translation(node, mode) {
            let value = self.translate_here(node, Value::Null, scope, mode.validate)?;
            if !matches!(value, Value::Null) || schema.default.is_some() {
                let mode = Mode { validate: false, translate: false };
                return self.blindly(|this| this.value(node, Cow::Owned(value), mode));
            }
        }
        if schema.default.is_some() {
            return self.default_value(node, mode);
        }
        if schema.required {
            self.error(ErrorKind::Missing, "required, and not given");
            return Err(Failed);
        }
        let is_description = node.name == "description"
            && schema.update_allowed
            && self.evaluator.root.nodes.iter().any(|top| std::ptr::eq(top, node));
        let fallback = self.context.resource_description.filter(|text| is_description && !text.is_empty());
        Ok(fallback.map_or(Resolved::NULL, |text| Resolved::Plain(text.into())))
    }

    /// What a property reads as where it is not given and has a default.
    fn default_value(&mut self, node: &'e Node<'e>, mode: Mode) -> Result<Resolved, Failed> {
        if let Some(ready) = node.ready_default.get() {
            return Ok(ready.clone());
        }
        let value = self.value(node, Cow::Owned(Value::Null), mode)?;
        let is_constant = !node.touched_below && !node.asks_constraints && fits_i64(&value);
        if mode.validate && is_constant {
            // If another thread was faster, it found the same.
            let _ = node.ready_default.set(value.clone());
        }
        Ok(value)
    }

    /// Applies the rules for the property being read.
    fn translate_here(
        &mut self,
        node: &Node<'_>,
        value: Value,
        scope: Scope<'_>,
        validate: bool,
    ) -> Result<Value, Failed> {
        let key = std::mem::take(&mut self.key);
        let how = How { validate, keep: node.is_source || !self.one_shot };
        let translated = self.translate(&key, &node.rules, value, scope, how);
        self.key = key;
        translated
    }

    /// `_resolve_user_value`
    fn user_value_of(
        &mut self,
        node: &'e Node<'e>,
        given: Option<&Value>,
        scope: Scope<'_>,
        mode: Mode,
    ) -> Result<Option<Resolved>, Failed> {
        let Some(raw) = given else { return Ok(None) };
        if mode.translate && node.touched && self.is_gone(node) {
            return Ok(None);
        }
        let known = self.errors.len();
        self.given_value(node, raw, scope, mode).map(Some).inspect_err(|_| {
            // Whatever was raised, Heat goes on with a ValueError.
            for error in self.errors.iter_mut().skip(known) {
                if error.raised != Raised::StackValidationFailed {
                    error.raised = Raised::ValueError;
                }
            }
        })
    }

    fn given_value(
        &mut self,
        node: &'e Node<'e>,
        raw: &Value,
        scope: Scope<'_>,
        mode: Mode,
    ) -> Result<Resolved, Failed> {
        if (self.context.is_deferred)(raw) {
            return self.copy(raw, 0).map(Resolved::Plain);
        }
        let mut value = Cow::Borrowed(raw);
        if self.has_translation(node, mode) {
            let copy = match self.extended.get(&self.key) {
                Some(longer) => longer.clone(),
                None => self.copy(raw, 0)?,
            };
            value = Cow::Owned(self.translate_here(node, copy, scope, false)?);
        }
        self.value(node, value, mode)
    }

    /// `Property.get_value`
    fn value(&mut self, node: &'e Node<'e>, value: Cow<'_, Value>, mode: Mode) -> Result<Resolved, Failed> {
        let known = self.errors.len();
        let resolved = self.converted(node, value, mode)?;
        if mode.validate {
            self.check_constraints(node, &resolved, self.errors.len() > known);
        }
        if self.errors.len() > known { Err(Failed) } else { Ok(resolved) }
    }

    /// A value as its type, members and items with it. What is wrong in those stands among the errors.
    fn converted(
        &mut self,
        node: &'e Node<'e>,
        value: Cow<'_, Value>,
        mode: Mode,
    ) -> Result<Resolved, Failed> {
        let value = match &*value {
            Value::Null => Cow::Owned(value_for_null(node.schema)),
            _ => value,
        };
        match (&node.children, &*value) {
            (Children::Members(members), Value::Map(map)) => {
                Ok(Resolved::Members(self.members(members, map, mode)))
            }
            (Children::Item(item), Value::List(items)) => Ok(Resolved::Items(self.items(item, items, mode))),
            (Children::Unusable, Value::List(items)) if !items.is_empty() => {
                Err(self.fail("the schema of this list names members, so that no item can be read"))
            }
            _ => {
                let owned = match value {
                    Cow::Owned(owned) => owned,
                    Cow::Borrowed(raw) => self.copy(raw, 0)?,
                };
                let raised = raised(node.schema.property_type, &owned);
                let plain = convert(node.schema, owned).map_err(|message| self.fail_with(raised, message))?;
                self.check_size(&plain)?;
                match (&node.children, &plain) {
                    // Text that was split.
                    (Children::Item(item), Value::List(items)) => {
                        Ok(Resolved::Items(self.items(item, items, mode)))
                    }
                    _ => Ok(Resolved::Plain(plain)),
                }
            }
        }
    }

    fn check_size(&mut self, value: &Value) -> Result<(), Failed> {
        match value {
            Value::Integer(integer) if self.context.integers_fit_i64 && integer.as_i64().is_none() => {
                Err(self.fail(format!("{} does not fit in 64 bits", shortened(value))))
            }
            _ => Ok(()),
        }
    }

    /// Reads without validating: whatever is wrong further down, Heat reports here.
    fn blindly<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.blind;
        self.blind = before.or(Some(self.path.len()));
        let answer = read(self);
        self.blind = before;
        answer
    }

    /// Whether members or items have to be validated one and all before any is read, as Heat does. It makes a
    /// difference only where reading a list twice makes it longer.
    fn reads_twice(&self, mode: Mode, touched_below: bool) -> bool {
        let extends = self.evaluator.rules.any_adds && self.context.resolver.is_none();
        mode.validate && mode.translate && self.is_active && touched_below && extends
    }

    /// The members of a map.
    fn members(
        &mut self,
        members: &'e Members<'e>,
        data: &IndexMap<String, Value>,
        mode: Mode,
    ) -> Vec<Resolved> {
        let known = self.errors.len();
        let slots = self.slots(members, data, mode.validate);
        let mut values = Vec::with_capacity(slots.len());
        for (node, slot) in members.nodes.iter().zip(&slots) {
            if (slot.is_none() && node.is_null_when_absent) || (mode.validate && self.skips(node, mode)) {
                values.push(Resolved::NULL);
                continue;
            }
            values.push(self.member(Place::Name(node.name), node, *slot, Scope::Map(data), mode));
        }
        if !(mode.validate && members.touched_below) || self.errors.len() > known {
            return values;
        }
        let twice = self.reads_twice(mode, members.touched_below);
        let mode = Mode { validate: false, ..mode };
        self.blindly(|this| {
            for ((node, slot), value) in members.nodes.iter().zip(&slots).zip(&mut values) {
                if twice || this.skips(node, mode) {
                    *value = this.member(Place::Name(node.name), node, *slot, Scope::Map(data), mode);
                }
            }
        });
        values
    }

    /// The items of a list.
    fn items(&mut self, node: &'e Node<'e>, items: &[Value], mode: Mode) -> Vec<Resolved> {
        let known = self.errors.len();
        let read = |this: &mut Self, mode: Mode| -> Vec<Resolved> {
            let items = items.iter().enumerate();
            items
                .map(|(index, item)| this.member(Place::Item(index), node, Some(item), Scope::List, mode))
                .collect()
        };
        let unvalidated = Mode { validate: false, ..mode };
        if !mode.validate || self.skips(node, mode) {
            return self.blindly(|this| read(this, unvalidated));
        }
        let values = read(self, mode);
        if self.errors.len() == known && self.reads_twice(mode, node.touched_below) {
            return self.blindly(|this| read(this, unvalidated));
        }
        values
    }

    /// Whether validating passes a property over, because a rule has taken its value.
    fn skips(&self, node: &Node<'_>, mode: Mode) -> bool {
        mode.translate && node.touched && self.is_gone(node)
    }

    /// A member or an item; null where it cannot be read.
    fn member(
        &mut self,
        place: Place<'e>,
        node: &'e Node<'e>,
        given: Option<&Value>,
        scope: Scope<'_>,
        mode: Mode,
    ) -> Resolved {
        self.at_node(place, node, |this| {
            let known = this.errors.len();
            let value = this.property_value(node, given, scope, mode);
            if !mode.validate {
                return value.unwrap_or(Resolved::NULL);
            }
            for error in this.errors.iter_mut().skip(known) {
                if error.raised == Raised::ValueError {
                    error.raised = Raised::StackValidationFailed;
                }
            }
            if value.is_ok() && given.is_some() {
                this.check_implemented(node);
            }
            value.unwrap_or(Resolved::NULL)
        })
    }

    /// Holds a value against the constraints of its property. Where something in it is wrong already, only its length
    /// can be judged.
    fn check_constraints(&mut self, node: &Node<'_>, resolved: &Resolved, is_partial: bool) {
        let constraints = &node.schema.constraints;
        if constraints.is_empty() || self.holds_deferred(resolved) {
            return;
        }
        let value = match resolved {
            Resolved::Plain(value) => Cow::Borrowed(value),
            nested => Cow::Owned(nested.to_value(node.schema)),
        };
        for constraint in constraints {
            let counts_items =
                matches!((&constraint.kind, resolved), (ConstraintKind::Length { .. }, Resolved::Items(_)));
            if is_partial && !counts_items {
                continue;
            }
            if let Some(message) = self.violation(constraint, &value, node.schema.property_type) {
                self.error(ErrorKind::Constraint, message);
            }
        }
    }

    fn violation(
        &self,
        constraint: &Constraint,
        value: &Value,
        property_type: PropertyType,
    ) -> Option<String> {
        let built_in = match &constraint.kind {
            ConstraintKind::Custom(name) => match self.context.custom_constraints.check(name, value) {
                Ok(()) => return None,
                Err(CustomViolation::NotFound) => format!("the custom constraint `{name}` does not exist"),
                Err(CustomViolation::Refused(why)) if why.is_empty() => {
                    format!("{} is not accepted by {name}", shortened(value))
                }
                Err(CustomViolation::Refused(why)) => why,
            },
            kind => violation(kind, value, Some(property_type))?,
        };
        Some(match &constraint.description {
            Some(description) if !description.is_empty() => format!("{description} ({built_in})"),
            _ => built_in,
        })
    }

    /// Whether something in a list is not known yet, so that constraints on the list cannot be judged.
    fn holds_deferred(&self, value: &Resolved) -> bool {
        let is_deferred = self.context.is_deferred;
        match value {
            Resolved::Plain(Value::List(items)) => items.iter().any(is_deferred),
            Resolved::Plain(value) => is_deferred(value),
            Resolved::Items(items) => {
                items.iter().any(|item| matches!(item, Resolved::Plain(value) if is_deferred(value)))
            }
            Resolved::Members(_) => false,
        }
    }

    /// A value's copy, unless it is nested too deep.
    fn copy(&mut self, value: &Value, depth: usize) -> Result<Value, Failed> {
        if depth > MAX_DEPTH {
            return Err(self.fail(format!("nested more than {MAX_DEPTH} deep")));
        }
        Ok(match value {
            Value::List(items) => {
                Value::List(items.iter().map(|item| self.copy(item, depth + 1)).collect::<Result<_, _>>()?)
            }
            Value::Map(map) => {
                let mut copy = IndexMap::with_capacity(map.len());
                for (key, value) in map {
                    copy.insert(key.clone(), self.copy(value, depth + 1)?);
                }
                Value::Map(copy)
            }
            scalar => scalar.clone(),
        })
    }
}

/// Whether every integer in it fits in 64 bits.
fn fits_i64(value: &Resolved) -> bool {
    match value {
        Resolved::Plain(Value::Integer(integer)) => integer.as_i64().is_some(),
        Resolved::Plain(_) => true,
        Resolved::Items(values) | Resolved::Members(values) => values.iter().all(fits_i64),
    }
}

/// `: did you mean …?`, of the names that are shown.
fn hint(name: &str, members: &Members<'_>) -> String {
    let shown = members.nodes.iter().filter(|node| !node.schema.support_status.is_hidden());
    nearest(name, shown.map(|node| node.name))
        .map(|near| format!(": did you mean `{near}`?"))
        .unwrap_or_default()
}
