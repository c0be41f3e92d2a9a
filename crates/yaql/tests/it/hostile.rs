//! For any text and any data, there is an answer within a second, and no stack overflow.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use yaql::{Expression, Limits, Settings, Value};

fn check(expression: &str, data: Value) {
    let data = Value::map([("data", data)]);
    // Tests are compiled without optimisations: a step takes ten times as long.
    let steps = Limits::default().steps / 10;
    let settings = Settings { limits: Limits { steps, ..Limits::default() }, ..Settings::default() };
    let start = Instant::now();
    let answer = Expression::parse(expression)
        .and_then(|expression| expression.evaluate(&data, &settings))
        .map_or_else(|error| error.class.name().to_owned(), |_| "a value".to_owned());
    let took = start.elapsed();
    // The time for reading a long text is not counted in steps.
    let bound = Duration::from_secs(10);
    assert!(took < bound, "{took:?} for {answer}: {}", expression.chars().take(200).collect::<String>());
}

#[test]
fn expressions_without_end_are_stopped() {
    for expression in [
        "sequence().len()",
        "generate(0, true, $ + 1).len()",
        "def(f, f($) + f($)) -> f(1)",
        "def(f, [f($), f($)]) -> f(1)",
        "1.repeat().len()",
        "[1].cycle().len()",
        "range(100000000000).len()",
        "range(190).select(range(190).select(range(190).select(1).sum()).sum()).sum()",
        "range(190).aggregate($1 + str($2) * 9000, '')",
        "range(190).select('a' * 9000 + str($)).join('')",
        "range(190).select(range(190).select('a' * 9000 + str($)).toList()).toList()",
        "('a' * 9000).replace('', 'b' * 9000)",
        "('a' * 9000).replace(a, 'b' * 9000).replace(b, 'c' * 9000)",
        "('a' * 9000).toCharArray().len()",
        "regex('(a*)*b').search('a' * 5000)",
        "regex('(a|aa)+$').search('a' * 5000 + 'b')",
        "range(190).select(regex('(x+x+)+y').matches('x' * 4000)).toList()",
        "regex('').replace('a' * 9000, 'b' * 9000)",
        "regex('(((a{1,100}){1,100}){1,100}){1,100}')",
        "pow(10, 1000000000000)",
        "pow(3, 100000) > 1",
        "pow(12345678901234567890, 12345678901234567890, 12345678901234567891)",
        "shiftBitsLeft(1, 1000000000000)",
        "let(x => pow(7, 20000)) -> range(190).select($x * $x * $x mod 7).sum()",
        "range(190).aggregate($1 * $1, 3)",
        "generateMany(1, [$, $]).len()",
        "generateMany([1], [$ + $]).limit(100).len()",
        "datetime(2016, 1, 1).format('%999999999Y' * 500)",
        "'a' * 1000000000000000000000000",
        "[1] * 1000000000000000000000000",
        "range(190).select($.data).len()",
    ] {
        check(expression, Value::List((0..100).map(Value::from).collect()));
    }
}

#[test]
fn deep_nesting_overflows_nothing() {
    for times in [100, 1_000, 10_000] {
        for (before, inside, after) in [
            ("[", "1", "]"),
            ("(", "1", ")"),
            ("-", "1", ""),
            ("not ", "1", ""),
            ("", "$", ".a"),
            ("", "$", "?.a"),
            ("", "[1]", ".select($)"),
            ("", "[1]", "[0]"),
            ("coalesce(null, ", "1", ")"),
            ("let(1) -> ", "1", ""),
            ("[1].select(", "1", ").toList()"),
            ("[1].where(", "1", ")"),
            ("{a => ", "1", "}"),
            ("1 and ", "1", ""),
            ("1 and (", "1", ")"),
            ("def(f, ", "1", ")"),
        ] {
            check(&format!("{}{inside}{}", before.repeat(times), after.repeat(times)), Value::Null);
        }
    }
    for expression in [
        "range(190).aggregate([$1], 1)",
        "range(190).aggregate($1.select($), [1]).toList()",
        "range(190).aggregate([$1].select($), [1])",
        "range(190).aggregate(range(190).aggregate([$1], $1), 1)",
        "range(190).aggregate(range(190).aggregate($1.select($), $1), [1]).toList()",
        "range(190).aggregate(range(190).aggregate($1.concat([1]), $1), [1]).first()",
        "range(190).aggregate(range(190).aggregate({a => $1}, $1), 1).len()",
        "range(190).aggregate(range(190).aggregate([1].select($1), $1), 1).toList()",
        "range(190).aggregate(range(190).aggregate(let($1), $1), 1)",
        "range(190).aggregate(range(190).aggregate([1].orderBy($1), $1), 1)",
        "range(190).aggregate(range(190).aggregate(set($1), $1), 1)",
        "def(f, f([$])) -> f(1)",
        "def(f, [1].select(f($))) -> f(1)",
        "def(f, [1].select(f($)).toList()) -> f(1)",
    ] {
        check(expression, Value::Null);
    }
}

#[test]
fn large_data_are_answered() {
    let mut deep = Value::Null;
    for _ in 0..300 {
        deep = Value::List(vec![deep]);
    }
    let wide = Value::List((0..200_000).map(Value::from).collect());
    let long = Value::String("x y ".repeat(500_000));
    for expression in [
        "$",
        "$.data",
        "$.data.len()",
        "$.data.flatten()",
        "$.data = $.data",
        "str($.data)",
        "$.data.select($)",
        "$.data in [$.data]",
        "set($.data)",
        "$.data * 3",
        "$.data.split(' ')",
        "$.data.toUpper()",
        "[$.data, $.data].distinct()",
        "range(190).select($data = $.data).len()",
    ] {
        for data in [&deep, &wide, &long] {
            check(expression, data.clone());
        }
    }
    let wide = || Value::List((0..200_000).map(Value::from).collect());
    let twice = Value::map([("x", Value::map([("a", wide())])), ("y", Value::map([("a", wide())]))]);
    for expression in [
        "range(190).select(range(190).any($data.x = $data.y)).any($)",
        "let(x => $.data.x, y => $.data.y) -> range(190).select(range(190).all($x = $y)).all($)",
        "let(x => $.data.x) -> range(190).select(range(190).select({$x => 1}.len()).sum()).sum()",
        "let(x => $.data.x, y => $.data.y) -> range(190).select(range(190).select([$x, $y].distinct().len()).sum()).sum()",
        "let(x => $.data.x.values()) -> range(190).select(range(190).where($x = 1).len()).sum()",
    ] {
        check(expression, twice.clone());
    }
    let keys = Value::map((0..50_000).map(|number| (format!("k{number}"), number.into())));
    for expression in [
        "let(d => $.data) -> range(190).select(range(190).select(str($) in $d.keys()).len()).sum()",
        "let(d => $.data) -> range(190).select(range(190).select($d.set($, 1).len()).sum()).sum()",
        "let(d => $.data) -> range(190).select(range(190).select($d.keys() < $d.keys()).len()).sum()",
        "let(d => $.data) -> range(190).select(range(190).select(($d + $d).len()).sum()).sum()",
        "let(d => $.data) -> range(190).select(range(190).select($d.mergeWith($d).len()).sum()).sum()",
        "let(d => $.data) -> range(190).select(range(190).select($d.containsValue(-1)).len()).sum()",
        "let(d => $.data) -> range(190).select(range(190).select($d.delete(1).len()).sum()).sum()",
        "let(d => $.data) -> range(190).select(range(190).select($d.values().len()).sum()).sum()",
    ] {
        check(expression, keys.clone());
    }
    let mut many = String::new();
    for index in 0..5_000 {
        write!(many, "{}$.data.a{index}", if index > 0 { ", " } else { "" }).unwrap();
    }
    check(&format!("[{many}]"), Value::Map(Vec::new()));
}
