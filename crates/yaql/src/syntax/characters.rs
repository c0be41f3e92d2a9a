//! Letters and digits as Python classifies them.

use std::sync::OnceLock;

use heat_pattern::{Ranges, class_ranges};

/// Returns whether `\w` matches the character: letters and numbers of any script, but no marks.
pub(crate) fn is_word(char: char) -> bool {
    static LETTERS: OnceLock<Ranges> = OnceLock::new();
    if char.is_ascii() {
        return char.is_ascii_alphanumeric() || char == '_';
    }
    let ranges = LETTERS.get_or_init(|| class_ranges(r"[\p{L}\p{N}]", false).unwrap_or_default());
    let after = ranges.partition_point(|(start, _)| *start <= char);
    after > 0 && ranges[after - 1].1 >= char
}

/// First of the ten decimal digits of each script, in Unicode 14, the version of Python 3.11.
const ZEROS: [u32; 66] = [
    0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50,
    0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40,
    0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10, 0x104a0, 0x10d30, 0x11066,
    0x110f0, 0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0, 0x11730, 0x118e0, 0x11950,
    0x11c50, 0x11d50, 0x11da0, 0x16a60, 0x16ac0, 0x16b50, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6,
    0x1e140, 0x1e2f0, 0x1e950, 0x1fbf0,
];

/// Returns the ASCII digit with the same value, if the character is a decimal digit of any script.
pub(crate) fn ascii_digit(char: char) -> Option<char> {
    if char.is_ascii() {
        return char.is_ascii_digit().then_some(char);
    }
    let code = u32::from(char);
    let after = ZEROS.partition_point(|zero| *zero <= code);
    let zero = ZEROS[..after].last()?;
    char::from_digit(code - zero, 10)
}
