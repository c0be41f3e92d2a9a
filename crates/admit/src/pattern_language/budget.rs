//! The cost limit of a comparison: steps are counted, so that the result is the same on every machine.

use super::undecided::Undecided;

/// Maximum number of steps for a question. A step is the work of examining one state of an automaton.
const STEPS: usize = 150_000;

/// The steps that are left.
#[derive(Debug)]
pub(super) struct Budget {
    left: usize,
}

impl Budget {
    pub(super) fn new() -> Self {
        Self { left: STEPS }
    }

    /// Takes some steps; fails if there are not enough left.
    pub(super) fn take(&mut self, steps: usize) -> Result<(), Undecided> {
        self.left = self.left.checked_sub(steps).ok_or(Undecided::TooMuch)?;
        Ok(())
    }
}
