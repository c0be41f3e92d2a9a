//! Tokens that a following `:` would make a key.

use super::cursor::{Cursor, is_break};
use super::{Fault, Scanned};
use crate::Span;

/// The maximum length, in characters, of a key that is recognised by the `:` after it.
const MAX_KEY_LENGTH: usize = 1024;

/// A token that a following `:` would make a key.
#[derive(Debug)]
pub(super) struct PossibleKey {
    /// Number of open flow collections at the token.
    level: usize,
    /// The number of the token.
    pub(super) number: usize,
    /// `true` if the token cannot be anything but a key, as in a block context at the current indentation.
    pub(super) required: bool,
    pub(super) offset: usize,
    index: usize,
    line: usize,
    pub(super) column: usize,
}

/// The tokens that wait for a `:`, at most one in each open flow collection and one around them.
#[derive(Debug, Default)]
pub(super) struct PossibleKeys {
    /// The number of open flow collections.
    level: usize,
    /// The waiting tokens, in the order of the text, which is also that of their levels: the first is the oldest.
    waiting: Vec<PossibleKey>,
}

impl PossibleKeys {
    /// The number of open flow collections.
    pub(super) fn level(&self) -> usize {
        self.level
    }

    pub(super) fn open_flow(&mut self) {
        self.level += 1;
    }

    pub(super) fn close_flow(&mut self) {
        self.level = self.level.saturating_sub(1);
    }

    /// Returns whether the token with this number is the oldest one that waits.
    pub(super) fn is_waiting(&self, number: usize) -> bool {
        self.waiting.first().is_some_and(|key| key.number == number)
    }

    /// Drops tokens that can no longer be a key, because they are on an earlier line or too long.
    pub(super) fn drop_stale(&mut self, cursor: &Cursor<'_>) -> Scanned<()> {
        while let Some(key) = self.waiting.first()
            && (key.line < cursor.line || key.index + MAX_KEY_LENGTH < cursor.index)
        {
            if key.required {
                return Err(missing_colon(cursor, key));
            }
            self.waiting.remove(0);
        }
        Ok(())
    }

    /// Takes the token that a `:` at the current level turns into a key.
    pub(super) fn take(&mut self) -> Option<PossibleKey> {
        self.waiting.pop_if(|key| key.level == self.level)
    }

    /// Drops the token at the current level, which is not a key.
    pub(super) fn drop_last(&mut self, cursor: &Cursor<'_>) -> Scanned<()> {
        match self.take() {
            Some(key) if key.required => Err(missing_colon(cursor, &key)),
            _ => Ok(()),
        }
    }

    /// Adds the token at the cursor, in place of the one before it at its level.
    pub(super) fn save(&mut self, cursor: &Cursor<'_>, number: usize, required: bool) -> Scanned<()> {
        self.drop_last(cursor)?;
        let Cursor { offset, index, line, column, .. } = *cursor;
        self.waiting.push(PossibleKey { level: self.level, number, required, offset, index, line, column });
        Ok(())
    }
}

fn missing_colon(cursor: &Cursor<'_>, key: &PossibleKey) -> Fault {
    let text = cursor.text_from(key.offset);
    let end = text.find(is_break).unwrap_or(text.len());
    let at = Span::new(key.offset, key.offset + text[..end].trim_end().len());
    Fault::new(at, "expected `:` after this key")
        .label("only keys are allowed at this indentation")
        .help("add the `:`, or indent the line if it continues the value above")
}
