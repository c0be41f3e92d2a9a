//! Python's string literals, in the form that formatters leave unchanged.

use std::fmt::Write;

use unicode_width::UnicodeWidthChar;

/// Writes a string as a single literal.
pub(super) fn string(text: &str) -> String {
    if is_raw(text) { raw(text) } else { escaped(text) }
}

/// The number of columns of a text in an editor.
pub(super) fn columns(text: &str) -> usize {
    text.chars().map(|char| char.width().unwrap_or(0)).sum()
}

/// Writes a string as literals of at most `width` columns, which Python joins.
pub(super) fn pieces(text: &str, width: usize) -> Vec<String> {
    let literal: fn(&str) -> String = if is_raw(text) { raw } else { escaped };
    let whole = literal(text);
    if columns(&whole) <= width {
        return vec![whole];
    }
    let mut pieces = vec![String::new()];
    for word in text.split_inclusive([' ', '\n']) {
        let extended = pieces.last().map(|piece| format!("{piece}{word}")).unwrap_or_default();
        let ends_line = pieces.last().is_some_and(|piece| piece.ends_with('\n'));
        if columns(&literal(&extended)) <= width && !ends_line {
            pieces.pop();
            pieces.push(extended);
        } else {
            pieces.extend(cut(word, width, literal));
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces.iter().map(|piece| literal(piece)).collect()
}

/// Splits a word that may be too long, but not after a backslash, because a raw literal cannot end with one.
fn cut(word: &str, width: usize, literal: fn(&str) -> String) -> Vec<String> {
    let mut parts = vec![String::new()];
    for char in word.chars() {
        let Some(last) = parts.last_mut() else { break };
        last.push(char);
        if columns(&literal(last)) <= width {
            continue;
        }
        last.pop();
        let kept = last.trim_end_matches('\\').len();
        let mut next = last.split_off(kept);
        next.push(char);
        parts.push(next);
    }
    parts
}

/// Returns whether a text should be a raw literal: it contains backslashes, such as those of a pattern, and nothing to escape.
fn is_raw(text: &str) -> bool {
    text.contains('\\') && !text.ends_with('\\') && text.chars().all(is_printable) && !text.contains('"')
}

fn raw(text: &str) -> String {
    format!("r\"{text}\"")
}

fn escaped(text: &str) -> String {
    // Formatters only use single quotes if that saves backslashes.
    let count = |quote: char| text.matches(quote).count();
    let quote = if count('"') > count('\'') { '\'' } else { '"' };
    let mut literal = String::from(quote);
    for char in text.chars() {
        if char == quote {
            literal.push('\\');
        }
        push_escaped(char, &mut literal);
    }
    literal.push(quote);
    literal
}

/// Appends a character as it is written between quotes.
pub(super) fn push_escaped(char: char, literal: &mut String) {
    let code = u32::from(char);
    match char {
        '\\' => literal.push_str("\\\\"),
        '\n' => literal.push_str("\\n"),
        '\t' => literal.push_str("\\t"),
        '\r' => literal.push_str("\\r"),
        _ if is_printable(char) => literal.push(char),
        _ if code < 0x100 => _ = write!(literal, "\\x{code:02x}"),
        _ if code < 0x1_0000 => _ = write!(literal, "\\u{code:04x}"),
        _ => _ = write!(literal, "\\U{code:08x}"),
    }
}

/// Returns whether a character is visible in an editor, and does not change the display of others.
pub(super) fn is_printable(char: char) -> bool {
    char == ' '
        || matches!(char, '\'' | '"' | '\\')
        || char.escape_debug().len() == 1 && char.width().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &str) {
        assert_eq!(string(text), expect);
    }

    #[test]
    fn strings_have_the_quotes_that_need_fewer_backslashes() {
        check("", r#""""#);
        check("it's", r#""it's""#);
        check(r#"say "a""#, r#"'say "a"'"#);
        check(r#""'"#, r#""\"'""#);
        check("a\nb\t\0\u{85}\u{202e}\u{e0001}é", r#""a\nb\t\x00\x85\u202e\U000e0001é""#);
    }

    #[test]
    fn patterns_are_raw_strings() {
        check(r"\d+\.\d+", r#"r"\d+\.\d+""#);
        check(r#"["\\]"#, r#"'["\\\\]'"#);
        check(r#"["'\\]"#, r#""[\"'\\\\]""#);
        check("\\d\n", r#""\\d\n""#);
        check(r"a\", r#""a\\""#);
    }

    #[test]
    fn a_long_string_becomes_several() {
        let check = |text: &str, width: usize, expect: &[&str]| {
            assert_eq!(pieces(text, width), expect);
        };
        check("one two three", 9, &[r#""one ""#, r#""two ""#, r#""three""#]);
        check("one two three", 10, &[r#""one two ""#, r#""three""#]);
        // Formatters join what fits on a line.
        check("a\nb c", 20, &[r#""a\nb c""#]);
        check("a\nb c", 7, &[r#""a\n""#, r#""b c""#]);
        // An empty text results in one empty literal, because empty parentheses would be a tuple.
        check("", 20, &[r#""""#]);
        check("abcdefgh", 5, &[r#""abc""#, r#""def""#, r#""gh""#]);
        check(r"ab\\cdef", 6, &[r#"r"ab""#, r#"r"\\c""#, r#"r"def""#]);
        check("あいう", 6, &[r#""あい""#, r#""う""#]);
    }
}
