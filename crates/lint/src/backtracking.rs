//! Patterns with catastrophic backtracking.
//!
//! If a repeated part can match the same string in several ways, as in `(a+)+`, a backtracking matcher tries all
//! combinations when the rest does not match. Instead of analysing the pattern, this module generates candidate strings
//! from it and runs a matcher that backtracks like Python's with a limit on its steps. Our own matcher cannot be used
//! for this: it takes shortcuts.

use std::cell::Cell;
use std::collections::BTreeSet;

use fancy_regex::{Assertion, Expr, LookAround};
use heat_model::pattern::{BACKTRACK_LIMIT, Pattern, class_ranges};

use crate::classes::{Classes, holds};
use crate::step_bound::most_steps;

/// Maximum number of strings tried per pattern.
const MAX_TRIES: usize = 3_000;

/// Maximum number of ways to match a part.
const MAX_WORDS: usize = 24;

/// Maximum length of a way to match a part, in bytes.
const MAX_WORD_LENGTH: usize = 24;

/// Number of repetitions of a part in a string, unless the string gets too long.
const TURNS: usize = 48;

/// Maximum length of the repeated part of a string, in bytes.
const MAX_TEXT_LENGTH: usize = 240;

/// Maximum length of the end of a string, in bytes: one character.
const MAX_END_LENGTH: usize = 4;

/// Returns a short string on which matching exceeds the step limit, if one is found.
pub(crate) fn endless_on(python: &str) -> Option<String> {
    let syntax = Pattern::syntax(python).ok()?;
    let classes = Classes::default();
    let most = most_steps(&syntax, &classes, longest_start(&syntax) + MAX_TEXT_LENGTH + MAX_END_LENGTH);
    if most.is_some_and(|most| most <= BACKTRACK_LIMIT) { None } else { endless_by_trying(&syntax, classes) }
}

/// Returns a short string on which matching exceeds the step limit, found by trying alone, without the shortcut of a proven
/// bound.
pub(super) fn endless_by_trying(syntax: &Expr, classes: Classes) -> Option<String> {
    let mut letters = BTreeSet::from(['a', '0', ' ']);
    gather_letters(syntax, &mut letters);
    let mut search =
        Search { letters: letters.into_iter().collect(), tries: 0, found: None, pattern: syntax, classes };
    search.visit(syntax, &[String::new()]);
    search.found
}

struct Search<'p> {
    /// Characters that the pattern distinguishes.
    letters: Vec<char>,
    tries: usize,
    found: Option<String>,
    pattern: &'p Expr,
    classes: Classes,
}

impl Search<'_> {
    /// Tries every repeated part; `before` are ways to match the parts before it.
    fn visit(&mut self, expr: &Expr, before: &[String]) {
        if self.found.is_some() || self.tries >= MAX_TRIES {
            return;
        }
        match expr {
            Expr::Concat(parts) => {
                let mut before = before.to_vec();
                for part in parts {
                    self.visit(part, &before);
                    before = joined(&before, &self.words(part), 4);
                }
            }
            Expr::Alt(branches) => {
                for branch in branches {
                    self.visit(branch, before);
                }
            }
            Expr::Group(inner) => self.visit(inner, before),
            Expr::LookAround(inner, _) | Expr::AtomicGroup(inner) => self.visit(inner, before),
            Expr::Repeat { child, hi, .. } => {
                self.visit(child, before);
                if *hi > 8 {
                    let words = self.words(child);
                    self.repeat(&words, before);
                }
            }
            _ => {}
        }
    }

    /// Tries a repeated part with various ends that the pattern may not expect.
    fn repeat(&mut self, words: &[String], before: &[String]) {
        let mut ends: Vec<String> = ["\u{1}", "!", "\n", ""].map(str::to_owned).into();
        ends.extend(self.letters.iter().take(4).map(char::to_string));
        for start in before.iter().take(4) {
            for word in words.iter().filter(|word| !word.is_empty()) {
                for end in &ends {
                    self.tries += 1;
                    if self.tries >= MAX_TRIES {
                        return;
                    }
                    let turns = TURNS.min(MAX_TEXT_LENGTH / word.len());
                    let text = format!("{start}{}{end}", word.repeat(turns));
                    if Matcher::new(&text, &self.classes).gives_up(self.pattern) {
                        self.found = Some(format!("{start}{}…{end}", word.repeat(3)));
                        return;
                    }
                }
            }
        }
    }

    /// Returns ways to match a part, short ones first.
    fn words(&self, expr: &Expr) -> Vec<String> {
        let mut words = match expr {
            Expr::Literal { val, .. } => vec![val.clone()],
            Expr::Any { .. } => self.letters.iter().take(6).map(char::to_string).collect(),
            Expr::Delegate { inner, casei } => self.of_class(inner, *casei),
            Expr::Concat(parts) => parts
                .iter()
                .fold(vec![String::new()], |before, part| joined(&before, &self.words(part), MAX_WORDS)),
            Expr::Alt(branches) => branches.iter().flat_map(|branch| self.words(branch)).collect(),
            Expr::Group(inner) => self.words(inner),
            Expr::AtomicGroup(inner) => self.words(inner),
            Expr::Repeat { child, lo, hi, .. } => {
                let words = self.words(child);
                let least = (*lo).min(MAX_WORD_LENGTH);
                let mut all = Vec::new();
                for turns in [least, (least + 1).min(*hi)] {
                    all.extend(words.iter().map(|word| word.repeat(turns)));
                }
                all
            }
            _ => vec![String::new()],
        };
        words.retain(|word| word.len() <= MAX_WORD_LENGTH);
        let mut seen = BTreeSet::new();
        words.retain(|word| seen.insert(word.clone()));
        words.truncate(MAX_WORDS);
        words
    }

    /// Returns the characters of a class that are among those that the pattern distinguishes.
    fn of_class(&self, class: &str, ignore_case: bool) -> Vec<String> {
        let ranges = self.classes.ranges(class, ignore_case);
        self.letters.iter().filter(|letter| holds(&ranges, **letter)).map(char::to_string).collect()
    }
}

/// Matcher that backtracks like Python's and counts its steps.
struct Matcher<'t> {
    text: &'t str,
    steps: Cell<usize>,
    classes: &'t Classes,
}

/// Continuation after a part has matched up to a position: whether the rest matches from there.
type Next<'n> = &'n dyn Fn(usize) -> bool;

impl<'t> Matcher<'t> {
    fn new(text: &'t str, classes: &'t Classes) -> Self {
        Self { text, steps: Cell::new(0), classes }
    }

    /// Whether matching a pattern from the start exceeds the step limit.
    fn gives_up(&self, pattern: &Expr) -> bool {
        self.part(pattern, 0, &|_| true);
        self.is_over()
    }

    fn is_over(&self) -> bool {
        self.steps.get() > BACKTRACK_LIMIT
    }

    fn part(&self, expr: &Expr, at: usize, next: Next<'_>) -> bool {
        self.steps.set(self.steps.get() + 1);
        if self.is_over() {
            return false;
        }
        let rest = self.text.get(at..).unwrap_or_default();
        match expr {
            Expr::Literal { val, casei } => {
                let same = |part: &&str| if *casei { part.eq_ignore_ascii_case(val) } else { part == val };
                rest.get(..val.len()).as_ref().is_some_and(same) && next(at + val.len())
            }
            Expr::Any { newline, .. } => {
                let char = rest.chars().next().filter(|char| *newline || *char != '\n');
                char.is_some_and(|char| next(at + char.len_utf8()))
            }
            Expr::Delegate { inner, casei } => {
                let char = rest.chars().next().filter(|char| self.has(inner, *casei, *char));
                char.is_some_and(|char| next(at + char.len_utf8()))
            }
            Expr::Concat(parts) => self.parts(parts, at, next),
            Expr::Alt(branches) => branches.iter().any(|branch| self.part(branch, at, next)),
            Expr::Group(inner) => self.part(inner, at, next),
            Expr::AtomicGroup(inner) => {
                let end = Cell::new(None);
                let keep = |at| {
                    end.set(Some(at));
                    true
                };
                self.part(inner, at, &keep) && end.get().is_some_and(next)
            }
            Expr::LookAround(inner, LookAround::LookAhead) => self.part(inner, at, &|_| true) && next(at),
            Expr::LookAround(inner, LookAround::LookAheadNeg) => !self.part(inner, at, &|_| true) && next(at),
            Expr::Assertion(Assertion::StartText) => at == 0 && next(at),
            Expr::Assertion(Assertion::EndText) => rest.is_empty() && next(at),
            Expr::Repeat { child, lo, hi, greedy } => self.turn(child, (*lo, *hi, *greedy), at, next),
            // The rest is assumed to match.
            _ => next(at),
        }
    }

    fn parts(&self, parts: &[Expr], at: usize, next: Next<'_>) -> bool {
        match parts.split_first() {
            None => next(at),
            Some((first, rest)) => self.part(first, at, &|at| self.parts(rest, at, next)),
        }
    }

    fn turn(
        &self,
        child: &Expr,
        (least, most, greedy): (usize, usize, bool),
        at: usize,
        next: Next<'_>,
    ) -> bool {
        let left = (least.saturating_sub(1), most.saturating_sub(1), greedy);
        let another = || {
            // An iteration that matched nothing is the last one.
            let go_on = |to| if to == at && least == 0 { false } else { self.turn(child, left, to, next) };
            most > 0 && self.part(child, at, &go_on)
        };
        if least > 0 {
            return another();
        }
        // The order only affects the number of steps.
        let turns: [&dyn Fn() -> bool; 2] =
            if greedy { [&another, &|| next(at)] } else { [&|| next(at), &another] };
        turns.iter().any(|turn| turn())
    }

    fn has(&self, class: &str, ignore_case: bool, char: char) -> bool {
        holds(&self.classes.ranges(class, ignore_case), char)
    }
}

/// Joins each string with each continuation, up to a number of results.
fn joined(before: &[String], after: &[String], most: usize) -> Vec<String> {
    let pairs = after.iter().flat_map(|after| before.iter().map(move |before| format!("{before}{after}")));
    pairs.take(most).collect()
}

/// Maximum length of a string before a repeated part, in bytes.
fn longest_start(expr: &Expr) -> usize {
    match expr {
        Expr::Concat(parts) => {
            let mut before = 0;
            let starts = parts.iter().map(|part| {
                let start = before + longest_start(part);
                before += longest_word(part);
                start
            });
            starts.max().unwrap_or(0)
        }
        Expr::Alt(branches) => branches.iter().map(longest_start).max().unwrap_or(0),
        Expr::Group(inner) => longest_start(inner),
        Expr::LookAround(inner, _) | Expr::AtomicGroup(inner) => longest_start(inner),
        Expr::Repeat { child, .. } => longest_start(child),
        _ => 0,
    }
}

/// Maximum length of the matches of a part, in bytes.
fn longest_word(expr: &Expr) -> usize {
    let longest = match expr {
        Expr::Literal { val, .. } => val.len(),
        Expr::Any { .. } | Expr::Delegate { .. } => char::MAX.len_utf8(),
        Expr::Concat(parts) => parts.iter().map(longest_word).sum(),
        Expr::Alt(branches) => branches.iter().map(longest_word).max().unwrap_or(0),
        Expr::Group(inner) => longest_word(inner),
        Expr::AtomicGroup(inner) => longest_word(inner),
        Expr::Repeat { child, lo, .. } => longest_word(child) * (lo.min(&MAX_WORD_LENGTH) + 1),
        _ => 0,
    };
    longest.min(MAX_WORD_LENGTH)
}

/// Adds the characters that a pattern names: those of its literals, and one of each of its classes.
fn gather_letters(expr: &Expr, letters: &mut BTreeSet<char>) {
    match expr {
        Expr::Literal { val, .. } => letters.extend(val.chars().take(4)),
        Expr::Delegate { inner, .. } => {
            letters
                .extend(inner.chars().filter(|char| char.is_alphanumeric() && !inner.contains('\\')).take(2));
            letters.extend(first_of_class(inner));
        }
        Expr::Concat(parts) | Expr::Alt(parts) => {
            for part in parts {
                gather_letters(part, letters);
            }
        }
        Expr::Group(inner) => gather_letters(inner, letters),
        Expr::LookAround(inner, _) | Expr::AtomicGroup(inner) => gather_letters(inner, letters),
        Expr::Repeat { child, .. } => gather_letters(child, letters),
        _ => {}
    }
}

/// Returns a character of a class, preferably a plain one.
fn first_of_class(class: &str) -> Option<char> {
    let ranges = class_ranges(class, false)?;
    let plain = ('a'..='z').chain('0'..='9').chain('A'..='Z').chain(' '..='~').chain(['\t', '\n', 'é', '٠']);
    let mut plain = plain.filter(|char| holds(&ranges, *char));
    plain.next()
}

/// Returns the number of steps for a string, up to one more than the limit.
#[cfg(test)]
pub(super) fn steps_on(pattern: &Expr, text: &str) -> usize {
    let classes = Classes::default();
    let matcher = Matcher::new(text, &classes);
    matcher.gives_up(pattern);
    matcher.steps.get()
}

#[cfg(test)]
mod tests {
    use super::endless_on;

    #[test]
    fn parts_that_match_in_several_ways_are_found() {
        for pattern in [
            "(a+)+$",
            "(a|a)*b",
            "(a*)*$",
            "^([a-z]+)*$",
            r"(\w+\s?)*$",
            r"(\w|\d)+-",
            "(?:x|y)z(ab|a|b)+$",
            "(.*,)*$",
            r"([0-9]+\.?)+$",
            "^(([a-z])+.)+[A-Z]([a-z])+$",
            "(a?){30}a{30}b",
            r"(é+)+$",
        ] {
            assert!(endless_on(pattern).is_some(), "{pattern}");
        }
    }

    #[test]
    fn other_patterns_are_not() {
        for pattern in [
            "[a-z]+",
            "(a+)+",
            "(ab)+$",
            r"^[a-zA-Z0-9][a-zA-Z0-9_.-]*$",
            r"\d{1,3}(\.\d{1,3}){3}$",
            r"([a-z0-9]+\.)*[a-z0-9]+$",
            r"(\w+\s)*\w+$",
            "a|ab",
            "(",
            "",
            r"^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$",
        ] {
            assert_eq!(endless_on(pattern), None, "{pattern}");
        }
    }
}
