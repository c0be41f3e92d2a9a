//! Types of parameters: the values that a parameter accepts, and their conversion.

use std::rc::Rc;

use super::{Context, Lambda, Run};
use crate::data::iter::Cursor;
use crate::data::{TimeSpan, Val};
use crate::error::{Outcome, undecided};
use crate::library::spec::{Parameter, Type};
use crate::syntax::{Constant, Kind};

/// Returns whether a parameter accepts a value. An unevaluated expression is accepted, unless it is a constant of the wrong type.
///
/// # Errors
/// If the value is unknown.
pub(crate) fn takes(parameter: &Parameter, value: &Val) -> Outcome<bool> {
    let is_known = match value {
        Val::Unknown => {
            let looks = parameter.takes != Type::Any || !parameter.is_nullable;
            if looks && !matches!(parameter.takes, Type::Lambda | Type::ContextLambda | Type::MethodLambda) {
                return Err(undecided());
            }
            return Ok(true);
        }
        Val::Node(node) => {
            match parameter.takes {
                Type::Lambda | Type::ContextLambda | Type::Expression => return Ok(true),
                Type::MethodLambda | Type::FunctionExpression => return Ok(node.uses_receiver()),
                Type::Rule => return Ok(matches!(node.kind, Kind::Rule(..))),
                Type::Keyword | Type::KeywordNode => return Ok(matches!(node.kind, Kind::Keyword(_))),
                Type::StringConstant => {
                    return Ok(matches!(node.kind, Kind::Keyword(_) | Kind::Constant(Constant::Str(_))));
                }
                _ => {}
            }
            match node.constant() {
                Some(constant) => is_instance(parameter, &constant),
                None => true,
            }
        }
        other => is_instance(parameter, other),
    };
    Ok(is_known)
}

fn is_instance(parameter: &Parameter, value: &Val) -> bool {
    if value.is_null() {
        return parameter.is_nullable;
    }
    match parameter.takes {
        Type::Any | Type::Lambda | Type::ContextLambda | Type::MethodLambda => true,
        Type::Null
        | Type::Rule
        | Type::Expression
        | Type::FunctionExpression
        | Type::Keyword
        | Type::KeywordNode
        | Type::StringConstant
        | Type::Yaqlized => false,
        Type::Bool => matches!(value, Val::Bool(_)),
        Type::Int => matches!(value, Val::Int(_) | Val::Bool(_)),
        Type::Integer => matches!(value, Val::Int(_)),
        Type::Number => matches!(value, Val::Int(_) | Val::Float(_)),
        Type::String => matches!(value, Val::Str(_)),
        Type::Sequence => matches!(value, Val::List(_)),
        Type::Iterable => value.is_iterable(),
        Type::IterableNoSet => {
            value.is_iterable()
                && !matches!(value, Val::Set(_))
                && !matches!(value, Val::View(view) if view.is_set())
        }
        Type::Iterator => matches!(value, Val::Iter(_)),
        Type::Mapping => matches!(value, Val::Dict(_)),
        Type::Set => matches!(value, Val::Set(_)) || matches!(value, Val::View(view) if view.is_set()),
        Type::DateTime => matches!(value, Val::DateTime(_)),
        Type::TimeSpan => matches!(value, Val::TimeSpan(_)),
        Type::Regex => matches!(value, Val::Regex(_)),
        Type::Context => matches!(value, Val::Context(_)),
        Type::Ordered => matches!(value, Val::Ordered(_)),
        Type::RuleValue => matches!(value, Val::Rule(_)),
    }
}

/// Converts an argument for the function: lambdas get their context, and iterators count their items.
pub(crate) fn converted(
    run: &Run<'_>,
    parameter: &Parameter,
    value: Val,
    context: &Rc<Context>,
) -> Outcome<Val> {
    match parameter.takes {
        Type::Lambda | Type::ContextLambda | Type::MethodLambda => {
            run.check_size(&value)?;
            if value.is_null() {
                return Ok(value);
            }
            return Ok(Val::Lambda(Rc::new(Lambda::new(&value, context))));
        }
        Type::Rule => {
            let Val::Node(node) = &value else { return Ok(value) };
            let Kind::Rule(source, destination) = &node.kind else { return Ok(value) };
            let bound = |node| Val::Lambda(Rc::new(Lambda::new(&Val::Node(node), context)));
            return Ok(Val::Rule(Rc::new((bound(source.clone()), bound(destination.clone())))));
        }
        Type::Expression | Type::FunctionExpression | Type::KeywordNode => return Ok(value),
        _ => {}
    }
    let value = match &value {
        Val::Node(node) => node.constant().unwrap_or(value),
        _ => value,
    };
    if let Val::DateTime(time) = value {
        let aware = time.offset().is_some() || parameter.takes != Type::DateTime;
        return Ok(Val::DateTime(if aware { time } else { time.with_offset(Some(TimeSpan::ZERO)) }));
    }
    run.check_size(&value)?;
    if let Val::Str(text) = &value {
        run.work(text.as_str().len())?;
    }
    match parameter.takes {
        Type::Iterable | Type::IterableNoSet => limited(run, value),
        _ => Ok(value),
    }
}

/// Limits the items of a collection: rejects one with too many items, and wraps an iterator so that it fails beyond the limit.
pub(crate) fn limited(run: &Run<'_>, value: Val) -> Outcome<Val> {
    match &value {
        Val::List(list) => run.check_len(list.items.len())?,
        Val::Set(set) => run.check_len(set.items.len())?,
        Val::View(view) if view.is_set() => run.check_len(view.dict.entries.len())?,
        _ => {
            let mut cursor = Cursor::new(&value)?;
            let mut count = 0;
            return Val::iter(value.depth(), move |run: &Run<'_>| {
                let item = cursor.next(run)?;
                if item.is_some() {
                    count += 1;
                    run.check_len(count)?;
                }
                Ok(item)
            });
        }
    }
    Ok(value)
}
