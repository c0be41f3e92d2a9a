//! `dns_name`, `rel_dns_name`, `dns_domain`: names of hosts and domains (`heat.common.netutils.validate_dns_format`).

use super::text::{before_final_line_feed, quote, string};
use crate::Value;

/// The longest name, without its final dot.
const LONGEST_NAME: usize = 255;
/// The longest relative name: appending a domain of at least one character, with its dots, leaves it a name.
const LONGEST_RELATIVE_NAME: usize = LONGEST_NAME - 3;
const LONGEST_LABEL: usize = 63;

pub(super) fn check_name(value: &Value) -> Result<(), String> {
    if value.is_truthy() { name(string(value)?) } else { Ok(()) }
}

pub(super) fn check_relative_name(value: &Value) -> Result<(), String> {
    if !value.is_truthy() {
        return Ok(());
    }
    let relative = string(value)?;
    if relative.ends_with('.') {
        return Err("a relative name does not end with a dot".to_owned());
    }
    at_most(relative, LONGEST_RELATIVE_NAME, "a relative name")?;
    name(relative)
}

pub(super) fn check_domain(value: &Value) -> Result<(), String> {
    if !value.is_truthy() {
        return Ok(());
    }
    let domain = string(value)?;
    name(domain)?;
    if domain.ends_with('.') { Ok(()) } else { Err("a domain ends with a dot".to_owned()) }
}

fn name(name: &str) -> Result<(), String> {
    let relative = name.strip_suffix('.');
    let labels = relative.unwrap_or(name);
    at_most(labels, LONGEST_NAME, "a name")?;
    labels.split('.').try_for_each(label)?;
    // The address-like end of an absolute name is no top-level domain; on its own it may be a host.
    if let Some((_, last)) = relative.and_then(|relative| relative.rsplit_once('.'))
        && before_final_line_feed(last).bytes().all(|byte| byte.is_ascii_digit())
    {
        return Err(format!("the top-level domain, {}, is a number", quote(last)));
    }
    Ok(())
}

fn at_most(name: &str, most: usize, what: &str) -> Result<(), String> {
    match name.chars().count() {
        length if length > most => {
            Err(format!("{what} has at most {most} characters, and this has {length}"))
        }
        _ => Ok(()),
    }
}

fn label(label: &str) -> Result<(), String> {
    if label.is_empty() {
        return Err("a label is empty: two dots in a row, or one at the beginning".to_owned());
    }
    if label.starts_with('-') || label.ends_with('-') {
        return Err(format!("a label begins or ends with a hyphen: {}", quote(label)));
    }
    let plain = before_final_line_feed(label);
    if let Some(odd) = plain.chars().find(|char| !matches!(char, 'a'..='z' | '0'..='9' | '-')) {
        let hint = if odd.is_ascii_uppercase() { "; letters have to be lower case" } else { "" };
        return Err(format!("{odd:?} cannot be part of a label{hint}: {}", quote(label)));
    }
    if plain.is_empty() {
        return Err(format!("a label has neither letters nor digits: {}", quote(label)));
    }
    if plain.len() > LONGEST_LABEL {
        return Err(format!("a label is longer than {LONGEST_LABEL} characters: {}", quote(label)));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which of name, relative name and domain the text is.
    fn check(name: &str, expect: [bool; 3]) {
        let value = Value::from(name);
        let answers = [check_name(&value), check_relative_name(&value), check_domain(&value)];
        assert_eq!(answers.each_ref().map(Result::is_ok), expect, "{name:?}: {answers:?}");
    }

    #[test]
    fn the_final_dot_tells_them_apart() {
        check("www", [true, true, false]);
        check("www.example.org", [true, true, false]);
        check("example.org.", [true, false, true]);
        check(".", [false; 3]);
        check("a..", [false; 3]);
    }

    #[test]
    fn labels_are_of_lower_case_letters_digits_and_inner_hyphens() {
        check("xn--9ca.0", [true, true, false]);
        for name in ["Www", "-a", "a-", "a_b", "a..b", ".a", "é", "a b", "*.a", "٣"] {
            check(name, [false; 3]);
        }
    }

    #[test]
    fn a_top_level_domain_is_not_a_number() {
        check("1.", [true, false, true]);
        check("a.1", [true, true, false]);
        check("a.1.", [false; 3]);
        check("a.1\n.", [false; 3]);
    }

    #[test]
    fn each_label_may_end_with_a_line_feed_which_the_pattern_overlooks() {
        check("a\n", [true, true, false]);
        check("a-\n.b\n.", [true, false, true]);
        check("\n", [false; 3]);
        check("a\n\n", [false; 3]);
    }

    #[test]
    fn lengths_are_limited() {
        let label = "a".repeat(LONGEST_LABEL);
        check(&label, [true, true, false]);
        check(&format!("{label}\n"), [true, true, false]);
        check(&format!("{label}a"), [false; 3]);
        let name = [label.as_str(); 4].join(".");
        check(&name, [true, false, false]);
        check(&format!("{name}."), [true, false, true]);
        check(&format!("{name}.a"), [false; 3]);
        check(&name[..LONGEST_RELATIVE_NAME], [true, true, false]);
    }
}
