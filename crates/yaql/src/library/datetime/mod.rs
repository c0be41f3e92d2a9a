//! Points in time and spans of time.

mod format;
mod parse;
mod points;
mod read;
mod spans;

use std::cmp::Ordering;

use super::spec::{Default, Overload, Parameter, Type, function, method, p};

const OFFSET: Parameter = p("offset", Type::TimeSpan).or(Default::ZeroTimeSpan);
const DT: Parameter = p("dt", Type::DateTime);
const DT1: Parameter = p("dt1", Type::DateTime);
const DT2: Parameter = p("dt2", Type::DateTime);
const TS: Parameter = p("ts", Type::TimeSpan);
const TS1: Parameter = p("ts1", Type::TimeSpan);
const TS2: Parameter = p("ts2", Type::TimeSpan);
const N: Parameter = p("n", Type::Number);
const SPAN: &[Parameter] = &[p("obj", Type::TimeSpan)];
const POINT: &[Parameter] = &[p("obj", Type::DateTime)];

const fn part(name: &'static str) -> Parameter {
    p(name, Type::Int)
}

pub(super) static FUNCTIONS: &[Overload] = &[
    function(
        "datetime",
        &[
            part("year"),
            part("month"),
            part("day"),
            part("hour").or(Default::Int(0)),
            part("minute").or(Default::Int(0)),
            part("second").or(Default::Int(0)),
            part("microsecond").or(Default::Int(0)),
            OFFSET,
        ],
        points::from_parts,
    )
    .doc("A point in time, by its parts.")
    .example("str(datetime(2026, 2, 28, 13, 30))", "\"2026-02-28 13:30:00+00:00\""),
    function(
        "timespan",
        &[
            part("days").or(Default::Int(0)),
            part("hours").or(Default::Int(0)),
            part("minutes").or(Default::Int(0)),
            p("seconds", Type::Integer).or(Default::Int(0)),
            p("milliseconds", Type::Integer).or(Default::Int(0)),
            p("microseconds", Type::Integer).or(Default::Int(0)),
        ],
        spans::from_parts,
    )
    .doc("A span of time, by its parts.")
    .example("str(timespan(hours => 36))", "\"1 day, 12:00:00\""),
    function("datetime", &[p("timestamp", Type::Number), OFFSET], points::from_timestamp)
        .doc("A point in time, by the seconds since 1970.")
        .example("str(datetime(0))", "\"1970-01-01 00:00:00+00:00\""),
    function(
        "datetime",
        &[p("string", Type::String), p("format", Type::String).optional()],
        points::from_text,
    )
    .doc("A point in time, read from a text: in ISO 8601, or in a format.")
    .example("str(datetime('28.02.2026', '%d.%m.%Y'))", "\"2026-02-28 00:00:00+00:00\""),
    function("now", &[OFFSET.nullable()], points::now)
        .doc("The present.")
        .example("isDatetime(now())", "true"),
    function("localtz", &[], points::local_zone)
        .doc("How far the local time is ahead of UTC.")
        .example("isTimespan(localtz())", "true"),
    function("utctz", &[], points::utc_zone).doc("A span of no time.").example("str(utctz())", "\"0:00:00\""),
    method(
        "replace",
        &[
            DT,
            part("year").optional(),
            part("month").optional(),
            part("day").optional(),
            part("hour").optional(),
            part("minute").optional(),
            part("second").optional(),
            part("microsecond").optional(),
            p("offset", Type::TimeSpan).optional(),
        ],
        points::replace,
    )
    .doc("The point in time with other parts.")
    .example("str(datetime(2026, 2, 28).replace(day => 1))", "\"2026-02-01 00:00:00+00:00\""),
    method("format", &[DT, p("format", Type::String)], points::format)
        .doc("The point in time as text, in a format.")
        .example("datetime(2026, 2, 28).format('%d.%m.%y')", "\"28.02.26\""),
    function("isDatetime", &[p("value", Type::Any)], points::is_datetime)
        .doc("Whether a value is a point in time.")
        .example("isDatetime('2026-02-28')", "false"),
    function("isTimespan", &[p("value", Type::Any)], spans::is_timespan)
        .doc("Whether a value is a span of time.")
        .example("isTimespan(timespan())", "true"),
];

pub(super) static OPERATORS: &[Overload] = &[
    function("#operator_+", &[DT, TS], points::plus)
        .doc("A point in time and a span after it.")
        .example("str(datetime(2026, 2, 28) + timespan(days => 1))", "\"2026-03-01 00:00:00+00:00\""),
    function("#operator_+", &[TS, DT], points::plus_swapped)
        .doc("A span of time after a point.")
        .example("str(timespan(days => 1) + datetime(2026, 2, 28))", "\"2026-03-01 00:00:00+00:00\""),
    function("#operator_-", &[DT, TS], points::minus_span)
        .doc("A point in time and a span before it.")
        .example("str(datetime(2026, 3, 1) - timespan(days => 1))", "\"2026-02-28 00:00:00+00:00\""),
    function("#operator_-", &[DT1, DT2], points::minus)
        .doc("The span of time between two points.")
        .example("str(datetime(2026, 3, 1) - datetime(2026, 2, 28))", "\"1 day, 0:00:00\""),
    function("#operator_+", &[TS1, TS2], spans::plus)
        .doc("Two spans of time together.")
        .example("str(timespan(hours => 1) + timespan(minutes => 5))", "\"1:05:00\""),
    function("#operator_-", &[TS1, TS2], spans::minus)
        .doc("What a span of time is longer than another.")
        .example("str(timespan(hours => 1) - timespan(minutes => 5))", "\"0:55:00\""),
    function("#operator_>", &[DT1, DT2], |call| points::compared(call, Ordering::is_gt))
        .doc("Whether a point in time is later.")
        .example("datetime(2026, 3, 1) > datetime(2026, 2, 28)", "true"),
    function("#operator_>=", &[DT1, DT2], |call| points::compared(call, Ordering::is_ge))
        .doc("Whether a point in time is not earlier.")
        .example("datetime(2026, 3, 1) >= datetime(2026, 3, 1)", "true"),
    function("#operator_<", &[DT1, DT2], |call| points::compared(call, Ordering::is_lt))
        .doc("Whether a point in time is earlier.")
        .example("datetime(2026, 3, 1) < datetime(2026, 2, 28)", "false"),
    function("#operator_<=", &[DT1, DT2], |call| points::compared(call, Ordering::is_le))
        .doc("Whether a point in time is not later.")
        .example("datetime(2026, 3, 1) <= datetime(2026, 2, 28)", "false"),
    function("#operator_>", &[TS1, TS2], |call| spans::compared(call, Ordering::is_gt))
        .doc("Whether a span of time is longer.")
        .example("timespan(hours => 1) > timespan(minutes => 5)", "true"),
    function("#operator_>=", &[TS1, TS2], |call| spans::compared(call, Ordering::is_ge))
        .doc("Whether a span of time is not shorter.")
        .example("timespan(hours => 1) >= timespan(minutes => 60)", "true"),
    function("#operator_<", &[TS1, TS2], |call| spans::compared(call, Ordering::is_lt))
        .doc("Whether a span of time is shorter.")
        .example("timespan(hours => 1) < timespan(minutes => 5)", "false"),
    function("#operator_<=", &[TS1, TS2], |call| spans::compared(call, Ordering::is_le))
        .doc("Whether a span of time is not longer.")
        .example("timespan(hours => 1) <= timespan(minutes => 60)", "true"),
    function("#unary_operator_-", &[TS], spans::negative)
        .doc("A span of time backwards.")
        .example("str(-timespan(hours => 1))", "\"-1 day, 23:00:00\""),
    function("#unary_operator_+", &[TS], spans::same)
        .doc("The span of time.")
        .example("str(+timespan(hours => 1))", "\"1:00:00\""),
    function("#operator_*", &[TS, N], spans::times)
        .doc("A span of time several times.")
        .example("str(timespan(hours => 1) * 2.5)", "\"2:30:00\""),
    function("#operator_*", &[N, TS], spans::times_swapped)
        .doc("A span of time several times.")
        .example("str(2 * timespan(hours => 1))", "\"2:00:00\""),
    function("#operator_/", &[TS1, TS2], spans::ratio)
        .doc("How often one span of time is in another.")
        .example("timespan(hours => 1) / timespan(minutes => 40)", "1.5"),
    function("#operator_/", &[TS, N], spans::divide)
        .doc("A part of a span of time.")
        .example("str(timespan(hours => 1) / 4)", "\"0:15:00\""),
];

pub(super) static PROPERTIES: &[Overload] = &[
    function("#property#microseconds", SPAN, spans::microseconds)
        .doc("The span of time in microseconds.")
        .example("timespan(milliseconds => 2).microseconds", "2000"),
    function("#property#milliseconds", SPAN, |call| spans::in_units(call, 1000.0))
        .doc("The span of time in milliseconds.")
        .example("timespan(seconds => 2).milliseconds", "2000.0"),
    function("#property#seconds", SPAN, |call| spans::in_units(call, 1_000_000.0))
        .doc("The span of time in seconds.")
        .example("timespan(minutes => 2).seconds", "120.0"),
    function("#property#minutes", SPAN, |call| spans::in_units(call, 60_000_000.0))
        .doc("The span of time in minutes.")
        .example("timespan(hours => 2).minutes", "120.0"),
    function("#property#hours", SPAN, |call| spans::in_units(call, 3_600_000_000.0))
        .doc("The span of time in hours.")
        .example("timespan(days => 2).hours", "48.0"),
    function("#property#days", SPAN, |call| spans::in_units(call, 86_400_000_000.0))
        .doc("The span of time in days.")
        .example("timespan(hours => 36).days", "1.5"),
    function("#property#year", POINT, |call| points::field(call, |fields| fields.year))
        .doc("The year.")
        .example("datetime(2026, 2, 28).year", "2026"),
    function("#property#month", POINT, |call| points::field(call, |fields| fields.month))
        .doc("The month.")
        .example("datetime(2026, 2, 28).month", "2"),
    function("#property#day", POINT, |call| points::field(call, |fields| fields.day))
        .doc("The day of the month.")
        .example("datetime(2026, 2, 28).day", "28"),
    function("#property#hour", POINT, |call| points::field(call, |fields| fields.hour))
        .doc("The hour.")
        .example("datetime(2026, 2, 28, 13).hour", "13"),
    function("#property#minute", POINT, |call| points::field(call, |fields| fields.minute))
        .doc("The minute.")
        .example("datetime(2026, 2, 28).minute", "0"),
    function("#property#second", POINT, |call| points::field(call, |fields| fields.second))
        .doc("The second.")
        .example("datetime(90).second", "30"),
    function("#property#microsecond", POINT, |call| points::field(call, |fields| fields.micro))
        .doc("The microsecond.")
        .example("datetime(0.5).microsecond", "500000"),
    function("#property#weekday", POINT, points::weekday)
        .doc("The day of the week; 0 for a Monday.")
        .example("datetime(2026, 2, 28).weekday", "5"),
    function("#property#offset", POINT, points::offset)
        .doc("How far the time is ahead of UTC.")
        .example("str(datetime('2026-02-28T13:00:00+02:00').offset)", "\"2:00:00\""),
    function("#property#timestamp", POINT, points::timestamp)
        .doc("The seconds since 1970.")
        .example("datetime(1970, 1, 2).timestamp", "86400.0"),
    function("#property#date", POINT, points::date)
        .doc("The day, at midnight.")
        .example("str(datetime(2026, 2, 28, 13).date)", "\"2026-02-28 00:00:00+00:00\""),
    function("#property#time", POINT, points::time)
        .doc("The span of time since midnight.")
        .example("str(datetime(2026, 2, 28, 13).time)", "\"13:00:00\""),
    function("#property#utc", POINT, points::utc)
        .doc("The time less its offset.")
        .example("str(datetime('2026-02-28T13:00:00+02:00').utc)", "\"2026-02-28 11:00:00+02:00\""),
];
