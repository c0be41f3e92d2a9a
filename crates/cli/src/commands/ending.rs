//! How a command ends that failed: the reason in words, and an outcome.

use std::io;

use heat_yaml::one_line;

use crate::outcome::{Explanation, Failure, Outcome};
use crate::session::Session;

/// Prints why a command failed. If that cannot be written either, only the exit code remains.
pub(super) fn report(failure: &Failure, session: &mut Session) -> Outcome {
    match failure {
        Failure::Refused(explanation) => {
            _ = explain(explanation, session);
            Outcome::Findings
        }
        Failure::Unreadable(explanation) => {
            _ = explain(explanation, session);
            Outcome::Unreadable
        }
        // The reader has closed the pipe on purpose.
        Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Outcome::Done,
        Failure::Output(_) => {
            _ = explain(&Explanation { message: failure.message(), notes: Vec::new(), help: None }, session);
            Outcome::Unreadable
        }
    }
}

fn explain(explanation: &Explanation, session: &mut Session) -> io::Result<()> {
    let style = anstyle::AnsiColor::Red.on_default().bold();
    let word = if session.color_err { format!("{style}error{style:#}") } else { "error".to_owned() };
    writeln!(session.err, "{word}: {}", one_line(&explanation.message))?;
    for note in &explanation.notes {
        writeln!(session.err, "  note: {}", one_line(note))?;
    }
    if let Some(help) = &explanation.help {
        writeln!(session.err, "  help: {}", one_line(help))?;
    }
    session.err.flush()
}
