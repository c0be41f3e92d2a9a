//! The record of the files that were written and moved, which distinguishes them from other files.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// A change at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Done {
    /// A file was written, with content of this digest.
    File(String),
    /// A link to this target was created.
    Link(String),
    /// A folder was created.
    Folder,
    /// The existing file was moved aside.
    Moved,
}

/// All changes, in order. A path that was moved aside and then written is listed twice.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Manifest(pub(super) Vec<(String, Done)>);

/// Returns the digest of a content, in hexadecimal digits.
pub(super) fn digest(content: &[u8]) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(content) {
        // Writing into a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

impl Manifest {
    /// Parses the text that [`Self::to_text`] wrote. Other lines are left out.
    pub(super) fn parse(text: &str) -> Self {
        let line = |line: &str| {
            let mut words = line.splitn(3, ' ');
            let (kind, detail, path) = (words.next()?, words.next()?.to_owned(), words.next()?.to_owned());
            let done = match kind {
                "file" => Done::File(detail),
                "link" => Done::Link(detail),
                "folder" => Done::Folder,
                "moved" => Done::Moved,
                _ => return None,
            };
            Some((path, done))
        };
        Self(text.lines().filter_map(line).collect())
    }

    pub(super) fn to_text(&self) -> String {
        let mut text = String::new();
        for (path, done) in &self.0 {
            let (kind, detail) = match done {
                Done::File(digest) => ("file", digest.as_str()),
                Done::Link(target) => ("link", target.as_str()),
                Done::Folder => ("folder", "-"),
                Done::Moved => ("moved", "-"),
            };
            // Writing into a string cannot fail.
            let _ = writeln!(text, "{kind} {detail} {path}");
        }
        text
    }

    /// Returns the last change that wrote something at a path.
    pub(super) fn written(&self, path: &str) -> Option<&Done> {
        self.0.iter().rev().find(|(known, done)| known == path && *done != Done::Moved).map(|(_, done)| done)
    }

    /// Records a change at a path, in place of an earlier one that wrote something there.
    pub(super) fn add(&mut self, path: &str, done: Done) {
        if done != Done::Moved {
            self.0.retain(|(known, before)| known != path || *before == Done::Moved);
        }
        self.0.push((path.to_owned(), done));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_read_again() {
        let mut manifest = Manifest::default();
        manifest.add("/a b", Done::File(digest(b"1")));
        manifest.add("/c", Done::Moved);
        manifest.add("/c", Done::Link("x".to_owned()));
        manifest.add("/d", Done::Folder);
        manifest.add("/a b", Done::File(digest(b"2")));
        let read = Manifest::parse(&format!("\nunknown - /x\n{}", manifest.to_text()));
        assert_eq!(read, manifest);
        assert_eq!(read.written("/a b"), Some(&Done::File(digest(b"2"))));
        assert_eq!(read.written("/c"), Some(&Done::Link("x".to_owned())));
        assert_eq!(read.written("/x"), None);
        assert_eq!(read.0.len(), 4);
    }
}
