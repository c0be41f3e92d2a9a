//! Options that take one of several values: a command lists each value with its name and its description in the help.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// A value of an option, its name on the command line, and its line in the help.
pub(crate) type Choice<T> = (T, &'static str, &'static str);

/// The parser of an option that takes one of these values.
pub(crate) fn one_of<T>(choices: &'static [Choice<T>]) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync,
{
    let values = choices.iter().map(|(_, name, help)| PossibleValue::new(*name).help(*help));
    // clap has compared the names, with or without regard to case.
    PossibleValuesParser::new(values).try_map(|name| value_of(choices, &name, str::eq_ignore_ascii_case))
}

/// The value of exactly this name.
pub(crate) fn named<T: Copy>(choices: &[Choice<T>], name: &str) -> Result<T, String> {
    value_of(choices, name, |one, other| one == other)
}

fn value_of<T: Copy>(
    choices: &[Choice<T>],
    name: &str,
    is_same: fn(&str, &str) -> bool,
) -> Result<T, String> {
    let found = choices.iter().find(|(_, each, _)| is_same(each, name));
    found.map(|(value, ..)| *value).ok_or_else(|| format!("invalid variant: {name}"))
}
