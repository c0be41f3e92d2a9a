//! Reads a template or an environment that the command line names: a file, or `-` for the standard input.

use std::io::{self, Read as _};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use heat_catalogue::input::{MAX_TEXT, ReadError};
use heat_catalogue::io_error::describe;
use heat_report::Failure;
use heat_template_files as template_files;
use heat_yaml::Source;

/// The name of the standard input on the command line.
const STANDARD_INPUT: &str = "-";

/// The name of the standard input in reports. It has no folder: files that a template names are found relative to the working
/// folder.
const SHOWN: &str = "<stdin>";

/// The text of the standard input, which can be read only once, although several steps of a command need it.
static TEXT: OnceLock<Result<Arc<Source>, String>> = OnceLock::new();

/// Returns whether a path on the command line represents the standard input.
pub(crate) fn is_standard_input(path: &Path) -> bool {
    path == Path::new(STANDARD_INPUT)
}

/// Returns whether a path is that of a pipe, such as the `<(…)` of a shell.
fn is_pipe(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        path.metadata().is_ok_and(|metadata| metadata.file_type().is_fifo())
    }
    #[cfg(not(unix))]
    {
        _ = path;
        false
    }
}

/// The name of an input in reports.
pub(crate) fn shown(path: &Path) -> String {
    if is_standard_input(path) { SHOWN.to_owned() } else { path.display().to_string() }
}

/// Reads a file or the standard input.
///
/// # Errors
/// If there is no such file, or it is not text.
pub(crate) fn read(path: &Path) -> Result<Arc<Source>, Failure> {
    if !is_standard_input(path) {
        let from_pipe = "what another command prints is read as `-`: COMMAND | heat-codegen validate -";
        let read = template_files::read(path);
        return read.map_err(|failure| if is_pipe(path) { failure.with_help(from_pipe) } else { failure });
    }
    let text = TEXT.get_or_init(|| {
        let mut bytes = Vec::new();
        let limit = MAX_TEXT.saturating_add(1);
        io::stdin().lock().take(limit).read_to_end(&mut bytes).map_err(|error| describe(&error))?;
        if bytes.len() as u64 > MAX_TEXT {
            return Err(ReadError::TooLarge(MAX_TEXT).words());
        }
        Source::from_bytes(SHOWN, bytes).map_err(|diagnostic| diagnostic.message)
    });
    text.clone().map_err(|reason| Failure::unreadable(format!("the standard input cannot be read: {reason}")))
}
