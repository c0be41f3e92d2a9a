//! Output of the commands.

use std::io::Write as _;

use super::help::PROGRAM;

/// Prints a text. Returns the exit code.
pub(super) fn print(text: &str) -> u8 {
    let mut stdout = std::io::stdout();
    u8::from(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).is_err())
}

/// Reports an error in the arguments. Returns the exit code.
pub(super) fn usage(problem: &str) -> u8 {
    // There is nowhere to report a failure to write this.
    let _ = write!(std::io::stderr(), "error: {problem}\n\n{PROGRAM}");
    2
}
