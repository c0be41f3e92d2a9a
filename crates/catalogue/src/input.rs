//! Reading files by other authors: only regular files, up to a maximum size, and nothing outside the folder.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use heat_yaml::{Diagnostic, ParseOptions};

use crate::io_error::{describe, unreadable};

/// The maximum size of a text that people write: schemas, tables, templates.
pub const MAX_TEXT: u64 = ParseOptions::MAX_SIZE as u64;

/// The maximum size of a file that programs write: facts of a release, assets of the site.
pub const MAX_DATA: u64 = 256 << 20;

/// Reason why a file was not read.
#[derive(Debug)]
pub enum ReadError {
    /// The operating system reported an error.
    Io(io::Error),
    /// The path is a pipe, a socket or a device.
    NotAFile,
    /// The file has more bytes than allowed.
    TooLarge(u64),
}

impl ReadError {
    /// The error message.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Self::Io(error) => describe(error),
            Self::NotAFile => "not a file: a pipe, a socket or a device".to_owned(),
            Self::TooLarge(limit) => format!("the file is larger than the allowed {limit} bytes"),
        }
    }

    /// The error as a diagnostic.
    pub fn at(&self, path: &Path) -> Diagnostic {
        match self {
            Self::Io(error) => unreadable(path, error),
            Self::NotAFile => Diagnostic::error("unreadable-file", self.words()).in_file(shown(path)),
            Self::TooLarge(_) => Diagnostic::error("too-large", self.words()).in_file(shown(path)),
        }
    }
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// Reads a file of at most `limit` bytes. A file that grows while it is read, or is endless, is also too large.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, ReadError> {
    let file = open(path).map_err(ReadError::Io)?;
    let metadata = file.metadata().map_err(ReadError::Io)?;
    if metadata.is_dir() {
        return Err(ReadError::Io(ErrorKind::IsADirectory.into()));
    }
    if !metadata.is_file() {
        return Err(ReadError::NotAFile);
    }
    if metadata.len() > limit {
        return Err(ReadError::TooLarge(limit));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or_default());
    file.take(limit + 1).read_to_end(&mut bytes).map_err(ReadError::Io)?;
    if bytes.len() as u64 > limit { Err(ReadError::TooLarge(limit)) } else { Ok(bytes) }
}

/// Reads a text file that people write.
pub fn read_text(path: &Path) -> Result<String, Diagnostic> {
    let bytes = read(path, MAX_TEXT).map_err(|error| error.at(path))?;
    String::from_utf8(bytes).map_err(|error| unreadable(path, &io::Error::new(ErrorKind::InvalidData, error)))
}

/// Opens a file for reading without blocking: a pipe without a writer would otherwise block forever.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    options.open(path)
}

/// The target of a link that leads out of a folder. A path that is not a link, or a link to nothing, does not lead out.
#[must_use]
pub fn leads_out(link: &Path, folder: &Path) -> Option<PathBuf> {
    let is_link = fs::symlink_metadata(link).is_ok_and(|metadata| metadata.is_symlink());
    let (target, folder) = (link.canonicalize().ok().filter(|_| is_link)?, folder.canonicalize().ok()?);
    (!target.starts_with(folder)).then_some(target)
}

/// The diagnostic for a link that leads out of a catalogue.
pub fn link_out(link: &Path) -> Diagnostic {
    Diagnostic::error("unreadable-file", "the symbolic link points outside the catalogue")
        .in_file(shown(link))
        .with_help("replace the link with the file itself: files outside are neither read nor changed")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &Path, limit: u64, expect: Result<usize, &str>) {
        let got = read(path, limit).map(|bytes| bytes.len()).map_err(|error| error.words());
        assert_eq!(got, expect.map_err(str::to_owned), "{}", path.display());
    }

    #[test]
    fn the_limit_applies_while_reading() {
        let path = std::env::temp_dir().join(format!("heat-codegen-input-{}", std::process::id()));
        fs::write(&path, "12345").unwrap();
        check(&path, 5, Ok(5));
        check(&path, 4, Err("the file is larger than the allowed 4 bytes"));
        // A sparse file takes no space and is read as zeros.
        File::create(&path).unwrap().set_len(1 << 40).unwrap();
        check(&path, 1 << 20, Err("the file is larger than the allowed 1048576 bytes"));
        fs::remove_file(&path).unwrap();
        check(&path, 5, Err("there is no such file or folder"));
    }

    #[cfg(unix)]
    #[test]
    fn endless_files_are_not_read() {
        check(Path::new("/dev/zero"), 1 << 20, Err("not a file: a pipe, a socket or a device"));
        check(Path::new("/"), 1 << 20, Err("expected a file, found a folder"));
    }
}
