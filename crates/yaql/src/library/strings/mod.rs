//! Functions and operators for strings.

mod characters;
mod searching;
mod splitting;

use std::cmp::Ordering;

use heat_python::is_space;

use super::spec::{Default, Overload, Parameter, Type, extension, function, method, p};
use crate::data::repr::str_of;
use crate::data::size::size_of;
use crate::data::{Text, Val};
use crate::error::{Outcome, overflow, too_much_memory, undecided};
use crate::run::{Call, Run};

const TEXT: Parameter = p("string", Type::String);
const LEFT: Parameter = p("left", Type::String);
const RIGHT: Parameter = p("right", Type::String);
const SEPARATOR: Parameter = p("separator", Type::String).optional();
const MAX_SPLITS: Parameter = p("maxSplits", Type::Int).or(Default::Int(-1));
const CHARS: Parameter = p("chars", Type::String).optional();
const COUNT: Parameter = p("count", Type::Int).or(Default::Int(-1));
const SUB: Parameter = p("sub", Type::String);
const START: Parameter = p("start", Type::Int).or(Default::Int(0));
const FLAG: Parameter = p("", Type::Bool).nullable().or(Default::Bool(false));

/// A flag parameter of `characters`.
const fn flag(name: &'static str) -> Parameter {
    Parameter { name, ..FLAG }
}

pub(super) static FUNCTIONS: &[Overload] = &[
    extension("len", &[TEXT], len).doc("The number of characters.").example("'abc'.len()", "3"),
    method("toLower", &[TEXT], to_lower).doc("The text in lower case.").example("'ABc'.toLower()", "\"abc\""),
    method("toUpper", &[TEXT], to_upper).doc("The text in upper case.").example("'aBc'.toUpper()", "\"ABC\""),
    method("split", &[TEXT, SEPARATOR, MAX_SPLITS], splitting::split)
        .doc("The parts between separators, or between white space.")
        .example("'a,b,c'.split(',', 1)", "[\"a\", \"b,c\"]"),
    method("rightSplit", &[TEXT, SEPARATOR, MAX_SPLITS], splitting::right_split)
        .doc("The parts between separators, where the last ones count first.")
        .example("'a,b,c'.rightSplit(',', 1)", "[\"a,b\", \"c\"]"),
    method("join", &[p("sequence", Type::Iterable), p("separator", Type::String)], splitting::join)
        .doc("The items as one text, with a separator between them.")
        .example("[a, 1, null].join('-')", "\"a-1-null\""),
    method("join", &[p("separator", Type::String), p("sequence", Type::Iterable)], splitting::join_with)
        .doc("The items of a collection as one text, with this text between them.")
        .example("'-'.join([a, b])", "\"a-b\""),
    function("str", &[p("value", Type::Any)], str)
        .doc("A value as text; null, true and false as they are written in expressions.")
        .example("str(1.50) + str(true)", "\"1.5true\""),
    function("concat", &[], concat)
        .rest("args", Type::String)
        .doc("The texts as one.")
        .example("concat(a, b, c)", "\"abc\""),
    method("trim", &[TEXT, CHARS], trim)
        .doc("The text without white space, or certain characters, at its ends.")
        .example("'  a b '.trim()", "\"a b\""),
    method("trimLeft", &[TEXT, CHARS], trim_left)
        .doc("The text without white space, or certain characters, at its start.")
        .example("'xxaxx'.trimLeft(x)", "\"axx\""),
    method("trimRight", &[TEXT, CHARS], trim_right)
        .doc("The text without white space, or certain characters, at its end.")
        .example("'xxaxx'.trimRight(x)", "\"xxa\""),
    method("replace", &[TEXT, p("old", Type::String), p("new", Type::String), COUNT], searching::replace)
        .doc("The text with one part replaced by another, at most so many times.")
        .example("'aaa'.replace(a, b, 2)", "\"bba\""),
    method("replace", &[TEXT, p("replacements", Type::Mapping), COUNT], searching::replace_with_dict)
        .doc("The text with every key of a dictionary replaced by its value.")
        .example("'abc'.replace({a => 1, c => 3})", "\"1b3\""),
    extension("isEmpty", &[TEXT.nullable(), p("trim", Type::Bool).or(Default::Bool(true)), CHARS], is_empty)
        .doc("Whether a text is null, or empty once it is trimmed.")
        .example("'  '.isEmpty()", "true"),
    method(
        "substring",
        &[TEXT, p("start", Type::Int), p("length", Type::Int).or(Default::Int(-1))],
        searching::substring,
    )
    .doc("A part of the text, by its start and its length.")
    .example("'abcd'.substring(1, 2)", "\"bc\""),
    method("indexOf", &[TEXT, SUB, START], searching::index_of)
        .doc("The index of the first place with a text, or -1.")
        .example("'abcb'.indexOf(b)", "1"),
    method(
        "indexOf",
        &[TEXT, SUB, p("start", Type::Int), p("length", Type::Int)],
        searching::index_of_within,
    )
    .doc("The same within a part of the text.")
    .example("'abcb'.indexOf(b, 2, 2)", "3"),
    method("lastIndexOf", &[TEXT, SUB, START], searching::last_index_of)
        .doc("The index of the last place with a text, or -1.")
        .example("'abcb'.lastIndexOf(b)", "3"),
    method(
        "lastIndexOf",
        &[TEXT, SUB, p("start", Type::Int), p("length", Type::Int)],
        searching::last_index_of_within,
    )
    .doc("The same within a part of the text.")
    .example("'abcb'.lastIndexOf(b, 0, 3)", "1"),
    method("toCharArray", &[TEXT], characters::to_char_array)
        .doc("The characters of the text.")
        .example("'abc'.toCharArray()", "[\"a\", \"b\", \"c\"]"),
    function(
        "characters",
        &[
            flag("digits"),
            flag("hexdigits"),
            flag("asciiLowercase"),
            flag("asciiUppercase"),
            flag("asciiLetters"),
            flag("letters"),
            flag("octdigits"),
            flag("punctuation"),
            flag("printable"),
            flag("lowercase"),
            flag("uppercase"),
            flag("whitespace"),
        ],
        characters::characters,
    )
    .doc("All characters of some kinds, in no particular order.")
    .example("characters(octdigits => true).len()", "8"),
    function("isString", &[p("arg", Type::Any)], is_string)
        .doc("Whether a value is a text.")
        .example("isString(1)", "false"),
    extension("norm", &[TEXT.nullable(), CHARS], norm)
        .doc("The trimmed text, or null if nothing is left.")
        .example("'  '.norm()", "null"),
    method("startsWith", &[TEXT], searching::starts_with)
        .rest("prefixes", Type::String)
        .doc("Whether the text begins with one of some texts.")
        .example("'abc'.startsWith(x, ab)", "true"),
    method("endsWith", &[TEXT], searching::ends_with)
        .rest("suffixes", Type::String)
        .doc("Whether the text ends with one of some texts.")
        .example("'abc'.endsWith(x, bc)", "true"),
    function("hex", &[p("num", Type::Number).nullable()], characters::hex)
        .doc("A whole number in base 16.")
        .example("hex(255)", "\"0xff\""),
];

pub(super) static OPERATORS: &[Overload] = &[
    function("#operator_>", &[LEFT, RIGHT], |call| compared(call, Ordering::is_gt))
        .doc("Whether a text comes after another.")
        .example("b > a", "true"),
    function("#operator_<", &[LEFT, RIGHT], |call| compared(call, Ordering::is_lt))
        .doc("Whether a text comes before another.")
        .example("'B' < 'a'", "true"),
    function("#operator_>=", &[LEFT, RIGHT], |call| compared(call, Ordering::is_ge))
        .doc("Whether a text does not come before another.")
        .example("b >= b", "true"),
    function("#operator_<=", &[LEFT, RIGHT], |call| compared(call, Ordering::is_le))
        .doc("Whether a text does not come after another.")
        .example("b <= a", "false"),
    function("#operator_+", &[], concat)
        .rest("args", Type::String)
        .doc("Two texts as one.")
        .example("a + b", "\"ab\""),
    function("#operator_*", &[LEFT, p("right", Type::Int)], repeat)
        .doc("A text several times.")
        .example("ab * 2", "\"abab\""),
    function("#operator_*", &[p("left", Type::Int), RIGHT], repeated)
        .doc("A text several times.")
        .example("2 * ab", "\"abab\""),
    function("#operator_in", &[LEFT, RIGHT], contains)
        .doc("Whether a text is a part of another.")
        .example("b in 'abc'", "true"),
];

/// Creates a text, which is included in the total memory.
fn new_text(run: &Run<'_>, text: impl Into<Text>) -> Outcome<Val> {
    let text = text.into();
    run.allocate(text.as_str().len())?;
    Ok(Val::Str(text))
}

/// Converts a value to text as `str` does.
pub(super) fn text_of(value: &Val) -> Outcome<Text> {
    Ok(match value {
        Val::Unknown => return Err(undecided()),
        Val::Null => "null".into(),
        Val::Bool(true) => "true".into(),
        Val::Bool(false) => "false".into(),
        other => str_of(other)?,
    })
}

fn str(call: &mut Call<'_, '_>) -> Outcome<Val> {
    new_text(call.run, text_of(call.arg(0))?)
}

/// Converts a value to text with the function `str`, which `def` can replace.
fn str_delegate(call: &Call<'_, '_>, value: &Val) -> Outcome<Text> {
    if let Val::Str(text) = value
        && !call.run.has_definitions.get()
    {
        call.run.step(1)?;
        call.run.check_size(value)?;
        return Ok(text.clone());
    }
    match call.delegate("str", vec![value.clone()])? {
        Val::Str(text) => Ok(text),
        other => Err(crate::error::type_error(format!("expected str instance, {} found", other.type_name()))),
    }
}

fn len(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::count(call.text(0)?.len()))
}

fn to_lower(call: &mut Call<'_, '_>) -> Outcome<Val> {
    new_text(call.run, call.text(0)?.to_lowercase())
}

fn to_upper(call: &mut Call<'_, '_>) -> Outcome<Val> {
    new_text(call.run, call.text(0)?.to_uppercase())
}

fn concat(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let mut out = String::new();
    for part in &call.rest {
        if let Val::Str(part) = part {
            out.push_str(part);
        }
    }
    new_text(call.run, out)
}

fn is_string(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::Bool(matches!(call.arg(0), Val::Str(_))))
}

/// Number of times that a value is repeated. Checks the memory quota before the value is repeated, as Python's yaql does.
pub(super) fn repetitions(
    run: &Run<'_>,
    value: &Val,
    count: &crate::data::Int,
    empty: i128,
) -> Outcome<usize> {
    let (exact, count) = (count, i128::from(count.clamped()));
    let size = i128::from(size_of(value));
    let mut total = (1 - count) * empty;
    for part in [0, count * size] {
        total += part;
        run.check_bytes(u64::try_from(total).unwrap_or(0))?;
    }
    if exact.small().is_none() {
        return Err(overflow("cannot fit 'int' into an index-sized integer"));
    }
    usize::try_from(count.max(0)).map_err(|_| too_much_memory())
}

fn times(run: &Run<'_>, text: &Val, count: &crate::data::Int) -> Outcome<Val> {
    let count = repetitions(run, text, count, 49)?;
    let Val::Str(text) = text else { return Ok(Val::Null) };
    if count.saturating_mul(text.as_str().len()) > 1 << 24 {
        return Err(too_much_memory());
    }
    new_text(run, text.as_str().repeat(if text.is_empty() { 0 } else { count }))
}

fn repeat(call: &mut Call<'_, '_>) -> Outcome<Val> {
    times(call.run, call.arg(0), &call.int(1)?)
}

fn repeated(call: &mut Call<'_, '_>) -> Outcome<Val> {
    times(call.run, call.arg(1), &call.int(0)?)
}

fn contains(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::Bool(call.text(1)?.contains(call.text(0)?.as_str())))
}

fn compared(call: &Call<'_, '_>, is_so: fn(Ordering) -> bool) -> Outcome<Val> {
    Ok(Val::Bool(is_so(call.text(0)?.as_str().cmp(call.text(1)?.as_str()))))
}

fn is_removed(chars: Option<&Text>) -> impl Fn(char) -> bool + Copy {
    move |char| chars.map_or_else(|| is_space(char), |chars| chars.contains(char))
}

fn trim(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let chars = call.optional_text(1)?;
    Ok(Val::text(call.text(0)?.trim_matches(is_removed(chars.as_ref()))))
}

fn trim_left(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let chars = call.optional_text(1)?;
    Ok(Val::text(call.text(0)?.trim_start_matches(is_removed(chars.as_ref()))))
}

fn trim_right(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let chars = call.optional_text(1)?;
    Ok(Val::text(call.text(0)?.trim_end_matches(is_removed(chars.as_ref()))))
}

fn norm(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let Some(text) = call.optional_text(0)? else { return Ok(Val::Null) };
    let chars = call.optional_text(1)?;
    let trimmed = text.trim_matches(is_removed(chars.as_ref()));
    Ok(if trimmed.is_empty() { Val::Null } else { Val::text(trimmed) })
}

fn is_empty(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let Some(text) = call.optional_text(0)? else { return Ok(Val::Bool(true)) };
    if !call.is_true(1)? {
        return Ok(Val::Bool(text.is_empty()));
    }
    let chars = call.optional_text(2)?;
    Ok(Val::Bool(text.trim_matches(is_removed(chars.as_ref())).is_empty()))
}
