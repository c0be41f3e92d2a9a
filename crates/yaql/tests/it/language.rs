//! Expressions with their results, errors with their spans, and unknown values.

use yaql::{Error, Expression, Inspection, Settings, Value};

fn evaluated(expression: &str, data: Value) -> Result<Value, Error> {
    let data = Value::map([("data", data)]);
    Expression::parse(expression)?.evaluate(&data, &Settings::default())
}

/// `expect` is the result, or the class of the error and the part of the expression that it refers to.
fn check(expression: &str, expect: &str) {
    let found = match evaluated(expression, Value::List(vec![3.into(), 1.into(), 2.into()])) {
        Ok(value) => text(&value),
        Err(error) => {
            let place = error.span.and_then(|span| expression.get(span.start..span.end));
            format!("{} at {}", error.class, place.unwrap_or("no place"))
        }
    };
    assert_eq!(found, expect, "{expression}");
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(bool) => bool.to_string(),
        Value::Integer(integer) => integer.to_string(),
        Value::Float(float) => format!("{float:?}"),
        Value::String(text) => text.clone(),
        Value::List(items) => format!("[{}]", items.iter().map(text).collect::<Vec<_>>().join(", ")),
        Value::Unknown => "?".to_owned(),
        other => format!("{other:?}"),
    }
}

#[test]
fn pipelines_are_lazy() {
    check("$.data.where($ > 1).select($ * 10)", "[30, 20]");
    check("sequence().select($ * $).where($ mod 2 = 1).limit(3)", "[1, 9, 25]");
    check("range(1000).first()", "0");
    check("range(1000)", "CollectionTooLargeException at range(1000)");
    check("let(x => range(3)) -> [$x.sum(), $x.sum(0)]", "[3, 0]");
    check("let(x => range(3).memorize()) -> [$x.sum(), $x.sum()]", "[3, 3]");
}

#[test]
fn contexts_hold_values_and_functions() {
    check("let(a => 1, b => 2) -> $a + $b", "3");
    check("def(f, switch($ > 0 => $ * f($ - 1), true => 1)) -> f(20)", "2432902008176640000");
    check("def(str, 'x') -> $.data.join('-')", "x-x-x");
    check("def(f, f($)) -> f(1)", "RecursionError at $");
}

#[test]
fn errors_are_about_the_innermost_call() {
    check("$.data.select($.foo())", "NoMethodRegisteredException at foo()");
    check("1 + ('a' * 2 - 1) + 2", "NoMatchingFunctionException at 'a' * 2 - 1");
    check("[1, $.data.bar]", "NoFunctionRegisteredException at bar");
    check("$.data[7] + 1", "IndexError at $.data[7]");
    check("concat('\u{e4}') + foo(1)", "NoFunctionRegisteredException at foo(1)");
}

#[test]
fn integers_have_any_size() {
    check("99999999999999999999 * 99999999999999999999 mod 1000007", "550369");
    check("pow(2, 100) - 1", "1267650600228229401496703205375");
    check("int('123456789012345678901234567890') / 7", "17636684144620811271604938270");
}

#[test]
fn unknown_values_flow_through_what_does_not_look_at_them() {
    fn check(expression: &str, expect: &str) {
        let data = Value::map([
            ("known", 1.into()),
            ("unknown", Value::Unknown),
            ("list", Value::List(vec![1.into(), Value::Unknown])),
        ]);
        let found =
            evaluated(expression, data).map_or_else(|error| error.class.to_string(), |value| text(&value));
        assert_eq!(found, expect, "{expression}");
    }
    check("$.data.known + 1", "2");
    check("$.data.unknown", "?");
    check("[$.data.known, $.data.unknown]", "[1, ?]");
    check("$.data.list.len()", "2");
    check("$.data.list.first()", "1");
    check("$.data.list.last()", "?");
    check("$.data.list.select([$])", "[[1], [?]]");
    check("$.data.get(unknown)", "?");
    check("true or $.data.unknown", "true");
    check("switch($.data.known = 1 => a, $.data.unknown => b)", "a");
    check("let(x => $.data.unknown) -> $.data.known", "1");
    for expression in [
        "$.data.unknown + 1",
        "$.data.list.sum()",
        "$.data.list.where($)",
        "$.data.unknown = 1",
        "not $.data.unknown",
        "$.data.unknown.len()",
        "$.data.unknown.a",
        "$.data.unknown?.a",
        "str($.data.unknown)",
        "isString($.data.unknown)",
        "coalesce($.data.unknown, 1)",
        "$.data.list.join(',')",
        "$.data.list.toSet()",
        "{$.data.unknown => 1}",
        "$.data.list.orderBy($)",
        "$.data.list.groupBy($)",
        "1 in $.data.list.skip(1)",
        "call($.data.unknown, [], {})",
        "[1, 2].groupBy(1, $, $.first() + $unknown.len())",
        "$.data.list.flatten()",
        "max($.data.unknown, 1)",
        "$.data.unknown -> 1",
    ] {
        let expect = if expression.contains("$unknown") { "NoMatchingMethodException" } else { "Undecided" };
        check(expression, expect);
    }
}

#[test]
fn an_expression_tells_what_it_uses() {
    fn check(expression: &str, expect: impl Fn(&Inspection) -> String, text: &str) {
        assert_eq!(expect(&Expression::parse(expression).unwrap().inspect()), text, "{expression}");
    }
    let calls = |found: &Inspection| {
        let calls = found.calls.iter().map(|call| {
            let dot = if call.is_method { "." } else { "" };
            let known = if call.is_known() { "" } else { "?" };
            format!("{dot}{}/{}{}{known}", call.name, call.arguments, call.named.join("+"))
        });
        calls.collect::<Vec<_>>().join(" ")
    };
    let paths = |found: &Inspection| {
        let paths: Vec<String> = found.paths.iter().map(|path| path.keys.join(".")).collect();
        format!("{}{}", paths.join(" "), if found.uses_all_data { " all" } else { "" })
    };
    check("$.data.a.select(str($)).join(',')", calls, ".select/1 str/1 .join/1");
    check("len($.data.x) + max(1, b => 2) + foo(1) + 1.bar()", calls, "len/1 max/1b foo/1? .bar/0?");
    check("$.data.a.select($.b) + $.data.c[d].e", paths, "data.a data.c.d.e");
    check("let(root => $) -> $root.data.x", paths, " all");
    check("let(u => $.data.user) -> $.data.stores.get($u)", paths, "data.user data.stores");
    check("let($.data.user) -> $.a", paths, "data.user");
    check("def(f, $.x) -> f($.data.y)", paths, "data.y");
    check("switch($.data.a => $.data.b, true => $x)", paths, "data.a data.b");
    check("coalesce($.data.a, []).where($ in $.data.b)", paths, "data.a");
    check("def(f, $) -> f(1)", |found| found.definitions.join(" "), "f");
}

#[test]
fn an_expression_can_be_shared_by_threads() {
    fn check<T: Send + Sync>(_: &T) {}
    check(&Expression::parse("$.data").unwrap());
}

/// Compares the error of an expression; empty if it can be parsed.
fn check_syntax(expression: &str, expect: &str) {
    let found = Expression::parse(expression).err().map(|error| error.message).unwrap_or_default();
    assert_eq!(found, expect, "{expression}");
}

#[test]
fn names_have_letters_and_numbers_of_all_scripts_but_no_marks() {
    for fine in ["\u{e9}", "\u{b2}", "$.\u{2167}", "$.a_1", "$__a + _a + __a()"] {
        check_syntax(fine, "");
    }
    check_syntax("__a", "Lexical error: illegal character '_' at position 0");
    for (expression, position) in
        [("$.a\u{93e}", 3), ("\u{93e}", 0), ("a\u{301}", 1), ("\u{24b6}", 0), ("a\u{345}", 1)]
    {
        let char = expression.chars().last().unwrap();
        check_syntax(
            expression,
            &format!("Lexical error: illegal character '{char}' at position {position}"),
        );
    }
}

#[test]
fn an_integer_has_so_many_digits_at_most() {
    let digits = |count: usize| "1".repeat(count);
    check_syntax(&digits(4_300), "");
    check_syntax(
        &digits(4_301),
        "Exceeds the limit (4300 digits) for integer string conversion: value has 4301 digits; use sys.set_int_max_str_digits() to increase the limit",
    );
    check_syntax(&format!("{}.5", digits(4_301)), "");
}
