//! Strings, with their number of characters and their size as an object in Python.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A string. Cloning it is cheap.
#[derive(Clone)]
pub(crate) struct Text {
    shared: Arc<str>,
    chars: u32,
    /// Number of bytes per character in Python, which the widest character determines.
    width: Width,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Width {
    Ascii,
    Latin,
    Two,
    Four,
}

impl Text {
    pub(crate) fn new(text: &str) -> Self {
        Self::measured(text.into())
    }

    fn measured(text: Arc<str>) -> Self {
        if text.is_ascii() {
            let chars = u32::try_from(text.len()).unwrap_or(u32::MAX);
            return Self { shared: text, chars, width: Width::Ascii };
        }
        let (mut chars, mut width) = (0_u32, Width::Latin);
        for char in text.chars() {
            chars = chars.saturating_add(1);
            width = width.max(match u32::from(char) {
                0..=0xff => Width::Latin,
                0x100..=0xffff => Width::Two,
                _ => Width::Four,
            });
        }
        Self { shared: text, chars, width }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.shared
    }

    /// Number of characters.
    pub(crate) fn len(&self) -> usize {
        self.chars as usize
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.shared.is_empty()
    }

    /// Result of `sys.getsizeof` in Python 3.11.
    pub(crate) fn size(&self) -> u64 {
        let chars = u64::from(self.chars);
        match self.width {
            Width::Ascii => 49 + chars,
            Width::Latin => 73 + chars,
            Width::Two => 74 + 2 * chars,
            Width::Four => 76 + 4 * chars,
        }
    }

    /// Byte index of a character; the length of the text if it has fewer characters.
    pub(crate) fn byte_of(&self, char: usize) -> usize {
        if self.width == Width::Ascii {
            return char.min(self.shared.len());
        }
        self.shared.char_indices().nth(char).map_or(self.shared.len(), |(byte, _)| byte)
    }

    /// Number of characters before a byte index.
    pub(crate) fn char_of(&self, byte: usize) -> usize {
        if self.width == Width::Ascii { byte } else { self.shared[..byte].chars().count() }
    }

    /// Text in a range of characters, whose end may be beyond the end of the text.
    pub(crate) fn slice(&self, range: Range<usize>) -> Self {
        if range.start >= range.end {
            return Self::new("");
        }
        let (start, end) = (self.byte_of(range.start), self.byte_of(range.end));
        Self::new(&self.shared[start..end])
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self::measured(text.into())
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        self.shared == other.shared
    }
}

impl Eq for Text {}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shared.fmt(f)
    }
}

impl std::ops::Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.shared
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shared)
    }
}
