//! `repr()` of strings and floats.

use std::fmt::Write as _;

use crate::characters::is_printable;

/// Appends the `repr()` of a string: in quotes, with escapes for characters that are not printable.
///
/// ```
/// let mut out = String::new();
/// heat_python::push_repr("it's\n", &mut out);
/// assert_eq!(out, "\"it's\\n\"");
/// ```
pub fn push_repr(text: &str, out: &mut String) {
    push_repr_where(text, is_printable, out);
}

/// Appends the `repr()` of a string, with another definition of printable characters.
pub fn push_repr_where(text: &str, is_printable: impl Fn(char) -> bool, out: &mut String) {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    out.push(quote);
    for char in text.chars() {
        match char {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if char == quote => {
                out.push('\\');
                out.push(char);
            }
            _ if is_printable(char) => out.push(char),
            _ => push_escape(char, out),
        }
    }
    out.push(quote);
}

/// Appends the escape of a character by its number: `\x1f`, `\u200b`, `\U000e0001`.
pub fn push_escape(char: char, out: &mut String) {
    let code = u32::from(char);
    // Writing into a string cannot fail.
    let _ = match code {
        0..=0xff => write!(out, "\\x{code:02x}"),
        0x100..=0xffff => write!(out, "\\u{code:04x}"),
        _ => write!(out, "\\U{code:08x}"),
    };
}

/// A float as Python writes it: the shortest digits that read back as the same float, with an exponent from 1e16 and below 1e-4.
#[must_use]
pub fn float_repr(float: f64) -> String {
    if float.is_nan() {
        return "nan".to_owned();
    }
    if float.is_infinite() {
        return if float > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    let scientific = format!("{float:e}");
    let Some((mantissa, exponent)) = scientific.split_once('e') else { return scientific };
    match exponent.parse::<i32>() {
        Ok(-4..16) => format!("{float:?}"),
        Ok(small @ ..0) => format!("{mantissa}e-{:02}", -small),
        _ => format!("{mantissa}e+{exponent:0>2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_quoted_and_escaped() {
        fn check(text: &str, expect: &str) {
            let mut out = String::new();
            push_repr(text, &mut out);
            assert_eq!(out, expect);
        }
        check("it's", r#""it's""#);
        check("a\"'b", r#"'a"\'b'"#);
        check("a\n\u{1}\u{a0}\u{200b}ü", r"'a\n\x01\xa0\u200bü'");
        check("\u{61c}\u{e0001}\u{f0000}", r"'\u061c\U000e0001\U000f0000'");
    }

    #[test]
    fn floats_have_the_shortest_digits() {
        fn check(float: f64, expect: &str) {
            assert_eq!(float_repr(float), expect);
        }
        check(1e15, "1000000000000000.0");
        check(1e16, "1e+16");
        check(1.5e300, "1.5e+300");
        check(0.0001, "0.0001");
        check(0.00001, "1e-05");
        check(-0.0, "-0.0");
        check(f64::NEG_INFINITY, "-inf");
    }
}
