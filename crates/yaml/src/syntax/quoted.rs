//! Scalars in single or double quotes.

use std::borrow::Cow;

use super::cursor::{END, is_blank, is_break, is_space};
use super::plain::{Gap, append};
use super::scanner::Scanner;
use super::token::{Token, TokenKind};
use super::{Dialect, Fault, Scanned};
use crate::Span;

impl<'a> Scanner<'a> {
    pub(super) fn quoted_scalar(&mut self) -> Scanned<Token<'a>> {
        let start = self.cursor.offset;
        let quote = self.cursor.peek();
        self.cursor.forward();
        if let Some(text) = self.quoted_piece(quote) {
            let text = Cow::Borrowed(text);
            return Ok(Token {
                span: self.cursor.since(start),
                kind: TokenKind::Scalar { text, plain: false },
            });
        }
        let mut text = Cow::Borrowed("");
        loop {
            let opening = Span::new(start, start + 1);
            if self.cursor.at_document_marker() {
                return Err(Fault::new(self.cursor.here(), "a document marker inside quotes")
                    .since(opening, "the quotes open here")
                    .help("close the quotes, or indent the line"));
            }
            if self.cursor.peek() == END {
                return Err(Fault::new(opening, format!("the closing `{quote}` is missing"))
                    .label("the quotes open here")
                    .help("close the quotes; inside single quotes, write a quote as two quotes"));
            }
            let escaped_break = self.quoted_run(quote, &mut text)?;
            if self.cursor.peek() == quote {
                break;
            }
            let mut gap = if escaped_break { Gap::after_escaped_break() } else { Gap::default() };
            loop {
                let character = self.cursor.peek();
                if is_blank(character) {
                    gap.blank(character);
                    self.cursor.forward();
                } else if let Some(line_break) = self.cursor.line_break() {
                    gap.line_break(line_break);
                } else {
                    break;
                }
            }
            gap.fold_into(&mut text);
        }
        self.cursor.forward();
        Ok(Token { span: self.cursor.since(start), kind: TokenKind::Scalar { text, plain: false } })
    }

    /// Reads the text up to the closing quote and the quote itself, if all characters before it represent themselves.
    fn quoted_piece(&mut self, quote: char) -> Option<&'a str> {
        let bytes = self.cursor.rest().as_bytes();
        let mut length = 0;
        while length < bytes.len() && !MAY_END_PIECE[usize::from(bytes[length])] {
            length += 1;
        }
        let is_end = |at: usize| bytes.get(at).is_some_and(|byte| char::from(*byte) == quote);
        if !is_end(length) || quote == '\'' && is_end(length + 1) {
            return None;
        }
        let piece = self.cursor.take(length);
        self.cursor.forward();
        Some(piece)
    }

    /// Reads up to the next blank, line break or closing quote. Returns whether an escaped line break ended the run.
    fn quoted_run(&mut self, quote: char, text: &mut Cow<'a, str>) -> Scanned<bool> {
        let double = quote == '"';
        loop {
            let run = self.cursor.take_while(|character| {
                !is_space(character) && character != quote && !(double && character == '\\')
            });
            append(text, run);
            let character = self.cursor.peek();
            if double && character == '\\' {
                if is_break(self.cursor.peek_at(1)) {
                    self.cursor.forward();
                    self.cursor.line_break();
                    return Ok(true);
                }
                text.to_mut().push(self.escape()?);
            } else if !double && character == quote && self.cursor.peek_at(1) == quote {
                text.to_mut().push(quote);
                self.cursor.forward_by(2);
            } else {
                return Ok(false);
            }
        }
    }

    fn escape(&mut self) -> Scanned<char> {
        let start = self.cursor.offset;
        self.cursor.forward();
        let escape = self.cursor.peek();
        let character = match escape {
            '0' => '\0',
            'a' => '\x07',
            'b' => '\x08',
            't' | '\t' => '\t',
            'n' => '\n',
            'v' => '\x0b',
            'f' => '\x0c',
            'r' => '\r',
            'e' => '\x1b',
            ' ' | '"' | '/' | '\\' => escape,
            'N' => '\u{85}',
            '_' => '\u{a0}',
            'L' => '\u{2028}',
            'P' => '\u{2029}',
            'x' => return self.coded(start, 2),
            'u' => return self.coded(start, 4),
            'U' => return self.coded(start, 8),
            _ => {
                self.cursor.forward();
                return Err(Fault::new(self.cursor.since(start), "unknown escape sequence in double quotes")
                    .help("write `\\\\` for a backslash, or use single quotes"));
            }
        };
        self.cursor.forward();
        Ok(character)
    }

    fn coded(&mut self, start: usize, digits: usize) -> Scanned<char> {
        let mut value = self.hex_digits(start, digits)?;
        // Python's strings can contain unpaired surrogates, which JSON then joins; libyaml accepts neither.
        let high = (0xd800..0xdc00).contains(&value) && self.dialect == Dialect::PyYaml;
        if high && self.cursor.rest().starts_with("\\u") {
            self.cursor.forward();
            let low = self.hex_digits(start, 4)?;
            if (0xdc00..0xe000).contains(&low) {
                value = 0x10000 + ((value - 0xd800) << 10 | (low - 0xdc00));
            }
        }
        char::from_u32(value).ok_or_else(|| {
            Fault::new(self.cursor.since(start), "this escape sequence is not a Unicode character")
        })
    }

    /// Reads the letter of an escape and its digits.
    fn hex_digits(&mut self, start: usize, digits: usize) -> Scanned<u32> {
        self.cursor.forward();
        let mut value = 0u32;
        for _ in 0..digits {
            let Some(digit) = self.cursor.peek().to_digit(16) else {
                return Err(Fault::new(
                    self.cursor.since(start),
                    format!("this escape sequence needs {digits} hex digits"),
                ));
            };
            value = value << 4 | digit;
            self.cursor.forward();
        }
        Ok(value)
    }
}

/// For each byte, whether a character that begins with it may have a special meaning between quotes, or end them.
static MAY_END_PIECE: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    while byte.is_ascii() {
        table[byte as usize] = matches!(byte, b'\'' | b'"' | b'\\') || is_break(byte as char);
        byte += 1;
    }
    // The first bytes of the Unicode line breaks.
    table[0xc2] = true;
    table[0xe2] = true;
    table
};
