//! Output of git: ids, entries of trees, contents of objects, errors.

use std::io::{self, BufRead, Read};
use std::process::Output;

use heat_catalogue::io_error::describe;

use crate::outcome::Failure;

/// The first line of git's output, if the command succeeded.
pub(super) fn line(output: &Output) -> Option<String> {
    let text = std::str::from_utf8(&output.stdout).ok()?;
    let line = text.lines().next().filter(|line| !line.is_empty())?;
    output.status.success().then(|| line.to_owned())
}

/// Parses an entry of a tree: `100644 blob <id>\t<path>`. Names that are not UTF-8 are only displayed.
pub(super) fn entry(line: &[u8]) -> Option<(String, String, String)> {
    let tab = line.iter().position(|byte| *byte == b'\t')?;
    let (head, path) = line.split_at(tab);
    let mut words = std::str::from_utf8(head).ok()?.split(' ');
    let (mode, kind, id) = (words.next()?, words.next()?, words.next()?);
    let path = String::from_utf8_lossy(path.get(1..)?).into_owned();
    // The contents of a submodule are in another repository.
    (kind == "blob").then(|| (mode.to_owned(), id.to_owned(), path))
}

/// Reads one answer of `git cat-file --batch`: `<id> <kind> <size>`, the content, a line break. Content that is larger than the
/// limit is skipped.
pub(super) fn content(stdout: &mut impl BufRead, id: &str, limit: u64) -> io::Result<Option<Vec<u8>>> {
    let invalid = |message: String| io::Error::new(io::ErrorKind::InvalidData, message);
    let mut head = String::new();
    stdout.read_line(&mut head)?;
    let size = head.trim_end().rsplit(' ').next().and_then(|size| size.parse::<u64>().ok());
    let Some(size) = size.filter(|_| head.starts_with(id)) else {
        return Err(invalid(format!("the object {id} is missing")));
    };
    let mut content = stdout.by_ref().take(size);
    let mut bytes = Vec::new();
    if size > limit {
        io::copy(&mut content, &mut io::sink())?;
    } else {
        content.read_to_end(&mut bytes)?;
    }
    let mut end = [0];
    stdout.read_exact(&mut end)?;
    Ok((size <= limit).then_some(bytes))
}

pub(super) fn not_run(error: &io::Error) -> Failure {
    if error.kind() == io::ErrorKind::NotFound {
        return Failure::unreadable("git is required to read revisions, but there is no program `git`")
            .with_help(
                "install git, or name both sides as files or folders: without a revision, git is not needed",
            );
    }
    Failure::unreadable(format!("git cannot be run: {}", describe(error)))
}

/// The failure of a git command, with git's own message.
pub(super) fn failed(message: &str, output: &Output) -> Failure {
    let text = String::from_utf8_lossy(&output.stderr);
    let failure = Failure::unreadable(message);
    match text.lines().next() {
        Some(reason) => failure.with_note(format!("git: {reason}")),
        None => failure,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_trees_are_read() {
        assert_eq!(
            entry(b"100644 blob 12ab\ta b/\xff.yaml"),
            Some(("100644".to_owned(), "12ab".to_owned(), "a b/\u{fffd}.yaml".to_owned()))
        );
        assert_eq!(entry(b"160000 commit 12ab\tmodule"), None);
        assert_eq!(entry(b"nonsense"), None);
    }

    #[test]
    fn objects_are_read_by_their_size() {
        let mut answer: &[u8] = b"12ab blob 3\na\nb\n12ab blob 4\nlong\n12ab blob 0\n\n34cd missing\n";
        let mut next = |id: &str| content(&mut answer, id, 3);
        assert_eq!(next("12ab").unwrap().unwrap(), b"a\nb");
        assert_eq!(next("12ab").unwrap(), None);
        assert_eq!(next("12ab").unwrap().unwrap(), b"");
        assert!(next("34cd").unwrap_err().to_string().contains("34cd"));
        for limit in [3, 300] {
            assert!(content(&mut &b"12ab blob 9\nshort"[..], "12ab", limit).is_err());
        }
    }
}
