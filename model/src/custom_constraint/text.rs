//! What Python makes of text, where Rust makes something else of it; and phrases that all checks share.

use crate::Value;

/// How many digits `int()` takes before it refuses, to be safe from texts that cost it too much time.
pub(super) const MOST_DIGITS: usize = 4300;

/// The code points of zero in the scripts that have decimal digits; one to nine follow each (Unicode 14, that of
/// Python 3.11).
#[rustfmt::skip]
const ZEROS: [u32; 66] = [
    0x30, 0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xDE6, 0xE50, 0xED0,
    0xF20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50, 0x1BB0, 0x1C40, 0x1C50, 0xA620,
    0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0xFF10, 0x104A0, 0x10D30, 0x11066, 0x110F0, 0x11136, 0x111D0,
    0x112F0, 0x11450, 0x114D0, 0x11650, 0x116C0, 0x11730, 0x118E0, 0x11950, 0x11C50, 0x11D50, 0x11DA0, 0x16A60,
    0x16AC0, 0x16B50, 0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6, 0x1E140, 0x1E2F0, 0x1E950, 0x1FBF0,
];

/// The string, or the phrase that one is needed.
pub(super) fn string(value: &Value) -> Result<&str, String> {
    value.as_str().ok_or_else(|| format!("a string is needed, and this is {}", value.kind()))
}

/// Whether `str.isspace()` and `\s` hold: Rust's white space, and four separators of ASCII.
pub(super) fn is_space(char: char) -> bool {
    char.is_whitespace() || matches!(char, '\x1c'..='\x1f')
}

/// `str.strip()`.
pub(super) fn strip(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// The text without one final line feed, before which `$` in a Python pattern matches too.
pub(super) fn before_final_line_feed(text: &str) -> &str {
    text.strip_suffix('\n').unwrap_or(text)
}

/// The value of a decimal digit of any script.
fn decimal_digit(char: char) -> Option<u8> {
    let code = u32::from(char);
    let after = ZEROS.partition_point(|zero| *zero <= code);
    let zero = ZEROS.get(after.checked_sub(1)?)?;
    u8::try_from(code - zero).ok().filter(|digit| *digit < 10)
}

/// `int()` of a text without white space, as far as it fits: what is larger is the largest there is.
pub(super) fn int(text: &str) -> Option<i64> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let mut size = 0_i64;
    let mut count = 0;
    // An underscore stands between two digits.
    let mut after_digit = false;
    for char in digits.chars() {
        if char == '_' && after_digit {
            after_digit = false;
            continue;
        }
        size = size.saturating_mul(10).saturating_add(decimal_digit(char)?.into());
        count += 1;
        after_digit = true;
    }
    (after_digit && count <= MOST_DIGITS).then_some(if negative { -size } else { size })
}

/// The text in backquotes, for a message: its beginning where it is long, control characters escaped.
pub(super) fn quote(text: &str) -> String {
    const MOST: usize = 64;
    let mut quoted = String::from("`");
    for (index, char) in text.chars().enumerate() {
        if index == MOST {
            quoted.push('…');
            break;
        }
        if char.is_control() || (is_space(char) && char != ' ') {
            quoted.extend(char.escape_default());
        } else {
            quoted.push(char);
        }
    }
    quoted.push('`');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: Option<i64>) {
        assert_eq!(int(text), expect, "{text:?}");
    }

    #[test]
    fn integers_are_read_as_python_reads_them() {
        check("64", Some(64));
        check("+6_4", Some(64));
        check("-0", Some(0));
        check("٦٤", Some(64));
        check("𝟼4", Some(64));
        check("99999999999999999999", Some(i64::MAX));
        for text in ["", "+", "_1", "1_", "1__0", "+_1", "+-1", "1.0", "²", "0x10", "１ａ"] {
            check(text, None);
        }
        check(&"0".repeat(MOST_DIGITS), Some(0));
        check(&"0".repeat(MOST_DIGITS + 1), None);
        check(&"1_".repeat(MOST_DIGITS - 1).replace("1_1_1_1_", "0_0_0_0_"), None);
    }

    #[test]
    fn quoted_text_is_short_and_harmless() {
        assert_eq!(quote("a b\n\u{1b}é\u{2028}"), r"`a b\n\u{1b}é\u{2028}`");
        assert_eq!(quote(&"x".repeat(1000)).chars().count(), 67);
    }
}
