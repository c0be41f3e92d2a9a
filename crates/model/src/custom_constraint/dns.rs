//! `dns_name`, `rel_dns_name`, `dns_domain`: names of hosts and domains
//! (`heat.common.netutils.validate_dns_format`).

use super::text::{before_final_line_feed, quote, string};
use crate::Value;

/// The maximum length of a name, without its final dot.
const MAX_NAME_LENGTH: usize = 255;
/// The maximum length of a relative name: with a domain of at least one character and the dots appended, it
/// is still valid.
const MAX_RELATIVE_NAME_LENGTH: usize = MAX_NAME_LENGTH - 3;
const MAX_LABEL_LENGTH: usize = 63;

pub(super) fn check_name(value: &Value) -> Result<(), String> {
    if value.is_truthy() { name(string(value)?) } else { Ok(()) }
}

pub(super) fn check_relative_name(value: &Value) -> Result<(), String> {
    if !value.is_truthy() {
        return Ok(());
    }
    let relative = string(value)?;
    if relative.ends_with('.') {
        return Err("a relative name must not end with a dot".to_owned());
    }
    at_most(relative, MAX_RELATIVE_NAME_LENGTH, "a relative name")?;
    name(relative)
}

pub(super) fn check_domain(value: &Value) -> Result<(), String> {
    if !value.is_truthy() {
        return Ok(());
    }
    let domain = string(value)?;
    name(domain)?;
    if domain.ends_with('.') { Ok(()) } else { Err("a domain must end with a dot".to_owned()) }
}

fn name(name: &str) -> Result<(), String> {
    let relative = name.strip_suffix('.');
    let labels = relative.unwrap_or(name);
    at_most(labels, MAX_NAME_LENGTH, "a name")?;
    labels.split('.').try_for_each(label)?;
    // An absolute name that ends like an address has no valid top-level domain; without the dot it may be a
    // host.
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
            Err(format!("{what} can have at most {most} characters, and this one has {length}"))
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
        let hint = if odd.is_ascii_uppercase() { "; letters must be lowercase" } else { "" };
        return Err(format!("{odd:?} cannot be part of a label{hint}: {}", quote(label)));
    }
    if plain.is_empty() {
        return Err(format!("a label has neither letters nor digits: {}", quote(label)));
    }
    if plain.len() > MAX_LABEL_LENGTH {
        return Err(format!("a label is longer than {MAX_LABEL_LENGTH} characters: {}", quote(label)));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks whether the text is a name, a relative name and a domain.
    fn check(name: &str, expect: [bool; 3]) {
        let value = Value::from(name);
        let answers = [check_name(&value), check_relative_name(&value), check_domain(&value)];
        assert_eq!(answers.each_ref().map(Result::is_ok), expect, "{name:?}: {answers:?}");
    }

    #[test]
    fn the_final_dot_decides() {
        check("www", [true, true, false]);
        check("www.example.org", [true, true, false]);
        check("example.org.", [true, false, true]);
        check(".", [false; 3]);
        check("a..", [false; 3]);
    }

    #[test]
    fn labels_consist_of_lowercase_letters_digits_and_inner_hyphens() {
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
    fn each_label_may_end_with_a_line_feed_as_in_heat() {
        check("a\n", [true, true, false]);
        check("a-\n.b\n.", [true, false, true]);
        check("\n", [false; 3]);
        check("a\n\n", [false; 3]);
    }

    #[test]
    fn lengths_are_limited() {
        let label = "a".repeat(MAX_LABEL_LENGTH);
        check(&label, [true, true, false]);
        check(&format!("{label}\n"), [true, true, false]);
        check(&format!("{label}a"), [false; 3]);
        let name = [label.as_str(); 4].join(".");
        check(&name, [true, false, false]);
        check(&format!("{name}."), [true, false, true]);
        check(&format!("{name}.a"), [false; 3]);
        check(&name[..MAX_RELATIVE_NAME_LENGTH], [true, true, false]);
    }
}
