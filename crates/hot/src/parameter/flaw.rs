//! Heat's messages for constraints that it refuses to create.
//!
//! `heat_model` decides whether a constraint is valid; the messages are here.

use std::cmp::Ordering;

use heat_model::pattern::Pattern;
use heat_model::{ConstraintKind, Value};

use crate::fault::{Exception, Problem, PythonClass};

/// The exception of Heat for an invalid constraint; `None` if the constraint is valid.
pub(super) fn flaw(kind: &ConstraintKind) -> Option<Exception> {
    // Heat compiles a pattern only when it checks a value.
    if let ConstraintKind::AllowedPattern(pattern) = kind {
        let error = Pattern::syntax(pattern).err().filter(|error| error.refused_by_python)?;
        return Some(Exception::Python(
            Problem::InvalidParameterConstraint,
            PythonClass::Error,
            error.message,
        ));
    }
    let ours = kind.flaw()?;
    let message = match kind {
        ConstraintKind::Range { .. } => {
            "A range constraint must have a min value and/or a max value specified."
        }
        ConstraintKind::Length { min: None, max: None } => {
            "A length constraint must have a min value and/or a max value specified."
        }
        ConstraintKind::Length { .. } => "min/max length must be integral",
        ConstraintKind::Modulo { step: Some(step), offset: Some(offset) } => {
            return Some(modulo_flaw(step, offset));
        }
        ConstraintKind::Modulo { .. } => {
            "A modulo constraint must have a step value and an offset value specified."
        }
        ConstraintKind::AllowedValues(_) | ConstraintKind::AllowedPattern(_) | ConstraintKind::Custom(_) => {
            return Some(Exception::InvalidSchemaError(Problem::InvalidParameterConstraint, ours));
        }
    };
    Some(Exception::InvalidSchemaError(Problem::InvalidParameterConstraint, message.to_owned()))
}

fn modulo_flaw(step: &Value, offset: &Value) -> Exception {
    for number in [step, offset] {
        match number {
            Value::Float(float) if float.is_infinite() => {
                let message = "cannot convert float infinity to integer".to_owned();
                return Exception::Python(
                    Problem::InvalidParameterConstraint,
                    PythonClass::OverflowError,
                    message,
                );
            }
            Value::Float(float) if float.is_nan() => {
                let message = "cannot convert float NaN to integer".to_owned();
                return Exception::value_error(Problem::InvalidParameterConstraint, message);
            }
            Value::Float(float) if float.fract() != 0.0 => {
                return Exception::InvalidSchemaError(
                    Problem::InvalidParameterConstraint,
                    "step/offset must be integer".to_owned(),
                );
            }
            _ => {}
        }
    }
    let message = if step.python_eq(&Value::from(0)) {
        "step cannot be 0."
    } else if magnitude(offset).compare_numbers(&magnitude(step)) != Some(Ordering::Less) {
        "offset must be smaller (by absolute value) than step."
    } else {
        "step and offset must be both positive or both negative."
    };
    Exception::InvalidSchemaError(Problem::InvalidParameterConstraint, message.to_owned())
}

fn magnitude(number: &Value) -> Value {
    match number {
        Value::Integer(integer) => Value::Integer(integer.abs()),
        Value::Float(float) => Value::Float(float.abs()),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use heat_model::value;

    use super::*;

    fn check(kind: &ConstraintKind, expect: Option<&str>) {
        let found = flaw(kind).map(|exception| format!("{}: {exception}", exception.class()));
        assert_eq!(found.as_deref(), expect, "{kind:?}");
    }

    fn check_modulo(step: impl Into<Value>, offset: impl Into<Value>, expect: Option<&str>) {
        check(&ConstraintKind::Modulo { step: Some(step.into()), offset: Some(offset.into()) }, expect);
    }

    #[test]
    fn steps_and_offsets_have_rules() {
        check(
            &ConstraintKind::Modulo { step: Some(value!(2)), offset: None },
            Some(
                "InvalidSchemaError: A modulo constraint must have a step value and an offset value specified.",
            ),
        );
        check_modulo(3.0, 1, None);
        check_modulo(1.5, 1, Some("InvalidSchemaError: step/offset must be integer"));
        check_modulo(f64::INFINITY, 1, Some("OverflowError: cannot convert float infinity to integer"));
        check_modulo(1, f64::NAN, Some("ValueError: cannot convert float NaN to integer"));
        check_modulo(0, 0, Some("InvalidSchemaError: step cannot be 0."));
        let size = "InvalidSchemaError: offset must be smaller (by absolute value) than step.";
        check_modulo(2, -2, Some(size));
        check_modulo(
            -2.0,
            true,
            Some("InvalidSchemaError: step and offset must be both positive or both negative."),
        );
    }

    #[test]
    fn limits_and_patterns_have_rules() {
        check(&ConstraintKind::Length { min: None, max: Some(value!(1)) }, None);
        check(
            &ConstraintKind::Length { min: None, max: Some(value!(1.0)) },
            Some("InvalidSchemaError: min/max length must be integral"),
        );
        check(
            &ConstraintKind::Range { min: None, max: None },
            Some(
                "InvalidSchemaError: A range constraint must have a min value and/or a max value specified.",
            ),
        );
        let pattern = flaw(&ConstraintKind::AllowedPattern("(".to_owned()));
        assert_eq!(pattern.as_ref().map(Exception::class), Some("error"));
    }
}
