use super::*;
use crate::Value;

fn check(text: &str, expect: &str) {
    let value = construct(implicit_type(text), text);
    let shown = match value {
        Ok(Value::Null) => "null".to_owned(),
        Ok(Value::Bool(value)) => format!("bool {value}"),
        Ok(Value::Integer(value)) => format!("int {value}"),
        Ok(Value::BigInteger(value)) => format!("big {value}"),
        Ok(Value::Float(value)) => format!("float {value:?}"),
        Ok(Value::String(value)) if value == text => "string".to_owned(),
        Ok(other) => format!("{other:?}"),
        Err(message) => format!("error: {message}"),
    };
    assert_eq!(shown, expect, "{text:?}");
}

#[test]
fn integers_in_every_base() {
    for (text, expect) in [
        ("0", "int 0"),
        ("-0", "int 0"),
        ("+7", "int 7"),
        ("010", "int 8"),
        ("-010", "int -8"),
        ("0b101", "int 5"),
        ("0xFf", "int 255"),
        ("-0x10", "int -16"),
        ("1_000", "int 1000"),
        ("0_", "int 0"),
        ("22:30", "int 1350"),
        ("-1:00:00", "int -3600"),
        ("9223372036854775807", "int 9223372036854775807"),
        ("-9223372036854775808", "int -9223372036854775808"),
        ("9223372036854775808", "big 9223372036854775808"),
        ("-0xffffffffffffffffffff", "big -1208925819614629174706175"),
    ] {
        check(text, expect);
    }
}

#[test]
fn floats() {
    for (text, expect) in [
        ("1.0", "float 1.0"),
        ("5.", "float 5.0"),
        (".5", "float 0.5"),
        ("1.0e+3", "float 1000.0"),
        ("1.e+3", "float 1000.0"),
        ("1_0.5_0", "float 10.5"),
        ("190:20:30.15", "float 685230.15"),
        ("-1:30.", "float -90.0"),
        ("-0.0", "float -0.0"),
        (".inf", "float inf"),
        ("-.Inf", "float -inf"),
        (".NaN", "float NaN"),
        ("1.0e+999", "float inf"),
    ] {
        check(text, expect);
    }
}

#[test]
fn nulls_and_booleans_in_three_cases_only() {
    for text in ["", "~", "null", "Null", "NULL"] {
        check(text, "null");
    }
    for text in ["yes", "Yes", "YES", "on", "True"] {
        check(text, "bool true");
    }
    for text in ["no", "Off", "FALSE"] {
        check(text, "bool false");
    }
}

#[test]
fn strings_that_look_like_something() {
    for text in [
        "0o10",
        "1e3",
        "1e+3",
        "1.e3",
        "-.5",
        "08",
        "09",
        "y",
        "n",
        "Y",
        "yEs",
        "nULL",
        "0:30",
        "1:60",
        "1:",
        "1:2:",
        "2018-08-31",
        "1.2.3",
        "0b",
        "0x",
        "0b2",
        "+",
        "-",
        ".",
        "._5",
        "+.nan",
        ".iNF",
        "1_e+1",
        "_1",
        "12e03",
        "0b1_1:2",
        "1 000",
        "١",
    ] {
        check(text, "string");
    }
}

#[test]
fn explicit_tags_request_any_type() {
    fn check(kind: ScalarType, text: &str, expect: Result<Value, &str>) {
        assert_eq!(construct(kind, text), expect.map_err(str::to_owned), "{text:?}");
    }
    check(ScalarType::Int, " 12 ", Ok(Value::Integer(12)));
    check(ScalarType::Int, " -12 ", Ok(Value::Integer(-12)));
    check(ScalarType::Int, "--12", Ok(Value::Integer(12)));
    check(ScalarType::Int, "-+12", Ok(Value::Integer(-12)));
    check(ScalarType::Int, "", Err("\"\" is not an integer"));
    check(ScalarType::Int, "0b_", Err("\"0b_\" is not an integer"));
    check(ScalarType::Int, "089", Err("\"089\" is not an integer"));
    check(ScalarType::Float, "3", Ok(Value::Float(3.0)));
    check(ScalarType::Float, "1e3", Ok(Value::Float(1000.0)));
    check(ScalarType::Float, "x", Err("\"x\" is not a number"));
    check(ScalarType::Bool, "tRuE", Ok(Value::Bool(true)));
    check(ScalarType::Bool, "y", Err("\"y\" is not a boolean"));
    check(ScalarType::Null, "anything", Ok(Value::Null));
}

#[test]
fn very_long_integers_are_refused() {
    let long = "9".repeat(4301);
    check(&long, "error: an integer of more than 4300 digits");
    check(&format!("0x{}", "f".repeat(100_000)), "error: an integer of more than 4300 digits");
    check(&format!("1{}", ":00".repeat(100_000)), "error: an integer of more than 4300 digits");
}
