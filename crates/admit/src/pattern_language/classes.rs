//! The character classes in patterns: `[a-z]`, `\w`, `.`, or a single character.

use std::collections::HashMap;

use heat_model::pattern::class_ranges;

use super::budget::Budget;
use super::undecided::Undecided;

pub(super) use heat_model::pattern::Ranges;

/// The number of a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct ClassId(usize);

impl ClassId {
    pub(super) fn index(self) -> usize {
        self.0
    }
}

/// The classes of some patterns, without duplicates.
#[derive(Debug, Default)]
pub(super) struct Classes {
    all: Vec<Ranges>,
    known: HashMap<Ranges, ClassId>,
    read: HashMap<(String, bool), ClassId>,
}

impl Classes {
    pub(super) fn all(&self) -> &[Ranges] {
        &self.all
    }

    pub(super) fn intern(&mut self, ranges: Ranges) -> ClassId {
        *self.known.entry(ranges).or_insert_with_key(|ranges| {
            self.all.push(ranges.clone());
            ClassId(self.all.len() - 1)
        })
    }

    /// Returns the class of any character, with the line feed or without.
    pub(super) fn any(&mut self, line_feed: bool) -> ClassId {
        self.intern(if line_feed {
            vec![('\0', char::MAX)]
        } else {
            vec![('\0', '\x09'), ('\x0b', char::MAX)]
        })
    }

    /// Returns the class of a character, in either case if `ignore_case`.
    pub(super) fn char(
        &mut self,
        char: char,
        ignore_case: bool,
        budget: &mut Budget,
    ) -> Result<ClassId, Undecided> {
        if ignore_case {
            return self.read(&regex_syntax::escape(char.encode_utf8(&mut [0; 4])), true, budget);
        }
        Ok(self.intern(vec![(char, char)]))
    }

    /// Parses a class in the engine's notation.
    pub(super) fn read(
        &mut self,
        engine: &str,
        ignore_case: bool,
        budget: &mut Budget,
    ) -> Result<ClassId, Undecided> {
        /// The cost of parsing, in addition to that of the ranges.
        const STEPS: usize = 500;
        let key = (engine.to_owned(), ignore_case);
        if let Some(id) = self.read.get(&key) {
            return Ok(*id);
        }
        budget.take(STEPS)?;
        let ranges = class_ranges(engine, ignore_case).ok_or(Undecided::NoCharacter)?;
        budget.take(4 * ranges.len())?;
        let id = self.intern(ranges);
        self.read.insert(key, id);
        Ok(id)
    }
}
