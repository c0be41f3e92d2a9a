//! Checking a value against a constraint, with the error that Heat raises if it fails.
//!
//! The engine of `heat-model` makes the decision. This module turns it into Heat's result: a message, or an exception of Python
//! if the check itself fails on a value of the wrong type.

use std::cell::Cell;

use heat_hot_language::{Dialect, ParameterType};
use heat_model::custom_constraint::{CustomConstraints, CustomViolation};
use heat_model::heat_words::violation_words;
use heat_model::pattern::{Pattern, PatternBudget};
use heat_model::python::{str_of, type_name};
use heat_model::validate::violation_within;
use heat_model::{Constraint, ConstraintKind, PropertyType, Value};

use super::constraint::property_type;
use super::convert::{to_boolean, to_number, type_error};
use super::failure::Failure;
use super::limits::MAX_CHECKED;
use super::{ParameterConstraint, custom};
use crate::fault::{Exception, Problem, PythonClass};

/// Checker for the parameter values of one template.
pub(super) struct Checker<'a> {
    customs: &'a dyn CustomConstraints,
    /// Budget of time for all patterns together.
    budget: PatternBudget,
    /// Number of patterns that may still be compiled, at about a millisecond each.
    patterns: Cell<usize>,
}

impl<'a> Checker<'a> {
    pub(super) fn new(customs: &'a dyn CustomConstraints) -> Self {
        Self { customs, budget: PatternBudget::new(), patterns: Cell::new(MAX_CHECKED) }
    }

    /// Checks a value against a constraint.
    pub(super) fn check(
        &self,
        constraint: &ParameterConstraint,
        value: &Value,
        (parameter_type, dialect): (ParameterType, Dialect),
    ) -> Result<(), Failure> {
        if let (ConstraintKind::Custom(_), Some(name @ (Value::List(_) | Value::Map(_)))) =
            (&constraint.kind, &constraint.odd_name)
        {
            return Err(Failure::Raw(type_error(format!("unhashable type: '{}'", type_name(name)))));
        }
        raised(&constraint.kind, value, property_type(parameter_type), parameter_type.name(dialect))?;
        let message = match &constraint.kind {
            ConstraintKind::Custom(name) => {
                let answer = match constraint.odd_name {
                    Some(_) => Err(CustomViolation::NotFound),
                    None => self.customs.check(name, value),
                };
                let Err(violation) = answer else { return Ok(()) };
                match custom::failure(name, value, &violation) {
                    Failure::Value(message) => message,
                    raw @ Failure::Raw(_) => return Err(raw),
                }
            }
            ConstraintKind::AllowedPattern(_) if !self.may_match() => return Ok(()),
            kind => {
                let of = Some(property_type(parameter_type));
                if violation_within(kind, value, of, &self.budget).is_none() || is_beyond_us(kind) {
                    return Ok(());
                }
                violation_words(kind, value)
            }
        };
        let described = constraint.description.is_truthy().then(|| str_of(&constraint.description));
        Err(Failure::Value(described.unwrap_or(message)))
    }

    /// Help for a custom constraint that does not exist.
    pub(super) fn help_with_unknown(&self, kind: &ConstraintKind) -> Option<String> {
        let ConstraintKind::Custom(name) = kind else { return None };
        self.customs.help_with_unknown(name)
    }

    fn may_match(&self) -> bool {
        let left = self.patterns.get();
        self.patterns.set(left.saturating_sub(1));
        left > 0
    }
}

/// Returns whether the pattern is valid in Python but not supported here: it never makes a value invalid.
fn is_beyond_us(kind: &ConstraintKind) -> bool {
    matches!(kind, ConstraintKind::AllowedPattern(pattern)
        if Pattern::new(pattern).is_err_and(|error| !error.refused_by_python))
}

/// The message of Heat for a value that violates a constraint of a property. A custom constraint gives the reason.
pub(crate) fn property_violation(
    constraint: &Constraint,
    value: &Value,
    property_type: PropertyType,
    violation: Option<&CustomViolation>,
) -> String {
    let described = || constraint.description.clone().filter(|text| !text.is_empty());
    let failed = match raised(&constraint.kind, value, property_type, property_type.heat_name()) {
        Err(failure) => Err(failure),
        Ok(()) => match (&constraint.kind, violation) {
            (ConstraintKind::Custom(name), Some(violation)) => {
                match custom::failure(name, value, violation) {
                    Failure::Value(message) => Ok(message),
                    raw @ Failure::Raw(_) => Err(raw),
                }
            }
            (kind, _) => Ok(violation_words(kind, value)),
        },
    };
    match failed {
        Ok(message) => described().unwrap_or(message),
        Err(Failure::Value(message)) => message,
        Err(Failure::Raw(exception)) => exception.to_string(),
    }
}

/// Returns the exception that the check itself raises before it has a result. `class` is the name of the type in messages.
fn raised(
    kind: &ConstraintKind,
    value: &Value,
    property_type: PropertyType,
    class: &str,
) -> Result<(), Failure> {
    match (kind, value) {
        (ConstraintKind::Range { .. }, _) => to_number(value).map(drop).map_err(failure),
        (ConstraintKind::Modulo { step, .. }, _) => {
            let number = to_number(value).map_err(failure)?;
            step.as_ref().map_or(Ok(()), |step| check_size(&number, step))
        }
        (ConstraintKind::Length { .. }, Value::String(_) | Value::List(_) | Value::Map(_))
        | (ConstraintKind::AllowedPattern(_), Value::String(_))
        | (ConstraintKind::AllowedValues(_), Value::List(_))
        | (ConstraintKind::Custom(_), _) => Ok(()),
        (ConstraintKind::Length { .. }, _) => {
            Err(Failure::Raw(type_error(format!("object of type '{}' has no len()", type_name(value)))))
        }
        (ConstraintKind::AllowedPattern(_), _) => {
            let message = format!("expected string or bytes-like object, got '{}'", type_name(value));
            Err(Failure::Raw(type_error(message)))
        }
        // Heat converts all allowed values before it looks for the value among them.
        (ConstraintKind::AllowedValues(allowed), _) => {
            allowed.iter().chain([value]).try_for_each(|allowed| check_type(allowed, property_type, class))
        }
    }
}

fn failure(exception: Exception) -> Failure {
    match exception {
        Exception::Python(_, PythonClass::ValueError, message) => Failure::Value(message),
        other => Failure::Raw(other),
    }
}

/// Checks that Python can divide the value by the step: if one is a float, it converts the other to a float.
fn check_size(value: &Value, step: &Value) -> Result<(), Failure> {
    let ((Value::Integer(integer), Value::Float(_)) | (Value::Float(_), Value::Integer(integer))) =
        (value, step)
    else {
        return Ok(());
    };
    if integer.as_f64().is_finite() {
        return Ok(());
    }
    let message = "int too large to convert to float".to_owned();
    Err(Failure::Raw(Exception::Python(Problem::InvalidParameterValue, PythonClass::OverflowError, message)))
}

/// Checks that a value can be compared with others as this type.
fn check_type(value: &Value, property_type: PropertyType, class: &str) -> Result<(), Failure> {
    let converted = match property_type {
        PropertyType::Integer | PropertyType::Number => to_number(value),
        PropertyType::Boolean => to_boolean(value),
        _ => return Ok(()),
    };
    let invalid = || {
        let shown = str_of(value);
        Failure::Value(format!("Value \"{shown}\" is invalid for data type \"{class}\"."))
    };
    match converted.map_err(failure) {
        Ok(Value::Float(_)) if property_type == PropertyType::Integer => Err(invalid()),
        Err(Failure::Value(_)) => Err(invalid()),
        Err(raw) => Err(raw),
        Ok(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use heat_model::custom_constraint::WithoutCloud;
    use heat_model::{Integer, value};
    use heat_yaml::Span;

    use super::*;

    fn check(kind: ConstraintKind, parameter_type: ParameterType, value: &Value, expect: &str) {
        let constraint =
            ParameterConstraint { kind, description: Value::Null, odd_name: None, span: Span::default() };
        let types = (parameter_type, Dialect::Cfn);
        let customs = WithoutCloud::timeless();
        let found = match Checker::new(&customs).check(&constraint, value, types) {
            Ok(()) => String::new(),
            Err(Failure::Value(message)) => message,
            Err(Failure::Raw(exception)) => format!("{}: {exception}", exception.class()),
        };
        assert_eq!(found, expect, "{value}");
    }

    #[test]
    fn numbers_of_any_size_are_checked() {
        let huge = Value::Integer(Integer::from_decimal(&"9".repeat(400)).unwrap());
        let modulo = |step: Value| ConstraintKind::Modulo { step: Some(step), offset: Some(value!(1)) };
        check(modulo(value!(2)), ParameterType::Number, &huge, "");
        check(
            modulo(value!(2.0)),
            ParameterType::Number,
            &huge,
            "OverflowError: int too large to convert to float",
        );
        let range = ConstraintKind::Range { min: Some(value!(1)), max: None };
        check(
            range.clone(),
            ParameterType::Number,
            &value!("0.5"),
            "0.5 is out of range (min: 1, max: None)",
        );
        check(range, ParameterType::Number, &value!("x"), "could not convert string to float: 'x'");
    }

    #[test]
    fn allowed_values_are_converted_first() {
        use ParameterType::{Boolean, CommaDelimitedList, Number};
        let allowed = |allowed: Value| match allowed {
            Value::List(items) => ConstraintKind::AllowedValues(items.into_inner()),
            _ => ConstraintKind::AllowedValues(Vec::new()),
        };
        check(allowed(value!(["yes"])), Boolean, &value!(true), "");
        check(
            allowed(value!(["maybe"])),
            Boolean,
            &value!(true),
            "Value \"maybe\" is invalid for data type \"Boolean\".",
        );
        check(allowed(value!([1.5])), Number, &value!(1.5), "");
        check(
            allowed(value!([[1]])),
            Number,
            &value!(1),
            "TypeError: int() argument must be a string, a bytes-like object or a real number, not 'list'",
        );
        check(
            allowed(value!(["a", 1])),
            CommaDelimitedList,
            &value!(["a", "ä"]),
            "[\"a\", \"\\u00e4\"] is not an allowed value [\"a\", 1]",
        );
    }

    #[test]
    fn patterns_that_only_this_tool_cannot_run_refuse_nothing() {
        let pattern = format!("a{}", "b?".repeat(60_000));
        check(ConstraintKind::AllowedPattern(pattern), ParameterType::String, &value!("x"), "");
        let pattern = ConstraintKind::AllowedPattern("a".to_owned());
        check(pattern, ParameterType::String, &value!("x"), "\"x\" does not match pattern \"a\"");
    }

    #[test]
    fn patterns_refuse_nothing_once_there_were_too_many() {
        let customs = WithoutCloud::timeless();
        let checker = Checker { patterns: Cell::new(1), ..Checker::new(&customs) };
        let kind = ConstraintKind::AllowedPattern("a".to_owned());
        let constraint =
            ParameterConstraint { kind, description: Value::Null, odd_name: None, span: Span::default() };
        let check =
            || checker.check(&constraint, &value!("x"), (ParameterType::String, Dialect::Hot20180302));
        assert!(check().is_err());
        assert!(check().is_ok());
        assert!(check().is_ok());
    }
}
