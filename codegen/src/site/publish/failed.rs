//! What could not be done, as a diagnostic.

use std::io;
use std::path::Path;

use heat_yaml::Diagnostic;

use crate::io_error::describe;

/// Something at a path that could not be done, with the reason the system gave.
pub(super) fn failed(path: &Path, what: &str, error: &io::Error) -> Diagnostic {
    Diagnostic::error("unwritable", format!("{what}: {}", describe(error)))
        .in_file(path.display().to_string())
}
