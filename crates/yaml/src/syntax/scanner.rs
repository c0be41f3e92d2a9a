//! Scans characters into tokens.

use std::borrow::Cow;
use std::collections::VecDeque;

use super::cursor::{Cursor, END, is_blank, is_break, is_space};
use super::keys::PossibleKeys;
use super::token::{Token, TokenKind};
use super::{Dialect, Fault, Scanned};
use crate::Span;

/// Scanner, which reads tokens one by one.
pub(super) struct Scanner<'a> {
    pub(super) cursor: Cursor<'a>,
    pub(super) dialect: Dialect,
    /// The maximum nesting depth of collections.
    depth: usize,
    queue: VecDeque<Token<'a>>,
    /// The next token, once no later token can turn it into a key.
    ready: Option<Token<'a>>,
    /// The number of tokens that have left the queue.
    taken: usize,
    done: bool,
    /// The indentation of the innermost block collection; `None` at the top.
    pub(super) indent: Option<usize>,
    outer_indents: Vec<Option<usize>>,
    keys: PossibleKeys,
    /// `true` if a key or a list item may start here.
    pub(super) key_allowed: bool,
    /// The last scalar without quotes.
    pub(super) last_plain: Span,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str, dialect: Dialect, depth: usize) -> Self {
        Self {
            cursor: Cursor::new(text),
            dialect,
            depth,
            queue: VecDeque::new(),
            ready: None,
            taken: 0,
            done: false,
            indent: None,
            outer_indents: Vec::new(),
            keys: PossibleKeys::default(),
            key_allowed: true,
            last_plain: Span::default(),
        }
    }

    /// Returns the next token without taking it. The last one is the end of the stream, which is then returned repeatedly.
    pub(super) fn peek(&mut self) -> Scanned<&Token<'a>> {
        if self.ready.is_none() {
            self.make_ready()?;
        }
        self.ready.as_ref().ok_or_else(|| Fault::new(self.cursor.here(), "unexpected end of the text"))
    }

    fn make_ready(&mut self) -> Scanned<()> {
        while self.needs_more()? {
            self.fetch()?;
        }
        self.ready = self.queue.pop_front();
        self.taken += 1;
        Ok(())
    }

    /// Takes the next token.
    pub(super) fn next(&mut self) -> Scanned<Token<'a>> {
        if self.ready.is_none() {
            self.make_ready()?;
        }
        self.ready.take().ok_or_else(|| Fault::new(self.cursor.here(), "unexpected end of the text"))
    }

    /// Takes the next token if it is a scalar, and returns its text and whether it is plain. Must be called after [`Self::peek`].
    pub(super) fn next_scalar(&mut self) -> Option<(Cow<'a, str>, bool)> {
        match self.ready.take() {
            Some(Token { kind: TokenKind::Scalar { text, plain }, .. }) => Some((text, plain)),
            other => {
                self.ready = other;
                None
            }
        }
    }

    pub(super) fn in_flow(&self) -> bool {
        self.keys.level() > 0
    }

    /// Returns the minimum column of content that belongs to the current block.
    pub(super) fn inner_indent(&self) -> usize {
        self.indent.map_or(0, |indent| indent + 1)
    }

    fn needs_more(&mut self) -> Scanned<bool> {
        if self.done {
            return Ok(false);
        }
        if self.queue.is_empty() {
            return Ok(true);
        }
        self.keys.drop_stale(&self.cursor)?;
        Ok(self.keys.is_waiting(self.taken))
    }

    fn fetch(&mut self) -> Scanned<()> {
        self.skip_to_token();
        self.keys.drop_stale(&self.cursor)?;
        self.close_blocks(Some(self.cursor.column));
        let flow = self.in_flow();
        match self.cursor.peek() {
            END => self.stream_end(),
            '%' if self.cursor.column == 0 => {
                self.leave_blocks()?;
                let token = self.directive()?;
                self.queue.push_back(token);
                Ok(())
            }
            '-' if self.cursor.at_marker("---") => self.document_marker(TokenKind::DocumentStart),
            '.' if self.cursor.at_marker("...") => self.document_marker(TokenKind::DocumentEnd),
            '[' => self.flow_start(TokenKind::FlowSequenceStart),
            '{' => self.flow_start(TokenKind::FlowMappingStart),
            ']' => self.flow_end(TokenKind::FlowSequenceEnd),
            '}' => self.flow_end(TokenKind::FlowMappingEnd),
            ',' => self.flow_entry(),
            '-' if self.is_before_space() => self.block_entry(),
            '?' if flow || self.is_before_space() => self.key(),
            ':' if flow || self.is_before_space() => self.value(),
            '*' | '&' => self.may_be_key(Self::anchor_or_alias),
            '!' => self.may_be_key(Self::tag),
            '|' | '>' if !flow => {
                self.keys.drop_last(&self.cursor)?;
                self.key_allowed = true;
                let token = self.block_scalar()?;
                self.queue.push_back(token);
                Ok(())
            }
            '\'' | '"' => self.may_be_key(Self::quoted_scalar),
            '-' => self.may_be_key(Self::plain_scalar),
            '?' | ':' if !flow => self.may_be_key(Self::plain_scalar),
            '?' | ':' | '#' | '|' | '>' | '%' | '@' | '`' | '\t' => Err(self.no_token()),
            other if is_space(other) => Err(self.no_token()),
            _ => self.may_be_key(Self::plain_scalar),
        }
    }

    /// Returns whether the next character is followed by a blank, a line break or the end.
    fn is_before_space(&self) -> bool {
        is_space(self.cursor.peek_at(1))
    }

    fn no_token(&self) -> Fault {
        let at = self.cursor.here();
        match self.cursor.peek() {
            '\t' => Fault::new(at, "a tab cannot be used for indentation")
                .label("this is a tab")
                .help("use spaces"),
            '`' => Fault::new(at, "a value cannot start with a backtick")
                .help("put the value in quotes if the backtick belongs to it"),
            other => Fault::new(at, format!("a value cannot start with `{other}`"))
                .help(format!("put the value in quotes if `{other}` belongs to it")),
        }
    }

    /// Skips blanks, comments and line breaks.
    fn skip_to_token(&mut self) {
        loop {
            if self.dialect == Dialect::Libyaml && self.cursor.column == 0 && self.cursor.peek() == '\u{feff}'
            {
                self.cursor.forward();
            }
            self.cursor.spaces();
            let next = self.cursor.peek();
            if next.is_ascii_graphic() && next != '#' {
                return;
            }
            // A tab is equivalent to a space where it cannot be mistaken for indentation.
            let tabs = self.dialect == Dialect::Libyaml && (self.in_flow() || !self.key_allowed);
            if tabs && next == '\t' {
                self.cursor.take_while(is_blank);
            }
            self.cursor.comment();
            if self.cursor.line_break().is_none() {
                return;
            }
            if !self.in_flow() {
                self.key_allowed = true;
            }
        }
    }

    fn save_key(&mut self) -> Scanned<()> {
        if !self.key_allowed {
            return Ok(());
        }
        let required = !self.in_flow() && self.indent == Some(self.cursor.column);
        self.keys.save(&self.cursor, self.taken + self.queue.len(), required)
    }

    /// Scans a token that can be a key, or the start of one.
    fn may_be_key(&mut self, scan: fn(&mut Self) -> Scanned<Token<'a>>) -> Scanned<()> {
        self.save_key()?;
        self.key_allowed = false;
        let token = scan(self)?;
        self.queue.push_back(token);
        Ok(())
    }

    // Indentation.

    /// Opens a block collection if the column is indented further than the current one.
    fn open_block(&mut self, column: usize, kind: TokenKind<'a>, at: usize, place: usize) -> Scanned<()> {
        if self.in_flow() || self.indent.is_some_and(|indent| indent >= column) {
            return Ok(());
        }
        let span = Span::new(at, at);
        if self.outer_indents.len() >= self.depth {
            return Err(Fault::too_deep(span));
        }
        self.outer_indents.push(self.indent);
        self.indent = Some(column);
        self.queue.insert(place.min(self.queue.len()), Token { span, kind });
        Ok(())
    }

    /// Closes the block collections that are indented further than a column; all of them if there is none.
    fn close_blocks(&mut self, column: Option<usize>) {
        if self.in_flow() {
            return;
        }
        while self.indent > column {
            let span = Span::new(self.cursor.offset, self.cursor.offset);
            self.queue.push_back(Token { span, kind: TokenKind::BlockEnd });
            self.indent = self.outer_indents.pop().flatten();
        }
    }

    fn leave_blocks(&mut self) -> Scanned<()> {
        self.close_blocks(None);
        self.keys.drop_last(&self.cursor)?;
        self.key_allowed = false;
        Ok(())
    }

    // Tokens of fixed length.

    fn push(&mut self, characters: usize, kind: TokenKind<'a>) {
        let start = self.cursor.offset;
        self.cursor.forward_by(characters);
        self.queue.push_back(Token { span: self.cursor.since(start), kind });
    }

    fn stream_end(&mut self) -> Scanned<()> {
        // A required key that is still open lacks its colon, at whatever level.
        self.leave_blocks()?;
        self.push(0, TokenKind::StreamEnd);
        self.done = true;
        Ok(())
    }

    fn document_marker(&mut self, kind: TokenKind<'a>) -> Scanned<()> {
        self.leave_blocks()?;
        self.push(3, kind);
        Ok(())
    }

    fn flow_start(&mut self, kind: TokenKind<'a>) -> Scanned<()> {
        self.save_key()?;
        if self.keys.level() >= self.depth {
            return Err(Fault::too_deep(self.cursor.here()));
        }
        self.keys.open_flow();
        self.key_allowed = true;
        self.push(1, kind);
        Ok(())
    }

    fn flow_end(&mut self, kind: TokenKind<'a>) -> Scanned<()> {
        self.keys.drop_last(&self.cursor)?;
        self.keys.close_flow();
        self.key_allowed = false;
        self.push(1, kind);
        Ok(())
    }

    fn flow_entry(&mut self) -> Scanned<()> {
        self.keys.drop_last(&self.cursor)?;
        self.key_allowed = true;
        self.push(1, TokenKind::FlowEntry);
        Ok(())
    }

    fn block_entry(&mut self) -> Scanned<()> {
        if !self.in_flow() {
            if !self.key_allowed {
                return Err(Fault::new(self.cursor.here(), "a list item cannot start here")
                    .help("start it on a line of its own"));
            }
            let place = self.queue.len();
            self.open_block(self.cursor.column, TokenKind::BlockSequenceStart, self.cursor.offset, place)?;
        }
        self.keys.drop_last(&self.cursor)?;
        self.key_allowed = true;
        self.push(1, TokenKind::BlockEntry);
        Ok(())
    }

    fn key(&mut self) -> Scanned<()> {
        if !self.in_flow() {
            if !self.key_allowed {
                return Err(Fault::new(self.cursor.here(), "a key cannot start here"));
            }
            let place = self.queue.len();
            self.open_block(self.cursor.column, TokenKind::BlockMappingStart, self.cursor.offset, place)?;
        }
        self.keys.drop_last(&self.cursor)?;
        self.key_allowed = !self.in_flow();
        self.push(1, TokenKind::Key);
        Ok(())
    }

    fn value(&mut self) -> Scanned<()> {
        if let Some(key) = self.keys.take() {
            let place = key.number - self.taken;
            let span = Span::new(key.offset, key.offset);
            self.queue.insert(place, Token { span, kind: TokenKind::Key });
            self.open_block(key.column, TokenKind::BlockMappingStart, key.offset, place)?;
            self.key_allowed = false;
        } else {
            if !self.in_flow() {
                if !self.key_allowed {
                    return Err(self.colon_without_key());
                }
                let place = self.queue.len();
                self.open_block(self.cursor.column, TokenKind::BlockMappingStart, self.cursor.offset, place)?;
            }
            self.key_allowed = !self.in_flow();
        }
        self.push(1, TokenKind::Value);
        Ok(())
    }
}

impl Scanner<'_> {
    fn colon_without_key(&self) -> Fault {
        let fault = Fault::new(self.cursor.here(), "`: ` is not allowed here");
        let value = self.last_plain;
        let adjacent = self.cursor.between(value.end).trim().is_empty();
        let first_line = self.cursor.text_from(value.start).find(is_break).map(|length| value.start + length);
        match first_line.filter(|end| adjacent && *end < value.end) {
            // Usually a colon is missing, so that two lines were read as one text.
            Some(end) => fault
                .label("the text before it cannot be a key because it spans more than one line")
                .since(Span::new(value.start, end), "it starts here")
                .help("add the missing `:` to the first line, or put the text in quotes"),
            None => fault
                .label("there is no key before it")
                .help("put the value in quotes if the colon belongs to it"),
        }
    }
}
