//! Scalars introduced by `|` or `>`.

use super::cursor::{END, is_blank, is_break};
use super::scanner::Scanner;
use super::token::{Token, TokenKind};
use super::{Dialect, Fault, Scanned};

/// Treatment of trailing line breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Chomping {
    /// All line breaks are removed, `-`.
    Strip,
    /// A single line break is kept, the default.
    Clip,
    /// All line breaks are kept, `+`.
    Keep,
}

impl<'a> Scanner<'a> {
    pub(super) fn block_scalar(&mut self) -> Scanned<Token<'a>> {
        let start = self.cursor.offset;
        let folded = self.cursor.peek() == '>';
        self.cursor.forward();
        let (chomping, increment) = self.block_header()?;
        let mut end = self.cursor.offset;
        self.cursor.line_break();

        let mut text = String::new();
        let mut line_break = None;
        let mut breaks = String::new();
        let given = increment.map(|increment| self.indent.unwrap_or(0) + increment);
        let deepest = self.block_breaks(given, &mut breaks)?;
        let indent = given.unwrap_or_else(|| deepest.max(self.inner_indent()).max(1));
        let mut after_blank = false;
        while self.cursor.column == indent && self.cursor.peek() != END {
            let blank = is_blank(self.cursor.peek());
            if folded && line_break == Some('\n') && !after_blank && !blank {
                if breaks.is_empty() {
                    text.push(' ');
                }
            } else {
                text.extend(line_break);
            }
            text.push_str(&breaks);
            breaks.clear();
            after_blank = blank;
            text.push_str(self.cursor.take_line());
            end = self.cursor.offset;
            line_break = self.cursor.line_break();
            self.block_breaks(Some(indent), &mut breaks)?;
        }
        if chomping != Chomping::Strip {
            text.extend(line_break);
        }
        if chomping == Chomping::Keep {
            text.push_str(&breaks);
        }
        Ok(Token {
            span: crate::Span::new(start, end),
            kind: TokenKind::Scalar { text: text.into(), plain: false },
        })
    }

    /// Skips `|` or `>` and its indicators, up to the end of the line.
    fn block_header(&mut self) -> Scanned<(Chomping, Option<usize>)> {
        let mut chomping = None;
        let mut increment = None;
        for _ in 0..2 {
            let indicator = self.cursor.peek();
            match indicator {
                '+' if chomping.is_none() => chomping = Some(Chomping::Keep),
                '-' if chomping.is_none() => chomping = Some(Chomping::Strip),
                '0' if increment.is_none() => {
                    return Err(Fault::new(
                        self.cursor.here(),
                        "the indentation indicator must be between 1 and 9",
                    ));
                }
                '1'..='9' if increment.is_none() => increment = indicator.to_digit(10),
                _ => break,
            }
            self.cursor.forward();
        }
        let tabs = self.dialect == Dialect::Libyaml;
        let blanks = self.cursor.take_while(|character| character == ' ' || tabs && character == '\t');
        if tabs || !blanks.is_empty() {
            self.cursor.comment();
        }
        if self.cursor.peek() != END && !is_break(self.cursor.peek()) {
            return Err(Fault::new(self.cursor.here(), "the text of `|` or `>` must start on the next line"));
        }
        Ok((chomping.unwrap_or(Chomping::Clip), increment.and_then(|digit| usize::try_from(digit).ok())))
    }

    /// Skips indentation and empty lines. If `indent` is `None`, returns the deepest indentation found.
    fn block_breaks(&mut self, indent: Option<usize>, breaks: &mut String) -> Scanned<usize> {
        let mut deepest = 0;
        loop {
            while self.cursor.peek() == ' ' && indent.is_none_or(|indent| self.cursor.column < indent) {
                self.cursor.forward();
            }
            deepest = deepest.max(self.cursor.column);
            if self.dialect == Dialect::Libyaml
                && self.cursor.peek() == '\t'
                && indent.is_none_or(|indent| self.cursor.column < indent)
            {
                return Err(Fault::new(self.cursor.here(), "a tab cannot be used for indentation")
                    .label("this is a tab")
                    .help("use spaces"));
            }
            match self.cursor.line_break() {
                Some(line_break) => breaks.push(line_break),
                None => return Ok(deepest),
            }
        }
    }
}
