//! Python's regular expressions, run by `fancy-regex`.
//!
//! `allowed_pattern` is a Python pattern that Heat applies with `match`; it then requires that the match ends at the end of the
//! text. This is stricter than a full match: for `a|ab`, `match` finds only the `a` of `ab`, and so Heat rejects it.
//! `heat-pattern` parses and translates the pattern.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use heat_pattern::{Flags, beyond, translate};
pub use heat_pattern::{PatternError, Ranges, class_ranges};

/// Maximum number of backtracking steps of a pattern on one text.
pub const BACKTRACK_LIMIT: usize = 200_000;

/// Maximum number of steps of a quick attempt. Few texts need more.
const QUICK_LIMIT: usize = 4_000;

/// The maximum length of a pattern, in bytes.
const LENGTH_LIMIT: usize = 32_768;

/// The memory limit of the engine for a pattern, in bytes.
const SIZE_LIMIT: usize = 32 << 20;

/// Memory limit for a pattern that is kept for reuse, in bytes.
const SMALL_LIMIT: usize = 1 << 20;

/// Maximum number of patterns that are kept.
const MAX_KNOWN: usize = 128;

/// Small patterns that were compiled last, for all threads. Compiling a pattern takes as long as reading a schema, and a catalogue, or
/// an editor that checks the same template again and again, asks for the same few patterns.
static KNOWN: Mutex<Option<HashMap<String, Pattern>>> = Mutex::new(None);

/// A compiled pattern.
#[derive(Debug, Clone)]
pub struct Pattern {
    /// The regex with a low step limit. A regex with the full limit is only compiled when a text needs it.
    quick: fancy_regex::Regex,
    slow: OnceLock<fancy_regex::Regex>,
    translated: String,
}

/// Budget shared by the texts of one reading: one text takes milliseconds at most, but a list can have thousands.
#[derive(Debug)]
pub struct PatternBudget {
    /// The remaining units: one unit is the cost of a slow text that is eventually decided.
    left: Cell<usize>,
    is_overdrawn: Cell<bool>,
}

impl PatternBudget {
    const START: usize = 80;

    /// Number of bytes of text that add one unit to the budget: long texts need more steps than short ones.
    const BYTES: usize = 400;

    /// Cost of a text that is never decided.
    const ENDLESS: usize = 8;

    /// Returns the budget for reading one set of data.
    #[must_use]
    pub const fn new() -> Self {
        Self { left: Cell::new(Self::START), is_overdrawn: Cell::new(false) }
    }

    /// Returns whether a text was rejected because the budget was exhausted.
    #[must_use]
    pub fn is_overdrawn(&self) -> bool {
        self.is_overdrawn.get()
    }

    /// Adds the allowance for a text; returns whether there is any budget left for it.
    fn open(&self, text: &str) -> bool {
        self.left.set(self.left.get().saturating_add(text.len() / Self::BYTES));
        self.is_overdrawn.set(self.is_overdrawn.get() || self.left.get() == 0);
        !self.is_overdrawn.get()
    }

    fn take(&self, units: usize) {
        self.left.set(self.left.get().saturating_sub(units));
    }
}

impl Default for PatternBudget {
    fn default() -> Self {
        Self::new()
    }
}

impl Pattern {
    /// Compiles a Python pattern.
    ///
    /// # Errors
    /// The pattern is invalid in Python's `re`, or the engine cannot run it.
    ///
    /// ```
    /// use heat_model::pattern::Pattern;
    /// let pattern = Pattern::new("[a-z]+").unwrap();
    /// assert_eq!(pattern.matches("abc"), Ok(true));
    /// assert_eq!(pattern.matches("abc1"), Ok(false));
    /// assert!(Pattern::new("[a-z").is_err());
    /// ```
    pub fn new(python: &str) -> Result<Self, PatternError> {
        if python.len() > LENGTH_LIMIT {
            return Err(beyond(format_args!("it is longer than {LENGTH_LIMIT} bytes")));
        }
        // Threads often ask for the same pattern at the same time: the others wait for the first, which is short.
        let mut kept = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept.get_or_insert_default();
        if let Some(pattern) = known.get(python) {
            return Ok(pattern.clone());
        }
        let translated = translate(python, Flags::default())?.anchored();
        let Ok(quick) = compile(&translated, QUICK_LIMIT, SMALL_LIMIT) else {
            drop(kept);
            let quick = compile(&translated, QUICK_LIMIT, SIZE_LIMIT)?;
            return Ok(Self { quick, slow: OnceLock::new(), translated });
        };
        let small = Self { quick, slow: OnceLock::new(), translated };
        if known.len() >= MAX_KNOWN {
            known.clear();
        }
        known.insert(python.to_owned(), small.clone());
        Ok(small)
    }

    /// Returns the syntax tree of a Python pattern, translated for the engine: the one that [`matches`](Self::matches) uses. Its
    /// classes are texts, which [`class_ranges`] reads.
    ///
    /// # Errors
    /// The syntax errors that [`new`](Self::new) reports.
    pub fn syntax(python: &str) -> Result<fancy_regex::Expr, PatternError> {
        let translated = translate(python, Flags::default())?.anchored();
        match fancy_regex::Expr::parse_tree(&translated) {
            Ok(tree) => Ok(tree.expr),
            Err(failure) => Err(beyond(explain(&failure))),
        }
    }

    /// Returns whether Heat accepts `text`: the match at its start ends at its end.
    ///
    /// # Errors
    /// Matching takes too many steps.
    pub fn matches(&self, text: &str) -> Result<bool, PatternError> {
        self.matches_within(text, &PatternBudget::new())
    }

    /// Like [`matches`](Self::matches), for one of several texts that share a budget.
    ///
    /// # Errors
    /// Matching takes too many steps, or the previous texts took too many.
    pub fn matches_within(&self, text: &str, budget: &PatternBudget) -> Result<bool, PatternError> {
        let is_whole =
            |found: Option<fancy_regex::Match<'_>>| found.is_some_and(|found| found.end() == text.len());
        if let Ok(found) = self.quick.find(text) {
            return Ok(is_whole(found));
        }
        if !budget.open(text) {
            return Err(too_long("the pattern backtracks too much on too many values"));
        }
        let slow = if let Some(slow) = self.slow.get() {
            slow
        } else {
            let new = compile(&self.translated, BACKTRACK_LIMIT, SIZE_LIMIT)?;
            self.slow.get_or_init(|| new)
        };
        if let Ok(found) = slow.find(text) {
            budget.take(1);
            return Ok(is_whole(found));
        }
        budget.take(PatternBudget::ENDLESS);
        Err(too_long("the pattern backtracks without end on this text"))
    }
}

fn compile(
    translated: &str,
    backtrack_limit: usize,
    size_limit: usize,
) -> Result<fancy_regex::Regex, PatternError> {
    fancy_regex::RegexBuilder::new(translated)
        .backtrack_limit(backtrack_limit)
        .delegate_size_limit(size_limit)
        // The table of all states takes longer to build than most patterns take to match their few texts: states are found as needed.
        .delegate_dfa_size_limit(0)
        .build()
        .map_err(|failure| beyond(explain(&failure)))
}

fn too_long(why: &str) -> PatternError {
    PatternError { message: format!("matching takes too long: {why}"), refused_by_python: false }
}

fn explain(failure: &fancy_regex::Error) -> String {
    // A position would refer to the translated pattern.
    if let fancy_regex::Error::ParseError(_, why) = failure {
        let why = why.to_string();
        let mut chars = why.chars();
        return chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect());
    }
    // The engine's message can have several lines; the last one has the reason.
    let message = failure.to_string();
    let last = message.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it does not compile");
    last.trim().trim_start_matches("error: ").to_owned()
}
