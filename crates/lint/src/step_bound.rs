//! Upper bounds for the steps of a backtracking matcher, for patterns where they can be computed.
//!
//! Two kinds of patterns are supported. In the first, the next character always determines how to continue, as in
//! `a+(,a+)*`, so nothing is matched twice. The second is a sequence of characters and repeated characters, as in
//! `[a-z]+[a-z_]*[a-z]`, where the steps of each part can be added up from the end.
//!
//! The bounds are for the [`Matcher`](crate::backtracking) that looks for catastrophic backtracking, and count the same
//! steps: each part at each position.

use fancy_regex::Expr;
use heat_model::pattern::{BACKTRACK_LIMIT, Ranges};

use crate::classes::{Classes, ranges_overlap};

/// Maximum number of steps for matching a pattern on any string of a given length in bytes; `None` if it is unknown, or certainly
/// too large.
pub(super) fn most_steps(pattern: &Expr, classes: &Classes, length: usize) -> Option<usize> {
    let once = count(pattern).saturating_mul(length.saturating_add(1));
    if once > BACKTRACK_LIMIT {
        return None;
    }
    let bound = StepBound { classes };
    if bound.decides(pattern, &Vec::new()) {
        return Some(once);
    }
    Some(bound.failing_steps(pattern, length)?.saturating_add(once))
}

/// Number of steps of a pattern at one position if each of its parts is tried there once. Lookaround also visits other positions.
fn count(expr: &Expr) -> usize {
    let inner = match expr {
        Expr::Concat(parts) | Expr::Alt(parts) => parts.iter().map(count).fold(0, usize::saturating_add),
        Expr::Group(inner) => count(inner),
        Expr::LookAround(inner, _) => count(inner).saturating_mul(longest(inner).saturating_add(1)),
        Expr::AtomicGroup(inner) => count(inner),
        Expr::Repeat { child, .. } => count(child),
        _ => 0,
    };
    inner.saturating_add(1)
}

/// Maximum number of characters that a pattern matches.
fn longest(expr: &Expr) -> usize {
    match expr {
        Expr::Literal { val, .. } => val.chars().count(),
        Expr::Any { .. } | Expr::Delegate { .. } => 1,
        Expr::Concat(parts) => parts.iter().map(longest).fold(0, usize::saturating_add),
        Expr::Alt(branches) => branches.iter().map(longest).max().unwrap_or(0),
        Expr::Group(inner) => longest(inner),
        Expr::AtomicGroup(inner) => longest(inner),
        Expr::Repeat { child, hi, .. } => longest(child).saturating_mul(*hi),
        _ => 0,
    }
}

/// Analysis of a pattern that bounds its steps.
struct StepBound<'c> {
    classes: &'c Classes,
}

/// Beginnings of the strings that a part matches.
#[derive(Default)]
struct Starts {
    /// First characters of those strings.
    chars: Ranges,
    /// Whether the part matches the empty string.
    nullable: bool,
}

impl StepBound<'_> {
    /// Whether the next character determines the way through a part, and whether to continue with `after`, the
    /// characters that may follow it.
    ///
    /// If so, at most one way leads past each character of a string, and each part is tried at most once at each
    /// position.
    fn decides(&self, expr: &Expr, after: &Ranges) -> bool {
        match expr {
            Expr::Concat(parts) => {
                let mut behind = after.clone();
                parts.iter().rev().all(|part| {
                    let decides = self.decides(part, &behind);
                    let starts = self.starts(part);
                    if !starts.nullable {
                        behind.clear();
                    }
                    behind.extend(starts.chars);
                    decides
                })
            }
            Expr::Alt(branches) => {
                let mut all = Starts::default();
                let differ = branches.iter().all(|branch| {
                    let starts = self.starts(branch);
                    let differs =
                        !(ranges_overlap(&all.chars, &starts.chars) || all.nullable && starts.nullable);
                    all.chars.extend(starts.chars);
                    all.nullable |= starts.nullable;
                    differs && self.decides(branch, after)
                });
                // With an empty branch, the characters that follow are one of the ways.
                differ && !(all.nullable && ranges_overlap(&all.chars, after))
            }
            Expr::Group(inner) => self.decides(inner, after),
            Expr::Repeat { child, lo, hi, .. } => {
                let starts = self.starts(child);
                // Iterations that match nothing are ways of their own.
                if starts.nullable || lo < hi && ranges_overlap(&starts.chars, after) {
                    return false;
                }
                // One iteration is followed by the next.
                let behind = [starts.chars.as_slice(), after.as_slice()].concat();
                self.decides(child, &behind)
            }
            // The contents of a lookaround are matched on their own.
            Expr::LookAround(inner, _) => self.decides(inner, &Vec::new()),
            Expr::AtomicGroup(_) => false,
            _ => true,
        }
    }

    /// Returns the beginnings of the strings that a part matches. The matcher treats unknown syntax as an assertion that is true.
    fn starts(&self, expr: &Expr) -> Starts {
        let begins = |chars| Starts { chars, nullable: false };
        match expr {
            Expr::Literal { val, casei: true } if !val.is_empty() => begins(
                val.chars()
                    .take(1)
                    .flat_map(|first| [first.to_ascii_lowercase(), first.to_ascii_uppercase()])
                    .map(|char| (char, char))
                    .collect(),
            ),
            Expr::Literal { val, .. } if !val.is_empty() => {
                begins(val.chars().take(1).map(|char| (char, char)).collect())
            }
            Expr::Any { .. } => begins(vec![('\0', char::MAX)]),
            Expr::Delegate { inner, casei } => begins(self.classes.ranges(inner, *casei).to_vec()),
            Expr::Concat(parts) => {
                let mut all = Starts { chars: Vec::new(), nullable: true };
                for part in parts {
                    let starts = self.starts(part);
                    all.chars.extend(starts.chars);
                    all.nullable = starts.nullable;
                    if !starts.nullable {
                        break;
                    }
                }
                all
            }
            Expr::Alt(branches) => branches.iter().fold(Starts::default(), |mut all, branch| {
                let starts = self.starts(branch);
                all.chars.extend(starts.chars);
                all.nullable |= starts.nullable;
                all
            }),
            Expr::Group(inner) => self.starts(inner),
            Expr::Repeat { child, lo, .. } => {
                let starts = self.starts(child);
                Starts { nullable: *lo == 0 || starts.nullable, ..starts }
            }
            _ => Starts { chars: Vec::new(), nullable: true },
        }
    }

    /// Returns the maximum number of steps of a sequence of characters and repeated characters on strings of a given length, in
    /// addition to those of the successful match. `None` for other patterns.
    ///
    /// A success ends the matching. Unsuccessful steps are those of each part at each position where the previous part
    /// can end.
    fn failing_steps(&self, pattern: &Expr, length: usize) -> Option<usize> {
        let mut parts = Vec::new();
        in_sequence(pattern, 0, &mut parts);
        // The steps that the parts seen so far take to fail, by the remaining length; `None` if they never fail.
        let mut rest: Option<Vec<usize>> = None;
        let mut all = 0_usize;
        for (part, own) in parts.into_iter().rev() {
            let single = self.single(part)?;
            let is_run = matches!(single, SequencePart::Run { .. });
            let steps: Option<Vec<usize>> = match single {
                SequencePart::Position => {
                    let steps = rest.unwrap_or_else(|| vec![0; length + 1]);
                    Some(steps.into_iter().map(|steps| steps.saturating_add(own)).collect())
                }
                SequencePart::Char => {
                    let steps = |left: usize| Some(rest.as_ref()?[left.checked_sub(1)?]);
                    Some((0..=length).map(|left| own.saturating_add(steps(left).unwrap_or(0))).collect())
                }
                // Too few characters, and nothing after them that could fail.
                SequencePart::Run { lo, turn } if rest.is_none() => {
                    let steps =
                        |left: usize| own.saturating_add(turn.saturating_mul(lo.saturating_sub(1).min(left)));
                    (lo > 0).then(|| (0..=length).map(steps).collect())
                }
                SequencePart::Run { turn, .. } => {
                    // One iteration at each position, and the rest.
                    let steps = rest.iter().flatten().scan(own, |sum, rest| {
                        *sum = sum.saturating_add(turn).saturating_add(*rest);
                        Some(*sum)
                    });
                    Some(steps.collect())
                }
            };
            // Only a run that finally succeeds can have failed with more characters before.
            let failed = steps.as_ref().and_then(|steps| steps.last()).copied().unwrap_or(0);
            all = all.saturating_add(if is_run { failed } else { own });
            rest = steps;
        }
        Some(all)
    }

    fn single(&self, expr: &Expr) -> Option<SequencePart> {
        match expr {
            Expr::Any { .. } | Expr::Delegate { .. } => Some(SequencePart::Char),
            Expr::Literal { val, .. } if !val.is_empty() => Some(SequencePart::Char),
            Expr::Assertion(_) => Some(SequencePart::Position),
            Expr::LookAround(inner, _) if self.decides(inner, &Vec::new()) => Some(SequencePart::Position),
            Expr::Group(inner) => self.single(inner),
            Expr::Repeat { child, lo, .. } => matches!(self.single(child)?, SequencePart::Char)
                .then(|| SequencePart::Run { lo: *lo, turn: count(child) }),
            _ => None,
        }
    }
}

/// Adds the parts of a sequence, including those of nested sequences, with the steps of each. The steps around the sequence are
/// added to its first part.
fn in_sequence<'e>(expr: &'e Expr, around: usize, out: &mut Vec<(&'e Expr, usize)>) {
    match expr {
        Expr::Concat(parts) if !parts.is_empty() => {
            for (index, part) in parts.iter().enumerate() {
                in_sequence(part, if index == 0 { around + 1 } else { 0 }, out);
            }
        }
        Expr::Group(inner) => in_sequence(inner, around + 1, out),
        _ => out.push((expr, count(expr).saturating_add(around))),
    }
}

/// Part that matches one character, once or repeatedly.
enum SequencePart {
    /// Position without a character, such as the beginning.
    Position,
    /// Single character.
    Char,
    /// Repetition of at least `lo` characters, each of which takes `turn` steps.
    Run { lo: usize, turn: usize },
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use heat_model::pattern::Pattern;

    use super::*;
    use crate::backtracking::{endless_by_trying, endless_on, steps_on};

    fn bound(pattern: &str, length: usize) -> Option<usize> {
        most_steps(&Pattern::syntax(pattern).unwrap(), &Classes::default(), length)
    }

    #[test]
    fn common_patterns_have_a_bound() {
        for pattern in [
            r"\d{4}-\d{2}-\d{2}\s\d{2}:\d{2}",
            "^([0-9a-fA-F]){8}-([0-9a-fA-F]){4}-([0-9a-fA-F]){4}-([0-9a-fA-F]){4}-([0-9a-fA-F]){12}$",
            r"[a-zA-Z0-9_]+[a-zA-Z0-9_@?#\s]*[a-zA-Z0-9_]+",
            "^([0-9]+(-[0-9]+)?)(,([0-9]+(-[0-9]+)?))*$",
            "/dev/vd[b-z]",
            r"[a-zA-Z0-9_\-]+[a-zA-Z0-9_@?#\s\-]*[a-zA-Z0-9_\-]+",
            "^[a-z](-?[a-z0-9])*$",
            r"(?i)(tcp|udp|icmp)(:\d+)?",
        ] {
            let bound = bound(pattern, 300);
            assert!(bound.is_some_and(|bound| bound <= BACKTRACK_LIMIT), "{pattern}: {bound:?}");
        }
    }

    #[test]
    fn long_patterns_are_given_up_at_once() {
        assert_eq!(bound(&r"\w+".repeat(5_000), 100_000), None);
        assert_eq!(bound(&format!("(?=a{{300}})(?={}b)", "a?".repeat(2_000)), usize::MAX), None);
    }

    #[test]
    fn patterns_with_several_ways_are_not_known() {
        for pattern in
            ["(a+)+$", "(a|a)*b", "(a*)*$", "(ab|a|b)+$", "(?:a?){30}a{30}b", "(a|b?|c?)d", "(?>ab?)*$"]
        {
            assert_eq!(bound(pattern, 300), None, "{pattern}");
        }
        // Three ways to divide a string before failing: known, and too many.
        assert!(bound("a*a*a*$", 300).is_some_and(|bound| bound > BACKTRACK_LIMIT));
    }

    fn patterns() -> impl Strategy<Value = String> {
        let leaf = prop_oneof![
            8 => "[abc]",
            2 => "[a-c]{2,3}",
            4 => prop::sample::select(vec!["[ab]", "[^a]", ".", r"\w", r"\s", "é", "[b-z]", "(?i:a)"]).prop_map(str::to_owned),
            1 => prop::sample::select(vec!["^", "$", "", r"\b"]).prop_map(str::to_owned),
        ];
        leaf.prop_recursive(4, 24, 4, |inner| {
            let quantifiers =
                vec!["*", "+", "?", "{2}", "{2,5}", "{0,9}", "{12}", "{3,}", "*?", "+?", "*+", "{9,}?"];
            prop_oneof![
                4 => vec(inner.clone(), 2..4).prop_map(|parts| parts.concat()),
                1 => vec(inner.clone(), 2..4).prop_map(|branches| format!("({})", branches.join("|"))),
                4 => (inner.clone(), prop::sample::select(quantifiers))
                    .prop_map(|(inner, quantifier)| format!("(?:{inner}){quantifier}")),
                1 => (inner, prop::sample::select(vec!["(?=", "(?!", "(?>", "("]))
                    .prop_map(|(inner, open)| format!("{open}{inner})")),
            ]
        })
    }

    proptest! {
        #[test]
        fn matching_takes_no_more_steps(
            pattern in patterns(),
            text in prop_oneof!["[abcé ]{0,24}", ("[abcé]{1,3}", 1..30_usize, "[abc!]?").prop_map(|(word, turns, end)| word.repeat(turns) + &end)],
        ) {
            if let Ok(syntax) = Pattern::syntax(&pattern)
                && let Some(most) = most_steps(&syntax, &Classes::default(), text.len())
            {
                let steps = steps_on(&syntax, &text);
                prop_assert!(steps <= most.min(BACKTRACK_LIMIT + 1), "{steps} > {most}: {pattern:?} on {text:?}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn the_bound_agrees_with_trying(pattern in patterns()) {
            if let Ok(syntax) = Pattern::syntax(&pattern)
                && endless_on(&pattern).is_none()
            {
                prop_assert_eq!(endless_by_trying(&syntax, Classes::default()), None);
            }
        }
    }
}
