//! How much a comparison may take: counted steps, so that it comes to the same answer on every machine.

use super::undecided::Undecided;

/// How many steps a question may take. A step is what it takes to look at a state of an automaton.
const STEPS: usize = 150_000;

/// What is left.
#[derive(Debug)]
pub(super) struct Budget {
    left: usize,
}

impl Budget {
    pub(super) fn new() -> Self {
        Self { left: STEPS }
    }

    /// Takes some steps; fails where there are no more.
    pub(super) fn take(&mut self, steps: usize) -> Result<(), Undecided> {
        self.left = self.left.checked_sub(steps).ok_or(Undecided::TooMuch)?;
        Ok(())
    }
}
