//! Translates a pattern's syntax to an automaton whose states keep the order in which a backtracking matcher tries alternatives.
//!
//! The automaton is built from its end to its start: each part gets the state to continue with. A repeated part that may match
//! nothing behaves as in Python: an iteration that took no character is the last one.

use fancy_regex::{Assertion, Expr, LookAround};

use super::budget::Budget;
use super::classes::{ClassId, Classes};
use super::undecided::Undecided;

/// The number of a state.
pub(super) type StateId = usize;

/// Action of a state.
#[derive(Debug, Clone)]
pub(super) enum State {
    /// Takes a character.
    Take { class: ClassId, next: StateId },
    /// Branches; earlier ones are preferred.
    Split(Vec<StateId>),
    /// Continues if a condition is true at the current position.
    If { look: Look, next: StateId },
    /// Has matched.
    Match,
}

/// A condition on a position in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// Start of the text, `\A`.
    Start,
    /// End of the text, `\Z`.
    End,
    /// `$`: the end, or before a line feed that ends the text.
    LastLineEnd,
    /// Start of a line, `(?m:^)`.
    LineStart,
    /// End of a line, `(?m:$)`.
    LineEnd,
    /// Part of `\B`: a text without characters has no such position.
    NotInEmptyText,
    /// The next character is in the class or, unless `is`, is not.
    Ahead { class: ClassId, is: bool },
    /// A test of the previous character.
    Behind { class: ClassId, is: bool },
}

/// A pattern, or a look-ahead at its start, as states.
#[derive(Debug)]
pub(super) struct Nfa {
    pub(super) states: Vec<State>,
    pub(super) start: StateId,
}

impl Nfa {
    /// Heat's matching: the first match decides, wherever it ends.
    pub(super) fn of_match(
        expr: &Expr,
        classes: &mut Classes,
        budget: &mut Budget,
    ) -> Result<Self, Undecided> {
        let mut builder = Builder { states: vec![State::Match], classes, budget };
        let start = builder.plain(expr, 0)?;
        Ok(Self { states: builder.states, start })
    }

    /// Accepts a whole text if `expr` matches a prefix of it.
    pub(super) fn of_start(
        expr: &Expr,
        classes: &mut Classes,
        budget: &mut Budget,
    ) -> Result<Self, Undecided> {
        let mut builder = Builder { states: vec![State::Match], classes, budget };
        let end = builder.push(State::If { look: Look::End, next: 0 })?;
        let class = builder.classes.any(true);
        let rest = builder.push(State::Split(Vec::new()))?;
        let take = builder.push(State::Take { class, next: rest })?;
        builder.set(rest, vec![take, end]);
        let start = builder.plain(expr, rest)?;
        Ok(Self { states: builder.states, start })
    }

    /// Returns the classes used in look-aheads.
    pub(super) fn classes_ahead(&self) -> impl Iterator<Item = ClassId> {
        self.states.iter().filter_map(|state| match state {
            State::If { look: Look::Ahead { class, .. }, .. } => Some(*class),
            _ => None,
        })
    }
}

struct Builder<'a> {
    states: Vec<State>,
    classes: &'a mut Classes,
    budget: &'a mut Budget,
}

impl Builder<'_> {
    fn push(&mut self, state: State) -> Result<StateId, Undecided> {
        self.budget.take(1)?;
        self.states.push(state);
        Ok(self.states.len() - 1)
    }

    fn set(&mut self, id: StateId, ways: Vec<StateId>) {
        if let Some(state) = self.states.get_mut(id) {
            *state = State::Split(ways);
        }
    }

    /// Adds the states for `expr`, followed by `next`.
    fn plain(&mut self, expr: &Expr, next: StateId) -> Result<StateId, Undecided> {
        self.budget.take(1)?;
        match expr {
            Expr::Literal { val, casei } => self.literal(val, *casei, next),
            Expr::Any { newline, crlf: false } => {
                let class = self.classes.any(*newline);
                self.push(State::Take { class, next })
            }
            Expr::Delegate { inner, casei } => {
                let class = self.classes.read(inner, *casei, self.budget)?;
                self.push(State::Take { class, next })
            }
            Expr::Concat(parts) => parts.iter().rev().try_fold(next, |next, part| self.plain(part, next)),
            Expr::Assertion(_) | Expr::LookAround(..) => match self.look(expr)? {
                Some(look) => self.push(State::If { look, next }),
                None => Ok(next),
            },
            _ => self.fresh(expr, next, next),
        }
    }

    /// Adds the states for `expr`, followed by `still` if it took no character, and by `moved` if it took some.
    fn fresh(&mut self, expr: &Expr, still: StateId, moved: StateId) -> Result<StateId, Undecided> {
        self.budget.take(1)?;
        match expr {
            _ if still != moved && !may_be_empty(expr) => self.plain(expr, moved),
            Expr::Empty => Ok(still),
            Expr::Group(inner) => self.fresh(inner, still, moved),
            Expr::Alt(branches) => {
                let ways: Result<_, _> =
                    branches.iter().map(|branch| self.fresh(branch, still, moved)).collect();
                self.push(State::Split(ways?))
            }
            Expr::Concat(parts) if still != moved => {
                let (mut still, mut moved) = (still, moved);
                for (index, part) in parts.iter().enumerate().rev() {
                    let first = self.fresh(part, still, moved)?;
                    if index > 0 {
                        moved = self.plain(part, moved)?;
                    }
                    still = first;
                }
                Ok(still)
            }
            Expr::Repeat { child, lo, hi, greedy } => {
                let most = if *hi == usize::MAX { None } else { Some(hi.saturating_sub(*lo)) };
                let repeat = Repeat { child, most, greedy: *greedy };
                let mut first = self.up_to(repeat, still, moved)?;
                let mut rest = if still == moved { first } else { self.up_to(repeat, moved, moved)? };
                for _ in 0..*lo {
                    let both = first == rest;
                    first = self.fresh(child, first, rest)?;
                    rest = if both { first } else { self.plain(child, rest)? };
                }
                Ok(first)
            }
            Expr::Assertion(_) | Expr::LookAround(..) => self.plain(expr, still),
            Expr::Literal { .. } | Expr::Any { .. } | Expr::Delegate { .. } | Expr::Concat(_) => {
                self.plain(expr, moved)
            }
            Expr::AtomicGroup(_) => Err(Undecided::NotRegular("an atomic group")),
            Expr::Backref { .. } => Err(Undecided::NotRegular("a back-reference")),
            Expr::Conditional { .. } | Expr::BackrefExistsCondition { .. } => {
                Err(Undecided::NotRegular("a condition"))
            }
            _ => Err(Undecided::NotRegular("a construct that Python does not have")),
        }
    }

    /// Adds the states for up to a number of further iterations.
    fn up_to(&mut self, repeat: Repeat<'_>, still: StateId, moved: StateId) -> Result<StateId, Undecided> {
        let Repeat { child, most, greedy } = repeat;
        let ways = |turn, out| if greedy { vec![turn, out] } else { vec![out, turn] };
        let again = match most {
            Some(0) => return Ok(still),
            None => {
                let again = self.push(State::Split(Vec::new()))?;
                let turn = self.fresh(child, moved, again)?;
                self.set(again, ways(turn, moved));
                if still == moved {
                    return Ok(again);
                }
                again
            }
            Some(most) => {
                let mut again = moved;
                for _ in 1..most {
                    let turn = self.fresh(child, moved, again)?;
                    again = self.push(State::Split(ways(turn, moved)))?;
                }
                again
            }
        };
        let turn = self.fresh(child, still, again)?;
        self.push(State::Split(ways(turn, still)))
    }

    fn literal(&mut self, text: &str, ignore_case: bool, next: StateId) -> Result<StateId, Undecided> {
        let mut next = next;
        for char in text.chars().rev() {
            let class = self.classes.char(char, ignore_case, self.budget)?;
            next = self.push(State::Take { class, next })?;
        }
        Ok(next)
    }

    /// Returns the condition of a look-around; `None` if it is always satisfied.
    fn look(&mut self, expr: &Expr) -> Result<Option<Look>, Undecided> {
        let look = match expr {
            Expr::Assertion(Assertion::StartText) => Look::Start,
            Expr::Assertion(Assertion::EndText) => Look::End,
            Expr::Assertion(Assertion::StartLine { crlf: false }) => Look::LineStart,
            Expr::Assertion(Assertion::EndLine { crlf: false }) => Look::LineEnd,
            Expr::LookAround(inner, LookAround::LookAhead) if **inner == Expr::Empty => return Ok(None),
            Expr::LookAround(inner, LookAround::LookAhead) if is_last_line_end(inner) => Look::LastLineEnd,
            Expr::LookAround(inner, LookAround::LookAheadNeg) if is_empty_text(inner) => Look::NotInEmptyText,
            Expr::LookAround(inner, kind) => {
                let class = self.one_character(inner)?;
                match kind {
                    LookAround::LookAhead => Look::Ahead { class, is: true },
                    LookAround::LookAheadNeg => Look::Ahead { class, is: false },
                    LookAround::LookBehind => Look::Behind { class, is: true },
                    LookAround::LookBehindNeg => Look::Behind { class, is: false },
                }
            }
            _ => return Err(Undecided::NotRegular("an unsupported look-around")),
        };
        Ok(Some(look))
    }

    /// Returns the class of an expression that matches one character.
    fn one_character(&mut self, expr: &Expr) -> Result<ClassId, Undecided> {
        match expr {
            Expr::Group(inner) => self.one_character(inner),
            Expr::Any { newline, crlf: false } => Ok(self.classes.any(*newline)),
            Expr::Delegate { inner, casei } => self.classes.read(inner, *casei, self.budget),
            Expr::Literal { val, casei } => match (val.chars().next(), val.chars().nth(1)) {
                (Some(char), None) => self.classes.char(char, *casei, self.budget),
                _ => Err(Undecided::LooksFar),
            },
            _ => Err(Undecided::LooksFar),
        }
    }
}

/// Returns whether the expression may match without taking a character.
fn may_be_empty(expr: &Expr) -> bool {
    match expr {
        Expr::Any { .. } | Expr::Delegate { .. } | Expr::Literal { .. } => false,
        Expr::Concat(parts) => parts.iter().all(may_be_empty),
        Expr::Alt(branches) => branches.iter().any(may_be_empty),
        Expr::Group(inner) => may_be_empty(inner),
        Expr::Repeat { child, lo, .. } => *lo == 0 || may_be_empty(child),
        _ => true,
    }
}

/// A repeated expression, its counts beyond the required ones, and whether it is greedy.
#[derive(Clone, Copy)]
struct Repeat<'a> {
    child: &'a Expr,
    most: Option<usize>,
    greedy: bool,
}

/// Returns whether the expression is `\n?\z`, the translation of `$`.
fn is_last_line_end(expr: &Expr) -> bool {
    let Expr::Concat(parts) = expr else { return false };
    let [Expr::Repeat { child, lo: 0, hi: 1, .. }, Expr::Assertion(Assertion::EndText)] = parts.as_slice()
    else {
        return false;
    };
    matches!(&**child, Expr::Literal { val, .. } if val == "\n")
}

/// Returns whether the expression is `\A\z`, the translation of part of `\B`.
fn is_empty_text(expr: &Expr) -> bool {
    let Expr::Concat(parts) = expr else { return false };
    matches!(parts.as_slice(), [Expr::Assertion(Assertion::StartText), Expr::Assertion(Assertion::EndText)])
}
