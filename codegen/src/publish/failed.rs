//! Failed operations as diagnostics.

use std::io;
use std::path::Path;

use heat_catalogue::io_error::describe;
use heat_yaml::Diagnostic;

/// Diagnostic for a failed operation on a path, with the operating system's reason.
pub(super) fn failed(path: &Path, what: &str, error: &io::Error) -> Diagnostic {
    Diagnostic::error("unwritable", format!("{what}: {}", describe(error)))
        .in_file(path.display().to_string())
}
