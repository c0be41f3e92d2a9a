//! Condition functions, with known and unknown values.

use super::*;

/// Compares the value of a condition; `open` is a condition that depends on a parameter without a value.
#[track_caller]
fn check(condition: &str, expect: &str) {
    let text = format!(
        "heat_template_version: 2018-08-31\nparameters: {{p: {{type: string}}, l: {{type: json}}}}\nconditions: {{yes: {{equals: [a, a]}}, no: {{equals: [a, b]}}, open: {{equals: [{{get_param: p}}, a]}}, c: {condition}}}"
    );
    let resolved = resolve_alone(&text, &IndexMap::new(), &KnownAttributes::new());
    assert_eq!((resolved.faults, resolved.resolution_faults), (Vec::new(), Vec::new()), "{condition}");
    assert_eq!(shown(&resolved.conditions["c"]), expect, "{condition}");
}

const UNKNOWN: [&str; 4] = [
    "<the result of and with something unknown>",
    "<the result of or with something unknown>",
    "<the result of not with something unknown>",
    "<the result of equals with something unknown>",
];

#[test]
fn a_condition_is_known_if_those_that_decide_are() {
    let [and, or, not, equals] = UNKNOWN;
    check("{and: [yes, yes]}", "true");
    check("{and: [yes, no]}", "false");
    check("{and: [true, {not: no}]}", "true");
    check("{and: [yes, open]}", and);
    check("{and: [open, yes]}", and);
    // A false condition decides, whatever the others are.
    check("{and: [open, no]}", "false");
    check("{and: [no, open]}", "false");
    check("{or: [no, no]}", "false");
    check("{or: [no, yes]}", "true");
    check("{or: [false, {not: yes}]}", "false");
    check("{or: [no, open]}", or);
    check("{or: [open, yes]}", "true");
    check("{or: [yes, open]}", "true");
    check("{not: yes}", "false");
    check("{not: no}", "true");
    check("{not: open}", not);
    check("{equals: [{get_param: l}, [a]]}", equals);
    check("{equals: [[{get_param: l}, a], [b]]}", "false");
    check("{equals: [[{get_param: l}, a], [a, b]]}", "false");
}

#[test]
fn functions_in_conditions_are_resolved() {
    check("{contains: [a, [b, a]]}", "true");
    check("{contains: [c, [b, a]]}", "false");
    check("{contains: [c, [b, {get_param: p}]]}", "<the result of contains with unknown arguments>");
    check("{contains: [b, [b, {get_param: p}]]}", "true");
    check("{contains: [{get_param: p}, abc]}", "<the result of contains with unknown arguments>");
    check("{contains: [a, {get_param: l}]}", "<the result of contains with unknown arguments>");
}
