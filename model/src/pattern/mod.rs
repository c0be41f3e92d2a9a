//! Python's regular expressions, run by `fancy-regex`.
//!
//! `allowed_pattern` is a Python pattern that Heat applies with `match`, and then asks that the match end where the
//! text ends. That is less than a full match: `a|ab` matches only the `a` of `ab`, and so refuses it. The two
//! dialects differ in many places; [`Pattern::new`] reads the pattern by the grammar of Python 3.11, refuses what
//! Python refuses, and writes the rest anew for the engine.

use std::fmt;

mod class;
mod escape;
mod group;
mod parse;
mod repeat;
#[cfg(test)]
mod tests;
mod token;

/// How many steps of backtracking a pattern may take on one text.
const BACKTRACK_LIMIT: usize = 200_000;

/// How long a pattern may be, in bytes.
const LENGTH_LIMIT: usize = 100_000;

/// How much memory the engine may take for a pattern, in bytes, and for its look-up tables.
const SIZE_LIMIT: usize = 64 << 20;

/// A compiled pattern.
#[derive(Debug, Clone)]
pub struct Pattern {
    regex: fancy_regex::Regex,
}

/// Why a pattern cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternError {
    /// What is wrong.
    pub message: String,
    /// Whether Python does not take the pattern either; otherwise it is only this tool that cannot run it.
    pub refused_by_python: bool,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for PatternError {}

/// What Python refuses too.
fn refused(message: impl Into<String>) -> PatternError {
    PatternError { message: message.into(), refused_by_python: true }
}

/// What Python takes, or may take, and this tool does not.
fn beyond(why: impl fmt::Display) -> PatternError {
    PatternError { message: format!("this tool cannot run it: {why}"), refused_by_python: false }
}

impl Pattern {
    /// Compiles a Python pattern.
    ///
    /// # Errors
    /// What Python's `re` does not accept either, and what the engine cannot do.
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
        fancy_regex::RegexBuilder::new(&parse::translate(python)?)
            .backtrack_limit(BACKTRACK_LIMIT)
            .delegate_size_limit(SIZE_LIMIT)
            .delegate_dfa_size_limit(SIZE_LIMIT)
            .build()
            .map(|regex| Self { regex })
            .map_err(|failure| beyond(explain(&failure)))
    }

    /// What the engine reads in a Python pattern: what [`matches`](Self::matches) goes by, as a tree.
    pub(crate) fn syntax(python: &str) -> Result<fancy_regex::Expr, PatternError> {
        let translated = parse::translate(python)?;
        match fancy_regex::Expr::parse_tree(&translated) {
            Ok(tree) => Ok(tree.expr),
            Err(failure) => Err(beyond(explain(&failure))),
        }
    }

    /// Whether Heat accepts `text`: the match at its start ends at its end.
    ///
    /// # Errors
    /// When matching takes too many steps.
    pub fn matches(&self, text: &str) -> Result<bool, PatternError> {
        match self.regex.find(text) {
            Ok(found) => Ok(found.is_some_and(|found| found.end() == text.len())),
            Err(_) => Err(PatternError {
                message: "matching takes too long: the pattern backtracks without end on this text"
                    .to_owned(),
                refused_by_python: false,
            }),
        }
    }
}

fn explain(failure: &fancy_regex::Error) -> String {
    // A position would be one in the pattern as it was written anew.
    if let fancy_regex::Error::ParseError(_, why) = failure {
        let why = why.to_string();
        let mut chars = why.chars();
        return chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect());
    }
    // The engine's message can have several lines, the last of which says what is wrong.
    let message = failure.to_string();
    let last = message.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it does not compile");
    last.trim().trim_start_matches("error: ").to_owned()
}
