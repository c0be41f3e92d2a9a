//! Variables, contexts and calls: the basic functions of the language.

use super::spec::{Default, Overload, Type, function, method, p};
use crate::data::Val;
use crate::data::iter::Cursor;
use crate::data::truth::is_true;
use crate::error::{Error, ErrorClass, Outcome, type_error, value_error};
use crate::run::{Call, Definition, Request, call as run_call};
use crate::syntax::is_word;

pub(super) static FUNCTIONS: &[Overload] = &[
    function("#get_context_data", &[p("name", Type::StringConstant)], variable)
        .needs_context()
        .keeps_unknown()
        .doc("The value of a variable; null if there is none.")
        .example("let(a => 1) -> $a", "1"),
    function("#operator_.", &[p("receiver", Type::Any), p("expr", Type::MethodLambda)], call_method)
        .keeps_unknown()
        .doc("Calls a method of a value.")
        .example("[3, 1].orderBy($)", "[1, 3]"),
    function("#operator_?.", &[p("receiver", Type::Any), p("expr", Type::Expression)], call_unless_null)
        .needs_context()
        .doc("What `.` does, or null if the value is null.")
        .example("null?.toUpper()", "null"),
    method("unpack", &[p("sequence", Type::Iterable)], unpack)
        .rest("args", Type::String)
        .needs_context()
        .keeps_unknown()
        .doc("Gives the items of a collection names, or numbers.")
        .example("[1, 2].unpack(a, b) -> $a + $b", "3"),
    function("with", &[], with)
        .rest("args", Type::Any)
        .needs_context()
        .keeps_unknown()
        .doc("A context with values as `$1`, `$2` and so on.")
        .example("with(2, 3) -> $1 * $2", "6"),
    function("#operator_->", &[p("left", Type::Context), p("right", Type::ContextLambda)], send)
        .doc("Evaluates the right side in the context on the left.")
        .example("let(a => 1) -> [$a, $a]", "[1, 1]"),
    function("let", &[], let_values)
        .rest("args", Type::Any)
        .named_rest("kwargs")
        .needs_context()
        .keeps_unknown()
        .doc("A context with values as variables.")
        .example("let(5, b => 7) -> $1 + $b", "12"),
    function("def", &[p("name", Type::String), p("func", Type::Lambda)], define)
        .doc("A context with a new function.")
        .example("def(twice, $ * 2) -> twice(21)", "42"),
    method(
        "assert",
        &[
            p("obj", Type::Any),
            p("condition", Type::Lambda),
            p("message", Type::String).or(Default::Text("Assertion failed")),
        ],
        assert,
    )
    .keeps_unknown()
    .doc("The value itself; an error if the condition is false for it.")
    .example("12.assert($ > 2) + 1", "13"),
    function(
        "call",
        &[
            p("name", Type::String),
            p("args", Type::Sequence),
            p("kwargs", Type::Mapping),
            p("receiver", Type::Any).or(Default::NoValue),
        ],
        call,
    )
    .needs_context()
    .doc("Calls a function or method by its name.")
    .example("call(pow, [2, 10], {})", "1024"),
    function("#finalize", &[p("obj", Type::Any)], same)
        .layer(2)
        .keeps_unknown()
        .doc("What becomes of the result of an expression.")
        .example("range(2)", "[0, 1]"),
    function("#iter", &[p("iterator", Type::Iterable)], same)
        .layer(2)
        .doc("A collection with no more items than the limit.")
        .example("range(2)", "[0, 1]"),
    function("#operator_.", &[p("obj", Type::Any), p("name", Type::Keyword)], property)
        .needs_context()
        .layer(2)
        .doc("A property of a date or of a span of time.")
        .example("timespan(hours => 2).minutes", "120.0"),
];

/// Access to Python objects that allow it. No data of a template are such objects, so these functions are never called, but their
/// parameters affect how the arguments of a call are evaluated.
pub(super) static YAQLIZED: &[Overload] = &[
    function("#operator_.", &[p("receiver", Type::Yaqlized), p("expr", Type::FunctionExpression)], never)
        .layer(0)
        .doc("Calls a method of an object of Python. No data are such objects.")
        .example("1.nothing()", "NoMethodRegisteredException"),
    function("#operator_.", &[p("obj", Type::Yaqlized), p("attr", Type::Keyword)], never)
        .layer(0)
        .doc("An attribute of an object of Python. No data are such objects.")
        .example("1.nothing", "NoFunctionRegisteredException"),
    function("#indexer", &[p("obj", Type::Yaqlized), p("key", Type::Any)], never)
        .layer(0)
        .doc("An item of an object of Python. No data are such objects.")
        .example("1[0]", "NoMatchingFunctionException"),
];

fn variable(call: &mut Call<'_, '_>) -> Outcome<Val> {
    // The context of the call has no variables of its own yet.
    let name = call.text(0)?;
    Ok(call.context.get(&name))
}

fn call_method(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let receiver = call.take(0);
    call.lambda(1)?.call_method(call.run, &receiver)
}

fn call_unless_null(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let receiver = call.take(0);
    if receiver.is_null() {
        return Ok(receiver);
    }
    let expression = call.take(1);
    call.delegate("#operator_.", vec![receiver, expression])
}

fn unpack(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let mut first = Vec::new();
    let mut cursor = call.cursor(0)?;
    while first.len() <= call.rest.len()
        && let Some(item) = cursor.next(call.run)?
    {
        first.push(item);
    }
    let names = std::mem::take(&mut call.rest);
    if names.is_empty() {
        // An iterator has already lost its first item.
        let mut cursor = call.cursor(0)?;
        let mut number = 0;
        while let Some(item) = cursor.next(call.run)? {
            number += 1;
            call.context.set(&number.to_string(), item)?;
        }
        return Ok(Val::Context(call.context.clone()));
    }
    if names.len() != first.len() {
        return Err(value_error(format!("Cannot unpack {} elements into {}", first.len(), names.len())));
    }
    for (name, item) in names.iter().zip(first) {
        if let Val::Str(name) = name {
            call.context.set(name, item)?;
        }
    }
    Ok(Val::Context(call.context.clone()))
}

fn with(call: &mut Call<'_, '_>) -> Outcome<Val> {
    for (index, value) in std::mem::take(&mut call.rest).into_iter().enumerate() {
        call.context.set(&(index + 1).to_string(), value)?;
    }
    Ok(Val::Context(call.context.clone()))
}

fn let_values(call: &mut Call<'_, '_>) -> Outcome<Val> {
    for (name, value) in std::mem::take(&mut call.named) {
        call.context.set(&name, value)?;
    }
    with(call)
}

fn send(call: &mut Call<'_, '_>) -> Outcome<Val> {
    match call.arg(0) {
        Val::Context(context) => call.lambda(1)?.call_in(call.run, context),
        other => Err(type_error(format!("{} is not a context", other.type_name()))),
    }
}

fn define(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let name = camel_case_name(&call.text(0)?);
    call.run.has_definitions.set(true);
    call.context.define(Definition { name: name.into(), body: call.lambda(1)? });
    Ok(Val::Context(call.context.clone()))
}

/// Name under which a function is registered: `my_func` becomes `myFunc`.
fn camel_case_name(name: &str) -> String {
    let name = name.trim_end_matches('_');
    let Some(first) = name.chars().next() else { return String::new() };
    if first.is_alphabetic() {
        return camel_case(name);
    }
    // `#operator_x` does not change; in `#property#x_y`, only the part after the second sign changes.
    match name.char_indices().skip(2).find(|(_, char)| *char == first) {
        Some((place, char)) => {
            let end = place + char.len_utf8();
            format!("{}{}", &name[..end], camel_case(&name[end..]))
        }
        None => name.to_owned(),
    }
}

fn camel_case(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut chars = name.chars().peekable();
    while let Some(char) = chars.next() {
        match chars.peek() {
            Some(next) if char == '_' && !out.is_empty() && is_word(*next) => {
                out.extend(next.to_uppercase());
                chars.next();
            }
            _ => out.push(char),
        }
    }
    out
}

fn assert(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let mut value = call.take(0);
    if let Val::Iter(_) = value {
        value = super::queries::making::remembered(call.run, &value)?;
    }
    let condition = call.lambda(1)?.call1(call.run, &value)?;
    if is_true(&condition)? {
        return Ok(value);
    }
    Err(Error::fault(ErrorClass::Assertion, call.text(2)?.as_str()))
}

fn call(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let name = call.text(0)?;
    let mut args = Cursor::new(call.arg(1))?.collect(call.run)?;
    let mut named = Vec::new();
    for (key, value) in &call.dict(2)?.entries {
        match key.val() {
            Val::Str(key) if starts_with_name(key) => named.push((key.clone(), value.clone())),
            Val::Str(_) => {
                return Err(Error::fault(ErrorClass::Runtime, "dictionary changed size during iteration"));
            }
            _ => return Err(type_error("expected string or bytes-like object")),
        }
    }
    let receiver = match call.take(3) {
        Val::NoValue => None,
        receiver => Some(receiver),
    };
    args.splice(0..0, receiver.clone());
    let overloads = super::overloads(&name);
    let request = Request { name: &name, overloads, receiver, args, named, context: &call.context };
    call.run.nested(4, || run_call(call.run, request))
}

/// Returns whether the text begins with a name. yaql does not check the rest.
fn starts_with_name(text: &str) -> bool {
    let first = text.chars().next();
    !text.starts_with("__")
        && first.is_some_and(|char| is_word(char) && crate::syntax::ascii_digit(char).is_none())
}

fn same(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(call.take(0))
}

fn property(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let name = format!("#property#{}", call.text(1)?.as_str());
    let object = call.take(0);
    call.delegate(&name, vec![object])
}

fn never(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Err(type_error(format!("{} is not an object of Python", call.arg(0).type_name())))
}
