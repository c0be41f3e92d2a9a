//! Anchors, aliases, tags and directives.

use super::cursor::{END, is_blank, is_space, is_word};
use super::scanner::Scanner;
use super::token::{Tag, TagHandle, Token, TokenKind};
use super::{Dialect, Fault, Scanned};

impl<'a> Scanner<'a> {
    pub(super) fn anchor_or_alias(&mut self) -> Scanned<Token<'a>> {
        let start = self.cursor.offset;
        let alias = self.cursor.peek() == '*';
        self.cursor.forward();
        let name = self.cursor.take_while(is_word);
        let next = self.cursor.peek();
        if name.is_empty() || !(is_space(next) || "?:,]}%@`".contains(next)) {
            let what = if alias { "an alias" } else { "an anchor" };
            return Err(Fault::new(
                self.cursor.since(start),
                format!("{what} must have a name of letters and digits"),
            )
            .help("put the value in quotes if it is not meant as an anchor or alias"));
        }
        let kind = if alias { TokenKind::Alias(name) } else { TokenKind::Anchor(name) };
        Ok(Token { span: self.cursor.since(start), kind })
    }

    pub(super) fn tag(&mut self) -> Scanned<Token<'a>> {
        let start = self.cursor.offset;
        let (handle, suffix) = if self.cursor.peek_at(1) == '<' {
            self.cursor.forward_by(2);
            let uri = self.uri(start, true)?;
            if self.cursor.peek() != '>' {
                return Err(Fault::new(self.cursor.since(start), "the closing `>` of this tag is missing"));
            }
            self.cursor.forward();
            (None, uri)
        } else {
            self.short_tag(start)?
        };
        let next = self.cursor.peek();
        let ends = match self.dialect {
            Dialect::Libyaml => is_space(next) || self.in_flow() && next == ',',
            Dialect::PyYaml => is_space(next) && next != '\t',
        };
        if !ends {
            return Err(Fault::new(self.cursor.since(start), "a tag must be followed by a space")
                .help("put the value in quotes if it is not a tag"));
        }
        Ok(Token { span: self.cursor.since(start), kind: TokenKind::Tag(Box::new(Tag { handle, suffix })) })
    }

    /// Parses a tag `!suffix`, `!!suffix`, `!handle!suffix`, or the bare `!`.
    fn short_tag(&mut self, start: usize) -> Scanned<(Option<String>, String)> {
        let rest = self.cursor.rest();
        let word = rest[1..].find(|character| !is_word(character)).unwrap_or(rest.len() - 1);
        let has_handle = rest[1 + word..].starts_with('!');
        if has_handle {
            let handle = self.cursor.take(word + 2).to_owned();
            return Ok((Some(handle), self.uri(start, self.dialect == Dialect::PyYaml)?));
        }
        if self.dialect == Dialect::PyYaml {
            let until = rest.find(|c| is_space(c) && c != '\t').unwrap_or(rest.len());
            if rest[1..until].contains('!') {
                return Err(Fault::new(
                    self.cursor.here(),
                    "the handle of a tag must consist of letters and digits",
                ));
            }
        }
        self.cursor.forward();
        if is_space(self.cursor.peek()) || self.cursor.peek() == ',' && self.dialect == Dialect::Libyaml {
            return Ok((None, "!".to_owned()));
        }
        Ok((Some("!".to_owned()), self.uri(start, self.dialect == Dialect::PyYaml)?))
    }

    fn uri(&mut self, start: usize, brackets: bool) -> Scanned<String> {
        let mut bytes = Vec::new();
        loop {
            let plain = self.cursor.take_while(|character| {
                is_word(character)
                    || ";/?:@&=+$.!~*'()".contains(character)
                    || brackets && ",[]".contains(character)
            });
            bytes.extend_from_slice(plain.as_bytes());
            if self.cursor.peek() != '%' {
                break;
            }
            self.cursor.forward();
            let digits = self.cursor.peek().to_digit(16).zip(self.cursor.peek_at(1).to_digit(16));
            let Some(byte) = digits.and_then(|(high, low)| u8::try_from(high << 4 | low).ok()) else {
                return Err(Fault::new(
                    self.cursor.since(start),
                    "a `%` in a tag must be followed by two hex digits",
                ));
            };
            self.cursor.forward_by(2);
            bytes.push(byte);
        }
        match String::from_utf8(bytes) {
            Ok(uri) if !uri.is_empty() => Ok(uri),
            Ok(_) => Err(Fault::new(self.cursor.since(start), "this tag has no name")
                .help("put the value in quotes if it is not a tag")),
            Err(_) => Err(Fault::new(self.cursor.since(start), "the escapes in this tag are not UTF-8")),
        }
    }

    pub(super) fn directive(&mut self) -> Scanned<Token<'a>> {
        let start = self.cursor.offset;
        self.cursor.forward();
        let name = self.cursor.take_while(is_word);
        if name.is_empty() || !is_space(self.cursor.peek()) {
            return Err(Fault::new(self.cursor.since(start), "a line that starts with `%` is a directive")
                .help("put the value in quotes, or indent it, if it is not a directive"));
        }
        let kind = match name {
            "YAML" => self.version(start)?,
            "TAG" => self.tag_directive(start)?,
            _ if self.dialect == Dialect::Libyaml => {
                return Err(Fault::new(self.cursor.since(start), format!("unknown directive `%{name}`")));
            }
            _ => {
                self.cursor.take_line();
                TokenKind::ReservedDirective
            }
        };
        let span = self.cursor.since(start);
        self.blanks();
        self.cursor.comment();
        if self.cursor.peek() != END && self.cursor.line_break().is_none() {
            return Err(Fault::new(self.cursor.here(), "unexpected text after a directive"));
        }
        Ok(Token { span, kind })
    }

    fn blanks(&mut self) {
        let tabs = self.dialect == Dialect::Libyaml;
        self.cursor.take_while(|character| character == ' ' || tabs && is_blank(character));
    }

    fn version(&mut self, start: usize) -> Scanned<TokenKind<'a>> {
        self.blanks();
        let major = self.cursor.take_while(|c| c.is_ascii_digit());
        let dot = self.cursor.peek() == '.';
        self.cursor.forward();
        let minor = self.cursor.take_while(|c| c.is_ascii_digit());
        let known = self.dialect == Dialect::PyYaml || matches!(minor, "1" | "2");
        match major.parse() {
            Ok(1) if dot && known && !minor.is_empty() => Ok(TokenKind::VersionDirective(1)),
            Ok(other) if dot && other != 1 && !minor.is_empty() => Ok(TokenKind::VersionDirective(other)),
            _ => Err(Fault::new(self.cursor.since(start), "Heat reads YAML 1.1").help("write `%YAML 1.1`")),
        }
    }

    fn tag_directive(&mut self, start: usize) -> Scanned<TokenKind<'a>> {
        let bad = |scanner: &Self| {
            Fault::new(scanner.cursor.since(start), "this directive is not complete")
                .help("a complete one looks like `%TAG !name! tag:example.org,2024:`")
        };
        self.blanks();
        let handle_start = self.cursor.rest();
        let word =
            handle_start.strip_prefix('!').map(|rest| rest.find(|c| !is_word(c)).unwrap_or(rest.len()));
        let handle = match word {
            Some(word) if handle_start[1 + word..].starts_with('!') => self.cursor.take(word + 2),
            Some(0) => self.cursor.take(1),
            _ => return Err(bad(self)),
        };
        if !is_blank(self.cursor.peek()) {
            return Err(bad(self));
        }
        self.blanks();
        let prefix = self.uri(start, true)?;
        if !is_space(self.cursor.peek()) {
            return Err(bad(self));
        }
        Ok(TokenKind::TagDirective(Box::new(TagHandle { handle: handle.to_owned(), prefix })))
    }
}
