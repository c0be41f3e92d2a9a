//! Failed operations as diagnostics.

use std::io;
use std::path::Path;

use heat_catalogue::io_error::describe;
use heat_yaml::Diagnostic;

/// A failed operation on a path, with the reason that the operating system gave.
pub(super) fn failed(path: &Path, what: &str, error: &io::Error) -> Diagnostic {
    Diagnostic::error("unwritable", format!("{what}: {}", describe(error)))
        .in_file(path.display().to_string())
}
