//! Patterns with catastrophic backtracking.
//!
//! If a repeated part can match the same string in several ways, as in `(a+)+`, a backtracking matcher tries all
//! combinations when the rest does not match. Instead of analysing the pattern, this module repeats strings that such a
//! part matches, adds a character that the pattern probably refuses, and runs a matcher that backtracks like Python's
//! with a limit on its steps. Our own matcher cannot be used for this: it takes shortcuts.

use std::cell::Cell;
use std::collections::BTreeSet;

use fancy_regex::{Assertion, Expr, LookAround};
use heat_model::pattern::{BACKTRACK_LIMIT, Pattern, Ranges, class_ranges};

/// Maximum number of steps on all strings for a pattern.
const MAX_STEPS: usize = 50 * BACKTRACK_LIMIT;

/// Maximum number of steps that are in progress at once: each of them needs memory on the stack.
const MAX_DEPTH: usize = 1_000;

/// Maximum number of strings before a repeated part.
const MAX_STARTS: usize = 4;

/// Maximum number of ways to match a part.
const MAX_WORDS: usize = 24;

/// Maximum length of a way to match a part, in bytes.
const MAX_WORD_LENGTH: usize = 24;

/// Number of repetitions in a string. With so few of them, a number of steps that grows like the fourth power of the length stays
/// below the limit, and one that doubles with each of them does not.
const TURNS: usize = 20;

/// Maximum length of the repeated part of a string, in bytes.
const MAX_TEXT_LENGTH: usize = 240;

/// Returns a short string on which matching exceeds the step limit, if one is found.
pub(crate) fn endless_on(python: &str) -> Option<String> {
    let pattern = Node::new(&Pattern::syntax(python).ok()?);
    let mut letters = BTreeSet::from(['a', '0', ' ']);
    pattern.add_letters(&mut letters);
    let letters = letters.into_iter().collect();
    Search { letters, steps: 0, pattern: &pattern }.visit(&pattern, &[String::new()])
}

/// Part of a pattern as the matcher uses it, with the characters of each class.
enum Node {
    Char(Ranges),
    Concat(Vec<Node>),
    Alt(Vec<Node>),
    Repeat {
        child: Box<Node>,
        least: usize,
        most: usize,
        greedy: bool,
    },
    Atomic(Box<Node>),
    Ahead {
        inner: Box<Node>,
        is_negated: bool,
    },
    StartText,
    EndText,
    /// Other syntax, which is assumed to match.
    True,
}

impl Node {
    fn new(expr: &Expr) -> Self {
        let boxed = |expr: &Expr| Box::new(Self::new(expr));
        let all = |parts: &[Expr]| parts.iter().map(Self::new).collect();
        match expr {
            Expr::Literal { val, casei } => {
                Self::Concat(val.chars().map(|char| Self::char(char, *casei)).collect())
            }
            Expr::Any { newline: true, .. } => Self::Char(vec![('\0', char::MAX)]),
            Expr::Any { newline: false, .. } => Self::Char(vec![('\0', '\x09'), ('\x0b', char::MAX)]),
            Expr::Delegate { inner, casei } => Self::Char(class_ranges(inner, *casei).unwrap_or_default()),
            Expr::Concat(parts) => Self::Concat(all(parts)),
            Expr::Alt(branches) => Self::Alt(all(branches)),
            Expr::Group(inner) => Self::new(inner),
            Expr::AtomicGroup(inner) => Self::Atomic(boxed(inner)),
            Expr::LookAround(inner, LookAround::LookAhead) => {
                Self::Ahead { inner: boxed(inner), is_negated: false }
            }
            Expr::LookAround(inner, LookAround::LookAheadNeg) => {
                Self::Ahead { inner: boxed(inner), is_negated: true }
            }
            Expr::Assertion(Assertion::StartText) => Self::StartText,
            Expr::Assertion(Assertion::EndText) => Self::EndText,
            Expr::Repeat { child, lo, hi, greedy } => {
                Self::Repeat { child: boxed(child), least: *lo, most: *hi, greedy: *greedy }
            }
            _ => Self::True,
        }
    }

    fn char(char: char, ignore_case: bool) -> Self {
        let cases = [char.to_ascii_uppercase(), char.to_ascii_lowercase()];
        Self::Char(if ignore_case { cases.map(|case| (case, case)).into() } else { vec![(char, char)] })
    }

    /// Adds characters that distinguish the classes of a pattern: some that are in them, preferably plain ones, and one that is not.
    fn add_letters(&self, letters: &mut BTreeSet<char>) {
        match self {
            Self::Char(ranges) => {
                let mut plain = ('a'..='z').chain('0'..='9').chain('A'..='Z').chain(' '..='~');
                let first = ranges.first();
                letters.extend(plain.find(|char| contains(ranges, *char)).or(first.map(|range| range.0)));
                // The classes of Unicode have hundreds of ranges.
                let bounds = ranges.iter().filter(|_| ranges.len() < 9).flat_map(|range| [range.0, range.1]);
                letters.extend(bounds.filter(|char| char.is_alphanumeric()).take(4));
                let outside = first.filter(|range| range.0 == '\0').and_then(|range| (range.1..).nth(1));
                letters.extend(outside.filter(|char| !char.is_control()));
            }
            Self::Concat(parts) | Self::Alt(parts) => parts.iter().for_each(|part| part.add_letters(letters)),
            Self::Repeat { child: inner, .. } | Self::Atomic(inner) | Self::Ahead { inner, .. } => {
                inner.add_letters(letters);
            }
            Self::StartText | Self::EndText | Self::True => {}
        }
    }

    /// Returns whether there are several ways to match a part from a position.
    fn has_choice(&self) -> bool {
        match self {
            Self::Concat(parts) => parts.iter().any(Self::has_choice),
            Self::Alt(_) => true,
            Self::Repeat { child, least, most, .. } => least < most || child.has_choice(),
            _ => false,
        }
    }
}

/// Returns whether a character is in one of the ranges, which are in order.
fn contains(ranges: &Ranges, char: char) -> bool {
    let at = ranges.partition_point(|(_, end)| *end < char);
    ranges.get(at).is_some_and(|(start, _)| *start <= char)
}

struct Search<'p> {
    /// Characters that the pattern distinguishes.
    letters: Vec<char>,
    steps: usize,
    pattern: &'p Node,
}

impl Search<'_> {
    /// Tries every repeated part that can match in several ways; `before` are ways to match the parts before it.
    fn visit(&mut self, node: &Node, before: &[String]) -> Option<String> {
        match node {
            Node::Concat(parts) => {
                let mut before = before.to_vec();
                parts.iter().find_map(|part| {
                    let found = self.visit(part, &before);
                    before = joined(&before, &self.words(part), (MAX_STARTS, MAX_TEXT_LENGTH));
                    found
                })
            }
            Node::Alt(branches) => branches.iter().find_map(|branch| self.visit(branch, before)),
            Node::Atomic(inner) | Node::Ahead { inner, .. } => self.visit(inner, before),
            Node::Repeat { child, most, .. } => {
                let is_loop = *most > 8 && child.has_choice();
                is_loop.then(|| self.repeat(child, before)).flatten().or_else(|| self.visit(child, before))
            }
            _ => None,
        }
    }

    /// Tries a repeated part with various ends that the pattern may not expect.
    fn repeat(&mut self, child: &Node, before: &[String]) -> Option<String> {
        let letters = self.letters.iter().take(6).map(char::to_string);
        let ends: Vec<String> =
            ["\u{1}", "!", "\n", ""].map(str::to_owned).into_iter().chain(letters).collect();
        let words = self.words(child);
        for start in before {
            for word in words.iter().filter(|word| !word.is_empty()) {
                for end in &ends {
                    if self.steps > MAX_STEPS {
                        return None;
                    }
                    let turns = TURNS.min(MAX_TEXT_LENGTH / word.len());
                    let text: Vec<char> = format!("{start}{}{end}", word.repeat(turns)).chars().collect();
                    let matcher = Matcher { text: &text, steps: Cell::new(0), depth: Cell::new(0) };
                    matcher.part(self.pattern, 0, &|_| true);
                    if matcher.is_over() {
                        return Some(format!("{start}{}…{end}", word.repeat(3)));
                    }
                    self.steps += matcher.steps.get();
                }
            }
        }
        None
    }

    /// Returns ways to match a part, short ones first.
    fn words(&self, node: &Node) -> Vec<String> {
        let mut words: Vec<String> = match node {
            Node::Char(ranges) => {
                self.letters.iter().filter(|letter| contains(ranges, **letter)).map(char::to_string).collect()
            }
            Node::Concat(parts) => parts.iter().fold(vec![String::new()], |before, part| {
                joined(&before, &self.words(part), (MAX_WORDS, MAX_WORD_LENGTH))
            }),
            Node::Alt(branches) => branches.iter().flat_map(|branch| self.words(branch)).collect(),
            Node::Atomic(inner) => self.words(inner),
            Node::Repeat { child, least, most, .. } => {
                let words = self.words(child);
                let least = (*least).min(MAX_WORD_LENGTH);
                let turns = [least, (least + 1).min(*most)];
                turns.iter().flat_map(|turns| words.iter().map(|word| word.repeat(*turns))).collect()
            }
            _ => vec![String::new()],
        };
        words.retain(|word| word.len() <= MAX_WORD_LENGTH);
        let mut seen = BTreeSet::new();
        words.retain(|word| seen.insert(word.clone()));
        words.truncate(MAX_WORDS);
        words
    }
}

/// Joins each string with each continuation, up to a number of results of a maximum length.
fn joined(before: &[String], after: &[String], (most, longest): (usize, usize)) -> Vec<String> {
    let pairs = after.iter().flat_map(|after| before.iter().map(move |before| format!("{before}{after}")));
    pairs.filter(|joined| joined.len() <= longest).take(most).collect()
}

/// Matcher that backtracks like Python's and counts its steps.
struct Matcher<'t> {
    text: &'t [char],
    steps: Cell<usize>,
    depth: Cell<usize>,
}

/// Continuation after a part has matched up to a position: whether the rest matches from there.
type Next<'n> = &'n dyn Fn(usize) -> bool;

impl Matcher<'_> {
    fn is_over(&self) -> bool {
        self.steps.get() > BACKTRACK_LIMIT
    }

    fn part(&self, node: &Node, at: usize, next: Next<'_>) -> bool {
        self.steps.set(self.steps.get() + 1);
        if self.is_over() || self.depth.get() > MAX_DEPTH {
            return false;
        }
        self.depth.set(self.depth.get() + 1);
        let matches = match node {
            Node::Char(ranges) => {
                self.text.get(at).is_some_and(|char| contains(ranges, *char)) && next(at + 1)
            }
            Node::Concat(parts) => self.parts(parts, at, next),
            Node::Alt(branches) => branches.iter().any(|branch| self.part(branch, at, next)),
            Node::Repeat { child, least, most, greedy } => {
                self.turn(child, (*least, *most, *greedy), at, next)
            }
            Node::Atomic(inner) => {
                let end = Cell::new(None);
                let keep = |at| {
                    end.set(Some(at));
                    true
                };
                self.part(inner, at, &keep) && end.get().is_some_and(next)
            }
            Node::Ahead { inner, is_negated } => self.part(inner, at, &|_| true) != *is_negated && next(at),
            Node::StartText => at == 0 && next(at),
            Node::EndText => at == self.text.len() && next(at),
            Node::True => next(at),
        };
        self.depth.set(self.depth.get() - 1);
        matches
    }

    fn parts(&self, parts: &[Node], at: usize, next: Next<'_>) -> bool {
        match parts.split_first() {
            None => next(at),
            Some((first, rest)) => self.part(first, at, &|at| self.parts(rest, at, next)),
        }
    }

    fn turn(
        &self,
        child: &Node,
        (least, most, greedy): (usize, usize, bool),
        at: usize,
        next: Next<'_>,
    ) -> bool {
        let left = (least.saturating_sub(1), most.saturating_sub(1), greedy);
        let another = || {
            // An iteration that matched nothing is the last one.
            let go_on = |to| (to != at || least > 0) && self.turn(child, left, to, next);
            most > 0 && self.part(child, at, &go_on)
        };
        // The order only affects the number of steps.
        match (least, greedy) {
            (0, true) => another() || next(at),
            (0, false) => next(at) || another(),
            _ => another(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::endless_on;

    fn check(patterns: &[&str], is_exponential: bool) {
        for pattern in patterns {
            assert_eq!(endless_on(pattern).is_some(), is_exponential, "{pattern}");
        }
    }

    #[test]
    fn parts_that_match_in_several_ways_are_found() {
        let patterns = [
            "(a+)+$",
            "(a|a)*b",
            "(a*)*$",
            "(a+?)+?$",
            "^([a-z]+)*$",
            "([a-z]+-?)+$",
            r"(\w+\s?)*$",
            r"(\w|\d)+-",
            "(?:x|y)z(ab|a|b)+$",
            "(.*,)*$",
            r"([0-9]+\.?)+$",
            "^(([a-z])+.)+[A-Z]([a-z])+$",
            "(a?){30}a{30}b",
            "(é+)+$",
            "([^b]|a)+$",
            "([a-f]|[d-k])+$",
            "(aaaaaa|aaaa)+$",
            "(a{2,3}){2,}$",
            "(a{0,9}){0,9}b",
            "(?:(?:(?i:a)[a-c]{2,3},){3,})+-",
            "(?i)(A|a)+$",
            "(x+x+)+y",
            "(?=(a+)+$)a",
            "(?!(a|aa)+b)a",
            r"(\s*\w+\s*)*;",
            r#""([^"]|\\.)*""#,
            // Python tries each of the iterations that match nothing.
            "([a-z]|){100000}",
        ];
        check(&patterns, true);
    }

    #[test]
    fn patterns_whose_steps_grow_like_a_power_of_the_length_are_not() {
        check(
            &["a*a*a*$", "a*a*a*a*a*$", r"\w+\w+\w+\w+\w+$", "(a|b)*(a|b)*(a|b)*(a|b)*c", ".*.*=.*"],
            false,
        );
    }

    #[test]
    fn other_patterns_are_not() {
        let patterns = [
            "[a-z]+",
            "(a+)+",
            "(ab)+$",
            "(a|b|c)+$",
            "(?>a+)+$",
            "(a++)+$",
            r"\d{1,3}(\.\d{1,3}){3}$",
            r"([a-z0-9]+\.)*[a-z0-9]+$",
            r"(\w+\s)*\w+$",
            "a|ab",
            "(",
            "",
            "(?:){300000}",
            r"^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$",
            r"^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$",
            "(master|1.[0-9].[0-9](-(RC|rc|alpha|beta)[0-9])?)",
            // Those of the catalogue.
            "[a-z][a-z0-9-]*",
            "/dev/vd[b-z]",
            r"\d{4}-\d{2}-\d{2}\s\d{2}:\d{2}",
            r"^[a-zA-Z0-9][a-zA-Z0-9\-_\.]*$",
            r"[a-zA-Z0-9_\-]+[a-zA-Z0-9_@?#\s\-]*[a-zA-Z0-9_\-]+",
            "^([0-9]+(-[0-9]+)?)(,([0-9]+(-[0-9]+)?))*$",
            "^([0-9a-fA-F]){8}-([0-9a-fA-F]){4}-([0-9a-fA-F]){4}-([0-9a-fA-F]){4}-([0-9a-fA-F]){12}$",
            r"^(([a-zA-Z]|[a-zA-Z][a-zA-Z0-9\-]*[a-zA-Z0-9])\.)*([A-Za-z]|[A-Za-z][A-Za-z0-9\-]*[A-Za-z0-9])$",
        ];
        check(&patterns, false);
    }
}
