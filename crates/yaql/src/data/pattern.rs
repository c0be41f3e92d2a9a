//! Compiled patterns of Python's `re`, with limited work.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use heat_pattern::{Flags, PatternError, translate};
use indexmap::IndexMap;

use super::Text;
use crate::error::{Error, ErrorClass, Fault, Outcome};

/// Maximum number of backtracking steps in one search.
const BACKTRACK_LIMIT: usize = 100_000;

/// Limit of the engine's memory for one pattern, in bytes.
const SIZE_LIMIT: usize = 4 << 20;

/// Maximum length of a pattern, in bytes.
const LENGTH_LIMIT: usize = 8192;

/// Maximum number of patterns in a thread's cache.
const MAX_KNOWN: usize = 64;

thread_local! {
    /// Cache of compiled patterns. An expression often applies the same pattern to each item.
    static KNOWN: RefCell<IndexMap<(String, u8), Rc<Regex>>> = RefCell::default();
}

/// A compiled pattern.
#[derive(Debug)]
pub(crate) struct Regex {
    pub(crate) source: Text,
    pub(crate) flags: Flags,
    engine: fancy_regex::Regex,
    /// Pattern without an empty match at the start of the search. It is only compiled when a search needs it.
    advancing: OnceCell<fancy_regex::Regex>,
    translated: String,
    /// Names of groups, with their numbers.
    pub(crate) names: Vec<(String, usize)>,
    groups: usize,
}

/// Byte ranges of the groups of a match. The first is the whole match; `None` for a group that did not participate.
pub(crate) type Groups = Vec<Option<(usize, usize)>>;

impl Regex {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// If Python rejects the pattern, or if it cannot be run here.
    pub(crate) fn new(source: &Text, flags: Flags) -> Outcome<Rc<Self>> {
        let bits =
            u8::from(flags.ignore_case) | u8::from(flags.multi_line) << 1 | u8::from(flags.dot_all) << 2;
        let known = KNOWN.with_borrow(|known| known.get(&(source.to_string(), bits)).cloned());
        if let Some(known) = known {
            return Ok(known);
        }
        let new = Rc::new(Self::compile(source, flags)?);
        KNOWN.with_borrow_mut(|known| {
            if known.len() >= MAX_KNOWN {
                known.clear();
            }
            known.insert((source.to_string(), bits), new.clone());
        });
        Ok(new)
    }

    fn compile(source: &Text, flags: Flags) -> Outcome<Self> {
        if source.as_str().len() > LENGTH_LIMIT {
            return Err(unsupported("the pattern is too long"));
        }
        let translated = translate(source, flags).map_err(|error| refused(&error))?;
        Ok(Self {
            source: source.clone(),
            flags: translated.flags,
            engine: engine(&translated.pattern)?,
            advancing: OnceCell::new(),
            translated: translated.pattern,
            names: translated.names,
            groups: translated.groups,
        })
    }

    /// Number of groups.
    pub(crate) fn groups(&self) -> usize {
        self.groups
    }

    /// Returns the first match at or after a byte, except for an empty match at this byte.
    pub(crate) fn find_advancing(&self, text: &str, from: usize) -> Outcome<Option<Groups>> {
        let advancing = if let Some(advancing) = self.advancing.get() {
            advancing
        } else {
            let new = engine(&format!(r"(?:{})(?!\G)", self.translated))?;
            self.advancing.get_or_init(|| new)
        };
        groups(advancing, text, from)
    }

    /// Returns the first match at or after a byte.
    pub(crate) fn find(&self, text: &str, from: usize) -> Outcome<Option<Groups>> {
        groups(&self.engine, text, from)
    }

    pub(crate) fn is_match(&self, text: &str) -> Outcome<bool> {
        Ok(self.find(text, 0)?.is_some())
    }
}

fn engine(pattern: &str) -> Outcome<fancy_regex::Regex> {
    fancy_regex::RegexBuilder::new(pattern)
        .backtrack_limit(BACKTRACK_LIMIT)
        .delegate_size_limit(SIZE_LIMIT)
        .delegate_dfa_size_limit(SIZE_LIMIT)
        .build()
        .map_err(|error| unsupported(&error.to_string()))
}

fn groups(engine: &fancy_regex::Regex, text: &str, from: usize) -> Outcome<Option<Groups>> {
    let found = engine.captures_from_pos(text, from);
    let found =
        found.map_err(|_| Error::fault(ErrorClass::StepsExceeded, "The pattern takes too many steps"))?;
    Ok(found.map(|captures| {
        captures.iter().map(|group| group.map(|group| (group.start(), group.end()))).collect()
    }))
}

fn refused(error: &PatternError) -> Fault {
    if error.refused_by_python {
        Error::fault(ErrorClass::Pattern, error.message.clone())
    } else {
        unsupported(&error.message)
    }
}

fn unsupported(why: &str) -> Fault {
    Error::fault(ErrorClass::Unsupported, format!("The pattern cannot be run: {why}"))
}
