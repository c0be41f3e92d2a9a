//! The characters that PyYAML's readers accept.

use std::sync::Arc;

use crate::{Diagnostic, Source, Span, code};

/// Rejects a text that contains a character that YAML does not allow.
pub(crate) fn check_characters(source: &Arc<Source>) -> Result<(), Diagnostic> {
    if is_plain(source.text()) {
        return Ok(());
    }
    let Some((offset, character)) =
        source.text().char_indices().find(|(_, character)| !is_allowed(*character))
    else {
        return Ok(());
    };
    let message = format!("the character U+{:04X} is not allowed", u32::from(character));
    Err(Diagnostic::error(code::CONTROL_CHARACTER, message)
        .with_label(source, Span::new(offset, offset + character.len_utf8()), "not allowed")
        .with_help("remove it, or write it as an escape sequence in double quotes"))
}

/// Returns whether a text consists of allowed ASCII characters, as nearly all do.
fn is_plain(text: &str) -> bool {
    // Not an iterator: the derive macro is compiled without optimization, where that takes eight times as long.
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() && matches!(bytes[at], b' '..=b'~' | b'\n' | b'\r' | b'\t') {
        at += 1;
    }
    at == bytes.len()
}

fn is_allowed(character: char) -> bool {
    matches!(
        character,
        '\t' | '\n' | '\r' | ' '..='~' | '\u{85}' | '\u{a0}'..='\u{fffd}' | '\u{10000}'..='\u{10ffff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: Option<&str>) {
        let found = check_characters(&Source::new("test", text)).err();
        assert_eq!(found.map(|error| error.message).as_deref(), expect, "{text:?}");
    }

    #[test]
    fn text_passes() {
        check("a:\t\"é\u{85}\u{feff}😀\"\r\n", None);
    }

    #[test]
    fn control_characters_do_not() {
        check("a: \0", Some("the character U+0000 is not allowed"));
        check("\u{7f}", Some("the character U+007F is not allowed"));
        check("\u{9f}", Some("the character U+009F is not allowed"));
        check("\u{fffe}", Some("the character U+FFFE is not allowed"));
    }
}
