//! Functions for dictionaries.

use super::lists::COLLECTION;
use crate::data::compare::equal;
use crate::data::dict::{Entries, Part};
use crate::data::iter::Cursor;
use crate::data::size::{dictionary, size_of};
use crate::data::{Key, Val, View};
use crate::error::{Error, ErrorClass, Outcome, stop_iteration};
use crate::library::spec::{Overload, Parameter, Type, extension, function, method, p};
use crate::run::Call;

const DICT: Parameter = p("dict", Type::Mapping);
const KEY: Parameter = p("key", Type::Any);

pub(crate) static FUNCTIONS: &[Overload] = &[
    function("dict", &[], from_rules)
        .rest("args", Type::RuleValue)
        .no_kwargs()
        .doc("A dictionary of keys and values.")
        .example("dict(a => 1, b => 2)", "{\"a\": 1, \"b\": 2}"),
    function("#map", &[], from_rules)
        .rest("args", Type::RuleValue)
        .no_kwargs()
        .doc("A dictionary.")
        .example("{a => 1, 2 => b}", "{\"a\": 1, 2: \"b\"}"),
    function("dict", &[p("items", Type::Iterable)], from_pairs)
        .no_kwargs()
        .doc("A dictionary of pairs.")
        .example("dict([[a, 1], [b, 2]])", "{\"a\": 1, \"b\": 2}"),
    method(
        "toDict",
        &[COLLECTION, p("keySelector", Type::Lambda), p("valueSelector", Type::Lambda).optional()],
        to_dict,
    )
    .doc("A dictionary with a key and a value for each item.")
    .example("[1, 2].toDict($, $ * 10)", "{1: 10, 2: 20}"),
    function("#operator_.", &[DICT, p("key", Type::Keyword)], item)
        .doc("The value of a key; an error if there is none.")
        .example("{a => 1}.a", "1"),
    function("#indexer", &[DICT, KEY], item)
        .doc("The value of a key; an error if there is none.")
        .example("{a => 1}[a]", "1"),
    function("#indexer", &[DICT, KEY, p("default", Type::Any)], item_or)
        .doc("The value of a key, or a default.")
        .example("{a => 1}[b, 2]", "2"),
    method("get", &[DICT, KEY, p("default", Type::Any).optional()], item_or)
        .keeps_unknown()
        .doc("The value of a key, or a default, which is null if it is left out.")
        .example("{a => 1}.get(b, 2)", "2"),
    method("set", &[DICT, KEY, p("value", Type::Any)], set)
        .no_kwargs()
        .keeps_unknown()
        .doc("The dictionary with a value for a key.")
        .example("{a => 1}.set(b, 2)", "{\"a\": 1, \"b\": 2}"),
    method("set", &[DICT, p("replacements", Type::Mapping)], merged)
        .no_kwargs()
        .doc("The dictionary with the entries of another.")
        .example("{a => 1}.set({a => 2})", "{\"a\": 2}"),
    method("set", &[DICT], set_rules)
        .rest("args", Type::RuleValue)
        .no_kwargs()
        .doc("The dictionary with more entries.")
        .example("{a => 1}.set(b => 2)", "{\"a\": 1, \"b\": 2}"),
    method("keys", &[DICT], keys).doc("The keys.").example("{a => 1}.keys().toList()", "[\"a\"]"),
    method("values", &[DICT], values).doc("The values.").example("{a => 1}.values()", "[1]"),
    method("items", &[DICT], items)
        .doc("The keys with their values.")
        .example("{a => 1}.items().toList()", "[[\"a\", 1]]"),
    method("containsKey", &[DICT, KEY], contains_key)
        .doc("Whether there is a key.")
        .example("{a => 1}.containsKey(a)", "true"),
    method("containsValue", &[DICT, p("value", Type::Any)], contains_value)
        .doc("Whether there is a value.")
        .example("{a => 1}.containsValue(1)", "true"),
    function("#operator_+", &[p("left", Type::Mapping), p("right", Type::Mapping)], merged)
        .doc("The entries of both dictionaries; those of the second count.")
        .example("{a => 1} + {a => 2}", "{\"a\": 2}"),
    function("isDict", &[p("arg", Type::Any)], is_dict)
        .doc("Whether a value is a dictionary.")
        .example("isDict({})", "true"),
    extension("len", &[DICT], len).doc("The number of entries.").example("{a => 1}.len()", "1"),
    method("delete", &[DICT], delete)
        .rest("keys", Type::Any)
        .doc("The dictionary without some keys.")
        .example("{a => 1, b => 2}.delete(a)", "{\"b\": 2}"),
    method("deleteAll", &[DICT, p("keys", Type::Iterable)], delete_all)
        .doc("The dictionary without the keys of a collection.")
        .example("{a => 1, b => 2}.deleteAll([a])", "{\"b\": 2}"),
];

/// Adds the sides of rules, as Python's `dict` does: an existing key keeps its position.
fn add_rules(call: &Call<'_, '_>, entries: &mut Entries) -> Outcome<()> {
    for rule in &call.rest {
        if let Val::Rule(rule) = rule {
            entries.insert(Key::new(rule.0.clone())?, rule.1.clone());
        }
    }
    Ok(())
}

fn from_rules(call: &mut Call<'_, '_>) -> Outcome<Val> {
    // Each rule is an object of this size.
    call.run.check_bytes(48 * call.rest.len() as u64)?;
    let mut entries = Entries::with_capacity(call.rest.len());
    add_rules(call, &mut entries)?;
    Val::dict(entries)
}

fn from_pairs(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let mut entries = Entries::new();
    let mut pairs = call.cursor(0)?;
    while let Some(pair) = pairs.next(call.run)? {
        let mut pair = Cursor::new(&pair)?;
        let (Some(key), Some(value)) = (pair.next(call.run)?, pair.next(call.run)?) else {
            return Err(stop_iteration(""));
        };
        entries.insert(Key::new(key)?, value);
        call.run.check_bytes(dictionary(entries.len()))?;
    }
    Val::dict(entries)
}

fn to_dict(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (key_of, value_of) = (call.lambda(1)?, call.optional_lambda(2)?);
    let mut entries = Entries::new();
    let mut items = call.cursor(0)?;
    while let Some(item) = items.next(call.run)? {
        let key = key_of.call1(call.run, &item)?;
        let value = match &value_of {
            Some(value_of) => value_of.call1(call.run, &item)?,
            None => item,
        };
        entries.insert(Key::new(key)?, value);
        call.run.check_bytes(dictionary(entries.len()))?;
    }
    Val::new_dict(entries, false)
}

fn item(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let key = call.take(1);
    let missing = crate::data::repr::repr_of(&key);
    let found = call.dict(0)?.entries.get(&Key::new(key)?).cloned();
    match found {
        Some(value) => Ok(value),
        None => Err(Error::fault(ErrorClass::Key, missing?.to_string())),
    }
}

fn item_or(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let key = Key::new(call.take(1))?;
    let found = call.dict(0)?.entries.get(&key).cloned();
    Ok(found.unwrap_or_else(|| call.take(2)))
}

fn set(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let total: u64 = call.args.iter().map(size_of).sum();
    call.run.check_bytes(total)?;
    let mut entries = call.entries(0)?;
    entries.insert(Key::new(call.take(1))?, call.take(2));
    Val::dict(entries)
}

fn merged(call: &mut Call<'_, '_>) -> Outcome<Val> {
    call.run.check_bytes(size_of(call.arg(0)) + size_of(call.arg(1)))?;
    let mut entries = call.entries(0)?;
    call.run.step(entries.len())?;
    entries.extend(call.entries(1)?);
    Val::dict(entries)
}

fn set_rules(call: &mut Call<'_, '_>) -> Outcome<Val> {
    call.run.check_bytes(size_of(call.arg(0)) + 48 * call.rest.len() as u64)?;
    let mut entries = call.entries(0)?;
    call.run.step(entries.len())?;
    add_rules(call, &mut entries)?;
    Val::dict(entries)
}

fn view(call: &Call<'_, '_>, part: Part) -> Outcome<Val> {
    Ok(Val::View(View { dict: call.dict(0)?, part }))
}

fn keys(call: &mut Call<'_, '_>) -> Outcome<Val> {
    view(call, Part::Keys)
}

fn values(call: &mut Call<'_, '_>) -> Outcome<Val> {
    view(call, Part::Values)
}

fn items(call: &mut Call<'_, '_>) -> Outcome<Val> {
    view(call, Part::Items)
}

fn contains_key(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let key = Key::new(call.take(1))?;
    Ok(Val::Bool(call.dict(0)?.entries.contains_key(&key)))
}

fn contains_value(call: &mut Call<'_, '_>) -> Outcome<Val> {
    for value in call.dict(0)?.entries.values() {
        call.run.step(1)?;
        if equal(value, call.arg(1))? {
            return Ok(Val::Bool(true));
        }
    }
    Ok(Val::Bool(false))
}

fn is_dict(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::Bool(matches!(call.arg(0), Val::Dict(_))))
}

fn len(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::count(call.dict(0)?.entries.len()))
}

fn without(call: &Call<'_, '_>, keys: impl Iterator<Item = Outcome<Val>>) -> Outcome<Val> {
    let dict = call.dict(0)?;
    call.run.step(dict.entries.len())?;
    let mut entries = dict.entries.clone();
    for key in keys {
        entries.shift_remove(&Key::new(key?)?);
    }
    Val::new_dict(entries, false)
}

fn delete(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let keys = std::mem::take(&mut call.rest);
    without(call, keys.into_iter().map(Ok))
}

fn delete_all(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let mut cursor = call.cursor(1)?;
    let run = call.run;
    without(call, std::iter::from_fn(|| cursor.next(run).transpose()))
}
