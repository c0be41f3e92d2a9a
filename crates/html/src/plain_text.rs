//! Texts in CommonMark without their markup: for places that show plain text, and for what needs no parsing.

use memchr::memchr;
use pulldown_cmark::{Event, Parser, TagEnd};

/// The words alone, without any markup.
#[must_use]
pub fn plain(text: &str) -> String {
    if is_paragraph_of_words_and_code(text) {
        return if memchr(b'`', text.as_bytes()).is_some() { text.replace('`', "") } else { text.to_owned() };
    }
    let mut out = String::with_capacity(text.len());
    for event in Parser::new(text) {
        match event {
            Event::Text(text) | Event::Code(text) | Event::Html(text) | Event::InlineHtml(text) => {
                out.push_str(&text);
            }
            Event::SoftBreak | Event::HardBreak => out.push(' '),
            Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::Heading(_) | TagEnd::CodeBlock) => {
                out.push(' ');
            }
            _ => {}
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The first sentence of a text without markup, or the whole text if it has only one.
#[must_use]
pub fn first_sentence(plain: &str) -> &str {
    let ends = [". ", "! ", "? "].iter().filter_map(|end| plain.find(end)).min();
    ends.map_or(plain, |end| &plain[..=end])
}

/// The text, truncated after a word at a maximum length.
#[must_use]
pub fn shorten(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    let cut: String = text.chars().take(longest - 1).collect();
    let end = cut.rfind(' ').unwrap_or(cut.len());
    format!("{}…", cut[..end].trim_end_matches([',', '.', ';', ':']))
}

/// Which bytes mean nothing in CommonMark on the first line of a paragraph that begins with a letter, and which are usual in code,
/// where no byte means anything. Spaces and the signs around code are neither.
const USUAL: [[bool; 256]; 2] = {
    let mut usual = [[false; 256]; 2];
    let mut sign: u8 = 0;
    while sign.is_ascii() {
        usual[0][sign as usize] = sign.is_ascii_alphanumeric()
            || matches!(
                sign,
                b',' | b'.' | b';' | b':' | b'\'' | b'"' | b'(' | b')' | b'/' | b'-' | b'%' | b'?'
            );
        usual[1][sign as usize] = sign.is_ascii_graphic();
        sign += 1;
    }
    usual
};

/// Whether a text is one line, begins with a letter, and has only words of letters, digits and signs that mean nothing in
/// CommonMark there, with one space between them, and code. Most descriptions are such texts, and need no parser.
#[must_use]
pub fn is_paragraph_of_words_and_code(text: &str) -> bool {
    let (mut is_code, mut before) = (false, b' ');
    for byte in text.bytes() {
        let is_usual = match byte {
            // Neither empty code, which would be a longer fence, nor spaces at its ends, which may be removed.
            b'`' => {
                is_code = !is_code;
                before != b'`' && (is_code || before != b' ')
            }
            b' ' => before != b' ' && !(is_code && before == b'`'),
            byte => USUAL[usize::from(is_code)][usize::from(byte)],
        };
        if !is_usual {
            return false;
        }
        before = byte;
    }
    text.starts_with(|char: char| char.is_ascii_alphabetic()) && !is_code && before != b' '
}
