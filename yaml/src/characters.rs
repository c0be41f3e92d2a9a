//! The characters that PyYAML's readers accept.

use std::sync::Arc;

use crate::{Diagnostic, Source, Span, code};

/// Rejects a text that contains a character that YAML does not allow.
pub(crate) fn check_characters(source: &Arc<Source>) -> Result<(), Diagnostic> {
    // Nearly all texts are plain ASCII, and this is the fastest way to check.
    if source.text().bytes().all(|byte| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~')) {
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
