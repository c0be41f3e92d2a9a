//! A deterministic automaton for a pattern, built as far as it is explored.
//!
//! After some characters, a backtracking matcher could be in several states, of which it prefers earlier ones: these, in order,
//! form one state here. Alternatives after a match are dropped. So the match that is found is the one that Python finds first,
//! and a text is accepted if that match ends with the text.

use std::collections::HashMap;

use super::alphabet::{Alphabet, Rest};
use super::budget::Budget;
use super::nfa::{Look, Nfa, State, StateId};
use super::undecided::Undecided;

/// The number of a deterministic state.
pub(super) type StateNumber = u32;

/// A state of the pattern that takes a character or has matched, and the rests of the text for which the matcher can be in it.
type Thread = (StateId, Rest);

/// An automaton, built while it is walked.
#[derive(Debug)]
pub(super) struct Automaton {
    nfa: Nfa,
    places: Vec<Box<[Thread]>>,
    known: HashMap<Box<[Thread]>, StateNumber>,
    steps: HashMap<(StateNumber, usize), StateNumber>,
    /// For each state, the rests with which it has been reached already.
    seen: Vec<Rest>,
}

impl Automaton {
    /// The state from which nothing can be accepted.
    pub(super) const DEAD: StateNumber = 0;
    /// The start state.
    pub(super) const START: StateNumber = 1;

    pub(super) fn new(nfa: Nfa, alphabet: &Alphabet, budget: &mut Budget) -> Result<Self, Undecided> {
        let mut automaton = Self {
            seen: vec![Rest::NONE; nfa.states.len()],
            places: vec![Box::default()],
            known: HashMap::from([(Box::default(), Self::DEAD)]),
            steps: HashMap::new(),
            nfa,
        };
        let start = automaton.reached(&[(automaton.nfa.start, Rest::ANY)], None, alphabet, budget)?;
        // Even if it is dead, the start has its own number.
        automaton.places.push(start);
        Ok(automaton)
    }

    /// Returns whether a text that ends here is accepted.
    pub(super) fn accepts(&self, place: StateNumber) -> bool {
        self.threads(place).iter().any(|(state, rest)| {
            matches!(self.nfa.states.get(*state), Some(State::Match)) && rest.has(Rest::NOTHING_LEFT)
        })
    }

    /// Returns the state that a character leads to.
    pub(super) fn step(
        &mut self,
        from: StateNumber,
        letter: usize,
        alphabet: &Alphabet,
        budget: &mut Budget,
    ) -> Result<StateNumber, Undecided> {
        if from == Self::DEAD {
            return Ok(Self::DEAD);
        }
        if let Some(to) = self.steps.get(&(from, letter)) {
            return Ok(*to);
        }
        let threads = self.threads(from);
        // The threads that are reached are also compared with the known ones.
        budget.take(4 + 4 * threads.len())?;
        let moved: Vec<Thread> = threads
            .iter()
            .filter_map(|(state, rest)| match self.nfa.states.get(*state) {
                Some(State::Take { class, next }) if alphabet.has(*class, letter) => {
                    Some((*next, alphabet.after(*rest, letter)))
                }
                _ => None,
            })
            .collect();
        let reached = self.reached(&moved, Some(letter), alphabet, budget)?;
        let to = if let Some(place) = self.known.get(&reached) {
            *place
        } else {
            let place = StateNumber::try_from(self.places.len()).map_err(|_| Undecided::TooMuch)?;
            self.places.push(reached.clone());
            self.known.insert(reached, place);
            place
        };
        self.steps.insert((from, letter), to);
        Ok(to)
    }

    fn threads(&self, place: StateNumber) -> &[Thread] {
        self.places.get(place as usize).map_or(&[], |threads| &**threads)
    }

    /// Returns the threads that others lead to without another character, in order.
    fn reached(
        &mut self,
        from: &[Thread],
        last: Option<usize>,
        alphabet: &Alphabet,
        budget: &mut Budget,
    ) -> Result<Box<[Thread]>, Undecided> {
        let mut open = Rest::ANY;
        let mut threads = Vec::new();
        let mut touched = Vec::new();
        let mut waiting: Vec<Thread> = from.iter().rev().copied().collect();
        let mut enough = Ok(());
        while let Some((state, rest)) = waiting.pop() {
            enough = budget.take(1);
            let Some(seen) = self.seen.get_mut(state).filter(|_| enough.is_ok()) else { break };
            let rest = rest.and(open).and(seen.not());
            if rest.is_none() {
                continue;
            }
            *seen = seen.or(rest);
            touched.push(state);
            match self.nfa.states.get(state) {
                Some(State::Take { .. }) => threads.push((state, rest)),
                Some(State::Match) => {
                    threads.push((state, rest));
                    open = open.and(rest.not());
                }
                Some(State::Split(ways)) => waiting.extend(ways.iter().rev().map(|way| (*way, rest))),
                Some(State::If { look, next }) => {
                    waiting.push((*next, rest.and(holds(*look, last, alphabet))));
                }
                None => {}
            }
        }
        for state in touched {
            if let Some(seen) = self.seen.get_mut(state) {
                *seen = Rest::NONE;
            }
        }
        enough.map(|()| threads.into())
    }
}

/// Returns the rests for which a look-around is satisfied, after a character or at the start.
fn holds(look: Look, last: Option<usize>, alphabet: &Alphabet) -> Rest {
    let always = |holds: bool| if holds { Rest::ANY } else { Rest::NONE };
    match look {
        Look::Start => always(last.is_none()),
        Look::End => Rest::NOTHING_LEFT,
        Look::LastLineEnd => Rest::END,
        Look::LineStart => always(last.is_none_or(|letter| alphabet.is_line_feed(letter))),
        Look::LineEnd => Rest::LINE_END,
        Look::NotInEmptyText if last.is_none() => Rest::NOTHING_LEFT.not(),
        Look::NotInEmptyText => Rest::ANY,
        Look::Ahead { class, is: true } => alphabet.starting_with(class),
        Look::Ahead { class, is: false } => alphabet.starting_with(class).not(),
        Look::Behind { class, is } => always(last.is_some_and(|letter| alphabet.has(class, letter)) == is),
    }
}
