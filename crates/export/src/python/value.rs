//! Values as Python literals.

use heat_model::{Value, python};

use super::expression::Expression;
use super::literal;

/// Converts a value to an expression.
pub(super) fn value(value: &Value) -> Expression {
    match value {
        Value::Null => Expression::code("None"),
        Value::Bool(true) => Expression::code("True"),
        Value::Bool(false) => Expression::code("False"),
        Value::Integer(integer) => Expression::Code(integer.to_string()),
        // Formatters write the exponent without a plus sign.
        Value::Float(float) if float.is_finite() => {
            Expression::Code(python::str_of(value).replace("e+", "e"))
        }
        // Python has no literals for these.
        Value::Float(float) => {
            let name = match (float.is_nan(), float.is_sign_negative()) {
                (true, _) => "nan",
                (false, false) => "inf",
                (false, true) => "-inf",
            };
            Expression::Code(format!("float({})", literal::string(name)))
        }
        Value::String(text) => Expression::text(text),
        Value::List(items) => Expression::List(items.iter().map(self::value).collect()),
        Value::Map(map) => {
            let entries = map.iter().map(|(key, item)| (Expression::text(key), self::value(item)));
            Expression::Dict(entries.collect())
        }
    }
}

/// A list of allowed values: long runs of consecutive integers are written as ranges.
pub(super) fn choices(values: &[Value]) -> Expression {
    let number = |value: Option<&Value>| match value {
        Some(Value::Integer(integer)) => integer.as_i64(),
        _ => None,
    };
    let mut items = Vec::new();
    let mut place = 0;
    while let Some(first) = values.get(place) {
        let run = number(Some(first)).map_or(1, |first| {
            let next = (1..).zip(place + 1..).take_while(|(step, at)| {
                number(values.get(*at)).is_some_and(|number| first.checked_add(*step) == Some(number))
            });
            next.count() + 1
        });
        let last = number(values.get(place + run - 1)).and_then(|last| last.checked_add(1));
        match last.filter(|_| run >= MIN_RUN) {
            Some(end) if number(Some(first)) == Some(0) => {
                items.push(Expression::Code(format!("*range({end})")));
            }
            Some(end) => items.push(Expression::Code(format!("*range({first}, {end})"))),
            None => items.extend(values.iter().skip(place).take(run).map(value)),
        }
        place += run;
    }
    Expression::List(items)
}

/// The minimum number of consecutive integers that are written as a range.
const MIN_RUN: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_numbers_in_a_row_are_a_range() {
        let check = |range: std::ops::Range<i64>, expect: &str| {
            let numbers: Vec<Value> = range.map(Value::from).chain([Value::from("a")]).collect();
            assert_eq!(choices(&numbers).flat(), expect);
        };
        check(0..256, r#"[*range(256), "a"]"#);
        check(1..5, r#"[1, 2, 3, 4, "a"]"#);
        check(i64::MAX - 9..i64::MAX, &format!("[*range({}, {}), \"a\"]", i64::MAX - 9, i64::MAX));
    }

    #[test]
    fn values_are_those_of_python() {
        let check = |json: &str, expect: &str| {
            let parsed = heat_model::json::parse(json).unwrap();
            assert_eq!(value(&parsed).flat(), expect);
        };
        check("[null, true, false, 1, -1.5, 1e16]", "[None, True, False, 1, -1.5, 1e16]");
        check("[NaN, Infinity, -Infinity]", r#"[float("nan"), float("inf"), float("-inf")]"#);
        check("123456789012345678901234567890", "123456789012345678901234567890");
        check(r#"{"a": {}, "b": []}"#, r#"{"a": {}, "b": []}"#);
    }
}
