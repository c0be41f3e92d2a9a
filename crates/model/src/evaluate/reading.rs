//! Reading one property: the value that is set, the translated value, or the default.
//!
//! Follows `heat.engine.properties.Properties._get_property_value` and `Property.get_value`; the names in the
//! comments are Heat's.

use std::borrow::Cow;

use super::conversion::{convert, raised, value_for_null};
use super::prepare::{Children, Node};
use super::properties::{Mode, Properties, RecordedFailure, Scope};
use super::wording::{Problem, PropertyInput};
use super::{MAX_DEPTH, Resolved};
use crate::validate::{ErrorKind, PythonException, Step, ValueError, ValuePath, shortened};
use crate::value::Integer;
use crate::{NestedSchema, PropertySchema, PropertyType, Value};

impl<'e> Properties<'e> {
    /// Reads a property as `_get_property_value` does, and handles errors as `validate` does.
    pub(super) fn property_value(
        &mut self,
        node: &'e Node<'e>,
        given: Option<&Value>,
        scope: Scope<'_>,
        mode: Mode,
    ) -> Result<Resolved, RecordedFailure> {
        let known = self.errors.len();
        let read = self.property_value_or_error(node, given, scope, mode);
        if read.is_err() && self.keeps {
            self.errors.truncate(known);
            return Ok(Resolved::Plain(given.cloned().unwrap_or(Value::Null)));
        }
        if read.is_err() && mode.validate && given.is_none() {
            // For a required property that is not set, a value that cannot be read is reported for the map around it. For any
            // other property, so is an exception other than `ValueError`: only the code that reads a value that is set catches
            // it.
            let steps = self.path.len();
            for error in self.errors.iter_mut().skip(known) {
                let passes = match error.raised {
                    PythonException::StackValidationFailed => false,
                    PythonException::ValueError => node.schema.required,
                    PythonException::TypeError | PythonException::KeyError | PythonException::Other => true,
                };
                if passes && error.heat_steps == steps {
                    error.heat_steps = steps.saturating_sub(1);
                }
            }
        }
        read
    }

    pub(super) fn property_value_or_error(
        &mut self,
        node: &'e Node<'e>,
        given: Option<&Value>,
        scope: Scope<'_>,
        mode: Mode,
    ) -> Result<Resolved, RecordedFailure> {
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
            let message = self.say(Problem::Missing(node.name), || "missing required property".to_owned());
            self.error(ErrorKind::Missing, message);
            return Err(RecordedFailure);
        }
        let is_description = node.name == "description"
            && schema.update_allowed
            && self.evaluator.root.nodes.iter().any(|top| std::ptr::eq(top, node));
        let fallback = self.context.resource_description.filter(|text| is_description && !text.is_empty());
        Ok(fallback.map_or(Resolved::NULL, |text| Resolved::Plain(text.into())))
    }

    /// Returns the value of a property that is not set and has a default.
    pub(super) fn default_value(
        &mut self,
        node: &'e Node<'e>,
        mode: Mode,
    ) -> Result<Resolved, RecordedFailure> {
        if let Some(ready) = node.ready_default.get() {
            return Ok(ready.clone());
        }
        let value = self.value(node, Cow::Owned(Value::Null), mode)?;
        let is_constant = !node.touched_below && !node.asks_constraints && fits_i64(&value);
        if mode.validate && is_constant {
            // If another thread was faster, it found the same value.
            let _ = node.ready_default.set(value.clone());
        }
        Ok(value)
    }

    /// Reads the value that is set for a property, as `_resolve_user_value` does; `None` if there is no value.
    pub(super) fn user_value_of(
        &mut self,
        node: &'e Node<'e>,
        given: Option<&Value>,
        scope: Scope<'_>,
        mode: Mode,
    ) -> Result<Option<Resolved>, RecordedFailure> {
        let Some(raw) = given else { return Ok(None) };
        if mode.translate && node.touched && self.is_gone(node) {
            return Ok(None);
        }
        let known = self.errors.len();
        let read = match self.how_given(node) {
            PropertyInput::Value => self.given_value(node, raw, scope, mode),
            PropertyInput::Preliminary => {
                let mode = Mode { validate: false, ..mode };
                self.blindly(|this| this.given_value(node, raw, scope, mode))
            }
            PropertyInput::Omitted => return Ok(None),
            PropertyInput::Failed(why) => Err(self.fail(why)),
        };
        read.map(Some).inspect_err(|_| {
            // Heat converts any exception into a ValueError.
            for error in self.errors.iter_mut().skip(known) {
                if error.raised != PythonException::StackValidationFailed {
                    error.raised = PythonException::ValueError;
                }
            }
        })
    }

    pub(super) fn given_value(
        &mut self,
        node: &'e Node<'e>,
        raw: &Value,
        scope: Scope<'_>,
        mode: Mode,
    ) -> Result<Resolved, RecordedFailure> {
        if (self.context.is_deferred)(raw) {
            return self.copy(raw).map(Resolved::Plain);
        }
        let mut value = Cow::Borrowed(raw);
        if self.has_translation(node, mode) {
            let copy = match self.extended.get(&self.key) {
                Some(longer) => longer.clone(),
                None => self.copy(raw)?,
            };
            value = Cow::Owned(self.translate_here(node, copy, scope, false)?);
        }
        self.value(node, value, mode)
    }

    /// Converts a value to the type of its property and checks it, as `Property.get_value` does.
    pub(super) fn value(
        &mut self,
        node: &'e Node<'e>,
        value: Cow<'_, Value>,
        mode: Mode,
    ) -> Result<Resolved, RecordedFailure> {
        // A translation rule can take the value from another property.
        if (self.context.is_deferred)(&value) {
            return self.copy(&value).map(Resolved::Plain);
        }
        let known = self.errors.len();
        let resolved = self.converted(node, value, mode)?;
        if mode.validate {
            self.check_constraints(node, &resolved, self.errors.len() > known);
        }
        if self.errors.len() > known { Err(RecordedFailure) } else { Ok(resolved) }
    }

    /// Converts a value to its type, including members and items. Errors in these are recorded.
    pub(super) fn converted(
        &mut self,
        node: &'e Node<'e>,
        value: Cow<'_, Value>,
        mode: Mode,
    ) -> Result<Resolved, RecordedFailure> {
        let value = match &*value {
            Value::Null => Cow::Owned(value_for_null(node.schema)),
            _ => value,
        };
        match (&node.children, &*value) {
            (Children::Members(members), Value::Map(map)) => {
                Ok(Resolved::Members(self.members(members, map, mode)))
            }
            (Children::Item(item), Value::List(items)) => Ok(Resolved::Items(self.items(item, items, mode))),
            (Children::Unusable, Value::List(items)) if !items.is_empty() => Err(self
                .fail("the schema of this list declares members instead of items, so no item can be read")),
            _ => {
                let owned = match value {
                    Cow::Owned(owned) => owned,
                    Cow::Borrowed(raw) => self.copy(raw)?,
                };
                let raised = raised(node.schema.property_type, &owned);
                let given = self.context.wording.is_some().then(|| owned.clone());
                let plain = convert(node.schema, owned).map_err(|message| {
                    let message = match &given {
                        Some(given) => self.say(Problem::WrongType(node.schema, given), || message),
                        None => message,
                    };
                    self.fail_with(raised, message)
                })?;
                self.note_size(node.schema.property_type, &plain);
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

    /// Records that an integer is too large for the caller. Heat accepts it, so this is reported after all errors that Heat
    /// reports.
    pub(super) fn note_size(&mut self, property_type: PropertyType, value: &Value) {
        self.has_large_integers |= self.context.integers_fit_i64 && is_large(property_type, value);
    }

    /// Adds an error for each integer of these values, which are in the order of the schema, that is too large for the caller.
    pub(super) fn check_sizes(&mut self, values: &[Resolved]) {
        if !self.has_large_integers {
            return;
        }
        for ((name, schema), value) in self.evaluator.schemas.iter().zip(values) {
            large_integers(schema, value, &mut vec![Step::Name(name.clone())], &mut self.errors);
        }
    }

    /// A copy of the value, unless it is nested too deeply.
    pub(super) fn copy(&mut self, value: &Value) -> Result<Value, RecordedFailure> {
        self.not_too_deep(value).map(|()| value.clone())
    }

    pub(super) fn not_too_deep(&mut self, value: &Value) -> Result<(), RecordedFailure> {
        if value.is_deeper_than(MAX_DEPTH) {
            return Err(self.fail(format!("nested more than {MAX_DEPTH} levels deep")));
        }
        Ok(())
    }
}

fn is_large(property_type: PropertyType, value: &Value) -> bool {
    let large = |integer: &Integer| integer.as_i64().is_none();
    property_type == PropertyType::Integer && matches!(value, Value::Integer(integer) if large(integer))
}

/// Returns the errors about integers that do not fit in 64 bits, in a value at a path.
fn large_integers(
    schema: &PropertySchema,
    value: &Resolved,
    path: &mut Vec<Step>,
    errors: &mut Vec<ValueError>,
) {
    let mut below = |schema: &PropertySchema, value: &Resolved, step: Step| {
        path.push(step);
        large_integers(schema, value, path, errors);
        path.pop();
    };
    match (value, &schema.schema) {
        (Resolved::Items(items), Some(NestedSchema::Item(item))) => {
            for (index, value) in items.iter().enumerate() {
                below(item, value, Step::Item(index));
            }
        }
        (Resolved::Members(values), Some(NestedSchema::Members(members))) => {
            for ((name, schema), value) in members.iter().zip(values) {
                below(schema, value, Step::Name(name.clone()));
            }
        }
        (Resolved::Plain(plain), _) if is_large(schema.property_type, plain) => {
            let message = format!("{} does not fit in 64 bits", shortened(plain));
            errors.push(ValueError::new(ValuePath(path.clone()), ErrorKind::Invalid, message));
        }
        _ => {}
    }
}

/// Returns whether every integer in a value fits in 64 bits.
fn fits_i64(value: &Resolved) -> bool {
    match value {
        Resolved::Plain(Value::Integer(integer)) => integer.as_i64().is_some(),
        Resolved::Plain(_) => true,
        Resolved::Items(values) | Resolved::Members(values) => values.iter().all(fits_i64),
    }
}
