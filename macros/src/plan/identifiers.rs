//! The names of variants, and numbered names for those that are taken.

use crate::rust_names::camel;

/// The variant of an allowed value; signs are spelt out if there is nothing else.
pub(super) fn value_name(value: &str) -> String {
    if value.is_empty() {
        return "Empty".to_owned();
    }
    if value.chars().any(|letter| letter == '_' || letter.is_alphanumeric()) {
        // `-1` and `1` are different values.
        let rest =
            value.strip_prefix('-').filter(|rest| rest.starts_with(|char: char| char.is_ascii_digit()));
        return rest.map_or_else(|| camel(value), |rest| camel(&format!("minus {rest}")));
    }
    let spelt: Vec<&str> = value
        .chars()
        .map(|sign| match sign {
            '=' => "equal",
            '!' => "not",
            '<' => "less",
            '>' => "greater",
            '+' => "plus",
            '-' => "minus",
            '*' => "star",
            '/' => "slash",
            '.' => "dot",
            ' ' => "space",
            _ => "sign",
        })
        .collect();
    camel(&spelt.join("_"))
}

/// Appends a number to a name, so that it is not taken.
pub(super) fn numbered(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let gap = if name.contains('_') || name.starts_with(char::is_lowercase) { "_" } else { "" };
    let mut number = 2;
    loop {
        let numbered = format!("{name}{gap}{number}");
        if !is_taken(&numbered) {
            return numbered;
        }
        number += 1;
    }
}

pub(super) fn free(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut free = name.to_owned();
    let mut number = 2;
    while is_taken(&free) {
        free = format!("{name}{number}");
        number += 1;
    }
    free
}
