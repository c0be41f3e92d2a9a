//! Texts in CommonMark without their markup, for output as plain text, and a check for texts that need no parser.

use memchr::memchr;
use pulldown_cmark::{Event, Parser, TagEnd};

/// Returns the words alone, without any markup.
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

/// Returns the first sentence of a text without markup, or the whole text if it has only one.
#[must_use]
pub fn first_sentence(plain: &str) -> &str {
    let ends = [". ", "! ", "? "].iter().filter_map(|end| plain.find(end)).min();
    ends.map_or(plain, |end| &plain[..=end])
}

/// Truncates a text after a word at a maximum length.
#[must_use]
pub fn shorten(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    let cut: String = text.chars().take(longest - 1).collect();
    let end = cut.rfind(' ').unwrap_or(cut.len());
    format!("{}…", cut[..end].trim_end_matches([',', '.', ';', ':']))
}

/// Tables of bytes: those without a meaning in CommonMark on the first line of a paragraph that begins with a letter, and those
/// that are usual in code, where no byte has a meaning. Spaces and the signs around code are in neither.
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

/// Returns whether a text is one line, begins with a letter, and contains only code and words of letters, digits and signs
/// without a meaning in CommonMark, separated by single spaces. Most descriptions are such texts, and need no parser.
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
