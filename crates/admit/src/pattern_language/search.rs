//! Searches for the shortest text that some patterns accept and others do not.

use std::collections::{BTreeSet, HashSet};

use fancy_regex::{Assertion, Expr, LookAround};
use heat_model::pattern::Pattern;

use super::alphabet::Alphabet;
use super::automaton::{Automaton, StateNumber};
use super::budget::Budget;
use super::classes::Classes;
use super::nfa::Nfa;
use super::undecided::Undecided;

/// The maximum length of a pattern that is analysed, in bytes.
const MAX_PATTERN_LENGTH: usize = 10_000;

/// Maximum number of texts that may be rejected before a search is given up.
const MAX_REJECTED: usize = 200;

/// The range of lengths of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lengths {
    /// The minimum number of characters.
    pub(crate) min: usize,
    /// The maximum number of characters.
    pub(crate) max: usize,
}

impl Lengths {
    /// Range of all lengths.
    pub(crate) const ANY: Self = Self { min: 0, max: usize::MAX };
}

/// An automaton that must accept or, for a negative look-ahead, must not.
#[derive(Debug)]
struct Part {
    automaton: usize,
    accepts: bool,
}

/// A pattern: the conjunction of its parts.
struct Language {
    python: String,
    /// Compiled on first use, because this takes longer than everything else.
    matcher: Option<Pattern>,
    parts: Vec<Part>,
}

impl Language {
    /// Returns whether the real matcher accepts a text.
    fn matches(&mut self, text: &str) -> Result<bool, Undecided> {
        let matcher = match self.matcher.take() {
            Some(matcher) => matcher,
            None => Pattern::new(&self.python).map_err(|_| Undecided::NoPattern)?,
        };
        let accepted = matcher.matches(text).map_err(|_| Undecided::TooMuch);
        self.matcher = Some(matcher);
        accepted
    }
}

/// Patterns, prepared for questions.
pub(crate) struct Languages {
    alphabet: Alphabet,
    automata: Vec<Automaton>,
    known: Vec<Language>,
}

impl Languages {
    /// Parses patterns.
    pub(crate) fn new(patterns: &[&str]) -> Result<Self, Undecided> {
        let mut budget = Budget::new();
        let mut classes = Classes::default();
        let mut nfas = Vec::new();
        let mut known = Vec::new();
        for python in patterns {
            if python.len() > MAX_PATTERN_LENGTH {
                return Err(Undecided::TooMuch);
            }
            let syntax = Pattern::syntax(python).map_err(|_| Undecided::NoPattern)?;
            let mut parts = Vec::new();
            let (looks, rest) = looks_at_start(&syntax);
            for (expr, accepts) in looks {
                parts.push(Part { automaton: nfas.len(), accepts });
                nfas.push(Nfa::of_start(expr, &mut classes, &mut budget)?);
            }
            parts.push(Part { automaton: nfas.len(), accepts: true });
            nfas.push(Nfa::of_match(&Expr::Concat(rest), &mut classes, &mut budget)?);
            known.push(Language { python: (*python).to_owned(), matcher: None, parts });
        }
        let ahead: BTreeSet<_> = nfas.iter().flat_map(Nfa::classes_ahead).collect();
        let alphabet = Alphabet::new(&classes, &ahead, &mut budget)?;
        let automata: Result<_, _> =
            nfas.into_iter().map(|nfa| Automaton::new(nfa, &alphabet, &mut budget)).collect();
        Ok(Self { alphabet, automata: automata?, known })
    }

    /// Returns the shortest text that each of `all` accepts and that, if there are any, at least one of `not_all` rejects; among
    /// texts of one length, the most readable one. `wanted` may reject texts.
    pub(crate) fn first(
        &mut self,
        all: &[&str],
        not_all: Option<&[&str]>,
        lengths: Lengths,
        wanted: &mut dyn FnMut(&str) -> bool,
    ) -> Result<Option<String>, Undecided> {
        let number = |python: &&str| self.known.iter().position(|language| language.python == **python);
        let all: Vec<usize> = all.iter().filter_map(number).collect();
        let not_all: Option<Vec<usize>> = not_all.map(|some| some.iter().filter_map(number).collect());
        let mut search = Search { languages: self, all, not_all, budget: Budget::new(), rejected: 0 };
        search.run(lengths, wanted)
    }
}

/// A path to a text: the path to all but its last character, and that character's letter.
struct Path {
    parent: usize,
    letter: usize,
    states: Box<[StateNumber]>,
}

struct Search<'a> {
    languages: &'a mut Languages,
    all: Vec<usize>,
    not_all: Option<Vec<usize>>,
    budget: Budget,
    rejected: usize,
}

impl Search<'_> {
    fn run(
        &mut self,
        lengths: Lengths,
        wanted: &mut dyn FnMut(&str) -> bool,
    ) -> Result<Option<String>, Undecided> {
        let mut start: Vec<StateNumber> = vec![Automaton::START; self.languages.automata.len()];
        if !self.settle(&mut start) {
            return Ok(None);
        }
        let mut paths = vec![Path { parent: 0, letter: 0, states: start.into() }];
        let mut known: HashSet<(Box<[StateNumber]>, usize)> = HashSet::new();
        let (mut from, mut length) = (0, 0);
        // Each round examines the texts of one length.
        while from < paths.len() && length <= lengths.max {
            let to = paths.len();
            for index in from..to {
                let Some(path) = paths.get(index) else { break };
                if length >= lengths.min && self.is_met(&path.states) {
                    let text = self.text(&paths, index);
                    if self.is_right(&text)? && wanted(&text) {
                        return Ok(Some(text));
                    }
                    self.rejected += 1;
                    if self.rejected > MAX_REJECTED {
                        return Err(Undecided::TooMuch);
                    }
                }
            }
            length += 1;
            for index in from..to {
                for letter in 0..self.languages.alphabet.len() {
                    let Some(path) = paths.get(index) else { break };
                    let Some(states) = self.step(&path.states.clone(), letter)? else { continue };
                    // Beyond the minimum, all lengths are equivalent.
                    let key = (states.clone(), length.min(lengths.min));
                    if known.insert(key) {
                        paths.push(Path { parent: index, letter, states });
                    }
                }
            }
            from = to;
        }
        Ok(None)
    }

    /// Returns the states that a letter leads to; `None` if no text that starts this path can be accepted.
    fn step(&mut self, from: &[StateNumber], letter: usize) -> Result<Option<Box<[StateNumber]>>, Undecided> {
        self.budget.take(4 + 2 * from.len())?;
        let Languages { alphabet, automata, .. } = &mut *self.languages;
        let mut states = Vec::with_capacity(from.len());
        for (automaton, place) in automata.iter_mut().zip(from) {
            states.push(automaton.step(*place, letter, alphabet, &mut self.budget)?);
        }
        Ok(self.settle(&mut states).then(|| states.into()))
    }

    /// Drops parts that no longer matter; returns whether anything can still be accepted.
    fn settle(&self, states: &mut [StateNumber]) -> bool {
        let is_dead = |states: &[StateNumber], language: &usize| {
            self.parts(*language)
                .iter()
                .any(|part| part.accepts && states.get(part.automaton) == Some(&Automaton::DEAD))
        };
        if self.all.iter().any(|language| is_dead(states, language)) {
            return false;
        }
        let settled = self
            .not_all
            .as_ref()
            .is_none_or(|not_all| not_all.iter().any(|language| is_dead(states, language)));
        let matters = |automaton: usize| {
            let has = |language: &usize| self.parts(*language).iter().any(|part| part.automaton == automaton);
            self.all.iter().any(has) || (!settled && self.not_all.iter().flatten().any(has))
        };
        for (automaton, place) in states.iter_mut().enumerate() {
            if !matters(automaton) {
                *place = Automaton::DEAD;
            }
        }
        true
    }

    fn parts(&self, language: usize) -> &[Part] {
        self.languages.known.get(language).map_or(&[], |language| &language.parts)
    }

    /// Returns whether a text that ends here satisfies the search.
    fn is_met(&self, states: &[StateNumber]) -> bool {
        let accepts = |language: &usize| {
            self.parts(*language).iter().all(|part| {
                let automaton = self.languages.automata.get(part.automaton).zip(states.get(part.automaton));
                automaton.is_some_and(|(automaton, place)| automaton.accepts(*place)) == part.accepts
            })
        };
        self.all.iter().all(accepts)
            && self.not_all.as_ref().is_none_or(|not_all| !not_all.iter().all(accepts))
    }

    /// Returns whether the real matcher agrees that a text satisfies the search. If it does not, the automaton proves nothing.
    fn is_right(&mut self, text: &str) -> Result<bool, Undecided> {
        let languages = &mut self.languages.known;
        let mut all_match = |numbers: &[usize]| {
            for number in numbers {
                if let Some(language) = languages.get_mut(*number)
                    && !language.matches(text)?
                {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        let right = all_match(&self.all)?
            && match &self.not_all {
                Some(not_all) => !all_match(not_all)?,
                None => true,
            };
        if right { Ok(true) } else { Err(Undecided::Disputed) }
    }

    fn text(&self, paths: &[Path], end: usize) -> String {
        let mut chars = Vec::new();
        let mut index = end;
        while let Some(path) = paths.get(index).filter(|_| index > 0) {
            chars.push(self.languages.alphabet.shown(path.letter));
            index = path.parent;
        }
        chars.iter().rev().collect()
    }
}

/// Returns the look-aheads that a pattern starts with, each with whether it must match, and the rest of the pattern.
fn looks_at_start(expr: &Expr) -> (Vec<(&Expr, bool)>, Vec<Expr>) {
    let mut parts = Vec::new();
    flatten(expr, &mut parts);
    let mut looks = Vec::new();
    let mut rest = Vec::new();
    for part in parts {
        match part {
            Expr::Assertion(Assertion::StartText) if rest.is_empty() => {}
            Expr::LookAround(inner, LookAround::LookAhead) if rest.is_empty() => {
                looks.push((&**inner, true));
            }
            Expr::LookAround(inner, LookAround::LookAheadNeg) if rest.is_empty() => {
                looks.push((&**inner, false));
            }
            _ => rest.push(part.clone()),
        }
    }
    (looks, rest)
}

/// Collects the parts of a sequence, including those of sequences at its start.
fn flatten<'a>(expr: &'a Expr, parts: &mut Vec<&'a Expr>) {
    let Expr::Concat(all) = expr else { return parts.push(expr) };
    for part in all {
        flatten(part, parts);
    }
}
