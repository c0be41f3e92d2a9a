//! The constraint `cron_expression`.

use heat_model::Value;
use heat_model::custom_constraint::{BuiltIn, CustomConstraints, CustomViolation, Moment};

fn answer(expression: &str) -> Result<(), CustomViolation> {
    BuiltIn { now: Moment::from_unix(0, 0) }.check("cron_expression", &Value::from(expression))
}

fn check(expression: &str, accepted: bool) {
    let answer = answer(expression);
    assert_eq!(answer.is_ok(), accepted, "{expression:?}: {answer:?}");
}

/// Checks a day of the week among stars.
fn check_weekday(day: &str, accepted: bool) {
    check(&format!("* * * * {day}"), accepted);
}

#[test]
fn there_are_five_to_seven_fields_or_an_alias() {
    for expression in [
        "* * * * *",
        "0 0 1 1 0 59",
        "0 0 1 1 0 0 2099",
        "\x0b*\t*\n*  *\r*\x0c",
        "@Hourly",
        "@wee\u{212a}ly",
    ] {
        check(expression, true);
    }
    for expression in
        ["* * * *", "* * * * * * * *", "@reboot", "@hourly ", "@hourly * * * *", "*\u{a0}* * * *", " "]
    {
        check(expression, false);
    }
}

#[test]
fn numbers_names_ranges_and_steps() {
    for expression in [
        "0,59 23 31 DEC sat",
        "*/15 8-18/2 10/5 jan-mar,oct 1-5",
        "007 * * * 7",
        "50-10 22-2 l 11-jan sat-mon",
        "* * 1-l/2 */99999999999999999999999 5-7",
        // The same number twice is the whole cycle, even if it is too small.
        "5-5 * 0-0 0-0 7-7",
        "59/15 * 5-0 * 6/2",
        "* * * * * * 2000-5",
    ] {
        check(expression, true);
    }
    for expression in [
        "60 * * * *",
        "* 24 * * *",
        "* * 0 * *",
        "* * * 13 *",
        "* * * * 8",
        "* * * * * 60",
        "* * * * * * 1969",
        "*/0 * * * *",
        "*/ * * * *",
        "-1 * * * *",
        "1- * * * *",
        "1-2-3 * * * *",
        "1/2/3 * * * *",
        "1/2-3 * * * *",
        "1, * * * *",
        "+1 * * * *",
        "٣ * * * *",
        "* * 0-5 * *",
        "* * 0/5 * *",
        "* * * january *",
        "* * l-5 * *",
        "* * * * * * 5-2000",
    ] {
        check(expression, false);
    }
}

#[test]
fn days_have_notations_of_their_own() {
    for day in ["?", "l", "15w", "w15", "l,15"] {
        check(&format!("* * {day} * *"), true);
    }
    for day in ["?,1", "32w", "0w", "15w,1", "1,15w", "lw", "1-5w", "5l"] {
        check(&format!("* * {day} * *"), false);
    }
    for day in ["?", "fri#2", "5#02", "mon-fri#1", "fri-mon#1", "l5", "l7", "l3,1#2", "*,1#2", "1#1,1"] {
        check_weekday(day, true);
    }
    for day in [
        "l",
        "5#0",
        "5#6",
        "5#",
        "#1",
        "1-5#2",
        "jan#1",
        "l5#1",
        "8#1",
        "l8",
        "lmon",
        "mon#1,tue",
        "*,1#2,3",
        "*#1",
    ] {
        check_weekday(day, false);
    }
    // After Saturday, a step continues from Sunday: from 5, the third day is 2 and no other.
    check_weekday("l5,l2,5-3/3", true);
    check_weekday("l5,5-3/3", false);
    check_weekday("l2,5-3/3", false);
    // With all seven days, they cannot be distinguished.
    check_weekday("1#1,0-6", true);
    check_weekday("*,1#1,2-6", true);
    check("? * * * *", false);
}

#[test]
fn random_values_replace_a_field() {
    check("r R/5 r(1-31) r(1-12)/99 r(0-7) r", true);
    check("* * * * * r r(1970-2099)", true);
    for field in ["h", "h/5", "r/0", "r(5-5)", "r(0-60)", "r(5)", "r,1", "r()", "r(1-2"] {
        check(&format!("{field} * * * *"), false);
    }
}

#[test]
fn messages_name_the_field() {
    let check = |expression: &str, expect: &str| {
        let expect = Err(CustomViolation::Refused(expect.to_owned()));
        assert_eq!(answer(expression), expect, "{expression}");
    };
    check("77 * * * *", "the minute: `77` is not between 0 and 59");
    check("/5 * * * *", "the minute: `/5` is not a number");
}

#[test]
fn long_texts_take_linear_time() {
    check(&format!("{} * * * *", "1,".repeat(1_000_000)), false);
    check(&format!("{}1 * * * *", "*/2,".repeat(1_000_000)), true);
    check(&format!("{} * * * *", "1/".repeat(1_000_000)), false);
    check(&format!("{} * * * *", "9".repeat(1_000_000)), false);
    check(&"* ".repeat(1_000_000), false);
    // Python reads integers of 4,300 digits.
    check(&format!("{}5 * * * *", "0".repeat(4299)), true);
    check(&format!("{}5 * * * *", "0".repeat(4300)), false);
}
