//! Grouping items by keys.

use indexmap::IndexMap;

use crate::data::compare::equal;
use crate::data::size::dictionary;
use crate::data::{Key, Val};
use crate::error::{Error, ErrorClass, Fault, Outcome, type_error, undecided};
use crate::run::{Call, Lambda, Run};

pub(super) fn group_by(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (key_of, value_of, aggregator) =
        (call.lambda(1)?, call.optional_lambda(2)?, call.optional_lambda(3)?);
    let mut groups: IndexMap<Key, Vec<Val>> = IndexMap::new();
    let mut cursor = call.cursor(0)?;
    while let Some(item) = cursor.next(call.run)? {
        let value = match &value_of {
            Some(value_of) => value_of.call1(call.run, &item)?,
            None => item.clone(),
        };
        let key = Key::new(key_of.call1(call.run, &item)?)?;
        groups.entry(key).or_default().push(value);
        call.run.check_bytes(dictionary(groups.len()))?;
    }
    let groups = groups.into_iter().map(|(key, values)| Ok((key.into_val(), Val::list(values)?)));
    let mut groups = groups.collect::<Outcome<Vec<(Val, Val)>>>()?.into_iter();
    let depth = groups.as_slice().iter().map(|(key, values)| key.depth().max(values.depth())).max();
    let depth = depth.unwrap_or(0).max(call.depth()) + 1;
    let mut aggregation = Aggregation { failure: None, can_fall_back: true };
    Val::iter(depth, move |run: &Run<'_>| match (groups.next(), &aggregator) {
        (None, _) => Ok(None),
        (Some((key, values)), None) => Val::pair(key, values).map(Some),
        (Some((key, values)), Some(aggregator)) => aggregation.apply(run, aggregator, key, values).map(Some),
    })
}

/// State of applying an aggregator: to the values of a group, as in current yaql, or to the key with the values, as in yaql
/// before 1.1. The first group for which the current form fails switches to the old form.
struct Aggregation {
    failure: Option<Fault>,
    can_fall_back: bool,
}

impl Aggregation {
    fn apply(&mut self, run: &Run<'_>, aggregator: &Lambda, key: Val, values: Val) -> Outcome<Val> {
        if self.failure.is_none() {
            match aggregator.call1(run, &values) {
                Ok(result) => {
                    self.can_fall_back = self.can_fall_back && looks_old(&values, &result)?;
                    return Val::pair(key, result);
                }
                Err(error) if is_of_old_form(&error) => self.failure = Some(error),
                Err(error) => return Err(error),
            }
        }
        if self.can_fall_back {
            match aggregator.call1(run, &Val::pair(key, values)?) {
                Ok(result) if len(&result)? == Some(2) => return Ok(result),
                Err(error) if is_limit(&error) => return Err(error),
                _ => {}
            }
        }
        Err(self.failure.clone().unwrap_or_else(|| type_error("the aggregator fails")))
    }
}

/// Returns whether the result could also come from an aggregator of the old form.
fn looks_old(values: &Val, result: &Val) -> Outcome<bool> {
    match (values, result) {
        (_, Val::Unknown) => Err(undecided()),
        (Val::List(values), Val::List(result)) if values.items.len() == 2 && result.items.len() == 2 => {
            equal(&result.items[0], &values.items[0])
        }
        _ => Ok(false),
    }
}

fn is_of_old_form(error: &Error) -> bool {
    matches!(error.class, ErrorClass::NoMatchingMethod | ErrorClass::NoMatchingFunction | ErrorClass::Index)
}

/// Returns whether the error is a limit, which the fallback must not hide.
fn is_limit(error: &Error) -> bool {
    matches!(error.class, ErrorClass::Undecided | ErrorClass::StepsExceeded)
}

fn len(value: &Val) -> Outcome<Option<usize>> {
    Ok(match value {
        Val::Unknown => return Err(undecided()),
        Val::Str(text) => Some(text.len()),
        Val::List(list) => Some(list.items.len()),
        Val::Dict(dict) => Some(dict.entries.len()),
        Val::Set(set) => Some(set.items.len()),
        Val::View(view) => Some(view.dict.entries.len()),
        _ => None,
    })
}
