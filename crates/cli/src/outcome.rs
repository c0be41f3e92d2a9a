//! The results of commands. Only this module decides on their exit codes.

use std::process::ExitCode;

pub use heat_report::failure::{Explanation, Failure};

/// The result of a command that did its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Nothing has to be fixed.
    Done,
    /// The command found something to fix.
    Findings,
    /// Something could not be read.
    Unreadable,
}

impl Outcome {
    /// The exit code.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Findings => 1,
            Self::Unreadable => 2,
        }
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        outcome.code().into()
    }
}

/// The result of a command.
pub type CommandResult = Result<Outcome, Failure>;
