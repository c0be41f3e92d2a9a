//! The events of a text in CommonMark.

use std::ops::Range;

use heat_html::plain_text::is_paragraph_of_words_and_code;
use memchr::memchr;
use pulldown_cmark::{Event, OffsetIter, Options, Parser, Tag, TagEnd};

/// Iterator over the events of a text, each with its range in the text.
pub(super) enum Events<'a> {
    /// Events from the `CommonMark` parser.
    Parsed(Box<OffsetIter<'a>>),
    /// Events of a plain paragraph of words and code, which most descriptions are: the parser is not needed.
    Plain { text: &'a str, next: Next },
}

/// The next event of a plain paragraph.
#[derive(Clone, Copy)]
pub(super) enum Next {
    Start,
    /// A piece of text or code that begins at an offset.
    Piece(usize),
    End,
}

impl<'a> Events<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        if is_paragraph_of_words_and_code(text) {
            Self::Plain { text, next: Next::Start }
        } else {
            Self::parsed(text)
        }
    }

    fn parsed(text: &'a str) -> Self {
        let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
        Self::Parsed(Box::new(Parser::new_ext(text, options).into_offset_iter()))
    }
}

impl<'a> Iterator for Events<'a> {
    type Item = (Event<'a>, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        let (text, next) = match self {
            Self::Parsed(parser) => return parser.next(),
            Self::Plain { text, next } => (*text, next),
        };
        let start = match *next {
            Next::Start => {
                *next = Next::Piece(0);
                return Some((Event::Start(Tag::Paragraph), 0..text.len()));
            }
            Next::Piece(start) if start == text.len() => {
                *next = Next::End;
                return Some((Event::End(TagEnd::Paragraph), 0..text.len()));
            }
            Next::Piece(start) => start,
            Next::End => return None,
        };
        let code = text[start..].strip_prefix('`');
        let rest = code.unwrap_or(&text[start..]);
        let words = &rest[..memchr(b'`', rest.as_bytes()).unwrap_or(rest.len())];
        let (event, length) = match code {
            Some(_) => (Event::Code(words.into()), words.len() + 2),
            None => (Event::Text(words.into()), words.len()),
        };
        *next = Next::Piece(start + length);
        Some((event, start..start + length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_code_are_as_if_they_were_parsed() {
        let check = |text: &str, is_plain: bool| {
            let events = Events::new(text);
            assert_eq!(matches!(events, Events::Plain { .. }), is_plain, "{text}");
            assert!(events.eq(Events::parsed(text)), "{text}");
        };
        check(
            "Name or ID of the server's `OS::Nova::Server`: 50 % (\"a\", or not) - e.g. https://a.b/c.",
            true,
        );
        check("a `b` `<c> *d* &amp; \\`", true);
        check("x", true);
        check("a `` b", false);
        check("`a`", false);
        check("a *b* | c\n\nd", false);
        check("", false);
    }
}
