//! Scalars without quotes.

use std::borrow::Cow;

use super::cursor::{END, is_blank, is_space};
use super::scanner::Scanner;
use super::token::{Token, TokenKind};
use super::{Dialect, Fault, Scanned};
use crate::Span;

/// The blanks and line breaks between two words or lines of a scalar.
#[derive(Debug, Default)]
pub(super) struct Gap {
    blanks: String,
    broken: bool,
    first: Option<char>,
    others: String,
}

impl Gap {
    /// Returns a gap that starts with an escaped line break, which is dropped.
    pub(super) fn after_escaped_break() -> Self {
        Self { broken: true, ..Self::default() }
    }

    pub(super) fn is_broken(&self) -> bool {
        self.broken
    }

    pub(super) fn blank(&mut self, character: char) {
        if !self.broken {
            self.blanks.push(character);
        }
    }

    pub(super) fn line_break(&mut self, character: char) {
        if self.broken {
            self.others.push(character);
        } else {
            self.broken = true;
            self.blanks.clear();
            self.first = Some(character);
        }
    }

    /// Writes the folded form of the gap: a single line break becomes a space, and of several line breaks, the first is dropped.
    pub(super) fn fold_into(&self, text: &mut Cow<'_, str>) {
        if !self.blanks.is_empty() {
            text.to_mut().push_str(&self.blanks);
        }
        match self.first {
            Some('\n') if self.others.is_empty() => text.to_mut().push(' '),
            Some('\n') | None => {}
            Some(separator) => text.to_mut().push(separator),
        }
        if !self.others.is_empty() {
            text.to_mut().push_str(&self.others);
        }
    }
}

/// Appends to the text of a scalar. The first piece is not copied: most scalars are one piece of the source.
pub(super) fn append<'a>(text: &mut Cow<'a, str>, piece: &'a str) {
    if text.is_empty() {
        *text = Cow::Borrowed(piece);
    } else {
        text.to_mut().push_str(piece);
    }
}

impl<'a> Scanner<'a> {
    pub(super) fn plain_scalar(&mut self) -> Scanned<Token<'a>> {
        let start = self.cursor.offset;
        let indent = self.inner_indent();
        let mut span = self.cursor.since(start);
        let mut text = Cow::Borrowed("");
        let mut gap = Gap::default();
        while !self.cursor.at_document_marker() && self.cursor.peek() != '#' {
            let run = self.plain_run(start)?;
            if run.is_empty() {
                break;
            }
            gap.fold_into(&mut text);
            append(&mut text, run);
            span = self.cursor.since(start);
            gap = self.plain_gap(start, indent)?;
            let at_run = !is_space(self.cursor.peek());
            if !at_run || self.cursor.offset == span.end || !self.in_flow() && self.cursor.column < indent {
                break;
            }
        }
        if gap.is_broken() {
            self.key_allowed = true;
        }
        self.last_plain = span;
        Ok(Token { span, kind: TokenKind::Scalar { text, plain: true } })
    }

    /// Skips the characters up to the next gap or indicator. A single space between two words is not a gap, because most lines of
    /// text have many words.
    fn plain_run(&mut self, start: usize) -> Scanned<&'a str> {
        let flow = self.in_flow();
        let rest = self.cursor.rest();
        let bytes = rest.as_bytes();
        let mut length = 0;
        loop {
            while length < bytes.len() && !MAY_END_RUN[usize::from(bytes[length])] {
                length += 1;
            }
            let mut characters = rest[length..].chars();
            let character = characters.next().unwrap_or(END);
            let next = characters.next().unwrap_or(END);
            let ends = match character {
                ':' if is_space(next) => true,
                ':' if flow && self.dialect == Dialect::PyYaml => matches!(next, ',' | '[' | ']' | '{' | '}'),
                ':' if flow && matches!(next, ',' | '?' | '[' | ']' | '{' | '}') => {
                    self.cursor.take(length);
                    return Err(Fault::new(
                        self.cursor.here(),
                        "a `:` in brackets must be followed by a space",
                    )
                    .since(Span::new(start, self.cursor.offset), "in this value"));
                }
                ',' | '[' | ']' | '{' | '}' => flow,
                '?' => flow && self.dialect == Dialect::PyYaml,
                ' ' => next == '#' || may_end_run(next),
                _ => is_space(character),
            };
            if ends {
                return Ok(self.cursor.take(length));
            }
            length += character.len_utf8();
        }
    }

    /// Skips the blanks and line breaks after a run.
    fn plain_gap(&mut self, start: usize, indent: usize) -> Scanned<Gap> {
        let tabs = self.dialect == Dialect::Libyaml;
        let mut gap = Gap::default();
        loop {
            let character = self.cursor.peek();
            if character == ' ' || tabs && is_blank(character) {
                if character == '\t' && gap.is_broken() && self.cursor.column < indent {
                    return Err(Fault::new(self.cursor.here(), "a tab cannot be used for indentation")
                        .label("this is a tab")
                        .since(Span::new(start, start), "in the value that starts here")
                        .help("use spaces"));
                }
                gap.blank(character);
                self.cursor.forward();
            } else if let Some(line_break) = self.cursor.line_break() {
                gap.line_break(line_break);
            } else {
                return Ok(gap);
            }
        }
    }
}

/// Returns whether a character may end a run, and needs a closer check.
const fn may_end_run(character: char) -> bool {
    matches!(character, ':' | ',' | '[' | ']' | '{' | '}' | '?') || is_space(character)
}

/// For each byte, whether a character that begins with it may need a closer check. The derive macro is compiled without
/// optimization, where a table is still fast.
static MAY_END_RUN: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    while byte.is_ascii() {
        table[byte as usize] = may_end_run(byte as char);
        byte += 1;
    }
    // The first bytes of the Unicode line breaks.
    table[0xc2] = true;
    table[0xe2] = true;
    table
};
