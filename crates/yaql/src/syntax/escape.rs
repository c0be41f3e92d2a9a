//! Escape sequences in strings, as yaql finds them and Python's codec `unicode-escape` decodes them.

use crate::error::{Error, ErrorClass, Fault, Outcome};

/// Decodes a string without its quotes. Text that is not an escape sequence is kept.
pub(super) fn decoded(text: &str) -> Outcome<String> {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = rest.find('\\') {
        decoded.push_str(&rest[..place]);
        rest = &rest[place + 1..];
        let (taken, char) = sequence(rest)?;
        decoded.push(char);
        rest = &rest[taken..];
    }
    decoded.push_str(rest);
    Ok(decoded)
}

/// Decodes the sequence after a backslash. Returns its length in bytes and the character. If it is not an escape sequence,
/// returns 0 and the backslash.
fn sequence(rest: &str) -> Outcome<(usize, char)> {
    let Some(first) = rest.chars().next() else { return Ok((0, '\\')) };
    let simple = match first {
        '\\' | '\'' | '"' => first,
        'a' => '\u{7}',
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'v' => '\u{b}',
        '0'..='7' => return Ok(octal(rest)),
        'x' => return hexadecimal(rest, 2, "truncated \\xXX escape"),
        'u' => return hexadecimal(rest, 4, "truncated \\uXXXX escape"),
        'U' => return hexadecimal(rest, 8, "truncated \\UXXXXXXXX escape"),
        // The names of Unicode characters are not known here.
        'N' if rest[1..].starts_with('{') => {
            return Ok(rest.find('}').filter(|end| *end > 2).map_or((0, '\\'), |end| (end + 1, '\u{fffd}')));
        }
        _ => return Ok((0, '\\')),
    };
    Ok((first.len_utf8(), simple))
}

fn octal(rest: &str) -> (usize, char) {
    let digits = rest.bytes().take(3).take_while(|byte| matches!(byte, b'0'..=b'7'));
    let (count, code) =
        digits.fold((0, 0), |(count, code), byte| (count + 1, code * 8 + u32::from(byte - b'0')));
    (count, char::from_u32(code).unwrap_or('\u{fffd}'))
}

/// Decodes a sequence of a letter and `count` hexadecimal digits. If there are fewer characters, it is not an escape sequence.
fn hexadecimal(rest: &str, count: usize, truncated: &'static str) -> Outcome<(usize, char)> {
    let digits: Vec<char> = rest.chars().skip(1).take(count).take_while(|char| *char != '\n').collect();
    if digits.len() < count {
        return Ok((0, '\\'));
    }
    // Python counts the bytes that it could use: the backslash, the letter, and the digits.
    let valid = digits.iter().take_while(|char| char.is_ascii_hexdigit()).count();
    if valid < count {
        return Err(bad_escape(valid + 1, truncated));
    }
    let code =
        digits.iter().filter_map(|char| char.to_digit(16)).fold(0_u32, |code, digit| code << 4 | digit);
    if code > 0x10_ffff {
        return Err(bad_escape(count + 1, "illegal Unicode character"));
    }
    // A surrogate, which Rust strings cannot contain.
    Ok((1 + count, char::from_u32(code).unwrap_or('\u{fffd}')))
}

fn bad_escape(last: usize, reason: &str) -> Fault {
    let message = format!("'unicodeescape' codec can't decode bytes in position 0-{last}: {reason}");
    Error::fault(ErrorClass::UnicodeDecode, message)
}

#[cfg(test)]
mod tests {
    fn check(text: &str, expect: Result<&str, &str>) {
        let decoded = super::decoded(text).map_err(|error| error.to_string());
        assert_eq!(decoded.as_deref().map_err(String::as_str), expect, "{text}");
    }

    #[test]
    fn sequences_are_decoded_as_python_does() {
        check(r#"\\\'\"\n\q"#, Ok("\\'\"\n\\q"));
        check(r"\a\b\f\r\t\v", Ok("\u{7}\u{8}\u{c}\r\t\u{b}"));
        check(r"\x41\u00e4\U0001F600", Ok("A\u{e4}\u{1f600}"));
        check(r"\1018\0", Ok("A8\0"));
        check(r"\x4", Ok(r"\x4"));
        check(r"\Nxy}", Ok(r"\Nxy}"));
        check(r"\N{x}\N{}\N", Ok("\u{fffd}\\N{}\\N"));
    }

    #[test]
    fn wrong_digits_are_errors() {
        let error = |last: usize, reason: &str| {
            format!("'unicodeescape' codec can't decode bytes in position 0-{last}: {reason}")
        };
        check(r"\x4g", Err(&error(2, r"truncated \xXX escape")));
        check(r"\uzzzz", Err(&error(1, r"truncated \uXXXX escape")));
        check(r"\U00110000", Err(&error(9, "illegal Unicode character")));
    }
}
