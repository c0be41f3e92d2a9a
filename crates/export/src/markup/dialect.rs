//! The syntax of text, names and links in each markup language.

use heat_html::page_urls::percent_encoded;
use heat_report::markdown_text;
use heat_yaml::one_line;

/// The markup languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// The `CommonMark` dialect of Markdown.
    Markdown,
    /// The reStructuredText of Docutils and Sphinx.
    Rst,
}

impl Dialect {
    /// Escapes a text on one line, so that it has no special meaning in any position.
    pub(crate) fn escape(self, text: &str) -> String {
        self.escape_at(text, true)
    }

    /// Escapes a text that follows other words on its line, so that it has no special meaning.
    pub(crate) fn escape_within(self, text: &str) -> String {
        self.escape_at(text, false)
    }

    pub(super) fn escape_at(self, text: &str, begins_line: bool) -> String {
        let text = one_line(text);
        // At the beginning of a line, spaces would be an indentation.
        let text = if begins_line { text.trim_start() } else { &text };
        let begins_block = begins_line && self.begins_block(text);
        if !begins_block && !text.bytes().any(|byte| self.has_meaning(byte)) {
            return text.to_owned();
        }
        let mut escaped = String::with_capacity(text.len() + 8);
        let mut characters = text.char_indices().peekable();
        while let Some((at, character)) = characters.next() {
            let begins_block = at == 0 && begins_block;
            let ends_in_literal = || text.get(at + 1..).is_some_and(|rest| rest.trim_start().is_empty());
            match (self, character) {
                (Self::Markdown, '<') => escaped.push_str("&lt;"),
                (Self::Markdown, '&') => escaped.push_str("&amp;"),
                (Self::Markdown, '\\' | '*' | '_' | '`' | '[' | ']' | '#' | '|' | '~')
                | (Self::Rst, '\\' | '*' | '`' | '|' | '_') => escaped.extend(['\\', character]),
                // Two colons at the end of a paragraph introduce a literal block.
                (Self::Rst, ':')
                    if text.get(..at).is_some_and(|text| text.ends_with(':')) && ends_in_literal() =>
                {
                    escaped.push_str("\\:");
                }
                (Self::Rst, ':') if !begins_block && makes_address(text, at) => escaped.push_str("\\:"),
                // A digit cannot be escaped, but the character after the number can.
                (Self::Markdown, '0'..='9') if begins_block => {
                    escaped.push(character);
                    while let Some((_, digit)) = characters.next_if(|(_, next)| next.is_ascii_digit()) {
                        escaped.push(digit);
                    }
                    escaped.push('\\');
                }
                (_, _) if begins_block => escaped.extend(['\\', character]),
                _ => escaped.push(character),
            }
        }
        escaped
    }

    /// Returns true if a byte can have a special meaning within a line.
    const fn has_meaning(self, byte: u8) -> bool {
        match byte {
            b'\\' | b'*' | b'_' | b'`' | b'|' => true,
            b'<' | b'&' | b'[' | b']' | b'#' | b'~' => matches!(self, Self::Markdown),
            b':' => matches!(self, Self::Rst),
            _ => false,
        }
    }

    /// Returns whether a line that begins with this text would start a block other than a paragraph.
    fn begins_block(self, text: &str) -> bool {
        let Some(first) = text.chars().next() else { return false };
        let word = text.split(char::is_whitespace).next().unwrap_or_default();
        let number = word.strip_suffix(['.', ')']);
        match self {
            Self::Markdown if first.is_ascii_digit() => {
                let rest = text.trim_start_matches(|each: char| each.is_ascii_digit());
                rest.starts_with(['.', ')'])
            }
            Self::Markdown => first.is_ascii_punctuation(),
            Self::Rst if first.is_alphanumeric() => number.is_some_and(|number| {
                let is_roman = |each: char| "ivxlcdmIVXLCDM".contains(each);
                number.chars().count() == 1
                    || number.chars().all(|each| each.is_ascii_digit())
                    || number.chars().all(is_roman)
            }),
            Self::Rst => !first.is_whitespace(),
        }
    }

    /// Formats a name or a value as code.
    pub(crate) fn code(self, text: &str) -> String {
        let text = one_line(text);
        match self {
            // A literal of reStructuredText cannot start or end with a space, and cannot contain its own delimiter.
            Self::Rst if text.trim() != text || text.is_empty() || text.contains('`') => self.escape(&text),
            Self::Rst => format!("``{text}``"),
            Self::Markdown if text.trim().is_empty() => self.escape(&text),
            Self::Markdown => markdown_text::code(&text),
        }
    }

    /// Formats text with strong emphasis.
    pub(crate) fn strong(self, text: &str) -> String {
        let text = self.escape(text.trim());
        if text.is_empty() { text } else { format!("**{text}**") }
    }

    /// Formats a link to the web, around text that is already in this markup.
    pub(super) fn link(self, text: &str, url: &str) -> String {
        let is_web = ["https://", "http://", "mailto:"].iter().any(|scheme| url.starts_with(scheme));
        let text = text.trim();
        match self {
            _ if !is_web || text.is_empty() => text.to_owned(),
            Self::Markdown => format!("[{text}](<{}>)", encoded(url)),
            Self::Rst => format!("`{} <{}>`__", text.replace('<', "\\<"), encoded(url)),
        }
    }
}

/// Returns whether a colon would turn the words around it into an address, which reStructuredText links regardless of its scheme.
fn makes_address(text: &str, colon: usize) -> bool {
    let (before, after) = text.split_at(colon);
    let scheme = before.rsplit(|each: char| !each.is_ascii_alphanumeric() && !"+-.".contains(each)).next();
    let is_joined = after.chars().nth(1).is_some_and(|next| next != ':' && !next.is_whitespace());
    // The scheme may be in an earlier piece of text.
    let is_scheme = before.is_empty() || scheme.is_some_and(|scheme| !scheme.is_empty());
    is_joined && is_scheme && !scheme.is_some_and(|scheme| ["http", "https", "mailto"].contains(&scheme))
}

/// Encodes an address, without characters that could end it.
pub(crate) fn encoded(url: &str) -> String {
    let address = percent_encoded(url, ":/?#@!$&'()*+,;=%");
    // In reStructuredText, an address that ends with an underscore is the name of another link.
    match address.strip_suffix('_') {
        Some(start) => format!("{start}%5F"),
        None => address,
    }
}
