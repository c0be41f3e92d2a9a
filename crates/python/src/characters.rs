//! Characters as Python's `str` methods classify them.

/// The characters that are not printable, in Unicode 14, the version of Python 3.11: control and format characters, separators
/// other than the plain space, and characters for private use. Unassigned characters are treated as printable, because the set of
/// them differs between versions of Python.
const NOT_PRINTABLE: [(u32, u32); 28] = [
    (0x0, 0x1f),
    (0x7f, 0xa0),
    (0xad, 0xad),
    (0x600, 0x605),
    (0x61c, 0x61c),
    (0x6dd, 0x6dd),
    (0x70f, 0x70f),
    (0x890, 0x891),
    (0x8e2, 0x8e2),
    (0x1680, 0x1680),
    (0x180e, 0x180e),
    (0x2000, 0x200f),
    (0x2028, 0x202f),
    (0x205f, 0x2064),
    (0x2066, 0x206f),
    (0x3000, 0x3000),
    (0xe000, 0xf8ff),
    (0xfeff, 0xfeff),
    (0xfff9, 0xfffb),
    (0x110bd, 0x110bd),
    (0x110cd, 0x110cd),
    (0x13430, 0x13438),
    (0x1bca0, 0x1bca3),
    (0x1d173, 0x1d17a),
    (0xe0001, 0xe0001),
    (0xe0020, 0xe007f),
    (0xf0000, 0xf_fffd),
    (0x10_0000, 0x10_fffd),
];

/// Returns whether `str.isprintable()` is true for the character, so that `repr()` writes it as it is.
///
/// ```
/// assert!(heat_python::is_printable('ü'));
/// assert!(!heat_python::is_printable('\u{61c}'));
/// ```
#[must_use]
pub fn is_printable(char: char) -> bool {
    let code = u32::from(char);
    let after = NOT_PRINTABLE.partition_point(|(first, _)| *first <= code);
    NOT_PRINTABLE[..after].last().is_none_or(|(_, last)| code > *last)
}

/// Returns whether `str.strip()` removes the character: a Unicode space, or one of the four ASCII separators.
#[must_use]
pub fn is_space(char: char) -> bool {
    char.is_whitespace() || matches!(char, '\u{1c}'..='\u{1f}')
}

/// The first of the ten decimal digits of each script, in Unicode 14, the version of Python 3.11.
const ZEROS: [u32; 66] = [
    0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50,
    0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40,
    0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10, 0x104a0, 0x10d30, 0x11066,
    0x110f0, 0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0, 0x11730, 0x118e0, 0x11950,
    0x11c50, 0x11d50, 0x11da0, 0x16a60, 0x16ac0, 0x16b50, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6,
    0x1e140, 0x1e2f0, 0x1e950, 0x1fbf0,
];

/// The ASCII digit with the same value, if the character is a decimal digit of any script.
#[must_use]
pub fn ascii_digit(char: char) -> Option<char> {
    if char.is_ascii() {
        return char.is_ascii_digit().then_some(char);
    }
    let code = u32::from(char);
    let after = ZEROS.partition_point(|zero| *zero <= code);
    let zero = ZEROS[..after].last()?;
    char::from_digit(code - zero, 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn format_characters_separators_and_private_ones_are_not_printable() {
        fn check(char: char, expect: bool) {
            assert_eq!(is_printable(char), expect, "{char:?}");
        }
        check(' ', true);
        check('~', true);
        check('ü', true);
        check('\u{1f}', false);
        check('\u{a0}', false);
        check('\u{61c}', false);
        check('\u{180e}', false);
        check('\u{fffc}', true);
        check('\u{fffd}', true);
        check('\u{e0041}', false);
        check('\u{10fffd}', false);
        check('\u{1f600}', true);
    }

    #[test]
    fn digits_of_any_script_are_digits() {
        assert_eq!(ascii_digit('7'), Some('7'));
        assert_eq!(ascii_digit('\u{ff12}'), Some('2'));
        assert_eq!(ascii_digit('\u{667}'), Some('7'));
        assert_eq!(ascii_digit('²'), None);
        assert_eq!(ascii_digit('x'), None);
    }
}
