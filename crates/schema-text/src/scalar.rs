//! Scalars: plain, quoted, folded, or in literal blocks.

use std::fmt::Write as _;

use heat_yaml::{ParseOptions, Source, Value, parse};

/// The context of a scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Context {
    /// On separate lines, where only `: ` and ` #` end it.
    Block,
    /// Inside brackets, where commas and brackets also end it.
    Flow,
}

/// A string on one line, plain if it reads back as the same string.
#[must_use]
pub fn line(text: &str, context: Context) -> String {
    if is_plain(text, context) { text.to_owned() } else { quoted(text) }
}

/// Returns whether a string can be written without quotes.
pub(crate) fn is_plain(text: &str, context: Context) -> bool {
    if is_words(text) {
        let fits = !text.ends_with(' ') && (context == Context::Block || !text.contains(','));
        return fits && !looks_like_another_type(text);
    }
    let indicator = |char: char| "-?:,[]{}#&*!|>'\"%@`=~<".contains(char);
    let fits = !text.is_empty()
        && text.chars().all(|char| char == ' ' || is_printable(char))
        && text.trim() == text
        && !text.starts_with(indicator)
        && !text.ends_with(':')
        && !text.contains(": ")
        && !text.contains(" #");
    let fits_in_brackets = context == Context::Block
        || (!text.contains(['[', ']', '{', '}', ',', '?', '#']) && !text.contains(":\""));
    fits && fits_in_brackets && !looks_like_another_type(text) && reads_back(text)
}

/// Returns whether any YAML reader interprets it as a number, a boolean or a date, even if Heat's does not.
fn looks_like_another_type(text: &str) -> bool {
    let number = || text.replace('_', "").parse::<f64>().is_ok();
    let prefixed = || ["0o", "0x", "0b"].iter().any(|prefix| text.starts_with(prefix));
    // Matches 2013-04-04, possibly with a time after it.
    let date = || {
        let mut parts = text.splitn(3, '-');
        let digits =
            |part: Option<&str>| part.is_some_and(|part| part.starts_with(|c: char| c.is_ascii_digit()));
        parts.next().is_some_and(|year| year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit()))
            && digits(parts.next())
            && digits(parts.next())
    };
    let boolean = || {
        matches!(
            text.to_lowercase().as_str(),
            "y" | "n" | "yes" | "no" | "on" | "off" | "true" | "false" | "null"
        )
    };
    if text.starts_with(|char: char| char.is_ascii_digit() || matches!(char, '.' | '+')) {
        number() || prefixed() || date()
    } else {
        // The longest such word that starts with a letter is `infinity`.
        let is_long = || text.bytes().filter(|byte| *byte != b'_').count() > "infinity".len();
        // Booleans, nulls, `infinity` and `nan` begin with these letters.
        let begins_otherwise = |char: char| {
            char.is_ascii_alphabetic()
                && !matches!(char.to_ascii_lowercase(), 'y' | 'n' | 'o' | 't' | 'f' | 'i')
        };
        let is_name = text.starts_with(begins_otherwise)
            || (text.starts_with(|char: char| char.is_ascii_alphabetic()) && is_long());
        !is_name && (boolean() || number())
    }
}

/// Returns whether Heat reads the plain scalar as the same string. The reader itself decides, because it knows all rules.
fn reads_back(text: &str) -> bool {
    let parsed = parse(&Source::new("", text), &ParseOptions::default());
    parsed.diagnostics.is_empty()
        && parsed.root.is_some_and(|root| root.value == Value::String(text.to_owned()))
}

/// Returns whether a string is a letter or digit, followed by letters, digits, spaces and punctuation. Nearly all strings are,
/// and the reader is not needed for them: it reads them as strings, except for numbers, dates, booleans and nulls. Characters
/// with a special meaning in YAML, such as a colon, are excluded.
fn is_words(text: &str) -> bool {
    let is_part = |byte: u8| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b' ' | b'_' | b'-' | b'.' | b',' | b';' | b'/' | b'(' | b')' | b'\'' | b'"')
    };
    text.starts_with(|char: char| char.is_ascii_alphanumeric()) && text.bytes().all(is_part)
}

/// A string in quotes: double quotes, or single quotes if that avoids escapes, as in patterns.
pub(crate) fn quoted(text: &str) -> String {
    let printable = text.chars().all(|char| char == ' ' || is_printable(char));
    if printable && text.contains(['\\', '"']) && !text.contains('\'') {
        return format!("'{text}'");
    }
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for char in text.chars() {
        match char {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            ' ' => out.push(' '),
            char if is_printable(char) => out.push(char),
            char => {
                let code = u32::from(char);
                // Writing to a string cannot fail.
                let _ = match code {
                    0..=0xff => write!(out, "\\x{code:02x}"),
                    0x100..=0xffff => write!(out, "\\u{code:04x}"),
                    _ => write!(out, "\\U{code:08x}"),
                };
            }
        }
    }
    out.push('"');
    out
}

/// Returns whether a character other than a space can be written unchanged. Line separators of all kinds, which some readers
/// treat as line breaks, and invisible characters are escaped.
fn is_printable(char: char) -> bool {
    let is_unseen = matches!(
        char,
        '\u{a0}' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fffe}' | '\u{ffff}'
    );
    matches!(char, ' '..='~' | '\u{a1}'..) && !is_unseen
}

/// Returns whether a string can be written on lines below its key.
fn is_blockable(text: &str) -> bool {
    text.starts_with(|first: char| first != ' ' && is_printable(first))
        && text.chars().all(|char| matches!(char, ' ' | '\n') || is_printable(char))
        && !text.lines().any(|line| line.ends_with(' '))
        // At the beginning of a line, the log of a GitHub workflow would interpret this as a command.
        && !text.split_whitespace().any(|word| word.starts_with("::"))
}

/// The indicator after `|` and `>` for the line breaks at the end of a string; `None` if it has more than one.
fn chomping(text: &str) -> Option<&'static str> {
    if text.ends_with("\n\n") { None } else { Some(if text.ends_with('\n') { "" } else { "-" }) }
}

/// A literal block, starting with `|`, without the last line break; `None` if the string cannot be written like that.
pub(crate) fn literal(text: &str, indent: usize) -> Option<String> {
    let chomping = is_blockable(text).then(|| chomping(text))??;
    let mut out = format!("|{chomping}");
    for line in text.lines() {
        push_line(&mut out, line, indent);
    }
    Some(out)
}

/// A folded block of lines up to `width`, starting with `>`, without the last line break; `None` if the string cannot be written
/// like that.
pub(crate) fn folded(text: &str, indent: usize, width: usize) -> Option<String> {
    let chomping = is_blockable(text).then(|| chomping(text))??;
    // A line that starts with a space is not folded, and neither are its neighbours.
    if text.lines().any(|line| line.starts_with(' ')) {
        return None;
    }
    let mut out = format!(">{chomping}");
    for (index, paragraph) in text.lines().enumerate() {
        // A single line break is read as a space, so each line break of the string needs an additional blank line.
        if index > 0 {
            out.push('\n');
        }
        if paragraph.is_empty() {
            continue;
        }
        for line in wrap(paragraph, width.saturating_sub(indent)) {
            push_line(&mut out, line, indent);
        }
    }
    Some(out)
}

fn push_line(out: &mut String, line: &str, indent: usize) {
    out.push('\n');
    if !line.is_empty() {
        out.extend(std::iter::repeat_n(' ', indent));
        out.push_str(line);
    }
}

/// Splits a line at single spaces into lines up to a width, as far as possible.
fn wrap(text: &str, width: usize) -> Vec<&str> {
    let bytes = text.as_bytes();
    let single = |at: usize| {
        bytes[at] == b' ' && bytes.get(at + 1) != Some(&b' ') && bytes.get(at.wrapping_sub(1)) != Some(&b' ')
    };
    let mut lines = Vec::new();
    let mut start = 0;
    let mut last = None;
    let mut columns = 0;
    for (at, char) in text.char_indices() {
        if char == ' ' && single(at) {
            last = Some((at, columns));
        }
        columns += 1;
        if columns > width
            && let Some((space, before)) = last.take()
        {
            lines.push(&text[start..space]);
            start = space + 1;
            columns -= before + 1;
        }
    }
    lines.push(&text[start..]);
    lines
}

/// A float in the syntax of YAML 1.1: always with a point, and with a sign in the exponent.
pub(crate) fn float(value: f64) -> String {
    if value.is_nan() {
        return ".nan".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { ".inf" } else { "-.inf" }.to_owned();
    }
    let text = format!("{value:?}");
    let Some((mantissa, exponent)) = text.split_once('e') else { return text };
    let point = if mantissa.contains('.') { "" } else { ".0" };
    let sign = if exponent.starts_with('-') { "" } else { "+" };
    format!("{mantissa}{point}e{sign}{exponent}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Checks that the reader reads the text as a string, unless it looks like another type.
    #[track_caller]
    fn check(text: &str) {
        assert!(is_words(text), "{text}");
        assert!(looks_like_another_type(text) || reads_back(text), "{text}");
    }

    #[test]
    fn unusual_words_are_strings() {
        for text in ["a-", "a--", "a...", "a_1", "e1", "x0o7", "Inf", "nan", "NULL", "Y", "no", "On", "TRUE"]
        {
            check(text);
        }
        for text in
            ["a - b", "a  b, (c); d/e.", "a 'b' \"c\"", "a ---", "a ...", "a --- b", "true, false", "y n"]
        {
            check(text);
        }
        for text in [
            "1a",
            "8.8.8.8",
            "10.0.0.0/24",
            "2013-04-04",
            "2013-4-4",
            "1_000",
            "0o7",
            "0x",
            "1e5",
            "12e03",
            "0.",
            "1._",
            "1-1",
        ] {
            check(text);
        }
        for text in ["", "-a", ".inf", "a:", "é", "a#", "\"a\"", " a"] {
            assert!(!is_words(text), "{text}");
        }
    }

    proptest! {
        #[test]
        fn words_are_strings(text in prop_oneof![
            r#"[A-Za-z0-9][A-Za-z0-9_.,;/()'" -]{0,12}[^ ]"#,
            "[A-Za-z]{1,5}",
            r"[0-9][0-9_.eExXoObB-]{0,9}",
        ]) {
            if is_words(&text) {
                check(&text);
            }
        }
    }
}
