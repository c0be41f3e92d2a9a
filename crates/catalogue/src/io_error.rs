//! Messages for errors in reading and writing files, which say what to do.

use std::io::{self, ErrorKind};
use std::path::Path;

use heat_yaml::Diagnostic;

/// The message for an I/O error, without the operating system's error number.
#[must_use]
pub fn describe(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        ErrorKind::PermissionDenied => "no permission".to_owned(),
        ErrorKind::IsADirectory => "expected a file, found a folder".to_owned(),
        ErrorKind::NotADirectory => "expected a folder, found a file".to_owned(),
        ErrorKind::StorageFull => "the disk is full".to_owned(),
        ErrorKind::ReadOnlyFilesystem => "the file system is read-only".to_owned(),
        _ => {
            let text = error.to_string();
            text.split(" (os error").next().unwrap_or(&text).to_owned()
        }
    }
}

/// The diagnostic for a file or folder that cannot be read.
pub fn unreadable(path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error("unreadable-file", describe(error)).in_file(path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(error: &io::Error, expect: &str) {
        assert_eq!(describe(error), expect);
    }

    #[test]
    fn errors_have_messages() {
        check(&ErrorKind::NotFound.into(), "there is no such file or folder");
        check(&ErrorKind::StorageFull.into(), "the disk is full");
        check(&io::Error::from_raw_os_error(40), "Too many levels of symbolic links");
    }
}
