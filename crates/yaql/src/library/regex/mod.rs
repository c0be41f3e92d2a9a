//! Regular expressions of Python.

mod replacing;
mod searching;
mod template;

use std::rc::Rc;

use heat_pattern::Flags;

use super::spec::{Default, Overload, Parameter, Type, function, method, p};
use crate::data::{Regex, Text, Val};
use crate::error::{Outcome, type_error};
use crate::run::{Call, Run};

const REGEXP: Parameter = p("regexp", Type::Regex);
const STRING: Parameter = p("string", Type::String);
const PATTERN: Parameter = p("pattern", Type::String);
const SELECTOR: Parameter = p("selector", Type::ContextLambda).optional();
const MAX_SPLIT: Parameter = p("maxSplit", Type::Int).or(Default::Int(0));
const REPL: Parameter = p("repl", Type::String);
const REPL_BY: Parameter = p("repl", Type::ContextLambda);
const COUNT: Parameter = p("count", Type::Int).or(Default::Int(0));

const fn flag(name: &'static str) -> Parameter {
    p(name, Type::Bool).nullable().or(Default::Bool(false))
}

pub(super) static FUNCTIONS: &[Overload] = &[
    function("regex", &[PATTERN, flag("ignoreCase"), flag("multiLine"), flag("dotAll")], regex).doc("A regular expression.").example("regex('a.c', ignoreCase => true).matches('xABC')", "true"),
    method("matches", &[REGEXP, STRING], matches).doc("Whether a regular expression is found in a text.").example("regex('a+').matches('baa')", "true"),
    method("matches", &[STRING, p("regexp", Type::String)], finds_pattern).doc("Whether a pattern is found in the text.").example("'baa'.matches('a+')", "true"),
    function("#operator_=~", &[STRING, PATTERN], finds_pattern).doc("Whether a pattern is found in a text.").example("'baa' =~ 'a+'", "true"),
    function("#operator_=~", &[STRING, REGEXP], finds).doc("Whether a regular expression is found in a text.").example("'baa' =~ regex('a+')", "true"),
    function("#operator_!~", &[STRING, PATTERN], finds_no_pattern).doc("Whether a pattern is not found in a text.").example("'baa' !~ 'c'", "true"),
    function("#operator_!~", &[STRING, REGEXP], finds_not).doc("Whether a regular expression is not found in a text.").example("'baa' !~ regex(c)", "true"),
    method("search", &[REGEXP, STRING, SELECTOR], searching::search).needs_context().doc("The first match, or what an expression makes of its groups.").example("regex('a(.)').search('xabac', $2.value)", "\"b\""),
    method("searchAll", &[REGEXP, STRING, SELECTOR], searching::search_all).needs_context().doc("All matches, or what an expression makes of their groups.").example("regex('a.').searchAll('abac')", "[\"ab\", \"ac\"]"),
    method("split", &[REGEXP, STRING, MAX_SPLIT], |call| replacing::split(call, &regex_of(call, 0)?, &call.text(1)?)).doc("The parts of a text between matches.").example("regex('[,;]').split('a,b;c')", "[\"a\", \"b\", \"c\"]"),
    method("split", &[STRING, REGEXP, MAX_SPLIT], |call| replacing::split(call, &regex_of(call, 1)?, &call.text(0)?)).doc("The parts of the text between matches.").example("'a,b;c'.split(regex('[,;]'))", "[\"a\", \"b\", \"c\"]"),
    method("replace", &[REGEXP, STRING, REPL, COUNT], |call| replacing::replace(call, &regex_of(call, 0)?, &call.text(1)?)).doc("A text with its matches replaced; `\\1` is the first group.").example("regex('(a)b').replace('abab', '\\\\1c')", "\"acac\""),
    method("replaceBy", &[REGEXP, STRING, REPL_BY, COUNT], |call| replacing::replace_by(call, &regex_of(call, 0)?, &call.text(1)?)).needs_context().doc("A text with its matches replaced by what an expression makes of their groups.").example("regex('a.').replaceBy('abac', $.value.toUpper())", "\"ABAC\""),
    method("replace", &[STRING, REGEXP, REPL, COUNT], |call| replacing::replace(call, &regex_of(call, 1)?, &call.text(0)?)).doc("The text with the matches of a regular expression replaced.").example("'abab'.replace(regex(a), c)", "\"cbcb\""),
    method("replaceBy", &[STRING, REGEXP, REPL_BY, COUNT], |call| replacing::replace_by(call, &regex_of(call, 1)?, &call.text(0)?)).needs_context().doc("The text with the matches of a regular expression replaced by what an expression makes of their groups.").example("'ab'.replaceBy(regex('.'), $.value + '-')", "\"a-b-\""),
    function("escapeRegex", &[STRING], escape_regex).doc("A text as a pattern that finds it.").example("escapeRegex('a.b')", "\"a\\\\.b\""),
    function("isRegex", &[p("value", Type::Any)], is_regex).doc("Whether a value is a regular expression.").example("isRegex(regex(a))", "true"),
];

fn regex(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let flags =
        Flags { ignore_case: call.is_true(1)?, multi_line: call.is_true(2)?, dot_all: call.is_true(3)? };
    compiled(call.run, &call.text(0)?, flags).map(Val::Regex)
}

fn compiled(run: &Run<'_>, pattern: &Text, flags: Flags) -> Outcome<Rc<Regex>> {
    run.step(pattern.as_str().len())?;
    Regex::new(pattern, flags)
}

fn regex_of(call: &Call<'_, '_>, index: usize) -> Outcome<Rc<Regex>> {
    match call.arg(index) {
        Val::Regex(regex) => Ok(regex.clone()),
        other => Err(type_error(format!("expected a pattern, not {}", other.type_name()))),
    }
}

/// Returns whether a regular expression is found. A search costs one step, and one more for every 8 bytes of text.
fn is_found(run: &Run<'_>, regex: &Rc<Regex>, text: &Text) -> Outcome<bool> {
    run.step(text.as_str().len() / 8 + 1)?;
    regex.is_match(text)
}

fn matches(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::Bool(is_found(call.run, &regex_of(call, 0)?, &call.text(1)?)?))
}

fn pattern_is_found(call: &Call<'_, '_>) -> Outcome<bool> {
    let regex = compiled(call.run, &call.text(1)?, Flags::default())?;
    is_found(call.run, &regex, &call.text(0)?)
}

fn finds_pattern(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::Bool(pattern_is_found(call)?))
}

fn finds_no_pattern(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::Bool(!pattern_is_found(call)?))
}

fn finds(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::Bool(is_found(call.run, &regex_of(call, 1)?, &call.text(0)?)?))
}

fn finds_not(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::Bool(!is_found(call.run, &regex_of(call, 1)?, &call.text(0)?)?))
}

fn escape_regex(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let text = call.text(0)?;
    let mut out = String::with_capacity(text.as_str().len());
    for char in text.chars() {
        if "()[]{}?*+-|^$\\.&~# \t\n\r\x0b\x0c".contains(char) {
            out.push('\\');
        }
        out.push(char);
    }
    call.run.allocate(out.len())?;
    Ok(Val::text(out))
}

fn is_regex(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::Bool(matches!(call.arg(0), Val::Regex(_))))
}
