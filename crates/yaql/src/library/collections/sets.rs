//! Functions for sets.

use super::lists::{COLLECTION, flat_arguments};
use crate::data::compare::members;
use crate::data::set::Members;
use crate::data::{Key, Val};
use crate::error::{Error, ErrorClass, Outcome, type_error};
use crate::library::spec::{Overload, Parameter, Type, extension, function, method, p};
use crate::run::Call;

const SET: Parameter = p("set", Type::Set);
const LEFT: Parameter = p("left", Type::Set);
const RIGHT: Parameter = p("right", Type::Set);

pub(crate) static FUNCTIONS: &[Overload] = &[
    function("isSet", &[p("arg", Type::Any)], is_set)
        .doc("Whether a value is a set.")
        .example("isSet(set(1))", "true"),
    function("set", &[], set)
        .rest("args", Type::Any)
        .doc("A set of values, with the items of iterators among them.")
        .example("set(1, 2, 1).len()", "2"),
    method("toSet", &[COLLECTION], to_set).doc("The items as a set.").example("[1, 2, 1].toSet().len()", "2"),
    extension("len", &[SET], len).doc("The number of members.").example("set(a, b).len()", "2"),
    function("#operator_<", &[LEFT, RIGHT], less)
        .doc("Whether a set is a part of another, and smaller.")
        .example("set(1) < set(1, 2)", "true"),
    function("#operator_<=", &[LEFT, RIGHT], less_or_equal)
        .doc("Whether a set is a part of another.")
        .example("set(1) <= set(1)", "true"),
    function("#operator_>", &[LEFT, RIGHT], greater)
        .doc("Whether a set has all members of another, and more.")
        .example("set(1, 2) > set(1)", "true"),
    function("#operator_>=", &[LEFT, RIGHT], greater_or_equal)
        .doc("Whether a set has all members of another.")
        .example("set(1) >= set(2)", "false"),
    method("add", &[SET], add)
        .rest("values", Type::Any)
        .doc("The set with more members.")
        .example("set(1).add(2, 3).len()", "3"),
    method("remove", &[SET], remove)
        .rest("values", Type::Any)
        .doc("The set without some members.")
        .example("set(1, 2).remove(1).toList()", "[2]"),
    method("union", &[LEFT, RIGHT], union)
        .doc("The members of either set.")
        .example("set(1).union(set(2)).len()", "2"),
    method("intersect", &[LEFT, RIGHT], intersect)
        .doc("The members of both sets.")
        .example("set(1, 2).intersect(set(2)).toList()", "[2]"),
    method("difference", &[LEFT, RIGHT], difference)
        .doc("The members of the first set that the second lacks.")
        .example("set(1, 2).difference(set(2)).toList()", "[1]"),
    function("#operator_-", &[LEFT, RIGHT], difference)
        .doc("The members of the first set that the second lacks.")
        .example("(set(1, 2) - set(2)).toList()", "[1]"),
    method("symmetricDifference", &[LEFT, RIGHT], symmetric_difference)
        .doc("The members of exactly one of the sets.")
        .example("set(1, 2).symmetricDifference(set(2, 3)).len()", "2"),
];

fn is_set(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::Bool(match call.arg(0) {
        Val::Set(_) => true,
        Val::View(view) => view.is_set(),
        _ => false,
    }))
}

fn from_values(values: impl IntoIterator<Item = Val>) -> Outcome<Members> {
    values.into_iter().map(Key::new).collect()
}

fn set(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Val::set(from_values(flat_arguments(call)?)?)
}

fn to_set(call: &mut Call<'_, '_>) -> Outcome<Val> {
    match call.arg(0) {
        Val::Set(set) => Ok(Val::Set(set.clone())),
        _ => Val::set(from_values(call.items(0)?)?),
    }
}

fn len(call: &mut Call<'_, '_>) -> Outcome<Val> {
    match call.arg(0) {
        Val::Set(set) => Ok(Val::count(set.items.len())),
        Val::View(view) => Ok(Val::count(view.dict.entries.len())),
        other => Err(type_error(format!("object of type '{}' has no len()", other.type_name()))),
    }
}

/// Members of an argument. Views that are sets in Python are accepted.
fn members_of(call: &Call<'_, '_>, index: usize) -> Outcome<Members> {
    let members = members(call.arg(index)).ok_or_else(|| type_error("unhashable type"))?;
    call.run.step(members.len())?;
    Ok(members)
}

/// Members of the first argument, which has to be a real set: views of dictionaries do not have the methods of sets.
fn own_members(call: &Call<'_, '_>, attribute: &str) -> Outcome<Members> {
    match call.arg(0) {
        Val::Set(set) => Ok(set.items.clone()),
        other => {
            let message = format!("'{}' object has no attribute '{attribute}'", other.type_name());
            Err(Error::fault(ErrorClass::Attribute, message))
        }
    }
}

fn less(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (left, right) = (members_of(call, 0)?, members_of(call, 1)?);
    Ok(Val::Bool(left.len() < right.len() && left.is_subset(&right)))
}

fn less_or_equal(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::Bool(members_of(call, 0)?.is_subset(&members_of(call, 1)?)))
}

fn greater(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (left, right) = (members_of(call, 0)?, members_of(call, 1)?);
    Ok(Val::Bool(left.len() > right.len() && right.is_subset(&left)))
}

fn greater_or_equal(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::Bool(members_of(call, 1)?.is_subset(&members_of(call, 0)?)))
}

fn add(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let mut members = own_members(call, "union")?;
    members.extend(from_values(std::mem::take(&mut call.rest))?);
    Val::set(members)
}

fn remove(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let members = own_members(call, "difference")?;
    let removed = from_values(std::mem::take(&mut call.rest))?;
    Val::set(members.difference(&removed).cloned().collect())
}

fn union(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let mut members = own_members(call, "union")?;
    members.extend(members_of(call, 1)?);
    Val::set(members)
}

fn intersect(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let members = own_members(call, "intersection")?;
    Val::set(members.intersection(&members_of(call, 1)?).cloned().collect())
}

fn difference(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let members = own_members(call, "difference")?;
    Val::set(members.difference(&members_of(call, 1)?).cloned().collect())
}

fn symmetric_difference(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let members = own_members(call, "symmetric_difference")?;
    Val::set(members.symmetric_difference(&members_of(call, 1)?).cloned().collect())
}
