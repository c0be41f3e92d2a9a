//! The end of a command that failed: its reason in words, and an outcome.

use std::io;

use crate::outcome::{Failure, Outcome};
use crate::session::Session;

/// Prints the reason why a command failed. If that cannot be written either, only the exit code remains.
pub(super) fn report(failure: &Failure, session: &mut Session) -> Outcome {
    let outcome = match failure {
        Failure::Refused(_) => Outcome::Findings,
        // The reader has closed the pipe on purpose.
        Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return Outcome::Done,
        Failure::Unreadable(_) | Failure::Output(_) => Outcome::Unreadable,
    };
    _ = failure.write(session.color_err, &mut session.err);
    outcome
}
