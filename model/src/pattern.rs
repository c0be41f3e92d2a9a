//! Python's regular expressions, run by `fancy-regex`.
//!
//! `allowed_pattern` is a Python pattern that Heat applies with `match`, and then asks that the match end where the
//! text ends. That is less than a full match: `a|ab` matches only the `a` of `ab`, and so refuses it. The two
//! dialects differ in a few places; [`Pattern::new`] writes the Python pattern anew for the engine and refuses what
//! Python refuses.

use std::fmt;

/// How many steps of backtracking a pattern may take on one text.
const BACKTRACK_LIMIT: usize = 200_000;

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
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for PatternError {}

fn error(message: impl Into<String>) -> PatternError {
    PatternError { message: message.into() }
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
        let translated = translate(python)?;
        fancy_regex::RegexBuilder::new(&format!(r"\A(?:{translated})"))
            .backtrack_limit(BACKTRACK_LIMIT)
            .build()
            .map(|regex| Self { regex })
            .map_err(|failure| error(explain(&failure)))
    }

    /// Whether Heat accepts `text`: the match at its start ends at its end.
    ///
    /// # Errors
    /// When matching takes too many steps.
    pub fn matches(&self, text: &str) -> Result<bool, PatternError> {
        match self.regex.find(text) {
            Ok(found) => Ok(found.is_some_and(|found| found.end() == text.len())),
            Err(_) => Err(error("matching takes too long: the pattern backtracks without end on this text")),
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

/// Writes a Python pattern in the engine's dialect.
fn translate(python: &str) -> Result<String, PatternError> {
    let mut out = String::with_capacity(python.len() + 8);
    let mut chars = python.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '\\' => match chars.next() {
                None => return Err(error("it ends with a lone `\\`")),
                // Python's `\Z` is the very end, for which the engine writes `\z`.
                Some('Z') => out.push_str(r"\z"),
                Some(escaped) => push_escape(&mut out, escaped)?,
            },
            '[' => translate_class(&mut out, &mut chars)?,
            '{' => {
                let rest: String = chars.clone().collect();
                match quantifier_length(&rest) {
                    Some(length) => {
                        let quantifier: String = chars.by_ref().take(length).collect();
                        // `{,3}` counts from 0.
                        out.push('{');
                        if quantifier.starts_with(',') {
                            out.push('0');
                        }
                        out.push_str(&quantifier);
                    }
                    // Python takes any other brace for itself.
                    None => out.push_str(r"\{"),
                }
            }
            '}' => out.push_str(r"\}"),
            ']' => out.push_str(r"\]"),
            // Python's `$` also stands before a last line feed, in any mode.
            '$' => out.push_str(r"(?=\n?\z)"),
            other => out.push(other),
        }
    }
    Ok(out)
}

/// The length of what follows `{` up to and with `}`, if that makes a quantifier in Python.
fn quantifier_length(rest: &str) -> Option<usize> {
    let end = rest.find('}')?;
    let inner = &rest[..end];
    let (min, max) = inner.split_once(',').unwrap_or((inner, inner));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let counts = !inner.is_empty() && digits(min) && digits(max) && (inner != "," || inner.contains(','));
    counts.then_some(end + 1)
}

fn push_escape(out: &mut String, escaped: char) -> Result<(), PatternError> {
    match escaped {
        'A'
        | 'b'
        | 'B'
        | 'd'
        | 'D'
        | 's'
        | 'S'
        | 'w'
        | 'W'
        | 'a'
        | 'f'
        | 'n'
        | 'r'
        | 't'
        | 'v'
        | 'x'
        | 'u'
        | 'U'
        | '0'..='9' => {
            out.push('\\');
            out.push(escaped);
            Ok(())
        }
        letter if letter.is_ascii_alphabetic() => Err(error(format!("`\\{letter}` is no escape in Python"))),
        other => {
            push_literal(out, other);
            Ok(())
        }
    }
}

fn push_literal(out: &mut String, char: char) {
    if char.is_ascii_punctuation() {
        out.push('\\');
    }
    out.push(char);
}

/// A character class. Inside one, Python has no nesting and no set operations.
fn translate_class(
    out: &mut String,
    chars: &mut std::iter::Peekable<std::str::Chars<'_>>,
) -> Result<(), PatternError> {
    out.push('[');
    if chars.next_if_eq(&'^').is_some() {
        out.push('^');
    }
    let mut first = true;
    loop {
        match chars.next() {
            None => return Err(error("a `[` has no closing `]`")),
            Some(']') if !first => {
                out.push(']');
                return Ok(());
            }
            Some('\\') => match chars.next() {
                None => return Err(error("a `[` has no closing `]`")),
                // Within a class, Python's `\b` is the backspace.
                Some('b') => out.push_str(r"\x08"),
                Some(escaped) => push_escape(out, escaped)?,
            },
            // Between two ends it makes a range; where it stands for itself, the engine wants it escaped.
            Some('-') => {
                let literal = first || chars.peek() == Some(&']');
                out.push_str(if literal { r"\-" } else { "-" });
            }
            Some(char) => push_literal(out, char),
        }
        first = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(python: &str, accepted: &[&str], refused: &[&str]) {
        let pattern = Pattern::new(python).unwrap_or_else(|error| panic!("{python}: {error}"));
        for text in accepted {
            assert_eq!(pattern.matches(text), Ok(true), "{python} on {text:?}");
        }
        for text in refused {
            assert_eq!(pattern.matches(text), Ok(false), "{python} on {text:?}");
        }
    }

    #[test]
    fn the_match_at_the_start_has_to_end_at_the_end() {
        check("[a-z]+", &["abc"], &["", "abc1", "1abc", "abc\n"]);
        check("a|ab", &["a"], &["ab"]);
        check("ab|a", &["a", "ab"], &[]);
        check("^[a-z]*$", &["", "abc"], &["abc\n"]);
        check("", &[""], &["a"]);
    }

    #[test]
    fn pythons_dialect_is_understood() {
        check("[[]x]", &["[x]"], &["x"]);
        check("[]a]+", &["]a"], &["b"]);
        check("[a&&b]+", &["a&b"], &["c"]);
        check("[a-]+", &["a-"], &["b"]);
        check("{a}", &["{a}"], &["a"]);
        check("a{,2}b", &["b", "ab", "aab"], &["aaab"]);
        check("a{2}", &["aa"], &["a"]);
        check(r"(?=.*\d)\w+\Z", &["a1"], &["ab"]);
        check(r"(?P<c>a)(?P=c)", &["aa"], &["a"]);
        check(r"\/\_\-", &["/_-"], &[]);
    }

    #[test]
    fn what_python_refuses_is_refused() {
        for python in ["[a-z", "(", "*a", "a\\", r"\q", "(?<x>a)["] {
            assert!(Pattern::new(python).is_err(), "{python}");
        }
    }

    #[test]
    fn endless_backtracking_is_an_answer_not_a_hang() {
        let pattern = Pattern::new(r"(?=(a+)+$)\1b(a|aa)+c\1").unwrap();
        let text = format!("{}b", "a".repeat(60));
        assert!(pattern.matches(&text).is_err() || pattern.matches(&text) == Ok(false));
    }
}
