//! Functions for conditions, and an `if` whose condition is unknown.

use heat_hot_language::Variant;
use heat_model::Value;
use heat_yaml::Span;

use super::arguments::{is_null, items, value_error};
use crate::data::Shape;
use crate::fault::{Exception, Problem};
use crate::scope::Scope;
use crate::snippet::{self, Call, Snippet};
use crate::{Data, Fault};

/// Combines the branches of an `if` whose condition is unknown into one value.
pub(crate) fn either(scope: &Scope<'_>, both: &[Snippet; 2]) -> Result<Data, Fault> {
    let [then, otherwise] = both;
    let branches = [snippet::resolve_nullable(scope, then)?, snippet::resolve_nullable(scope, otherwise)?];
    match branches {
        [Some(then), Some(otherwise)] if then == otherwise => Ok(then),
        branches => Ok(Data::unknown(Shape::OneOf(Box::new(branches)), "an unknown condition")),
    }
}

pub(crate) fn equals(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    let [left, right] = call.args.unpack::<2>()?;
    let (left, right) = (snippet::resolve(scope, &left)?, snippet::resolve(scope, &right)?);
    Ok(left.python_eq(&right).map_or_else(|| unknown(&call.name), Data::from))
}

fn unknown(name: &str) -> Data {
    Data::unknown(Shape::Boolean, format!("the result of {name} with something unknown"))
}

/// Returns whether a condition is true; `None` if that is unknown. `condition` is the value of the snippet at `span`.
fn is_enabled(scope: &Scope<'_>, condition: &Data, span: Span) -> Result<Option<bool>, Fault> {
    if let Data::Known(Value::Bool(flag)) = condition {
        return Ok(Some(*flag));
    }
    if scope.stack.is_none() {
        return Err(Exception::attribute_error(Problem::FunctionValue, &Value::Null, "t").into());
    }
    match scope.conditions.is_enabled(scope, condition) {
        Ok(data) => Ok(data.is_truthy()),
        Err(fault) => Err(fault.about_name_at(span)),
    }
}

pub(crate) fn not(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    let (condition, span) = if call.variant == Variant::CfnNot {
        let [condition] = call.args.unpack::<1>()?;
        (snippet::resolve(scope, &condition)?, condition.span)
    } else {
        (snippet::resolve(scope, &call.args)?, call.args.span)
    };
    Ok(is_enabled(scope, &condition, span)?.map_or_else(|| unknown(&call.name), |flag| (!flag).into()))
}

/// Evaluates `and` (all are true) and `or` (any is true). No conditions are evaluated after the first that decides the result.
fn all_or_any(scope: &Scope<'_>, call: &Call, deciding: bool) -> Result<Data, Fault> {
    let mut is_known = true;
    let conditions = snippet::resolve(scope, &call.args)?;
    let written = call.args.items();
    for (index, condition) in conditions.into_items().unwrap_or_default().into_iter().enumerate() {
        let span = written.get(index).map_or(call.args.span, |item| item.span);
        match is_enabled(scope, &condition, span)? {
            Some(flag) if flag == deciding => return Ok(deciding.into()),
            Some(_) => {}
            None => is_known = false,
        }
    }
    Ok(if is_known { (!deciding).into() } else { unknown(&call.name) })
}

/// Resolves `and`.
pub(crate) fn and(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    all_or_any(scope, call, false)
}

/// Resolves `or`.
pub(crate) fn or(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    all_or_any(scope, call, true)
}

/// Checks the arguments of `equals`: two values.
pub(crate) fn check_equals(_: &Scope<'_>, call: &mut Call) -> Result<(), Exception> {
    let message = || format!("Arguments to \"{}\" must be of the form: [value_1, value_2]", call.name);
    check_that(items(&call.args) == Some(2), message)
}

/// Checks the argument of `not`: a condition.
pub(crate) fn check_not(_: &Scope<'_>, call: &mut Call) -> Result<(), Exception> {
    check_that(!is_null(&call.args), || format!("Argument to \"{}\" must be a condition", call.name))
}

/// Checks the arguments of `Fn::Not`: a list of one condition.
pub(crate) fn check_cfn_not(_: &Scope<'_>, call: &mut Call) -> Result<(), Exception> {
    let message = || format!("Arguments to \"{}\" must be of the form: [condition]", call.name);
    check_that(items(&call.args) == Some(1), message)
}

/// Checks the arguments of `and` and `or`: at least two conditions.
pub(crate) fn check_conditions(_: &Scope<'_>, call: &mut Call) -> Result<(), Exception> {
    let (name, count) = (&call.name, items(&call.args));
    check_that(count.is_some_and(|count| count >= 2), || match count {
        Some(_) => format!("The minimum number of condition arguments to \"{name}\" is 2."),
        None => format!("Arguments to \"{name}\" must be a list of conditions"),
    })
}

fn check_that(is_right: bool, message: impl FnOnce() -> String) -> Result<(), Exception> {
    if is_right { Ok(()) } else { Err(value_error(message())) }
}
